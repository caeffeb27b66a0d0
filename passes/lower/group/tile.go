package group

// The scan of a tile: as many elements as the group has work-items, times a
// small number. Elements are evaluated and emitted in turn, neighbours by
// neighbouring work-items, so that memory is accessed in one piece; in between,
// each work-item scans its own part of successive elements in local memory.

import (
	"nessiec/ir/kir"
	"nessiec/ir/target"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
)

// A tile is the memory for a tile and its sums.
type tile struct {
	warps
	items int        // elements of a work-item
	cells []*kir.Var // local arrays: elements, with segment ids in front if there are any
}

// newTile makes the memory for tiles whose elements are combined by ms.
func newTile(k *build.Kernel, t target.Desc, ms []Monoid, ids bool) tile {
	x := tile{warps: newWarps(k, t, ms, ids)}
	x.items = itemsOf(t, x.types())
	for _, elem := range x.types() {
		x.cells = append(x.cells, k.Local("tile", elem, x.size()))
	}
	return x
}

// itemsOf is how many elements of the types ts a work-item takes; odd, so that
// the work-items of a warp meet different banks of memory.
func itemsOf(t target.Desc, ts []*types.Type) int {
	bytes := 0
	for _, elem := range ts {
		bytes += kir.ElemBytes(elem)
	}
	return max(1, (min(t.Items, target.LocalBytes/(bytes*t.Local))-1)|1)
}

// TileSize is how many elements of the types ts a tile has.
func TileSize(t target.Desc, ts []*types.Type) int { return itemsOf(t, ts) * t.Local }

func (t tile) size() int { return t.items * t.t.Local }

// segmentIDs is the local array of segment ids, vals those of values.
func (t tile) segmentIDs() *kir.Var { return t.cells[0] }

func (t tile) vals() []*kir.Var { return t.cells[len(t.cells)-len(t.ms):] }

// fill evaluates the elements start <= i < min(start+size, hi); those beyond
// have the segment id -1 and the units as values.
func (t tile) fill(k *build.Kernel, start, hi kir.Expr, elem func(at, i kir.Expr) []kir.Expr) {
	t.each(k, start, func(at, i kir.Expr) {
		vals := k.Choose("v", t.types(), op.Lt(i, hi),
			func() []kir.Expr { return t.fromUnits(elem(at, i)) },
			func() []kir.Expr { return t.none() })
		k.StoreAll(t.cells, at, vals)
	})
}

// each writes body for every place in the tile and position in the array.
func (t tile) each(k *build.Kernel, start kir.Expr, body func(at, i kir.Expr)) {
	k.Count("j", op.N(0), op.N(t.items), op.N(1), func(j kir.Expr) {
		at := k.Def("at", op.Add(op.Mul(j, op.N(t.t.Local)), op.LocalID()))
		body(at, k.Def("i", op.Add(start, at)))
	})
}

// fromUnits makes values what a fold from the units makes of them: a float may
// be less than the unit of max, and -0.0 becomes 0.0. What functions combine with
// their units stays as it is.
func (t tile) fromUnits(vals []kir.Expr) []kir.Expr {
	out := append([]kir.Expr(nil), vals...)
	first := len(vals) - len(t.ms)
	for i, m := range t.ms {
		if m.Elem == types.Float && m.Join == nil {
			out[first+i] = op.Combine(m.Op, m.Unit(), vals[first+i])
		}
	}
	return out
}

// scanParts scans the part of each work-item in place and returns what is before it
// in the tile, and the sum of the tile. The tile must be complete (a barrier).
func (t tile) scanParts(k *build.Kernel) (before, all []kir.Expr) {
	sum := t.vars(k, "run")
	t.part(k, func(at kir.Expr) {
		k.SetAll(sum, k.Defs("with", t.join(k, kir.Uses(sum), k.Defs("v", op.Loads(t.cells, at)))))
		k.StoreAll(t.vals(), at, kir.Uses(sum)[len(sum)-len(t.ms):])
	})
	inWarp := t.scan(k, sum)
	k.Barrier()
	return t.across(k, inWarp)
}

// part writes body for the places of this work-item's part.
func (t tile) part(k *build.Kernel, body func(at kir.Expr)) {
	first := k.Def("first", op.Mul(op.LocalID(), op.N(t.items)))
	k.Count("j", op.N(0), op.N(t.items), op.N(1), func(j kir.Expr) { body(k.Def("at", op.Add(first, j))) })
}

// after is what is before this work-item, given what is before the tile and
// what is before the work-item in it; for the first that is nothing, whose segment id
// would separate it from what is before the tile.
func (t tile) after(k *build.Kernel, carry, before []kir.Expr) []kir.Expr {
	return k.Defs("before", op.SelectAll(op.Eq(op.LocalID(), op.N(0)), carry, t.join(k, carry, before)))
}

// addBefore combines the part of each work-item with what is before it.
func (t tile) addBefore(k *build.Kernel, before []kir.Expr) {
	t.part(k, func(at kir.Expr) {
		with := t.join(k, before, k.Defs("v", op.Loads(t.cells, at)))
		k.StoreAll(t.vals(), at, k.Defs("with", with[len(with)-len(t.ms):]))
	})
	k.Barrier()
}

// emit hands out the scanned elements; before is what precedes the tile.
func (t tile) emit(k *build.Kernel, s Scan, start, hi kir.Expr, before []kir.Expr) {
	t.each(k, start, func(at, i kir.Expr) {
		k.When(op.Lt(i, hi), func() {
			var id kir.Expr
			if t.ids {
				id = k.Def("key", op.Load(t.segmentIDs(), at))
			}
			s.Emit(Index{I: i}, id, func() []kir.Expr { return t.preceding(k, at, id, before) }, k.Defs("with", op.Loads(t.vals(), at)))
		})
	})
}

// preceding is what precedes the element at a place.
func (t tile) preceding(k *build.Kernel, at, id kir.Expr, before []kir.Expr) []kir.Expr {
	left := k.Choose("left", t.types(), op.Eq(at, op.N(0)),
		func() []kir.Expr { return before },
		func() []kir.Expr { return k.Defs("v", op.Loads(t.cells, k.Def("k", op.Sub(at, op.N(1))))) })
	if !t.ids {
		return left
	}
	return op.SelectAll(op.Eq(left[0], id), left[1:], Units(t.ms))
}
