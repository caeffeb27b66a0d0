package lower

import (
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/target"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
	"nessiec/passes/lower/element"
	"nessiec/passes/lower/elementwise"
	"nessiec/passes/lower/grid"
	"nessiec/passes/lower/group"
	"nessiec/passes/lower/radix"
	"nessiec/passes/lower/segmented"
)

// A strategy is how kernels are written for a kind of groups. Serial and parallel
// targets differ in group.Group and in this table only.
type strategy struct {
	group     group.Group
	splits    bool        // loops over elements are split where element code asks for it
	scanParts bool        // the sums of chunks are scanned in a step of their own; else every group adds those before it
	wholeRows bool        // groups take whole rows, if there are enough; else work-items, warps or groups take a row
	update    target.Desc // how updates are divided: an index may have much to do
	tiling    grid.Tiling
	padGroups func(c *build.Code, t target.Desc, n kir.Expr) kir.Expr

	compact         func(g group.Group, s *element.Step, soac *lcu.Compact) *build.Kernel
	reduceSegments  func(g group.Group, t target.Desc, s *element.Step, r element.Results) *build.Kernel
	foldOpenSegment func(g group.Group, s *element.Step, sc segmented.Scan) *build.Kernel
	scanSegments    func(g group.Group, t target.Desc, s *element.Step, sc segmented.Scan) *build.Kernel
	countDigits     func(g group.Group, key *types.Type) *build.Kernel
	moveDigits      func(g group.Group, t target.Desc, key *types.Type, withPerm bool) *build.Kernel
}

// strategyOf is the row of the table for a target.
func strategyOf(t target.Desc) strategy {
	if t.Serial() {
		return serial(t)
	}
	return parallel(t)
}

// serial groups are loops.
func serial(t target.Desc) strategy {
	update := t
	update.Grain = 1
	return strategy{
		group:     group.Of(t),
		splits:    true,
		wholeRows: true,
		update:    update,
		tiling:    grid.Serial(t),
		padGroups: func(c *build.Code, t target.Desc, n kir.Expr) kir.Expr {
			return op.CeilDiv(n, c.Def("chunk", group.ChunkSize(t, n)))
		},
		compact:         elementwise.CompactOverwriting,
		reduceSegments:  segmented.ReducePieces,
		foldOpenSegment: segmented.FoldPieces,
		scanSegments:    segmented.ScanPieces,
		countDigits:     radix.CountSerial,
		moveDigits:      radix.MoveSerial,
	}
}

// parallel groups have a work-item for each element, where order allows it.
func parallel(t target.Desc) strategy {
	return strategy{
		group:     group.Of(t),
		scanParts: true,
		update:    t,
		tiling:    grid.Parallel(t),
		padGroups: func(_ *build.Code, t target.Desc, n kir.Expr) kir.Expr {
			return op.CeilDiv(n, op.N(t.Local))
		},
		compact:         elementwise.CompactTesting,
		reduceSegments:  segmented.ReduceTiles,
		foldOpenSegment: segmented.FoldLocated,
		scanSegments:    segmented.ScanLocated,
		countDigits:     radix.CountParallel,
		moveDigits:      radix.MoveParallel,
	}
}
