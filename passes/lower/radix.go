package lower

// Rank and Sort: radix sorts by key, stable; ranks then, if there is more than one
// segment, by segment. Short rows are ranked by comparing their elements.

import (
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
	"nessiec/passes/lower/radix"
	"nessiec/passes/lower/segmented"
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
	args, segments := v.space()
	x := ranking{v, s, lcu.Sigs{}.ResultTypes(s.T.Body)[0], args, segments}
	rows := &v.plan.alternatives[0]
	if len(rows.Steps) > 1 {
		return buffers([]*kir.Var{x.byDigits()})
	}
	inRows := func() *kir.Var { return x.inRows(rows.Steps[0]) }
	short := v.plan.condition(rows)
	if is, known := v.h.decide(short); known && is {
		return buffers([]*kir.Var{inRows()})
	} else if known {
		return buffers([]*kir.Var{x.byDigits()})
	}
	branch := func(ranks func() *kir.Var) func() []kir.Expr {
		return func() (out []kir.Expr) {
			v.h.Branch(func() { out = []kir.Expr{kir.Use(ranks())} })
			return out
		}
	}
	out := v.h.Choose("r", []*types.Type{kir.Global(types.Int)}, short, branch(inRows), branch(x.byDigits))
	return buffers([]*kir.Var{kir.VarOf(out[0])})
}

// A ranking is a Rank of elements with some keys.
type ranking struct {
	*invocation
	s        *lcu.Rank
	key      *types.Type
	args     []kir.Expr
	segments kir.Expr
}

// inRows compares the elements of rows.
func (r ranking) inRows(step *lcu.Step) *kir.Var {
	m, share, out := r.m, op.N(r.m.target.Local), r.ints("r", r.n)
	if step.Grid == lcu.WholeRows {
		share = r.h.Atom("share", segmented.RowsOf(m.target, r.segments, r.rowLength))
	}
	k := r.kernel("rows", func() *build.Kernel { return m.rankRows(step, r.step, r.key, m.digits(r.key), r.s.Down) })
	r.launch(k, op.CeilDiv(r.segments, share), exprs(r.args, []kir.Expr{kir.Use(out)})...)
	return out
}

// byDigits sorts all keys, and then the segments that they are in.
func (r ranking) byDigits() *kir.Var {
	v, h, steps, key := r.invocation, r.h, r.k.otherwise(), r.key
	st := storageOf(steps)
	g, bySeg, last := v.m.groupOf(steps[0]), steps[4], v.m.groupOf(steps[5])
	many := h.Atom("many", op.Gt(r.segments, op.N(1)))
	size := roomOf(v, st)

	x := sorting{invocation: v, storage: st, keys: h.alloc("keys", key, size, v.pos), perm: v.ints("perm", size)}
	segmentOf := v.ints("home", h.choice(many, v.n, op.N(0)))
	k := v.kernel("keys", func() *build.Kernel { return radix.RankKeys(g, v.step, st, key) })
	each := h.Atom("each", op.Select(op.Gt(v.n, op.N(0)), v.segmentGroups(steps[0], r.segments), op.N(0)))
	v.launch(k, each, exprs(r.args, kir.Uses([]*kir.Var{x.keys, x.perm, segmentOf}))...)
	x.sort(op.N(v.m.digits(key)), digitMask(r.s.Down))

	place := func(sorted *sorting, groups kir.Expr, out *kir.Var) {
		k := v.m.generic("rank_place", func() *build.Kernel { return radix.Ranks(last, st, len(r.s.Segs) == 2) }, len(r.s.Segs))
		v.launch(k, groups, exprs(r.args, sorted.sorted(sorted.perm), []kir.Expr{kir.Use(out)})...)
	}
	if is, known := h.decide(many); known && !is {
		out := v.ints("r", v.n)
		place(&x, each, out)
		return out
	}
	bytes := h.Atom("bytes", op.Select(many, byteCount(r.segments), op.N(0)))
	room := h.Atom("room", op.Select(many, size, op.N(0)))
	y := sorting{invocation: v, storage: st, keys: v.ints("homes", room), perm: v.ints("perm", room)}
	bySegment := v.m.generic("rank_homes", func() *build.Kernel { return radix.RankSegments(v.m.groupOf(bySeg), st) })
	v.launch(bySegment, op.Select(many, v.groups(bySeg, v.n), op.N(0)),
		exprs([]kir.Expr{v.n}, x.sorted(x.perm), []kir.Expr{kir.Use(segmentOf), kir.Use(y.keys), kir.Use(y.perm)})...)
	y.sort(bytes, 0)

	out := v.ints("r", v.n)
	place(&x, op.Select(many, op.N(0), each), out)
	place(&y, op.Select(many, each, op.N(0)), out)
	return out
}

func (v *invocation) sort(s *lcu.Sort) []result {
	h, key, keysOf, st := v.h, v.k.Elems[0], v.k.first(), storageOf(v.k.otherwise())
	x := sorting{invocation: v, storage: st, keys: h.alloc("keys", key, roomOf(v, st), v.pos)}
	fill := v.kernel("keys", func() *build.Kernel { return radix.SortKeys(v.m.groupOf(keysOf), v.step, st, key) })
	v.launch(fill, v.groups(keysOf, v.n), v.n, kir.Use(x.keys))
	x.sort(op.N(v.m.digits(key)), digitMask(s.Down))
	if st == radix.Arrays {
		return buffers([]*kir.Var{x.keys})
	}
	last, out := v.k.otherwise()[4], h.alloc("r", key, v.n, v.pos)
	half := v.m.generic("sort_half", func() *build.Kernel { return radix.SortedHalf(v.m.groupOf(last), key) }, key.String())
	v.launch(half, v.groups(last, v.n), exprs([]kir.Expr{v.n}, x.sorted(x.keys), []kir.Expr{kir.Use(out)})...)
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
