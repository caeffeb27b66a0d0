package flatgen

// Updates: element code that reads and replaces elements of segments of its own, a
// few times in a row and in a loop.

import (
	"slices"

	"nessiec/ir/fkl"
	"nessiec/ir/lcu"
	"nessiec/ir/types"
)

// An updated is the states of an update at a place in its body: their latest
// versions, and how long they are.
type updated[E any] struct {
	vars []*types.Var
	lens []E
}

// A scratch is the scratch states of an update, and how long they are.
type scratch struct {
	vars  []*types.Var
	sizes []int
}

func (g *generator[E]) scratch() (out scratch) {
	for range g.r.IntN(3) {
		out.vars = append(out.vars, types.NewVar("scratch", types.Vec(g.base())))
		out.sizes = append(out.sizes, 1+g.r.IntN(3))
	}
	return out
}

// updating is the body of an update at index i with these states. It yields them, in
// order, but for the scratch states, and then scalars of types ts.
func (g *generator[E]) updating(s *scope[E], i *types.Var, states []*types.Var, own scratch, ts []*types.Type) E {
	l, in := g.lets(), g.element(s, nil, i, nil)
	u := &updated[E]{vars: append(append([]*types.Var(nil), states...), own.vars...)}
	for _, v := range states {
		u.lens = append(u.lens, l.Bind("len", types.Int, g.length(g.use(v))))
	}
	for k, v := range own.vars { // they have no values before
		u.lens = append(u.lens, g.n(int64(own.sizes[k])))
		for at := range own.sizes[k] {
			k := len(states) + k
			g.replace(l, u, k, g.put(g.use(u.vars[k]), g.n(int64(at)), g.atom(l, in, v.Type.Elem())))
		}
	}
	g.code(l, in, g.r.IntN(2))
	g.turns(l, in, u)
	if g.chance(2) {
		g.rounds(l, in, u)
		g.turns(l, in, u)
	}
	vals := g.latest(u)[:len(states)]
	for _, t := range ts {
		vals = append(vals, g.atom(l, in, t))
	}
	return l.In(g.ret(vals...))
}

func (g *generator[E]) latest(u *updated[E]) []E {
	var out []E
	for _, v := range u.vars {
		out = append(out, g.use(v))
	}
	return out
}

// turns adds a few reads and puts.
func (g *generator[E]) turns(l *lets[E], s *scope[E], u *updated[E]) {
	for range 1 + g.r.IntN(4) {
		k := g.r.IntN(len(u.vars))
		v := u.vars[k]
		switch g.r.IntN(4) {
		case 0:
			g.code(l, s, 1)
		case 1:
			s.scalars = append(s.scalars, g.loaded(l, s, vec[E]{v, &space[E]{u.lens[k]}}))
		case 2:
			g.replace(l, u, k, g.put(g.use(v), g.place(l, s), g.atom(l, s, v.Type.Elem())))
		default: // in one branch
			cond := g.scalar(l, s, types.Bool)
			a := g.lets()
			in := s.inner()
			put := g.put(g.use(v), g.place(a, in), g.atom(a, in, v.Type.Elem()))
			next := types.NewVar("put", v.Type)
			a.Set([]*types.Var{next}, put)
			g.replace(l, u, k, g.ifs(cond, a.In(g.ret(g.use(next))), g.ret(g.use(v))))
		}
	}
}

// replace binds the next version of state k.
func (g *generator[E]) replace(l *lets[E], u *updated[E], k int, rhs E) {
	v := types.NewVar("state", u.vars[k].Type)
	l.Set([]*types.Var{v}, rhs)
	u.vars[k] = v
}

// place is an index of a state, now and then out of range.
func (g *generator[E]) place(l *lets[E], s *scope[E]) E {
	if g.chance(6) {
		return g.atom(l, s, types.Int)
	}
	return g.bounded(l, s, 3)
}

