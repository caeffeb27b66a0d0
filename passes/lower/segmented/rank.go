package segmented

// Ranks of short rows. A row is ranked by comparing its elements with each other: as each comes,
// it counts those before it that stay before it, and the others go one place on.

import (
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/target"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
	"nessiec/passes/lower/element"
	"nessiec/passes/lower/group"
)

// A ranker writes kernels that rank rows of at most lcu.MostRanked elements.
type ranker struct {
	k           *element.Kernel
	sp          group.Space
	key         *types.Type
	bytes       int  // of a key
	down        bool // in descending order
	keys, ranks *kir.Var
	out         *kir.Var
}

func newRanker(s *element.Step, key *types.Type, bytes int, down bool) *ranker {
	k := s.NewKernel()
	x := &ranker{k: k, sp: k.Space(), key: key, bytes: bytes, down: down}
	x.keys, x.ranks = k.Private("keys", key, lcu.MostRanked), k.Private("ranks", types.Int, lcu.MostRanked)
	x.out = k.Array("r", types.Int, kir.Scatter)
	return x
}

// RankRows ranks the rows of a serial group.
func RankRows(t target.Desc, s *element.Step, key *types.Type, bytes int, down bool) *build.Kernel {
	x := newRanker(s, key, bytes, down)
	wholeRows(x.k, t, s, x.sp, func() {},
		func(in *element.Step, p element.Place) { x.add(p.InRow, in.Thunk.At(x.k, p)[0]) }, x.write)
	return x.k.Kernel
}

// RankRowPerItem ranks a row in every work-item.
func RankRowPerItem(g group.Group, t target.Desc, s *element.Step, key *types.Type, bytes int, down bool) *build.Kernel {
	x := newRanker(s, key, bytes, down)
	x.k.Share(op.N(t.Local), x.sp.Count, x.sp.Length)
	g.Each(x.k.Kernel, x.sp.Count, nil, func(seg group.Index) {
		in := inRow(x.k, s, group.Segment{S: seg.I, Row: x.sp.Row(x.k.Kernel, seg.I), Loop: true})
		x.k.Count("j", op.N(0), x.sp.Length, op.N(1), func(j kir.Expr) { x.add(j, in.step.Thunk.At(x.k, in.at(j))[0]) })
		x.write(seg.I)
	})
	return x.k.Kernel
}

// add ranks element j among those before it.
func (x *ranker) add(j, val kir.Expr) {
	k := x.k
	key := k.Def("key", val)
	before := k.Mut("before", op.N(0))
	k.Count("i", op.N(0), j, op.N(1), func(i kir.Expr) {
		stays := k.Def("stays", kir.Apply(prim.Btoi, x.stays(k.Def("other", op.Load(x.keys, i)), key)))
		k.Set(before, op.Add(kir.Use(before), stays))
		k.Store(x.ranks, i, op.Add(op.Load(x.ranks, i), op.Sub(op.N(1), stays)))
	})
	k.Store(x.keys, j, key)
	k.Store(x.ranks, j, kir.Use(before))
}

// write stores the ranks of a row.
func (x *ranker) write(s kir.Expr) {
	k := x.k
	start := k.Def("start", x.sp.Start(s))
	k.Count("j", op.N(0), x.sp.Length, op.N(1), func(j kir.Expr) { k.Store(x.out, op.Add(start, j), op.Load(x.ranks, j)) })
}

// stays is whether an element stays before one that comes later.
func (x *ranker) stays(a, b kir.Expr) kir.Expr {
	if x.down {
		a, b = b, a
	}
	if x.key.Kind != types.KFloat {
		return op.Le(a, b)
	}
	apart := kir.Apply(prim.Or, op.Lt(a, b), op.Gt(a, b))
	return x.k.Choose("stays", []*types.Type{types.Bool}, apart,
		func() []kir.Expr { return []kir.Expr{op.Lt(a, b)} },
		func() []kir.Expr { return []kir.Expr{x.notAbove(a, b)} })[0]
}

// notAbove is whether the bits of float a are not above those of b: these tell zeros apart, and what
// is no number.
func (x *ranker) notAbove(a, b kir.Expr) kir.Expr {
	k := x.k
	le := k.Mut("le", &kir.Bool{Val: true})
	k.Count("digit", op.N(0), op.N(x.bytes), op.N(1), func(d kir.Expr) {
		u, w := k.Def("u", &kir.Digit{Val: a, Index: d}), k.Def("w", &kir.Digit{Val: b, Index: d})
		k.When(op.Ne(u, w), func() { k.Set(le, op.Lt(u, w)) })
	})
	return kir.Use(le)
}
