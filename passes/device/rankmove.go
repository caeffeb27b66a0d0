package device

// The move of a radix pass. A sequential group takes its elements in order. A
// parallel group takes a tile at a time: work-items are ranked among those of
// their slice with the same digit, slices among each other by digit.

import (
	"nessiec/ir/kir"
	"nessiec/ir/types"
)

// A mover moves the elements of a chunk.
type mover struct {
	digit, flip expr
	from, to    expr  // the halves
	keys, perm  *kvar // perm may be nil
	places      *kvar // where the next element with a digit goes
	digits      *kvar // of the tile
	counts      *kvar // by slice and digit: how many; then, where they start
}

// one moves element i of a sequential group.
func (m mover) one(g *kernelGen, i expr) {
	at := g.Def("at", add(m.from, i))
	key := g.Def("key", load(m.keys, at))
	d := g.Def("d", digitOf(key, m.digit, m.flip))
	place := g.Def("place", load(m.places, d))
	g.Store(m.places, d, add(place, num(1)))
	m.put(g, place, key, at)
}

// put puts the element at a place, with its key.
func (m mover) put(g *kernelGen, place, key, at expr) {
	dest := g.Def("dest", add(m.to, place))
	if m.perm != nil {
		p := g.Def("p", load(m.perm, at))
		g.Store(m.keys, dest, key)
		g.Store(m.perm, dest, p)
		return
	}
	g.Store(m.keys, dest, key)
}

// prepare makes the memory that tile needs.
func (m *mover) prepare(g *kernelGen) {
	m.digits = g.local("digits", intType, g.target.Local)
	m.counts = g.local("counts", intType, g.slices()*bins)
}

func (g *kernelGen) slices() int { return g.target.Local / g.target.Warp }

// tile moves the elements start <= i < min(start+Local, hi).
func (m mover) tile(g *kernelGen, start, hi expr) {
	i := g.Def("i", add(start, localId()))
	valid := g.Def("valid", lt(i, hi))
	at := g.Def("at", add(m.from, i))
	elem := m.keys.Type.Elem()
	key := g.Choose("key", []*types.Type{elem}, valid,
		func() []expr { return []expr{load(m.keys, at)} },
		func() []expr { return []expr{kir.Zero(elem)} })[0]
	d := g.Def("d", pick(valid, digitOf(key, m.digit, m.flip), num(-1)))
	g.Store(m.digits, localId(), d)
	g.strided(num(0), num(g.slices()*bins), func(k expr) { g.Store(m.counts, k, num(0)) })
	g.Barrier()
	slice, rank := m.rankInSlice(g, d, valid)
	g.Barrier()
	g.strided(num(0), num(bins), func(d expr) { m.addSlices(g, d) })
	g.Barrier()
	g.When(valid, func() {
		place := add(load(m.counts, add(mul(slice, num(bins)), d)), rank)
		m.put(g, place, key, at)
	})
	g.Barrier()
}

// rankInSlice counts the equal digits before this one in its slice; the last
// of them stores the count of all.
func (m mover) rankInSlice(g *kernelGen, d, valid expr) (slice, rank expr) {
	width := num(g.target.Warp)
	slice = g.Def("slice", div(localId(), width))
	first := g.Def("first", mul(slice, width))
	before, all := g.Mut("before", num(0)), g.Mut("all", num(0))
	g.Count("j", first, add(first, width), num(1), func(j expr) {
		g.When(eq(load(m.digits, j), d), func() {
			g.Set(all, add(kir.Use(all), num(1)))
			g.When(lt(j, localId()), func() { g.Set(before, add(kir.Use(before), num(1))) })
		})
	})
	rank = g.Def("rank", kir.Use(before))
	last := g.Def("last", eq(add(rank, num(1)), kir.Use(all)))
	g.When(both(valid, last), func() {
		g.Store(m.counts, add(mul(slice, num(bins)), d), kir.Use(all))
	})
	return slice, rank
}

// addSlices turns the counts of a digit into places, and moves its place on.
func (m mover) addSlices(g *kernelGen, d expr) {
	sum := g.Mut("sum", load(m.places, d))
	g.Count("k", num(0), num(g.slices()), num(1), func(k expr) {
		at := g.Def("at", add(mul(k, num(bins)), d))
		c := g.Def("c", load(m.counts, at))
		g.Store(m.counts, at, kir.Use(sum))
		g.Set(sum, add(kir.Use(sum), c))
	})
	g.Store(m.places, d, kir.Use(sum))
}
