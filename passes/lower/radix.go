package lower

// Rank and Sort: radix sorts by key, stable; ranks then, if there is more than one
// segment, by segment.

import (
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
	"nessiec/passes/lower/radix"
)

// digits is how many bytes a key has.
func (m *module) digits(t *types.Type) int {
	switch t.Kind {
	case types.KFloat:
		return m.floatSize
	case types.KChar:
		return 1
	}
	return m.intSize
}

func (v *invocation) rank(s *lcu.Rank) []result {
	h, steps := v.h, v.k.otherwise()
	g, bySeg, last := v.m.groupOf(steps[0]), steps[4], v.m.groupOf(steps[5])
	key := lcu.Sigs{}.ResultTypes(s.T.Body)[0]
	args, segments := v.space()
	many := h.Atom("many", op.Gt(segments, op.N(1)))
	twice := h.Atom("twice", op.Mul(v.n, op.N(2)))

	keys, perm := h.alloc("keys", key, twice, v.pos), v.ints("perm", twice)
	segmentOf := v.ints("home", op.Select(many, v.n, op.N(0)))
	k := v.kernel("keys", func() *build.Kernel { return radix.RankKeys(g, v.step, key) })
	each := h.Atom("each", op.Select(op.Gt(v.n, op.N(0)), v.segmentGroups(steps[0], segments), op.N(0)))
	v.launch(k, each, exprs(args, kir.Uses([]*kir.Var{keys, perm, segmentOf}))...)
	count := op.N(v.m.digits(key))
	moved := sortBy(v, keys, perm, count, digitMask(s.Down))

	bytes := h.Atom("bytes", op.Select(many, byteCount(segments), op.N(0)))
	room := h.Atom("room", op.Select(many, twice, op.N(0)))
	segmentsOf, perm2 := v.ints("homes", room), v.ints("perm", room)
	bySegment := v.m.generic("rank_homes", func() *build.Kernel { return radix.RankSegments(v.m.groupOf(bySeg)) })
	v.launch(bySegment, op.Select(many, v.groups(bySeg, v.n), op.N(0)),
		v.n, kir.Use(perm), kir.Use(moved), count, kir.Use(segmentOf), kir.Use(segmentsOf), kir.Use(perm2))
	moved2 := sortBy(v, segmentsOf, perm2, bytes, 0)

	out := v.ints("r", v.n)
	place := v.m.generic("rank_place", func() *build.Kernel { return radix.Ranks(last, len(s.Segs) == 2) }, len(s.Segs))
	v.launch(place, op.Select(many, op.N(0), each), exprs(args, []kir.Expr{kir.Use(perm), kir.Use(moved), count, kir.Use(out)})...)
	v.launch(place, op.Select(many, each, op.N(0)), exprs(args, []kir.Expr{kir.Use(perm2), kir.Use(moved2), bytes, kir.Use(out)})...)
	return buffers([]*kir.Var{out})
}

func (v *invocation) sort(s *lcu.Sort) []result {
	h, key, keysOf, last := v.h, v.k.Elems[0], v.k.first(), v.k.otherwise()[4]
	keys := h.alloc("keys", key, h.Atom("twice", op.Mul(v.n, op.N(2))), v.pos)
	fill := v.kernel("keys", func() *build.Kernel { return radix.SortKeys(v.m.groupOf(keysOf), v.step, key) })
	v.launch(fill, v.groups(keysOf, v.n), v.n, kir.Use(keys))
	count := op.N(v.m.digits(key))
	moved := sortBy(v, keys, nil, count, digitMask(s.Down))
	out := h.alloc("r", key, v.n, v.pos)
	half := v.m.generic("sort_half", func() *build.Kernel { return radix.SortedHalf(v.m.groupOf(last), key) }, key.String())
	v.launch(half, v.groups(last, v.n), v.n, kir.Use(keys), kir.Use(moved), count, kir.Use(out))
	return buffers([]*kir.Var{out})
}

// digitMask is what turns digits around for descending order.
func digitMask(down bool) int {
	if down {
		return radix.Bins - 1
	}
	return 0
}

// byteCount is how many bytes the numbers below n have.
func byteCount(n kir.Expr) kir.Expr {
	fits := func(bits int) kir.Expr { return op.Le(n, op.N(1<<bits)) }
	return op.Select(fits(8), op.N(1), op.Select(fits(16), op.N(2), op.Select(fits(24), op.N(3), op.N(4))))
}

// sortBy sorts keys, and perm with them if there is one, by the lowest count
// bytes of keys, and returns which bytes moved them.
func sortBy(v *invocation, keys, perm *kir.Var, count kir.Expr, mask int) *kir.Var {
	h, m, steps := v.h, v.m, v.k.otherwise()
	counts, moves := steps[1], steps[3]
	key := keys.Type.Elem()
	groups := v.chunks(counts, v.n)
	hist := v.ints("hist", op.Mul(groups, op.N(radix.Bins)))
	totals := v.ints("totals", op.Select(op.Gt(groups, op.N(0)), op.N(radix.Bins), op.N(0)))
	nonTrivial := v.ints("active", count)
	histogram := m.generic("rank_count", func() *build.Kernel { return m.kind.countDigits(m.groupOf(counts), key) }, key.String(), m.desc(counts).Grain)
	scan := m.generic("rank_scan", func() *build.Kernel { return m.kind.scanDigits(m.group, m.target) })
	moved, name := []kir.Expr{kir.Use(totals), kir.Use(keys), op.N(mask)}, "sort_move"
	if perm != nil {
		moved, name = append(moved, kir.Use(perm)), "rank_move"
	}
	move := m.generic(name, func() *build.Kernel { return m.kind.moveDigits(m.groupOf(moves), m.desc(moves), key, perm != nil) }, key.String(), m.desc(moves).Grain)
	h.Count("digit", op.N(0), count, op.N(1), func(digit kir.Expr) {
		head := []kir.Expr{digit, v.n, kir.Use(nonTrivial), kir.Use(hist)}
		v.launch(histogram, groups, exprs(head, []kir.Expr{kir.Use(keys), op.N(mask)})...)
		v.launch(scan, m.kind.scanners(groups), exprs(head, []kir.Expr{groups, kir.Use(totals)})...)
		v.launch(move, groups, exprs(head, moved)...)
	})
	return nonTrivial
}
