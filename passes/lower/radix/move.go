package radix

// The move of a pass. A serial group takes its elements in order. A parallel group takes
// a tile at a time: work-items are ranked among those of their warp with the same digit,
// warps among each other by digit.

import (
	"nessiec/ir/kir"
	"nessiec/ir/target"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
	"nessiec/passes/lower/group"
)

// A mover moves the elements of a chunk.
type mover struct {
	g           group.Group
	t           target.Desc
	k           *build.Kernel
	digit, mask kir.Expr
	from, to    kir.Expr // the halves
	keys, perm  *kir.Var // perm may be nil
	places      *kir.Var // where the next element with a digit goes
	digits      *kir.Var // of the tile
	counts      *kir.Var // by warp and digit: how many; then, where they start
}

// MoveSerial puts the elements of a chunk of a serial group in their places, unless the
// digit is the same for all.
func MoveSerial(g group.Group, t target.Desc, key *types.Type, withPerm bool) *build.Kernel {
	return move(g, t, key, withPerm, func(*mover) {}, func(m *mover, lo, hi kir.Expr) {
		m.k.Count("i", lo, hi, op.N(1), m.one)
	})
}

// MoveParallel is MoveSerial for parallel groups.
func MoveParallel(g group.Group, t target.Desc, key *types.Type, withPerm bool) *build.Kernel {
	return move(g, t, key, withPerm, (*mover).prepare, func(m *mover, lo, hi kir.Expr) {
		m.k.Count("start", lo, hi, op.N(t.Local), func(start kir.Expr) { m.tile(start, hi) })
	})
}

func move(g group.Group, t target.Desc, key *types.Type, withPerm bool, prepare func(*mover), chunk func(m *mover, lo, hi kir.Expr)) *build.Kernel {
	p := newPass(kir.Gather, kir.Gather)
	k := p.k
	m := &mover{g: g, t: t, k: k, digit: p.digit}
	m.keys, m.mask = k.Array("keys", key, kir.Scatter), k.Int("flip")
	if withPerm {
		m.perm = k.Array("perm", types.Int, kir.Scatter)
	}
	m.places = k.Local("places", types.Int, Bins)
	prepare(m)
	k.When(op.Ne(op.Load(p.nonTrivial, p.digit), op.N(0)), func() {
		m.from = half(k, p.nonTrivial, p.digit, p.n)
		m.to = k.Def("to", op.Sub(p.n, m.from))
		g.Over(k, group.Range{Lo: op.N(0), Hi: op.N(Bins)}, func(d group.Index) { k.Store(m.places, d.I, op.Load(p.hist, histIndex(d.I))) })
		g.Sync(k)
		lo, hi := g.Chunk(k, p.n)
		chunk(m, lo, hi)
	})
	return k
}

// one moves element i of a serial group.
func (m *mover) one(i kir.Expr) {
	k := m.k
	at := k.Def("at", op.Add(m.from, i))
	key := k.Def("key", op.Load(m.keys, at))
	d := k.Def("d", digitOf(key, m.digit, m.mask))
	place := k.Def("place", op.Load(m.places, d))
	k.Store(m.places, d, op.Add(place, op.N(1)))
	m.put(place, key, at)
}

// put puts the element at a place, with its key.
func (m *mover) put(place, key, at kir.Expr) {
	k := m.k
	dest := k.Def("dest", op.Add(m.to, place))
	if m.perm != nil {
		p := k.Def("p", op.Load(m.perm, at))
		k.Store(m.keys, dest, key)
		k.Store(m.perm, dest, p)
		return
	}
	k.Store(m.keys, dest, key)
}

// prepare makes the memory that tile needs.
func (m *mover) prepare() {
	m.digits = m.k.Local("digits", types.Int, m.t.Local)
	m.counts = m.k.Local("counts", types.Int, slices(m.t)*Bins)
}

// tile moves the elements start <= i < min(start+Local, hi).
func (m *mover) tile(start, hi kir.Expr) {
	k := m.k
	i := k.Def("i", op.Add(start, op.LocalID()))
	valid := k.Def("valid", op.Lt(i, hi))
	at := k.Def("at", op.Add(m.from, i))
	elem := m.keys.Type.Elem()
	key := k.Choose("key", []*types.Type{elem}, valid,
		func() []kir.Expr { return []kir.Expr{op.Load(m.keys, at)} },
		func() []kir.Expr { return []kir.Expr{kir.Zero(elem)} })[0]
	d := k.Def("d", op.Select(valid, digitOf(key, m.digit, m.mask), op.N(-1)))
	k.Store(m.digits, op.LocalID(), d)
	m.g.Over(k, group.Range{Lo: op.N(0), Hi: op.N(slices(m.t) * Bins)}, func(j group.Index) { k.Store(m.counts, j.I, op.N(0)) })
	k.Barrier()
	slice, rank := m.rankInSlice(d, valid)
	k.Barrier()
	m.g.Over(k, group.Range{Lo: op.N(0), Hi: op.N(Bins)}, func(d group.Index) { m.addSlices(d.I) })
	k.Barrier()
	k.When(valid, func() {
		place := op.Add(op.Load(m.counts, op.Add(op.Mul(slice, op.N(Bins)), d)), rank)
		m.put(place, key, at)
	})
	k.Barrier()
}

// rankInSlice counts the equal digits before this one in its slice; the last
// of them stores the count of all.
func (m *mover) rankInSlice(d, valid kir.Expr) (slice, rank kir.Expr) {
	k, width := m.k, op.N(m.t.Warp)
	slice = k.Def("slice", op.Div(op.LocalID(), width))
	first := k.Def("first", op.Mul(slice, width))
	before, all := k.Mut("before", op.N(0)), k.Mut("all", op.N(0))
	k.Count("j", first, op.Add(first, width), op.N(1), func(j kir.Expr) {
		k.When(op.Eq(op.Load(m.digits, j), d), func() {
			k.Set(all, op.Add(kir.Use(all), op.N(1)))
			k.When(op.Lt(j, op.LocalID()), func() { k.Set(before, op.Add(kir.Use(before), op.N(1))) })
		})
	})
	rank = k.Def("rank", kir.Use(before))
	last := k.Def("last", op.Eq(op.Add(rank, op.N(1)), kir.Use(all)))
	k.When(op.AndThen(valid, last), func() {
		k.Store(m.counts, op.Add(op.Mul(slice, op.N(Bins)), d), kir.Use(all))
	})
	return slice, rank
}

// addSlices turns the counts of a digit into places, and moves its place on.
func (m *mover) addSlices(d kir.Expr) {
	k := m.k
	sum := k.Mut("sum", op.Load(m.places, d))
	k.Count("k", op.N(0), op.N(slices(m.t)), op.N(1), func(j kir.Expr) {
		at := k.Def("at", op.Add(op.Mul(j, op.N(Bins)), d))
		c := k.Def("c", op.Load(m.counts, at))
		k.Store(m.counts, at, kir.Use(sum))
		k.Set(sum, op.Add(kir.Use(sum), c))
	})
	k.Store(m.places, d, kir.Use(sum))
}
