package nested

// Whether there is an element, asked by counting.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
	"nessiec/passes/pass"
)

// TestExistence asks whether some element has a property where a program compares the number of those that have it
// with zero: a loop over the elements may stop at the first one. Where the number, the elements or the flags are used
// otherwise they are counted anyway.
//
//	(let kept (prim pack (xs flags)) (let n (prim length (kept)) (prim eq (n 0))))
//	=> (let some (prim any (flags)) (prim not (some)))
//	(let ones (each (x) (xs) .. (prim btoi (b))) (let n (prim sum (ones)) (prim gt (n 0))))
//	=> (let ones (each (x) (xs) .. b) (prim any (ones)))
func TestExistence(c *pass.Ctx, m *nkl.Module) *nkl.Module {
	funcs, changed := pass.Each(c, m.Funcs, func(c *pass.Ctx, f *nkl.Func) *nkl.Func {
		return f.MapBodies(func(body nkl.Expr) nkl.Expr {
			t := existenceIn(body)
			if len(t.flags) == 0 || !c.Rewrite("test existence in "+f.Name) {
				return body
			}
			return t.expr(body)
		})
	})
	if !changed {
		return m
	}
	return m.WithFuncs(funcs)
}

// existenceIn finds what the body of a function counts to compare it with zero.
func existenceIn(body nkl.Expr) *existence {
	t := &existence{defs: map[*nkl.Var]nkl.Expr{}, uses: map[*nkl.Var]int{}, flags: map[*nkl.Var]nkl.Expr{}, rest: map[*nkl.Var]bool{},
		ones: map[*nkl.Var]*nkl.Var{}}
	ir.Walk(body, func(e nkl.Expr) bool {
		switch e := e.(type) {
		case *nkl.Let:
			t.defs[e.Bind] = e.Rhs
		case *nkl.Ref:
			t.uses[e.Var]++
		}
		return true
	})
	ir.Walk(body, func(e nkl.Expr) bool {
		if p, ok := e.(*nkl.Prim); ok {
			t.note(p)
		}
		return true
	})
	return t
}

// An existence goes through a function.
type existence struct {
	defs  map[*nkl.Var]nkl.Expr
	uses  map[*nkl.Var]int
	flags map[*nkl.Var]nkl.Expr // of numbers that are only compared with zero
	rest  map[*nkl.Var]bool     // what only such numbers are made of
	ones  map[*nkl.Var]*nkl.Var // flags in place of ones and zeros that only such numbers sum
}

// What a comparison asks of a number that is not negative.
type question int

const (
	asksNothing question = iota // that would be known
	asksSome                    // whether it is not zero
	asksNone                    // whether it is
)

// note notes the flags that p asks for, if it does.
func (t *existence) note(p *nkl.Prim) {
	n, q := asked(p)
	if q == asksNothing {
		return
	}
	if flags := t.counted(n); flags != nil {
		t.flags[n] = flags
	}
}

// asked is what p asks of which number, that not being negative.
func asked(p *nkl.Prim) (n *nkl.Var, q question) {
	if p.Op.Swapped == 0 || len(p.Args) != 2 {
		return nil, asksNothing
	}
	op, x, y := p.Op.Code, p.Args[0], p.Args[1]
	if _, ok := x.(*nkl.Int); ok {
		op, x, y = p.Op.Swapped, y, x
	}
	r, ok := x.(*nkl.Ref)
	zero, one := anf.IsInt(y, 0), anf.IsInt(y, 1)
	switch {
	case !ok:
		return nil, asksNothing
	case zero && (op == prim.Ne || op == prim.Gt), one && op == prim.Ge:
		return r.Var, asksSome
	case zero && (op == prim.Eq || op == prim.Le), one && op == prim.Lt:
		return r.Var, asksNone
	}
	return nil, asksNothing
}

// counted is the flags whose number n is, or nil.
func (t *existence) counted(n *nkl.Var) nkl.Expr {
	p, ok := t.defs[n].(*nkl.Prim)
	if !ok || t.uses[n] != 1 || len(p.Args) != 1 || !t.once(p.Args[0]) {
		return nil
	}
	of := p.Args[0].(*nkl.Ref).Var
	switch d := t.defs[of].(type) {
	case *nkl.Prim:
		if p.Op.Code == prim.Length && d.Op.Code == prim.Pack && t.once(d.Args[1]) {
			t.rest[of] = true
			return d.Args[1]
		}
	case *nkl.Each:
		shared := func(xs nkl.Expr) bool {
			r, ok := xs.(*nkl.Ref)
			return ok && r.Var.Type.Elem() == types.Bool && !t.once(xs)
		}
		if cond := oneIf(d.Body); p.Op.Code == prim.Sum && cond != nil && !slices.ContainsFunc(d.Seqs, shared) {
			if r, ok := cond.(*nkl.Ref); ok && d.Body.Form() == nkl.FormPrim && slices.Contains(d.Binds, r.Var) {
				t.rest[of] = true
				return d.Seqs[slices.Index(d.Binds, r.Var)]
			}
			t.ones[of] = types.NewVar(of.Name, types.Seq(types.Bool))
			return nkl.Use(t.ones[of])
		}
	}
	return nil
}

// once reports whether e is a variable that is used once.
func (t *existence) once(e nkl.Expr) bool {
	r, ok := e.(*nkl.Ref)
	return ok && t.uses[r.Var] == 1
}

// expr is e with other questions. What was counted is dropped.
func (t *existence) expr(e nkl.Expr) nkl.Expr {
	switch x := e.(type) {
	case *nkl.Let:
		if t.flags[x.Bind] != nil || t.rest[x.Bind] {
			return t.expr(x.Body)
		}
		if flags := t.ones[x.Bind]; flags != nil {
			each := x.Rhs.(*nkl.Each)
			each = &nkl.Each{Node: each.Node, Binds: each.Binds, Seqs: each.Seqs, Body: t.expr(oneIf(each.Body))}
			return &nkl.Let{Node: x.Node, Bind: flags, Rhs: each, Body: t.expr(x.Body)}
		}
		var b anf.Block
		rhs := t.rhs(&b, x.Rhs)
		return b.In(&nkl.Let{Node: x.Node, Bind: x.Bind, Rhs: rhs, Body: t.expr(x.Body)})
	case *nkl.Prim:
		var b anf.Block
		return b.In(t.rhs(&b, x))
	}
	return e.MapChildren(t.expr)
}

// rhs is a right-hand side with other questions.
func (t *existence) rhs(b *anf.Block, e nkl.Expr) nkl.Expr {
	p, ok := e.(*nkl.Prim)
	if !ok {
		return t.expr(e)
	}
	n, q := asked(p)
	if q == asksNothing || t.flags[n] == nil {
		return e
	}
	some := anf.OpAt(p.P, prim.Any, t.flags[n])
	if q == asksSome {
		return some
	}
	return anf.OpAt(p.P, prim.Not, b.Name("some", types.Bool, some))
}

// oneIf is the condition under which e is 1, if it is 0 otherwise; nil if it may be another number.
func oneIf(e nkl.Expr) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Let:
		if body := oneIf(e.Body); body != nil {
			return &nkl.Let{Node: e.Node, Bind: e.Bind, Rhs: e.Rhs, Body: body}
		}
	case *nkl.Prim:
		choice := e.Op.Code == prim.Select && anf.IsInt(e.Args[1], 1) && anf.IsInt(e.Args[2], 0)
		if e.Op.Code == prim.Btoi || choice {
			return e.Args[0]
		}
	}
	return nil
}
