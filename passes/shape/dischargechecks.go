package shape

// Removes checks that are proved, and what only they needed.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
	"nessiec/passes/pass"
	"nessiec/passes/shape/infer"
)

// DischargeChecks removes the checks whose conditions are proved, and the
// conditions with them.
//
//	(each (i) ((index (length xs))) (let c (and (ge i 0) (lt i (length xs))) (check c "..." (elt xs i))))
//	=> (each (i) ((index (length xs))) (elt xs i))
//
// An int that is known to be a number, or the length of an older sequence, is
// that: the length of a row of a rectangular matrix, which the host would have
// to read, or the number of marks that show whether indices differ. Of a conditional
// whose condition sizes decide, the branch that is taken remains.
//
// A proof uses what was evaluated before the check, on all paths to it, so
// never the check itself. With -check-all the checks stay.
//
// What all calls of a function ensure of the lengths of its arguments, its parameters say from
// here on: where #xs = #ys at every call, ys has the type [float#xs].
func DischargeChecks(c *pass.Ctx, m *nkl.Module) *nkl.Module {
	if c.CheckAll {
		return m
	}
	a := analysedAs(c, m.MapBodies(unshared))
	contracts := a.ModuleByContract()
	c.Count("iterations looked at", a.Iterations)
	out := a.m.MapBodies(func(body nkl.Expr) nkl.Expr {
		d := &discharge{c: c, Analysis: a.Analysis, uses: map[*nkl.Var]int{}, less: map[*nkl.Var]bool{}}
		ir.Walk(body, func(e nkl.Expr) bool {
			if r, ok := e.(*nkl.Ref); ok {
				d.uses[r.Var]++
			}
			return true
		})
		return d.expr(body)
	})
	if out == a.m && !contracts {
		return m
	}
	return sized(a.Analysis, a.m).module(out)
}

// unshared is body, in which each check and conditional stands at one place, since what is known
// of it differs between places.
func unshared(body nkl.Expr) nkl.Expr {
	seen, shared := map[nkl.Expr]bool{}, false
	ir.Walk(body, func(e nkl.Expr) bool {
		if f := e.Form(); f == nkl.FormCheck || f == nkl.FormIf {
			shared = shared || seen[e]
			seen[e] = true
		}
		return !shared
	})
	if shared {
		return nkl.Freshen(body)
	}
	return body
}

// discharge rewrites one function.
type discharge struct {
	*infer.Analysis
	c    *pass.Ctx
	uses map[*nkl.Var]int
	less map[*nkl.Var]bool // lost a use
}

// expr removes checks in e, and lets that only their conditions used.
func (d *discharge) expr(e nkl.Expr) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Check:
		if d.Proved[e] && d.c.Rewrite("remove the check "+e.Error) {
			d.c.Count("checks removed", 1)
			d.drop(e.Cond)
			return d.expr(e.Then)
		}
	case *nkl.If:
		if branch := d.branch(e); branch != nil {
			return d.expr(branch)
		}
	case *nkl.Let:
		body := d.expr(e.Body)
		rhs := d.rhs(e)
		if (d.less[e.Bind] || rhs != e.Rhs) && d.uses[e.Bind] == 0 && droppable(rhs) {
			d.drop(rhs)
			return body
		}
		if rhs == e.Rhs && body == e.Body {
			return e
		}
		return anf.Splice(&nkl.Let{Node: e.Node, Bind: e.Bind, Rhs: rhs, Body: body})
	case *nkl.EachCaptured:
		out := e.MapBodies(d.expr).(*nkl.EachCaptured)
		if out != e {
			out.Uniform, out.Shared = captures(out)
		}
		return out
	}
	return e.MapChildren(d.expr)
}

// drop takes the uses in e, which is left out, off the count.
func (d *discharge) drop(e nkl.Expr) {
	ir.Walk(e, func(e nkl.Expr) bool {
		if r, ok := e.(*nkl.Ref); ok {
			d.uses[r.Var]--
			d.less[r.Var] = true
		}
		return true
	})
}

// branch is the branch of e that is taken if sizes decide that, and nil otherwise. A
// loop keeps the conditionals at which it goes on or ends.
func (d *discharge) branch(e *nkl.If) nkl.Expr {
	holds := d.Decided[e]
	if holds == [2]bool{} || ir.Any(nkl.Expr(e), isRecur) || !d.c.Rewrite("take a branch") {
		return nil
	}
	d.c.Count("conditionals decided", 1)
	taken, other := e.Then, e.Else
	if !holds[0] {
		taken, other = other, taken
	}
	d.drop(e.Cond)
	d.drop(other)
	return taken
}

func isRecur(e nkl.Expr) bool { return e.Form() == nkl.FormRecur }

// rhs rewrites the right-hand side of e: an int that is known is not computed.
func (d *discharge) rhs(e *nkl.Let) nkl.Expr {
	value := d.Values[e]
	if value == nil || isLength(e.Rhs, value) || !d.c.Rewrite("use the known value of "+e.Bind.Name) {
		return d.expr(e.Rhs)
	}
	d.c.Count("values known", 1)
	d.drop(e.Rhs)
	nkl.EachUse(value, func(v *nkl.Var) { d.uses[v]++ })
	value.Children(func(_ int, a nkl.Expr) { nkl.EachUse(a, func(v *nkl.Var) { d.uses[v]++ }) })
	return value
}

// isLength reports whether e asks for the length of the very same sequence.
func isLength(e, length nkl.Expr) bool {
	p, q := e.(*nkl.Prim), length
	l, ok := q.(*nkl.Prim)
	if !ok || p.Op != l.Op {
		return false
	}
	v, ok := p.Args[0].(*nkl.Ref)
	return ok && v.Var == l.Args[0].(*nkl.Ref).Var
}

// captures lists the free variables of the body of a map, as pass
// mark-captures does.
func captures(e *nkl.EachCaptured) (uniform, shared []*nkl.Var) {
	bound := map[*nkl.Var]bool{}
	for _, v := range e.Binds {
		bound[v] = true
	}
	for _, v := range nkl.FreeVars(e.Body) {
		switch {
		case bound[v]:
		case v.Type.Has(types.KSeq):
			shared = append(shared, v)
		default:
			uniform = append(uniform, v)
		}
	}
	return uniform, shared
}

// droppable reports whether code does nothing but yield its value.
func droppable(e nkl.Expr) bool {
	ok := true
	ir.Walk(e, func(e nkl.Expr) bool {
		switch e := e.(type) {
		case *nkl.Check, *nkl.Call, *nkl.CallLifted, *nkl.Loop, *nkl.Time:
			ok = false
		case *nkl.Prim:
			ok = ok && e.Op.Class != prim.Effect && !e.Op.IsEffect()
		}
		return ok
	})
	return ok
}
