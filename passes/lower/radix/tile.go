package radix

// Tiles of parallel groups.

import (
	"nessiec/ir/kir"
	"nessiec/ir/target"
	"nessiec/ir/types"
	"nessiec/passes/device/build/op"
	"nessiec/passes/lower/group"
)

// A tile is so many elements for each work-item. A warp has successive ones, its
// work-items one of as many as it has, in turn.
type tile struct {
	*mover
	t      target.Desc
	items  int
	own    *kir.Var // keys of the work-item
	ranks  *kir.Var // how many elements before them, of their warp, have their digits
	counts *kir.Var // by warp and digit: how many; then, where they start in the tile
	sums   *kir.Var // by digit: how many
	shifts *kir.Var // by digit: from places in the tile to those in memory
	sorted *kir.Var // keys
	perms  *kir.Var // positions; nil if there are none
}

// mostItems is what a work-item has, if there is memory.
const mostItems = 8

func newTile(m *mover, t target.Desc) *tile {
	key, warps := m.from.keys.Type.Elem(), t.Local/t.Warp
	bytes := kir.ElemBytes(key)
	if m.from.perm != nil {
		bytes += kir.ElemBytes(types.Int)
	}
	free := target.LocalBytes - (warps+3)*Bins*kir.ElemBytes(types.Int)
	x := &tile{mover: m, t: t, items: min(mostItems, max(1, free/(bytes*t.Local)))}
	x.own, x.ranks = m.k.Private("own", key, x.items), m.k.Private("rank", types.Int, x.items)
	x.counts = m.k.Local("counts", types.Int, warps*Bins)
	x.sums, x.shifts = m.k.Local("sums", types.Int, Bins), m.k.Local("shifts", types.Int, Bins)
	if x.sorted = m.k.Local("sorted", key, x.size()); m.from.perm != nil {
		x.perms = m.k.Local("perms", types.Int, x.size())
	}
	return x
}

func (x *tile) size() int { return x.items * x.t.Local }

// move moves the elements start <= i < min(start+size, hi).
func (x *tile) move(start, hi kir.Expr) {
	k := x.k
	number := k.Def("number", op.Min(op.N(x.size()), op.Sub(hi, start)))
	warps := x.t.Local / x.t.Warp
	x.g.Over(k, group.Range{Lo: op.N(0), Hi: op.N(warps * Bins)}, func(j group.Index) { k.Store(x.counts, j.I, op.N(0)) })
	k.Barrier()
	row := k.Def("row", op.Mul(group.Warp(x.t), op.N(Bins)))
	x.rank(row, start, number)
	k.Barrier()
	x.g.Over(k, bins(), func(d group.Index) { x.addWarps(d.I) })
	k.Barrier()
	x.g.SumBefore(k, Bins, func(d kir.Expr) kir.Expr { return op.Load(x.sums, d) }, x.settle)
	k.Barrier()
	x.sort(row, start, number)
	k.Barrier()
	x.g.Over(k, group.Range{Lo: op.N(0), Hi: number}, func(i group.Index) {
		key := k.Def("key", op.Load(x.sorted, i.I))
		dest := k.Def("dest", op.Add(i.I, op.Load(x.shifts, x.digitOf(key))))
		k.Store(x.to.keys, dest, key)
		if x.perms != nil {
			k.Store(x.to.perm, dest, op.Load(x.perms, i.I))
		}
	})
}

// each writes body for the elements of a work-item: its j-th one, at a place of the tile.
func (x *tile) each(body func(j, at kir.Expr)) {
	k := x.k
	first := k.Def("first", op.Add(op.Mul(group.Warp(x.t), op.N(x.items*x.t.Warp)), group.Lane(k, x.t)))
	k.Count("j", op.N(0), op.N(x.items), op.N(1), func(j kir.Expr) {
		body(j, k.Def("at", op.Add(first, op.Mul(j, op.N(x.t.Warp)))))
	})
}

// rank reads the keys of a work-item, and counts their digits in its warp.
func (x *tile) rank(row, start, number kir.Expr) {
	k, elem := x.k, x.from.keys.Type.Elem()
	x.each(func(j, at kir.Expr) {
		valid := k.Def("valid", op.Lt(at, number))
		key := k.Choose("key", []*types.Type{elem}, valid,
			func() []kir.Expr { return []kir.Expr{op.Load(x.from.keys, op.Add(x.start, op.Add(start, at)))} },
			func() []kir.Expr { return []kir.Expr{kir.Zero(elem)} })[0]
		k.Store(x.own, j, key)
		rank := kir.NewVar("rank", types.Int)
		k.Put(&kir.WarpCount{Bind: rank, Buf: kir.Use(x.counts), Width: x.t.Warp,
			Idx: k.Def("cell", op.Select(valid, op.Add(row, x.digitOf(key)), op.N(-1)))})
		k.Store(x.ranks, j, kir.Use(rank))
	})
}

// addWarps turns the counts of a digit into those of warps before.
func (x *tile) addWarps(d kir.Expr) {
	sum := countsBefore(x.k, x.counts, op.N(x.t.Local/x.t.Warp), func(w kir.Expr) kir.Expr { return op.Add(op.Mul(w, op.N(Bins)), d) })
	x.k.Store(x.sums, d, sum)
}

// settle says where the elements with a digit start in the tile, and moves its place on.
func (x *tile) settle(d, before kir.Expr) {
	k := x.k
	place := k.Def("place", op.Load(x.places, d))
	k.Store(x.shifts, d, op.Sub(place, before))
	k.Store(x.places, d, op.Add(place, op.Load(x.sums, d)))
	k.Count("w", op.N(0), op.N(x.t.Local/x.t.Warp), op.N(1), func(w kir.Expr) {
		at := k.Def("at", op.Add(op.Mul(w, op.N(Bins)), d))
		k.Store(x.counts, at, op.Add(op.Load(x.counts, at), before))
	})
}

// sort puts the elements of a work-item in their places of the tile.
func (x *tile) sort(row, start, number kir.Expr) {
	k := x.k
	x.each(func(j, at kir.Expr) {
		k.When(op.Lt(at, number), func() {
			key := k.Def("key", op.Load(x.own, j))
			place := k.Def("place", op.Add(op.Load(x.counts, op.Add(row, x.digitOf(key))), op.Load(x.ranks, j)))
			k.Store(x.sorted, place, key)
			if x.perms != nil {
				k.Store(x.perms, place, op.Load(x.from.perm, op.Add(x.start, op.Add(start, at))))
			}
		})
	})
}
