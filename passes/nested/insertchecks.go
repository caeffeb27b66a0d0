package nested

// Makes every possible run-time failure an explicit check.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/code"
	"nessiec/passes/pass"
)

// InsertChecks puts the preconditions of partial primitives (prim.Checks) and
// the equal lengths of generators into Checks; from here on primitives are
// total. Arguments that a condition mentions are named first, from left to
// right, so the order of evaluation stays.
//
//	(prim @1:2:3 div (e1 e2))
//	=> (let x:int e1 (let y:int e2
//	   (check @1:2:3 (prim ne (y 0)) "Divide by zero." (prim @1:2:3 div (x y)))))
//	(each @1:2:3 (x:a y:b) (xs ys) e)
//	=> (check @1:2:3 (prim eq ((prim length (xs)) (prim length (ys)))) "Length mismatch ..." (each ...))
//
// A check whose condition is evident from the text is left out: literals,
// lengths that are not negative, sequences made with equal lengths (lengths.go).
// With -unsafe the pass removes the checks of the library instead.
func InsertChecks(c *pass.Ctx, m *nkl.Module) *nkl.Module {
	if c.Options.Unsafe {
		return m.MapBodies(dropChecks)
	}
	t := code.NewErasedTyper(m)
	return m.MapBodies(func(e nkl.Expr) nkl.Expr {
		k := &checks{typer: t, facts: newLengthFacts()}
		out, _ := k.expr(e)
		return out
	})
}

func dropChecks(e nkl.Expr) nkl.Expr {
	if k, ok := e.(*nkl.Check); ok {
		return dropChecks(k.Then)
	}
	return e.MapChildren(dropChecks)
}

// checks rewrites one function.
type checks struct {
	typer *code.Typer
	facts *lengthFacts
}

// expr rewrites e. value is the node that yields its value: what remains of
// the result after lets and checks.
func (k *checks) expr(e nkl.Expr) (out, value nkl.Expr) {
	switch e := e.(type) {
	case *nkl.Prim:
		if len(e.Op.Checks) > 0 {
			return k.prim(e)
		}
	case *nkl.Each:
		return k.each(e)
	case *nkl.Let:
		rhs, v := k.expr(e.Rhs)
		k.facts.learn(e.Bind, v)
		body, value := k.expr(e.Body)
		if rhs == e.Rhs && body == e.Body {
			return e, value
		}
		return &nkl.Let{Node: e.Node, Bind: e.Bind, Rhs: rhs, Body: body}, value
	case *nkl.Check:
		cond, _ := k.expr(e.Cond)
		then, value := k.expr(e.Then)
		if cond == e.Cond && then == e.Then {
			return e, value
		}
		return &nkl.Check{Node: e.Node, Cond: cond, Error: e.Error, Then: then}, value
	}
	out = e.MapChildren(k.plain)
	return out, out
}

func (k *checks) plain(e nkl.Expr) nkl.Expr {
	out, _ := k.expr(e)
	return out
}

// named rewrites e and gives it a name in b, with what is known of its value.
func (k *checks) named(b *code.Block, hint string, e nkl.Expr) nkl.Expr {
	out, value := k.expr(e)
	if nkl.IsAtom(out) {
		return out
	}
	v := types.NewVar(hint, k.typer.Of(e))
	k.facts.learn(v, value)
	b.Let(v, out)
	return nkl.Use(v)
}

func (k *checks) prim(e *nkl.Prim) (out, value nkl.Expr) {
	var b code.Block
	args := make([]nkl.Expr, len(e.Args))
	for i, a := range e.Args {
		args[i] = k.named(&b, "arg", a)
	}
	for _, ch := range e.Op.Checks {
		if !k.facts.evident(ch, args) {
			b.Check(condition(ch, e.Op, args), ch.Error, e.Pos())
		}
	}
	call := e.MapOperands(replaceBy(args))
	return b.In(call), call
}