// rounds adds a loop that carries the states.
func (g *generator[E]) rounds(l *lets[E], s *scope[E], u *updated[E]) {
	i := types.NewVar("k", types.Int)
	times := g.bounded(l, s, 4)
	binds, inits := []*types.Var{i}, append([]E{g.n(0)}, g.latest(u)...)
	var after []*types.Var
	for _, v := range u.vars {
		binds, after = append(binds, types.NewVar("state", v.Type)), append(after, types.NewVar("state", v.Type))
	}
	l1, l2 := g.lets(), g.lets()
	in := s.inner()
	in.scalars = append(in.scalars, i)
	u.vars = append([]*types.Var(nil), binds[1:]...)
	done := l1.Bind("done", types.Bool, g.apply("ge", g.use(i), times))
	exit := g.ret(g.latest(u)...)
	g.turns(l2, in, u)
	next := l2.Bind("next", types.Int, g.apply("add", g.use(i), g.n(1)))
	body := l1.In(g.ifs(done, exit, l2.In(g.recur(append([]E{next}, g.latest(u)...)...))))
	l.Set(after, g.loop(binds, inits, body))
	u.vars = append([]*types.Var(nil), after...)
}

// updateOf makes the states of an update over the segments of d, or over one that is all of a
// vector if d is nil: what they begin with, how many segments there are, and the
// results by name.
func (g *generator[E]) updateOf(l *lets[E], s *scope[E], d *desc[E]) (into []vec[E], states []*types.Var, index *space[E]) {
	elems, index := g.space(l, s), &space[E]{g.n(1)}
	if d != nil {
		elems, index = d.elem, d.segs
	}
	for range 1 + g.r.IntN(2) {
		x := g.one(l, s, elems, g.base())
		into, states = append(into, x), append(states, types.NewVar("state", x.v.Type))
	}
	return into, states, index
}

// updated adds what an update makes to the scope.
func (g *generator[E]) updated(l *lets[E], s *scope[E], into []vec[E], index *space[E], ts []*types.Type, rhs E) {
	var vs []*types.Var
	for _, x := range into {
		v := types.NewVar("updated", x.v.Type)
		vs, s.vecs = append(vs, v), append(s.vecs, vec[E]{v, x.space})
	}
	for _, t := range ts {
		v := types.NewVar("left", types.Vec(t))
		vs, s.vecs = append(vs, v), append(s.vecs, vec[E]{v, index})
	}
	l.Set(vs, rhs)
}

// update adds an update of segments, or of whole arrays.
func (g *kernel) update(l *klets, s *kscope) {
	var d *kdesc
	if k := len(s.descs); k > 0 && !g.chance(3) {
		d = &s.descs[g.r.IntN(k)]
	}
	into, states, index := g.updateOf(l, s, d)
	ts, i := g.types(2)[:g.r.IntN(2)], types.NewVar("i", types.Int)
	own := g.scratch()
	u := &lcu.Update{N: index.n, Sizes: own.sizes, T: &lcu.Thunk{
		Params: slices.Concat(states, own.vars, []*types.Var{i}), Body: g.updating(s, i, states, own, ts)}}
	for _, x := range into {
		seg := x.n
		if d != nil {
			seg = d.sd[len(d.sd)-1]
		}
		u.Segs, u.Into = append(u.Segs, seg), append(u.Into, g.use(x.v))
	}
	g.updated(l, s, into, index, ts, u)
}

// update adds an update of segments.
func (g *flat) update(l *lets[fkl.Expr], s *scope[fkl.Expr]) {
	if len(s.descs) == 0 {
		return
	}
	d := &s.descs[g.r.IntN(len(s.descs))]
	into, states, index := g.updateOf(l, s, d)
	ts, i := []*types.Type{g.base()}[:g.r.IntN(2)], types.NewVar("i", types.Int)
	own := g.scratch()
	u := &fkl.Update{N: index.n, Idx: i, States: states, Scratch: own.vars, Sizes: own.sizes, Body: g.updating(s, i, states, own, ts)}
	for _, x := range into {
		u.Sds, u.Into = append(u.Sds, d.sd[0]), append(u.Into, g.use(x.v))
	}
	g.updated(l, s, into, index, ts, u)
}
