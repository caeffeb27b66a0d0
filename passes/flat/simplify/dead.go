package simplify

// Dead code: lets of total operations that nothing uses, and results and
// variables of loops that nothing uses.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/passes/pass"
)

// Dead removes dead code from every function.
func Dead(c *pass.Ctx, m *fkl.Module) *fkl.Module {
	total := totalFunctions(m)
	return Funcs(c, m, func(c *pass.Ctx, f *fkl.Func) *fkl.Func {
		d := &remover{c: c, fun: f.Name, total: total, live: map[*fkl.Var]bool{}}
		g := *f
		g.Body = d.body(f.Body)
		if g.Body == f.Body {
			return f
		}
		return &g
	})
}

// A remover goes through a function from the bottom up, so that it meets uses
// before binders.
type remover struct {
	c     *pass.Ctx
	fun   string
	total map[string]bool
	live  map[*fkl.Var]bool
}

func (d *remover) body(e fkl.Expr) fkl.Expr {
	let, ok := e.(*fkl.Let)
	if !ok {
		e = e.MapBodies(d.body)
		d.use(e)
		return e
	}
	binds, rhs, body := let.Binds, let.Rhs, d.body(let.Body)
	if !slices.ContainsFunc(binds, d.used) && d.removable(rhs) && d.allow("drop", rhs) {
		return body
	}
	if slices.ContainsFunc(binds, d.unused) {
		keep := make([]bool, len(binds))
		for i, v := range binds {
			keep[i] = d.used(v)
		}
		binds, rhs = d.prune(binds, rhs, keep)
	}
	rhs = d.body(d.withoutInvariantVars(rhs))
	if body == let.Body && rhs == let.Rhs {
		return let
	}
	return &fkl.Let{Node: let.Node, Binds: binds, Rhs: rhs, Body: body}
}

func (d *remover) used(v *fkl.Var) bool   { return d.live[v] }
func (d *remover) unused(v *fkl.Var) bool { return !d.live[v] }

func (d *remover) allow(what string, at fkl.Expr) bool {
	return d.c.Rewrite(what + " in " + d.fun + ": " + fkl.Schema[at.Form()].Name)
}

func (d *remover) use(e fkl.Expr) {
	eachOperand(e, func(x fkl.Expr) {
		if r, ok := x.(*fkl.Ref); ok {
			d.live[r.Var] = true
		}
	})
}

// removable reports whether e neither fails nor has an effect. An endless loop
// whose result nobody needs may be removed.
func (d *remover) removable(e fkl.Expr) bool {
	return !ir.Any(e, func(e fkl.Expr) bool {
		switch e := e.(type) {
		case *fkl.Check, *fkl.Time:
			return true
		case *fkl.Prim:
			return e.Op.Class != prim.Scalar
		case *fkl.Call:
			return !d.total[e.Fn]
		}
		return false
	})
}

// totalFunctions is the functions without checks, effects and recursion.
func totalFunctions(m *fkl.Module) map[string]bool {
	total, done := map[string]bool{}, map[string]bool{}
	byName := map[string]*fkl.Func{}
	for _, f := range m.Funcs {
		byName[f.Name] = f
	}
	var visit func(name string)
	visit = func(name string) {
		if f := byName[name]; f != nil && !done[name] {
			done[name] = true // a call of a function being visited is recursion, and not total yet
			f.EachBody(func(e fkl.Expr) { EachCall(e, func(c *fkl.Call) { visit(c.Fn) }) })
			total[name] = (&remover{total: total}).removable(f.Body)
		}
	}
	for _, f := range m.Funcs {
		visit(f.Name)
	}
	return total
}

// prune drops results of an operation that nothing uses, where that is
// possible.
func (d *remover) prune(vs []*fkl.Var, e fkl.Expr, keep []bool) ([]*fkl.Var, fkl.Expr) {
	var out fkl.Expr
	switch e := e.(type) {
	case *fkl.Map:
		m := *e
		m.Body = keepResults(e.Body, keep)
		out = &m
	case *fkl.SegMap:
		m := *e
		m.Body = keepResults(e.Body, keep)
		out = &m
	case *fkl.Update:
		u := *e
		u.Body = keepResults(e.Body, keep)
		out = &u
	case *fkl.If, *fkl.Loop:
		out = keepResults(e, keep)
	case *fkl.Pack:
		p := *e
		keep[len(e.Vecs)] = true // the ranks
		p.Vecs = ir.Kept(e.Vecs, keep[:len(e.Vecs)])
		out = &p
	case *fkl.Split:
		k := len(e.Vecs)
		for j := range k { // both sides of a vector go together
			keep[j] = keep[j] || keep[k+j]
			keep[k+j] = keep[j]
		}
		keep[2*k] = true // the ranks
		p := *e
		p.Vecs = ir.Kept(e.Vecs, keep[:k])
		out = &p
	}
	none := !slices.Contains(keep, true) && !isMap(e)
	if out == nil || none || !slices.Contains(keep, false) || !d.allow("drop results", e) {
		return vs, e
	}
	return ir.Kept(vs, keep), out
}

// isMap reports whether e is a map, of which only checks may be left.
func isMap(e fkl.Expr) bool {
	f := e.Form()
	return f == fkl.FormMap || f == fkl.FormSegMap
}

// keepResults is a tail that yields only the results to keep.
func keepResults(e fkl.Expr, keep []bool) fkl.Expr {
	switch e := e.(type) {
	case *fkl.Let:
		out := *e
		out.Body = keepResults(e.Body, keep)
		return &out
	case *fkl.Ret:
		return &fkl.Ret{Node: e.Node, Vals: ir.Kept(e.Vals, keep)}
	case *fkl.Recur:
		return e
	}
	return e.MapBodies(func(b fkl.Expr) fkl.Expr { return keepResults(b, keep) })
}

// EachCall calls f with every call in e.
func EachCall(e fkl.Expr, f func(*fkl.Call)) {
	ir.Walk(e, func(e fkl.Expr) bool {
		if c, ok := e.(*fkl.Call); ok {
			f(c)
		}
		return true
	})
}
