package gen

// Expressions by type. Fuel bounds the size: without fuel, the smallest
// expression of a type is taken.

import (
	"nessiec/grammar"
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// A rule makes an expression of type t, or nil if it cannot.
type rule struct {
	weight int
	make   func(g *generator, t *types.Type, env scope) nkl.Expr
}

// rules are the ways to make an expression, by kind of type.
type rules struct{ base, seq, tuple, data, sum []rule }

// newRules lists what l has.
func newRules(l *grammar.Language) *rules {
	base := []rule{
		{4, (*generator).prim},
		{2, (*generator).let},
		{2, (*generator).branch},
		{2, (*generator).call},
		{2, (*generator).element},
		{2, (*generator).projection},
	}
	add := func(f ir.Form, weight int, make func(*generator, *types.Type, scope) nkl.Expr) {
		if l.Has(f) {
			base = append(base, rule{weight, make})
		}
	}
	add(nkl.FormPrim, 1, (*generator).effect)
	add(nkl.FormTime, 1, (*generator).timed)
	add(nkl.FormFoldIn, 1, (*generator).partOfKey)
	add(nkl.FormNewKey, 1, (*generator).newKey)
	add(nkl.FormUncon, 1, (*generator).uncon)
	if l.HasKind(types.KSum) { // later, cases are of recursive datatypes only
		add(nkl.FormCase, 2, (*generator).caseOf)
	}
	add(nkl.FormApply, 1, (*generator).apply)
	add(nkl.FormLambda, 1, (*generator).withLambda)
	add(nkl.FormFoldBy, 1, (*generator).foldBy)
	add(nkl.FormFold, 1, (*generator).fold)
	return &rules{
		base:  base,
		tuple: append([]rule{{8, (*generator).tuple}}, base...),
		data:  append([]rule{{8, (*generator).con}}, base...),
		sum:   append([]rule{{8, (*generator).variant}}, base...),
		seq: append([]rule{
			{8, (*generator).each},
			{4, (*generator).filter},
			{2, (*generator).literalSeq},
			{1, (*generator).rangeOf},
			{1, (*generator).text},
		}, base...),
	}
}

func (r *rules) of(t *types.Type) []rule {
	switch t.Kind {
	case types.KSeq:
		return r.seq
	case types.KTuple:
		return r.tuple
	case types.KData:
		return r.data
	case types.KSum:
		return r.sum
	}
	return r.base
}

// expr makes an expression of type t.
func (g *generator) expr(t *types.Type, env scope) nkl.Expr {
	g.fuel--
	if vs := env.of(t); len(vs) > 0 && (g.fuel <= 0 || g.chance(3)) {
		return ref(g.pick(vs))
	}
	if g.fuel <= 0 || g.chance(12) {
		return g.small(t, env)
	}
	rules := g.rules.of(t)
	for range 5 {
		if e := g.choose(rules).make(g, t, env); e != nil {
			return e
		}
	}
	return g.small(t, env)
}

func (g *generator) choose(rules []rule) rule {
	sum := 0
	for _, r := range rules {
		sum += r.weight
	}
	n := g.r.IntN(sum)
	for _, r := range rules {
		if n -= r.weight; n < 0 {
			return r
		}
	}
	panic("gen: weights")
}

// small makes the smallest expression of a type.
func (g *generator) small(t *types.Type, env scope) nkl.Expr {
	if vs := env.of(t); len(vs) > 0 && (t.Kind == types.KVar || t.Kind == types.KSeq || g.chance(2)) {
		return ref(g.pick(vs))
	}
	switch t.Kind {
	case types.KTuple:
		return &nkl.Tuple{Elems: []nkl.Expr{g.small(t.Elems[0], env), g.small(t.Elems[1], env)}}
	case types.KData:
		return &nkl.Con{Type: t, Of: g.small(t.Elems[0], env)}
	case types.KSum:
		return g.variantOf(t, func(f *types.Type) nkl.Expr { return g.small(f, env) })
	case types.KSeq:
		s := &nkl.Seq{Elem: t.Elem()}
		for range g.r.IntN(3) {
			s.Elems = append(s.Elems, g.small(t.Elem(), env))
		}
		return s
	}
	return g.literal(t)
}

func (g *generator) let(t *types.Type, env scope) nkl.Expr {
	v := types.NewVar("x", g.typ(2))
	return &nkl.Let{Bind: v, Rhs: g.expr(v.Type, env), Body: g.expr(t, env.with(v))}
}

// branch is a conditional; sometimes one arm is never taken, and then it may
// fail.
func (g *generator) branch(t *types.Type, env scope) nkl.Expr {
	if !g.chance(4) {
		return &nkl.If{Cond: g.expr(types.Bool, env), Then: g.expr(t, env), Else: g.expr(t, env)}
	}
	e := &nkl.If{Cond: g.never(env), Else: g.expr(t, env)}
	g.dead++
	e.Then = g.expr(t, env)
	g.dead--
	if g.chance(2) {
		e.Cond, e.Then, e.Else = g.op(prim.Not, e.Cond), e.Else, e.Then
	}
	return e
}

// never is a condition that does not hold, which is not always evident.
func (g *generator) never(env scope) nkl.Expr {
	if vs := env.seqs(); len(vs) > 0 && g.chance(2) {
		return g.op(prim.Lt, g.op(prim.Length, ref(g.pick(vs))), integer(0))
	}
	if vs := env.of(types.Int); len(vs) > 0 && g.chance(2) {
		v := g.pick(vs)
		return g.op(prim.Ne, ref(v), ref(v))
	}
	return &nkl.Bool{Val: false}
}

func (g *generator) tuple(t *types.Type, env scope) nkl.Expr {
	return &nkl.Tuple{Elems: []nkl.Expr{g.expr(t.Elems[0], env), g.expr(t.Elems[1], env)}}
}

func (g *generator) con(t *types.Type, env scope) nkl.Expr {
	return &nkl.Con{Type: t, Of: g.expr(t.Elems[0], env)}
}

// uncon takes the contents of a value of a datatype in scope.
func (g *generator) uncon(t *types.Type, env scope) nkl.Expr {
	vs := env.where(func(u *types.Type) bool { return u.Kind == types.KData && u.Elems[0] == t })
	if len(vs) == 0 {
		return nil
	}
	return &nkl.Uncon{Of: ref(g.pick(vs))}
}

// projection takes a component of a pair in scope.
func (g *generator) projection(t *types.Type, env scope) nkl.Expr {
	for _, v := range env {
		if v.Type.Kind != types.KTuple {
			continue
		}
		for i, c := range v.Type.Elems {
			if c == t && g.chance(2) {
				return &nkl.Proj{Index: i, Of: ref(v)}
			}
		}
	}
	return nil
}

// element takes an element of a sequence in scope.
func (g *generator) element(t *types.Type, env scope) nkl.Expr {
	vs := env.of(types.Seq(t))
	if len(vs) == 0 {
		return nil
	}
	v := g.pick(vs)
	if g.dares() {
		return g.op(prim.Elt, ref(v), g.expr(types.Int, env))
	}
	return g.safeElt(v, t, env)
}

func (g *generator) literalSeq(t *types.Type, env scope) nkl.Expr {
	s := &nkl.Seq{Elem: t.Elem()}
	for range g.r.IntN(4) {
		s.Elems = append(s.Elems, g.expr(t.Elem(), env))
	}
	return s
}

// rangeOf is the sequence lo, lo+step, ... of a few elements.
func (g *generator) rangeOf(t *types.Type, env scope) nkl.Expr {
	if t.Elem() != types.Int || !g.lang.Has(nkl.FormRange) {
		return nil
	}
	if g.dares() {
		lo, hi := g.around(env), g.around(env)
		return &nkl.Range{Node: g.at(), Lo: lo, Hi: hi, Step: g.op(prim.Sub, g.around(env), integer(1))}
	}
	lo := types.NewVar("lo", types.Int)
	hi := g.op(prim.Add, ref(lo), g.bounded(env, 9))
	return &nkl.Let{Bind: lo, Rhs: g.bounded(env, 5), Body: &nkl.Range{Node: g.at(), Lo: ref(lo), Hi: hi, Step: integer(1 + int64(g.r.IntN(3)))}}
}

// text is a string literal.
func (g *generator) text(t *types.Type, _ scope) nkl.Expr {
	if t != types.String {
		return nil
	}
	words := []string{"", "a", "nested", "é\n\"", "a b  c"}
	return &nkl.Str{Val: words[g.r.IntN(len(words))]}
}
