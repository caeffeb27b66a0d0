package radix

// The move of a pass. A serial group takes its elements in order. A parallel group sorts
// a tile at a time by the digit: warps count it in order, in counts of their own; then
// counts become places in the tile, where elements are put, and neighbours go to memory
// together.

import (
	"nessiec/ir/kir"
	"nessiec/ir/target"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
	"nessiec/passes/lower/group"
)

// MoveSerial puts the elements of a chunk of a serial group in their places, unless the
// digit is the same for all.
func MoveSerial(g group.Group, _ target.Desc, st Storage, key *types.Type, withPerm bool) *build.Kernel {
	return move(g, st, key, withPerm, func(m *mover) func(lo, hi kir.Expr) {
		return func(lo, hi kir.Expr) { m.k.Count("i", lo, hi, op.N(1), m.one) }
	})
}

// MoveParallel is MoveSerial for parallel groups.
func MoveParallel(g group.Group, t target.Desc, st Storage, key *types.Type, withPerm bool) *build.Kernel {
	return move(g, st, key, withPerm, func(m *mover) func(lo, hi kir.Expr) {
		x := newTile(m, t)
		return func(lo, hi kir.Expr) {
			m.k.Count("start", lo, hi, op.N(x.size()), func(start kir.Expr) { x.move(start, hi) })
		}
	})
}
