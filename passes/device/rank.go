package device

// Rank: a radix sort of positions by key, stable, byte by byte from the lowest;
// then, if there is more than one segment, by segment. Each pass counts digits
// chunk by chunk, scans the counts, and moves keys and positions to the other
// half of buffers of 2n. A digit that is the same for all elements costs no
// move: the pass after the count says so in the buffer active, from which
// everyone learns in which half the elements are.

import (
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

const bins = 256

// digits is how many bytes a key has.
func (lw *lowerer) digits(t *types.Type) int {
	switch t.Kind {
	case types.KFloat:
		return lw.floatSize
	case types.KChar:
		return 1
	}
	return lw.intSize
}

func (r *run) rank(s *lcu.Rank) []outcome {
	key := keyType(s.T)
	args, segments := r.spaceArgs(s.Segs)
	many := r.Atom("many", gt(segments, num(1)))
	twice := r.Atom("twice", mul(r.n, num(2)))

	keys, perm := r.alloc("keys", key, twice, r.pos), r.alloc("perm", intType, twice, r.pos)
	home := r.alloc("home", intType, pick(many, r.n, num(0)), r.pos)
	k := r.kernel("keys", r.target.Local, func(g *kernelGen) { r.rankKeys(g, s, key) })
	each := r.Atom("each", pick(gt(r.n, num(0)), r.groupsSegments(segments), num(0)))
	r.launch(k, each, join(args, kir.Uses([]*kvar{keys, perm, home}))...)
	count := num(r.digits(key))
	active := r.sortBy(keys, perm, count, flipOf(s.Down))

	bytes := r.Atom("bytes", pick(many, byteCount(segments), num(0)))
	room := r.Atom("room", pick(many, twice, num(0)))
	homes, perm2 := r.alloc("homes", intType, room, r.pos), r.alloc("perm", intType, room, r.pos)
	r.launch(r.byHome(), pick(many, r.groupsEach(r.n), num(0)),
		r.n, kir.Use(perm), kir.Use(active), count, kir.Use(home), kir.Use(homes), kir.Use(perm2))
	active2 := r.sortBy(homes, perm2, bytes, 0)

	out := r.alloc("r", intType, r.n, r.pos)
	place := r.place(s.Segs)
	r.launch(place, pick(many, num(0), each), join(args, []expr{kir.Use(perm), kir.Use(active), count, kir.Use(out)})...)
	r.launch(place, pick(many, each, num(0)), join(args, []expr{kir.Use(perm2), kir.Use(active2), bytes, kir.Use(out)})...)
	return []outcome{{buf: out}}
}

// flipOf is what turns digits around.
func flipOf(down bool) int {
	if down {
		return bins - 1
	}
	return 0
}

// keyType is the type of what a thunk of one result yields.
func keyType(t *lcu.Thunk) *types.Type { return lcu.Sigs{}.ResultTypes(t.Body)[0] }

// byteCount is how many bytes the numbers below n have.
func byteCount(n expr) expr {
	return pick(le(n, num(1<<8)), num(1), pick(le(n, num(1<<16)), num(2), pick(le(n, num(1<<24)), num(3), num(4))))
}

// rankKeys evaluates keys, and lists positions and, if there are several, segments.
func (r *run) rankKeys(g *kernelGen, s *lcu.Rank, key *types.Type) {
	sp := g.space(s.Segs)
	keys := g.buffer("keys", key, kir.Write)
	perm, home := g.buffer("perm", intType, kir.Write), g.buffer("home", intType, kir.Write)
	g.eachInSegments(sp, r.plan, func(s_, p expr) {
		val := g.results(s.T, []*types.Type{key}, s_, p)[0]
		g.Store(keys, p, val)
		g.Store(perm, p, p)
		g.When(gt(sp.count, num(1)), func() { g.Store(home, p, s_) })
	})
}

// sortBy sorts keys, and perm with them if there is one, by the lowest count
// bytes of keys, and returns which bytes moved them.
func (r *run) sortBy(keys, perm *kvar, count expr, flip int) *kvar {
	key := keys.Type.Elem()
	groups := r.groupsOf(r.n)
	hist := r.alloc("hist", intType, mul(groups, num(bins)), r.pos)
	active := r.alloc("active", intType, count, r.pos)
	histogram := r.generic("rank_count", func(g *kernelGen) { g.histogram(key) }, key.String())
	scan := r.generic("rank_scan", func(g *kernelGen) { g.scanHistogram() })
	moved, name := []expr{kir.Use(keys), num(flip)}, "sort_move"
	if perm != nil {
		moved, name = append(moved, kir.Use(perm)), "rank_move"
	}
	move := r.generic(name, func(g *kernelGen) { g.move(key, perm != nil) }, key.String())
	r.Code.Count("digit", num(0), count, num(1), func(digit expr) {
		head := []expr{digit, r.n, kir.Use(active), kir.Use(hist)}
		r.launch(histogram, groups, join(head, []expr{kir.Use(keys), num(flip)})...)
		r.launch(scan, minimum(groups, num(1)), join(head, []expr{groups})...)
		r.launch(move, groups, join(head, moved)...)
	})
	return active
}

// half is where the elements are before digit: 0 or n.
func (g *kernelGen) half(active *kvar, digit, n expr) expr {
	moves := g.Mut("moves", num(0))
	g.Count("j", num(0), digit, num(1), func(j expr) { g.Set(moves, add(kir.Use(moves), load(active, j))) })
	return g.Def("half", mul(rem(kir.Use(moves), num(2)), n))
}

// rankHead is the parameters that the kernels of a pass share.
func (g *kernelGen) rankHead(activeAccess, histAccess kir.Access) (digit, n expr, active, hist *kvar) {
	digit, n = g.scalar("digit"), g.scalar("n")
	return digit, n, g.buffer("active", intType, activeAccess), g.buffer("hist", intType, histAccess)
}

func digitOf(val, digit, flip expr) expr {
	return kir.Apply("xor", &kir.Digit{Val: val, Index: digit}, flip)
}

// histogram counts the digits of each chunk: hist[d*groups + group].
func (g *kernelGen) histogram(key *types.Type) {
	digit, n, active, hist := g.rankHead(kir.Gather, kir.Scatter)
	keys, flip := g.buffer("keys", key, kir.Gather), g.scalar("flip")
	counts := g.local("counts", intType, bins)
	g.strided(num(0), num(bins), func(d expr) { g.Store(counts, d, num(0)) })
	g.sync()
	half := g.half(active, digit, n)
	lo, hi := g.chunk(n)
	g.strided(lo, hi, func(i expr) {
		d := g.Def("d", digitOf(load(keys, add(half, i)), digit, flip))
		if g.target.sequential() {
			g.Store(counts, d, add(load(counts, d), num(1)))
		} else {
			g.merge(prim.RAdd, counts, d, num(1))
		}
	})
	g.sync()
	g.strided(num(0), num(bins), func(d expr) {
		g.Store(hist, add(mul(d, numGroups()), groupId()), load(counts, d))
	})
}

// sync is a barrier if the group has several work-items.
func (g *kernelGen) sync() {
	if !g.target.sequential() {
		g.Barrier()
	}
}

// scanHistogram turns counts into places, in one group, and finds out whether
// the digit moves anything.
func (g *kernelGen) scanHistogram() {
	digit, n, active, hist := g.rankHead(kir.Scatter, kir.Scatter)
	groups := g.scalar("groups")
	totals, moves := g.local("totals", intType, bins), g.local("moves", intType, 1)
	g.once(func() { g.Store(moves, num(0), num(1)) })
	g.sync()
	g.strided(num(0), num(bins), func(d expr) {
		sum := g.Mut("sum", num(0))
		g.Count("k", num(0), groups, num(1), func(k expr) {
			at := g.Def("at", add(mul(d, groups), k))
			c := g.Def("c", load(hist, at))
			g.Store(hist, at, kir.Use(sum))
			g.Set(sum, add(kir.Use(sum), c))
		})
		g.Store(totals, d, kir.Use(sum))
		g.When(eq(kir.Use(sum), n), func() { g.Store(moves, num(0), num(0)) })
	})
	g.sync()
	g.once(func() { g.Store(active, digit, load(moves, num(0))) })
	as := []acc{{op: prim.RAdd, elem: intType}}
	g.scan(scanner{accs: as, init: units(as),
		elem: func(_, d expr) (expr, []expr) { return nil, []expr{load(totals, d)} },
		emit: func(d, _ expr, before func() []expr, _ []expr) {
			base := g.Def("base", before()[0])
			g.Count("k", num(0), groups, num(1), func(k expr) {
				at := g.Def("at", add(mul(d, groups), k))
				g.Store(hist, at, add(load(hist, at), base))
			})
		},
	}, num(0), num(bins))
}

// move puts the elements of a chunk in their places, unless the digit is the
// same for all.
func (g *kernelGen) move(key *types.Type, withPerm bool) {
	digit, n, active, hist := g.rankHead(kir.Gather, kir.Gather)
	keys, flip := g.buffer("keys", key, kir.Scatter), g.scalar("flip")
	var perm *kvar
	if withPerm {
		perm = g.buffer("perm", intType, kir.Scatter)
	}
	m := mover{digit: digit, flip: flip, keys: keys, perm: perm, places: g.local("places", intType, bins)}
	if !g.target.sequential() {
		m.prepare(g)
	}
	g.When(ne(load(active, digit), num(0)), func() {
		m.from = g.half(active, digit, n)
		m.to = g.Def("to", sub(n, m.from))
		g.strided(num(0), num(bins), func(d expr) {
			g.Store(m.places, d, load(hist, add(mul(d, numGroups()), groupId())))
		})
		g.sync()
		lo, hi := g.chunk(n)
		if g.target.sequential() {
			g.Count("i", lo, hi, num(1), func(i expr) { m.one(g, i) })
		} else {
			g.Count("start", lo, hi, num(g.target.Local), func(start expr) { m.tile(g, start, hi) })
		}
	})
}

// byHome lists the segments of the sorted positions, and moves these to the
// first half of another buffer.
func (r *run) byHome() *shared {
	return r.generic("rank_homes", func(g *kernelGen) {
		n := g.scalar("n")
		perm, active, count := g.buffer("perm", intType, kir.Gather), g.buffer("active", intType, kir.Gather), g.scalar("count")
		home := g.buffer("home", intType, kir.Gather)
		homes, perm2 := g.buffer("homes", intType, kir.Scatter), g.buffer("perm2", intType, kir.Scatter)
		half := g.half(active, count, n)
		g.each(n, func(i expr) {
			p := g.Def("p", load(perm, add(half, i)))
			g.Store(homes, i, load(home, p))
			g.Store(perm2, i, p)
		})
	})
}

// place makes ranks from the sorted positions: the j-th one is the one of
// rank j minus the start of its segment.
func (r *run) place(segs []lcu.Expr) *shared {
	return r.generic("rank_place", func(g *kernelGen) {
		sp := g.positions(len(segs) == 2)
		perm, active, count := g.buffer("perm", intType, kir.Gather), g.buffer("active", intType, kir.Gather), g.scalar("count")
		out := g.buffer("r", intType, kir.Scatter)
		half := g.half(active, count, sp.n)
		g.eachInSegments(sp, nil, func(s, j expr) {
			g.Store(out, load(perm, add(half, j)), sub(j, sp.start(s)))
		})
	}, len(segs))
}
