package flatgen

// Scalars, on the host and in element code.

import (
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/tools/fuzz/scalars"
)

// literal is a constant, small or extreme.
func (g *generator[E]) literal(t *types.Type) E {
	switch t {
	case types.Bool:
		return g.bool(g.chance(2))
	case types.Char:
		return g.char(scalars.Char(g.r.IntN))
	case types.Float:
		return g.float([]float64{0, 1, -1, 0.5, -2.25}[g.r.IntN(5)])
	}
	if g.chance(16) {
		return g.n([]int64{-2147483648, 2147483647, 65536}[g.r.IntN(3)])
	}
	return g.n(int64(g.r.IntN(9) - 2))
}

// atom is a scalar in scope, an element, a length or a literal.
func (g *generator[E]) atom(l *lets[E], s *scope[E], t *types.Type) E {
	if vs := s.of(t); len(vs) > 0 && !g.chance(3) {
		n := len(vs)
		return g.use(vs[max(g.r.IntN(n), g.r.IntN(n))])
	}
	if xs := s.in(nil, isType(t)); len(xs) > 0 && g.chance(2) {
		return g.load(l, s, xs[g.r.IntN(len(xs))])
	}
	if xs := s.in(nil, anything); t == types.Int && len(xs) > 0 && g.chance(4) {
		return l.Bind("n", t, g.length(g.use(xs[g.r.IntN(len(xs))].v)))
	}
	return g.literal(t)
}

// load is an element of x somewhere, if it has any.
func (g *generator[E]) load(l *lets[E], s *scope[E], x vec[E]) E { return g.use(g.loaded(l, s, x)) }

// loaded binds such an element. No pass keeps the zero of a load that is out of
// range, whose value nothing may depend on.
func (g *generator[E]) loaded(l *lets[E], s *scope[E], x vec[E]) *types.Var {
	t := x.v.Type.Elem()
	some := l.Bind("some", types.Bool, g.apply("gt", x.n, g.n(0)))
	at := g.n(int64(g.r.IntN(3)))
	if vs := s.of(types.Int); len(vs) > 0 && !g.chance(4) {
		at = g.use(vs[g.r.IntN(len(vs))])
	}
	b := g.lets()
	at = b.Bind("at", types.Int, g.apply("max", at, g.n(0)))
	at = b.Bind("at", types.Int, g.apply("rem", at, x.n))
	e := b.Bind("e", t, g.get(g.use(x.v), at))
	v := types.NewVar("e", t)
	l.Set([]*types.Var{v}, g.ifs(some, b.In(g.ret(e)), g.ret(g.literal(t))))
	return v
}

// scalar adds the value of a primitive.
func (g *generator[E]) scalar(l *lets[E], s *scope[E], t *types.Type) E {
	ps := g.byResult[t.Kind]
	for range 20 {
		p := ps[g.r.IntN(len(ps))]
		if args := g.args(l, s, p, t); args != nil {
			v := types.NewVar("x", t)
			l.Set([]*types.Var{v}, g.prim(g.at(), p, args))
			s.scalars = append(s.scalars, v)
			return g.use(v)
		}
	}
	return g.atom(l, s, t)
}

// args are arguments for p with a result of type t; nil if they are floats that
// are not wanted.
func (g *generator[E]) args(l *lets[E], s *scope[E], p *prim.Prim, t *types.Type) []E {
	ts := scalars.Arguments(p, t, g.base, g.floats)
	if ts == nil {
		return nil
	}
	args := make([]E, len(ts))
	for i, u := range ts {
		args[i] = g.atom(l, s, u)
	}
	return args
}

// bounded is an int in 0..n-1.
func (g *generator[E]) bounded(l *lets[E], s *scope[E], n int64) E {
	if g.chance(3) {
		return g.n(int64(g.r.IntN(int(n))))
	}
	x := l.Bind("x", types.Int, g.apply("max", g.atom(l, s, types.Int), g.n(0)))
	return l.Bind("x", types.Int, g.apply("rem", x, g.n(n)))
}

// element is the scope of element code at the index i of a space, in segment
// seg if that is not nil: elements at i are in scope.
func (g *generator[E]) element(s *scope[E], sp *space[E], i, seg *types.Var) *scope[E] {
	in := s.inner()
	in.descs = nil
	if seg != nil {
		in.scalars = append(in.scalars, seg)
	}
	in.scalars = append(in.scalars, i)
	return in
}

// body is element code with results of types ts.
func (g *generator[E]) body(s *scope[E], sp *space[E], i, seg *types.Var, ts []*types.Type) E {
	l := g.lets()
	in := g.element(s, sp, i, seg)
	if xs := s.in(sp, anything); len(xs) > 0 {
		for range 1 + g.r.IntN(2) { // elements of vectors of the same space
			x := xs[g.r.IntN(len(xs))]
			e := types.NewVar("e", x.v.Type.Elem())
			l.Set([]*types.Var{e}, g.get(g.use(x.v), g.use(i)))
			in.scalars = append(in.scalars, e)
		}
	}
	g.code(l, in, g.r.IntN(4))
	vals := make([]E, len(ts))
	for k, t := range ts {
		vals[k] = g.atom(l, in, t)
	}
	return l.In(g.ret(vals...))
}

// code adds n steps of element code.
func (g *generator[E]) code(l *lets[E], s *scope[E], n int) {
	for range n {
		switch g.r.IntN(8) {
		case 0:
			g.choice(l, s)
		case 1:
			g.count(l, s)
		case 2:
			g.assert(l, s, "failed at an element", 8)
		default:
			g.scalar(l, s, g.base())
		}
	}
}

// choice is a conditional of one scalar.
func (g *generator[E]) choice(l *lets[E], s *scope[E]) {
	if g.depth > 3 {
		return
	}
	g.depth++
	defer func() { g.depth-- }()
	t := g.base()
	arm := func() E {
		a := g.lets()
		in := s.inner()
		g.code(a, in, g.r.IntN(3))
		x := g.atom(a, in, t)
		return a.In(g.ret(x))
	}
	cond := g.scalar(l, s, types.Bool)
	v := types.NewVar("y", t)
	l.Set([]*types.Var{v}, g.ifs(cond, arm(), arm()))
	s.scalars = append(s.scalars, v)
}

// count is a loop that counts up and carries a scalar along.
func (g *generator[E]) count(l *lets[E], s *scope[E]) {
	if g.depth > 3 {
		return
	}
	g.depth++
	defer func() { g.depth-- }()
	t := g.base()
	i, x := types.NewVar("k", types.Int), types.NewVar("y", t)
	times := g.bounded(l, s, 4)
	inits := []E{g.n(0), g.atom(l, s, t)}
	l1, l2 := g.lets(), g.lets()
	in := s.inner()
	in.scalars = append(in.scalars, i, x)
	done := l1.Bind("done", types.Bool, g.apply("ge", g.use(i), times))
	g.code(l2, in, 1+g.r.IntN(2))
	next := l2.Bind("next", types.Int, g.apply("add", g.use(i), g.n(1)))
	last := g.atom(l2, in, t)
	body := l1.In(g.ifs(done, g.ret(g.use(x)), l2.In(g.recur(next, last))))
	v := types.NewVar("y", t)
	l.Set([]*types.Var{v}, g.loop([]*types.Var{i, x}, inits, body))
	s.scalars = append(s.scalars, v)
}