func (k *checks) each(e *nkl.Each) (out, value nkl.Expr) {
	var b code.Block
	if len(e.Seqs) == 1 {
		v := e.MapChildren(k.plain)
		return v, v
	}
	seqs := make([]nkl.Expr, len(e.Seqs))
	var cond nkl.Expr
	for i, s := range e.Seqs {
		seqs[i] = k.named(&b, "xs", s)
	}
	for _, s := range seqs[1:] {
		if k.facts.sameLength(seqs[0], s) {
			continue
		}
		if same := code.Op("eq", code.Op("length", seqs[0]), code.Op("length", s)); cond == nil {
			cond = same
		} else {
			cond = code.Op("and", cond, same)
		}
	}
	if cond != nil {
		b.Check(cond, prim.ErrEach, e.Pos())
	}
	v := e.MapOperands(replaceBy(seqs)).MapBodies(k.plain)
	return b.In(v), v
}

// condition is the condition of a check of primitive p on these arguments,
// which are atoms, as an expression.
func condition(ch prim.Check, p *prim.Prim, args []nkl.Expr) nkl.Expr {
	arg := func(i int) nkl.Expr { return args[ch.Args[i]] }
	switch ch.Cond {
	case prim.NonZero:
		return code.Op("ne", arg(0), zeroLike(arg(0)))
	case prim.NotNegative:
		if code.TypeOfAtom(arg(0)) == types.Float {
			return code.Op("not", code.Op("lt", arg(0), &nkl.Float{}))
		}
		return code.Op("ge", arg(0), code.Integer(0))
	case prim.Positive:
		return code.Op("gt", arg(0), zeroLike(arg(0)))
	case prim.IndexIn:
		return within(arg(0), code.Op("length", arg(1)))
	case prim.IndicesIn:
		return allWithin(arg(0), arg(1))
	case prim.SameLength:
		return code.Op("eq", code.Op("length", arg(0)), code.Op("length", arg(1)))
	case prim.Distinct:
		return distinct(arg(0), indexed(ch, p, args))
	case prim.AllNotNegative:
		return allNotNegative(arg(0))
	case prim.SumIsLength:
		// The sum cannot wrap unseen: of counts that are not negative, the
		// first partial sum that is too large for an int comes out negative.
		return code.Op("and", allNotNegative(code.Op("plus_scan", arg(0))), code.Op("eq", code.Op("sum", arg(0)), code.Op("length", arg(1))))
	}
	panic("nested: no expression for condition " + ch.Cond.String())
}

func zeroLike(e nkl.Expr) nkl.Expr { return nkl.Zero(code.TypeOfAtom(e)) }

// within is 0 <= i < n for an atom i.
func within(i, n nkl.Expr) nkl.Expr {
	below := code.Op("lt", i, n)
	if k, ok := i.(*nkl.Int); ok && k.Val >= 0 {
		return below
	}
	return code.Op("and", code.Op("ge", i, code.Integer(0)), below)
}

func allWithin(is, xs nkl.Expr) nkl.Expr {
	n := types.NewVar("n", types.Int)
	all := code.Op("all", each(is, types.Int, func(i nkl.Expr) nkl.Expr { return within(i, nkl.Use(n)) }))
	return &nkl.Let{Bind: n, Rhs: code.Op("length", xs), Body: all}
}

func allNotNegative(ns nkl.Expr) nkl.Expr {
	return code.Op("all", each(ns, types.Int, func(n nkl.Expr) nkl.Expr { return code.Op("ge", n, code.Integer(0)) }))
}

// indexed is the sequence that the indices of a Distinct check point into,
// according to the IndicesIn check before it.
func indexed(ch prim.Check, p *prim.Prim, args []nkl.Expr) nkl.Expr {
	for _, other := range p.Checks {
		if other.Cond == prim.IndicesIn && other.Args[0] == ch.Args[0] {
			return args[other.Args[1]]
		}
	}
	panic("nested: distinct indices of " + p.Name + " into nothing")
}

// distinct marks the places of xs that is point to; there are as many marks as
// indices iff no two are equal.
func distinct(is, xs nkl.Expr) nkl.Expr {
	marks := code.Op("write", code.Op("dist", code.Boolean(false), code.Op("length", xs)), is, code.Op("dist", code.Boolean(true), code.Op("length", is)))
	count := code.Op("sum", each(marks, types.Bool, func(f nkl.Expr) nkl.Expr { return code.Op("btoi", f) }))
	return code.Op("eq", count, code.Op("length", is))
}
