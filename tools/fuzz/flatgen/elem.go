package flatgen

// Scalars, on the host and in element code.

import (
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// literal is a constant, small or extreme.
func (g *generator) literal(t *types.Type) fkl.Expr {
	switch t {
	case types.Bool:
		return &fkl.Bool{Val: g.chance(2)}
	case types.Char:
		return &fkl.Char{Val: rune('a' + g.r.IntN(5))}
	case types.Float:
		return &fkl.Float{Val: []float64{0, 1, -1, 0.5, -2.25}[g.r.IntN(5)]}
	}
	if g.chance(16) {
		return fkl.N([]int64{-2147483648, 2147483647, 65536}[g.r.IntN(3)])
	}
	return fkl.N(int64(g.r.IntN(9) - 2))
}

// atom is a scalar in scope, an element, a length or a literal.
func (g *generator) atom(l *fkl.Lets, s *scope, t *types.Type) fkl.Expr {
	if vs := s.of(t); len(vs) > 0 && !g.chance(3) {
		n := len(vs)
		return fkl.Use(vs[max(g.r.IntN(n), g.r.IntN(n))])
	}
	if xs := s.in(nil, isType(t)); len(xs) > 0 && g.chance(2) {
		return g.load(l, s, xs[g.r.IntN(len(xs))])
	}
	if xs := s.in(nil, anything); t == types.Int && len(xs) > 0 && g.chance(4) {
		return l.Bind("n", t, &fkl.Length{Vec: fkl.Use(xs[g.r.IntN(len(xs))].v)})
	}
	return g.literal(t)
}

// load is an element of x somewhere, if it has any. No pass keeps the zero of a
// load that is out of range, whose value nothing may depend on.
func (g *generator) load(l *fkl.Lets, s *scope, x vec) fkl.Expr {
	t := x.v.Type.Elem()
	some := l.Bind("some", types.Bool, fkl.Apply("gt", x.n, fkl.N(0)))
	at := fkl.N(int64(g.r.IntN(3)))
	if vs := s.of(types.Int); len(vs) > 0 && !g.chance(4) {
		at = fkl.Use(vs[g.r.IntN(len(vs))])
	}
	var b fkl.Lets
	at = b.Bind("at", types.Int, fkl.Apply("max", at, fkl.N(0)))
	at = b.Bind("at", types.Int, fkl.Apply("rem", at, x.n))
	e := b.Bind("e", t, fkl.Get(fkl.Use(x.v), at))
	return l.Bind("e", t, &fkl.If{Cond: some, Then: b.In(fkl.Results(e)), Else: fkl.Results(g.literal(t))})
}

// scalar adds the value of a primitive.
func (g *generator) scalar(l *fkl.Lets, s *scope, t *types.Type) fkl.Expr {
	ps := g.byResult[t.Kind]
	for range 20 {
		p := ps[g.r.IntN(len(ps))]
		if args := g.args(l, s, p, t); args != nil {
			v := fkl.NewVar("x", t)
			l.Set([]*fkl.Var{v}, &fkl.Prim{Node: g.at(), Op: p, Args: args})
			s.scalars = append(s.scalars, v)
			return fkl.Use(v)
		}
	}
	return g.atom(l, s, t)
}

// args are arguments for p with a result of type t; nil if they are floats that
// are not wanted.
func (g *generator) args(l *fkl.Lets, s *scope, p *prim.Prim, t *types.Type) []fkl.Expr {
	sch := p.Scheme()
	at := map[*types.Type]*types.Type{}
	if sch.Result.Kind == types.KVar {
		at[sch.Result] = t
	}
	ts := make([]*types.Type, len(sch.Params))
	for i, u := range sch.Params {
		if u.Kind == types.KVar {
			for at[u] == nil {
				if b := g.base(); prim.InClass(b, u.Class) {
					at[u] = b
				}
			}
			u = at[u]
		}
		if !u.IsBase() || u == types.Float && !g.floats {
			return nil
		}
		ts[i] = u
	}
	args := make([]fkl.Expr, len(ts))
	for i, u := range ts {
		args[i] = g.atom(l, s, u)
	}
	return args
}

// bounded is an int in 0..n-1.
func (g *generator) bounded(l *fkl.Lets, s *scope, n int64) fkl.Expr {
	if g.chance(3) {
		return fkl.N(int64(g.r.IntN(int(n))))
	}
	x := l.Bind("x", types.Int, fkl.Apply("max", g.atom(l, s, types.Int), fkl.N(0)))
	return l.Bind("x", types.Int, fkl.Apply("rem", x, fkl.N(n)))
}

// element is the scope of element code at the index i of a space, in segment
// seg if that is not nil: elements at i are in scope.
func (g *generator) element(s *scope, sp *space, i, seg *fkl.Var) *scope {
	in := s.inner()
	in.descs = nil
	if seg != nil {
		in.scalars = append(in.scalars, seg)
	}
	in.scalars = append(in.scalars, i)
	return in
}

// body is element code with results of types ts.
func (g *generator) body(s *scope, sp *space, i, seg *fkl.Var, ts []*types.Type) fkl.Expr {
	var l fkl.Lets
	in := g.element(s, sp, i, seg)
	if xs := s.in(sp, anything); len(xs) > 0 {
		for range 1 + g.r.IntN(2) { // elements of vectors of the same space
			x := xs[g.r.IntN(len(xs))]
			e := fkl.NewVar("e", x.v.Type.Elem())
			l.Set([]*fkl.Var{e}, fkl.Get(fkl.Use(x.v), fkl.Use(i)))
			in.scalars = append(in.scalars, e)
		}
	}
	g.code(&l, in, g.r.IntN(4))
	vals := make([]fkl.Expr, len(ts))
	for k, t := range ts {
		vals[k] = g.atom(&l, in, t)
	}
	return l.In(fkl.Results(vals...))
}

// code adds n steps of element code.
func (g *generator) code(l *fkl.Lets, s *scope, n int) {
	for range n {
		switch g.r.IntN(8) {
		case 0:
			g.choice(l, s)
		case 1:
			g.count(l, s)
		case 2:
			g.assert(l, s)
		default:
			g.scalar(l, s, g.base())
		}
	}
}

// choice is a conditional of one scalar.
func (g *generator) choice(l *fkl.Lets, s *scope) {
	if g.depth > 3 {
		return
	}
	g.depth++
	defer func() { g.depth-- }()
	t := g.base()
	arm := func() fkl.Expr {
		var a fkl.Lets
		in := s.inner()
		g.code(&a, in, g.r.IntN(3))
		x := g.atom(&a, in, t)
		return a.In(fkl.Results(x))
	}
	cond := g.scalar(l, s, types.Bool)
	v := fkl.NewVar("y", t)
	l.Set([]*fkl.Var{v}, &fkl.If{Cond: cond, Then: arm(), Else: arm()})
	s.scalars = append(s.scalars, v)
}

// count is a loop that counts up and carries a scalar along.
func (g *generator) count(l *fkl.Lets, s *scope) {
	if g.depth > 3 {
		return
	}
	g.depth++
	defer func() { g.depth-- }()
	t := g.base()
	i, x := fkl.NewVar("k", types.Int), fkl.NewVar("y", t)
	times := g.bounded(l, s, 4)
	loop := &fkl.Loop{Binds: []*fkl.Var{i, x}, Inits: []fkl.Expr{fkl.N(0), g.atom(l, s, t)}}
	var l1, l2 fkl.Lets
	in := s.inner()
	in.scalars = append(in.scalars, i, x)
	done := l1.Bind("done", types.Bool, fkl.Apply("ge", fkl.Use(i), times))
	g.code(&l2, in, 1+g.r.IntN(2))
	next := l2.Bind("next", types.Int, fkl.Apply("add", fkl.Use(i), fkl.N(1)))
	last := g.atom(&l2, in, t)
	loop.Body = l1.In(&fkl.If{Cond: done, Then: fkl.Results(fkl.Use(x)), Else: l2.In(&fkl.Recur{Args: []fkl.Expr{next, last}})})
	v := fkl.NewVar("y", t)
	l.Set([]*fkl.Var{v}, loop)
	s.scalars = append(s.scalars, v)
}

// assert is a check, which mostly holds.
func (g *generator) assert(l *fkl.Lets, s *scope) {
	if !g.fails {
		return
	}
	cond := g.scalar(l, s, types.Bool)
	if !g.chance(8) {
		cond = l.Bind("c", types.Bool, fkl.Apply("or", cond, g.true(l)))
	}
	at := g.at()
	l.Wrap(func(then fkl.Expr) fkl.Expr {
		return &fkl.Check{Node: at, Cond: cond, Error: "failed at an element", Then: then}
	})
}
