// Package segmented is the templates of reductions and scans of segments.
//
// A segment may lie in several chunks; what a chunk computes for the segment that it
// leaves open is its carry, with the number of the segment as its id. A scan of the
// carries by id then completes results (reduce), or says where the chunks start (scan).
// Rows, segments of one length, may also be whole: each is folded or scanned by a
// work-item, a warp or a group.
package segmented

import (
	"nessiec/ir/kir"
	"nessiec/ir/target"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
	"nessiec/passes/lower/element"
	"nessiec/passes/lower/group"
)

// A value is what is combined at a position of a segment.
type value func(seg group.Segment, p kir.Expr) []kir.Expr

// An emit receives scanned elements.
type emit func(s, p kir.Expr, before func() []kir.Expr, with []kir.Expr)

// scanSegments is the scan by segments of the positions lo <= p < hi in a parallel group.
func scanSegments(k *build.Kernel, g group.Group, t target.Desc, sp group.Space, s group.Scan, lo, hi kir.Expr, v value, e emit) (open kir.Expr, sum []kir.Expr) {
	return g.Scan(k, bySegment(k, t, sp, s, lo, hi, v, e), group.Range{Lo: lo, Hi: hi})
}

// bySegment completes a scan of the positions lo <= p < hi of a parallel group, whose
// ids are the numbers of segments.
func bySegment(k *build.Kernel, t target.Desc, sp group.Space, s group.Scan, lo, hi kir.Expr, v value, e emit) group.Scan {
	s.Emit = func(p group.Index, s kir.Expr, before func() []kir.Expr, with []kir.Expr) { e(s, p.I, before, with) }
	if sp.Offs == nil {
		s.Elem = func(_ kir.Expr, p group.Index) (kir.Expr, []kir.Expr) {
			s := sp.RowOf(k, p.I)
			return s, v(group.Segment{S: s, Row: sp.Row(k, s)}, p.I)
		}
		return s
	}
	of := group.NewLocator(k, t, sp, lo, hi, group.TileSize(t, withID(s.Monoids)))
	s.Prepare = of.Locate
	s.Elem = func(at kir.Expr, p group.Index) (kir.Expr, []kir.Expr) {
		s := of.SegmentAt(at)
		return s, v(group.Segment{S: s}, p.I)
	}
	return s
}

// withID is the types of what ms combine, with a segment id in front.
func withID(ms []group.Monoid) []*types.Type {
	return append([]*types.Type{types.Int}, group.Elems(ms)...)
}

// loadCarry loads the carries that a scan by id combines.
func loadCarry(k *build.Kernel, ids *kir.Var, carry []*kir.Var) func(kir.Expr, group.Index) (kir.Expr, []kir.Expr) {
	return func(_ kir.Expr, i group.Index) (kir.Expr, []kir.Expr) {
		return op.Load(ids, i.I), k.Defs("v", op.Loads(carry, i.I))
	}
}

// A carries is where chunks leave their carries.
type carries struct {
	ids  *kir.Var
	sums []*kir.Var
}

func newCarries(k *build.Kernel, ms []group.Monoid, ids, sums kir.Access) carries {
	return carries{k.Array("key", types.Int, ids), k.Arrays("carry", group.Elems(ms), sums)}
}

// store leaves the carry of this group.
func (c carries) store(k *build.Kernel, open kir.Expr, sum []kir.Expr) {
	k.Store(c.ids, op.GroupID(), open)
	k.StoreAll(c.sums, op.GroupID(), sum)
}

// accumulate adds the values of the thunk at a place to sum.
func accumulate(k *element.Kernel, ms []group.Monoid, sum []*kir.Var, vals []kir.Expr) {
	k.SetAll(sum, group.CombineAll(k.Kernel, ms, kir.Uses(sum), vals))
}
