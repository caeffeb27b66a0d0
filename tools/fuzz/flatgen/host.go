package flatgen

// Host code: steps one after another, each of which adds to what is in scope.

import (
	"nessiec/ir/types"
)

// steps does n steps.
func (g *generator[E]) steps(l *lets[E], s *scope[E], n int) {
	for range n {
		switch k := g.r.IntN(20); {
		case k == 0 && g.depth < 2:
			g.branch(l, s)
		case k == 1 && g.depth < 2:
			g.repeat(l, s)
		case k == 2 && len(g.helpers) > 0:
			g.help(l, s)
		case k == 3:
			g.assert(l, s, "failed on the host", 6)
		case k < 6:
			g.scalar(l, s, g.base())
		default:
			g.operation(l, s)
		}
	}
}

// assert stops the program unless a condition holds, which it mostly does.
func (g *generator[E]) assert(l *lets[E], s *scope[E], error string, rarely int) {
	if !g.fails {
		return
	}
	cond := g.scalar(l, s, types.Bool)
	if !g.chance(rarely) {
		cond = l.Bind("c", types.Bool, g.apply("or", cond, g.true(l)))
	}
	at := g.at()
	l.Wrap(func(then E) E { return g.check(at, cond, error, then) })
}

// true is a condition that holds, which is not always evident.
func (g *generator[E]) true(l *lets[E]) E {
	if g.chance(2) {
		return g.bool(true)
	}
	return l.Bind("t", types.Bool, g.apply("eq", g.n(1), g.n(1)))
}

// some is n values in scope, scalars and vectors, with their types.
func (g *generator[E]) some(l *lets[E], s *scope[E], n int) (vals []E, ts []*types.Type) {
	for range n {
		if k := len(s.vecs); k > 0 && !g.chance(3) {
			v := s.vecs[max(g.r.IntN(k), g.r.IntN(k))].v
			vals, ts = append(vals, g.use(v)), append(ts, v.Type)
			continue
		}
		t := g.base()
		vals, ts = append(vals, g.atom(l, s, t)), append(ts, t)
	}
	return vals, ts
}

// results binds the results of e, of types ts.
func (g *generator[E]) results(l *lets[E], s *scope[E], e E, ts []*types.Type) {
	vs := make([]*types.Var, len(ts))
	for i, t := range ts {
		vs[i] = types.NewVar("r", t)
	}
	l.Set(vs, e)
	for _, v := range vs {
		g.param(l, s, v)
	}
}

// branch is a conditional; its arms are alike in types.
func (g *generator[E]) branch(l *lets[E], s *scope[E]) {
	cond := g.scalar(l, s, types.Bool)
	g.depth++
	defer func() { g.depth-- }()
	then := g.lets()
	inThen := s.inner()
	g.steps(then, inThen, 1+g.r.IntN(3))
	vals, ts := g.some(then, inThen, 1+g.r.IntN(3))
	els := g.lets()
	inElse := s.inner()
	g.steps(els, inElse, g.r.IntN(3))
	others := make([]E, len(ts))
	for i, t := range ts {
		others[i] = g.value(els, inElse, t)
	}
	g.results(l, s, g.ifs(cond, then.In(g.ret(vals...)), els.In(g.ret(others...))), ts)
}

// value is any value of type t.
func (g *generator[E]) value(l *lets[E], s *scope[E], t *types.Type) E {
	if t.Kind != types.KVec {
		return g.atom(l, s, t)
	}
	if xs := s.in(nil, isType(t.Elem())); len(xs) > 0 && !g.chance(4) {
		return g.use(xs[g.r.IntN(len(xs))].v)
	}
	return g.use(g.mapped(l, s, g.space(l, s), t.Elem()).v)
}

// repeat is a loop that counts up and carries a value along.
func (g *generator[E]) repeat(l *lets[E], s *scope[E]) {
	t := g.base()
	if g.chance(2) {
		t = types.Vec(t)
	}
	i, x := types.NewVar("i", types.Int), types.NewVar("x", t)
	times := g.bounded(l, s, 4)
	inits := []E{g.n(0), g.value(l, s, t)}
	g.depth++
	defer func() { g.depth-- }()
	l1, l2 := g.lets(), g.lets()
	in := s.inner()
	in.scalars = append(in.scalars, i)
	g.param(l1, in, x)
	done := l1.Bind("done", types.Bool, g.apply("ge", g.use(i), times))
	g.steps(l2, in, 1+g.r.IntN(3))
	next := l2.Bind("next", types.Int, g.apply("add", g.use(i), g.n(1)))
	last := g.value(l2, in, t)
	again := l2.In(g.recur(next, last))
	body := l1.In(g.ifs(done, g.ret(g.use(x)), again))
	g.results(l, s, g.loop([]*types.Var{i, x}, inits, body), []*types.Type{t})
}

// help applies a helper.
func (g *generator[E]) help(l *lets[E], s *scope[E]) {
	f := g.helpers[g.r.IntN(len(g.helpers))]
	args := make([]E, len(f.params))
	for i, p := range f.params {
		args[i] = g.value(l, s, p.Type)
	}
	g.results(l, s, g.call(g.at(), f.name, args), f.results)
}
