package flatgen

// Host code: steps one after another, each of which adds to what is in scope.

import (
	"nessiec/ir/fkl"
	"nessiec/ir/types"
)

// A space is a set of indices: the vectors in it are equally long.
type space struct{ n fkl.Expr }

// A vec is a vector with its space.
type vec struct {
	v *fkl.Var
	*space
}

// A desc is a descriptor: the space of its segments and that of their elements.
type desc struct {
	sd         fkl.Expr
	segs, elem *space
}

// A scope is what may be used at a place.
type scope struct {
	scalars []*fkl.Var
	vecs    []vec
	descs   []desc
}

// inner is a scope for a body, in memory of its own.
func (s *scope) inner() *scope {
	return &scope{append([]*fkl.Var(nil), s.scalars...), append([]vec(nil), s.vecs...), append([]desc(nil), s.descs...)}
}

// of lists the scalars of type t.
func (s *scope) of(t *types.Type) (vs []*fkl.Var) {
	for _, v := range s.scalars {
		if v.Type == t {
			vs = append(vs, v)
		}
	}
	return vs
}

// in lists the vectors of a space, any if it is nil, with elements for which is
// holds.
func (s *scope) in(sp *space, is func(*types.Type) bool) (out []vec) {
	for _, x := range s.vecs {
		if (sp == nil || x.space == sp) && is(x.v.Type.Elem()) {
			out = append(out, x)
		}
	}
	return out
}

func anything(*types.Type) bool { return true }

func isType(t *types.Type) func(*types.Type) bool {
	return func(u *types.Type) bool { return u == t }
}

// param adds a parameter; a vector has a space of its own.
func (g *generator) param(l *fkl.Lets, s *scope, v *fkl.Var) {
	if v.Type.Kind == types.KVec {
		s.vecs = append(s.vecs, vec{v, g.measured(l, s, v)})
	} else {
		s.scalars = append(s.scalars, v)
	}
}

// measured is a new space, as long as v.
func (g *generator) measured(l *fkl.Lets, s *scope, v *fkl.Var) *space {
	n := fkl.NewVar("n", types.Int)
	l.Set([]*fkl.Var{n}, &fkl.Length{Vec: fkl.Use(v)})
	s.scalars = append(s.scalars, n)
	return &space{fkl.Use(n)}
}

// steps does n steps.
func (g *generator) steps(l *fkl.Lets, s *scope, n int) {
	for range n {
		switch k := g.r.IntN(20); {
		case k == 0 && g.depth < 2:
			g.branch(l, s)
		case k == 1 && g.depth < 2:
			g.loop(l, s)
		case k == 2 && len(g.helpers) > 0:
			g.call(l, s)
		case k == 3:
			g.check(l, s)
		case k < 6:
			g.scalar(l, s, g.base())
		default:
			g.operation(l, s)
		}
	}
}

// check stops the program unless a condition holds, which it mostly does.
func (g *generator) check(l *fkl.Lets, s *scope) {
	if !g.fails {
		return
	}
	cond := g.scalar(l, s, types.Bool)
	if !g.chance(6) {
		cond = l.Bind("c", types.Bool, fkl.Apply("or", cond, g.true(l)))
	}
	at := g.at()
	l.Wrap(func(then fkl.Expr) fkl.Expr {
		return &fkl.Check{Node: at, Cond: cond, Error: "failed on the host", Then: then}
	})
}

// true is a condition that holds, which is not always evident.
func (g *generator) true(l *fkl.Lets) fkl.Expr {
	if g.chance(2) {
		return &fkl.Bool{Val: true}
	}
	return l.Bind("t", types.Bool, fkl.Apply("eq", fkl.N(1), fkl.N(1)))
}

// some is n values in scope, scalars and vectors, with their types.
func (g *generator) some(l *fkl.Lets, s *scope, n int) (vals []fkl.Expr, ts []*types.Type) {
	for range n {
		if k := len(s.vecs); k > 0 && !g.chance(3) {
			v := s.vecs[max(g.r.IntN(k), g.r.IntN(k))].v
			vals, ts = append(vals, fkl.Use(v)), append(ts, v.Type)
			continue
		}
		t := g.base()
		vals, ts = append(vals, g.atom(l, s, t)), append(ts, t)
	}
	return vals, ts
}

// results binds the results of e, of types ts.
func (g *generator) results(l *fkl.Lets, s *scope, e fkl.Expr, ts []*types.Type) {
	vs := make([]*fkl.Var, len(ts))
	for i, t := range ts {
		vs[i] = fkl.NewVar("r", t)
	}
	l.Set(vs, e)
	for _, v := range vs {
		g.param(l, s, v)
	}
}

// branch is a conditional; its arms are alike in types.
func (g *generator) branch(l *fkl.Lets, s *scope) {
	cond := g.scalar(l, s, types.Bool)
	g.depth++
	defer func() { g.depth-- }()
	var then fkl.Lets
	inThen := s.inner()
	g.steps(&then, inThen, 1+g.r.IntN(3))
	vals, ts := g.some(&then, inThen, 1+g.r.IntN(3))
	var els fkl.Lets
	inElse := s.inner()
	g.steps(&els, inElse, g.r.IntN(3))
	others := make([]fkl.Expr, len(ts))
	for i, t := range ts {
		others[i] = g.value(&els, inElse, t)
	}
	g.results(l, s, &fkl.If{Cond: cond, Then: then.In(fkl.Results(vals...)), Else: els.In(fkl.Results(others...))}, ts)
}

// value is any value of type t.
func (g *generator) value(l *fkl.Lets, s *scope, t *types.Type) fkl.Expr {
	if t.Kind != types.KVec {
		return g.atom(l, s, t)
	}
	if xs := s.in(nil, isType(t.Elem())); len(xs) > 0 && !g.chance(4) {
		return fkl.Use(xs[g.r.IntN(len(xs))].v)
	}
	return fkl.Use(g.mapped(l, s, g.space(l, s), t.Elem()).v)
}

// loop counts up and carries a value along.
func (g *generator) loop(l *fkl.Lets, s *scope) {
	t := g.base()
	if g.chance(2) {
		t = types.Vec(t)
	}
	i, x := fkl.NewVar("i", types.Int), fkl.NewVar("x", t)
	times := g.bounded(l, s, 4)
	loop := &fkl.Loop{Binds: []*fkl.Var{i, x}, Inits: []fkl.Expr{fkl.N(0), g.value(l, s, t)}}
	g.depth++
	defer func() { g.depth-- }()
	var l1, l2 fkl.Lets
	in := s.inner()
	in.scalars = append(in.scalars, i)
	g.param(&l1, in, x)
	done := l1.Bind("done", types.Bool, fkl.Apply("ge", fkl.Use(i), times))
	g.steps(&l2, in, 1+g.r.IntN(3))
	next := l2.Bind("next", types.Int, fkl.Apply("add", fkl.Use(i), fkl.N(1)))
	last := g.value(&l2, in, t)
	again := l2.In(&fkl.Recur{Args: []fkl.Expr{next, last}})
	loop.Body = l1.In(&fkl.If{Cond: done, Then: fkl.Results(fkl.Use(x)), Else: again})
	g.results(l, s, loop, []*types.Type{t})
}

// call applies a helper.
func (g *generator) call(l *fkl.Lets, s *scope) {
	f := g.helpers[g.r.IntN(len(g.helpers))]
	args := make([]fkl.Expr, len(f.Params))
	for i, p := range f.Params {
		args[i] = g.value(l, s, p.Type)
	}
	g.results(l, s, &fkl.Call{Node: g.at(), Fn: f.Name, Args: args}, f.Results)
}
