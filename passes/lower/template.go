package lower

// Which templates write the kernels of steps.

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

// A templates has the templates for a kind of device.
type templates struct {
	target target.Desc
	group  group.Group
	kind   kind
}

func templatesOf(t target.Desc) templates { return templates{t, group.Of(t), kindOf(t)} }

// desc is the kind of device, with as many elements for a group as a step says.
func (m templates) desc(s *lcu.Step) target.Desc {
	t := m.target
	switch s.Grid {
	case lcu.Chunks, lcu.Words, lcu.MergePath, lcu.Located:
		t.Grain = int(numberOf(s, 0))
	}
	return t
}

// groupOf is the groups of a step.
func (m templates) groupOf(s *lcu.Step) group.Group { return group.Of(m.desc(s)) }

// numberOf is a number of a step that is a literal.
func numberOf(s *lcu.Step, i int) int64 { return s.Args[i].(*lcu.Int).Val }

// numbersOf is all numbers of a step, which are literals.
func numbersOf(s *lcu.Step) (ns []int) {
	for i := range s.Args {
		ns = append(ns, int(numberOf(s, i)))
	}
	return ns
}

// splits reports whether the loops of a step are split.
func splits(s *lcu.Step) bool { return s.Grid == lcu.Chunks && len(s.Args) > 1 }

// compact stores elements that may be none to keep where a group has a run of them, unless it
// goes through those to keep.
func compact(s *lcu.Step, g group.Group, step *element.Step, soac *lcu.Compact) *build.Kernel {
	switch {
	case s.Grid == lcu.Words:
		return elementwise.CompactDirectories(g, step, soac)
	case s.Does == lcu.Selected:
		return elementwise.CompactSelected(g, step, soac)
	case s.Grid == lcu.Chunks:
		return elementwise.CompactOverwriting(g, step, soac)
	}
	return elementwise.CompactTesting(g, step, soac)
}

func (m templates) reduceSegments(s *lcu.Step, step *element.Step, r element.Results) *build.Kernel {
	if s.Grid == lcu.MergePath {
		return segmented.ReducePieces(m.groupOf(s), m.desc(s), step, r)
	}
	return segmented.ReduceTiles(m.groupOf(s), m.desc(s), step, r)
}

func (m templates) foldOpenSegment(s *lcu.Step, step *element.Step, sc segmented.Scan) *build.Kernel {
	if s.Grid == lcu.MergePath {
		return segmented.FoldPieces(m.groupOf(s), step, sc)
	}
	return segmented.FoldLocated(m.groupOf(s), step, sc)
}

func (m templates) scanSegments(s *lcu.Step, step *element.Step, sc segmented.Scan) *build.Kernel {
	if s.Grid == lcu.MergePath {
		return segmented.ScanPieces(m.groupOf(s), m.desc(s), step, sc)
	}
	return segmented.ScanLocated(m.groupOf(s), m.desc(s), step, sc)
}

func (m templates) rankRows(s *lcu.Step, step *element.Step, key *types.Type, bytes int, down bool) *build.Kernel {
	if s.Grid == lcu.WholeRows {
		return segmented.RankRows(m.target, step, key, bytes, down)
	}
	return segmented.RankRowPerItem(m.group, m.target, step, key, bytes, down)
}

// A kind is what serial and parallel groups do differently besides.
type kind struct {
	tiling      grid.Tiling
	wholeRows   lcu.Grid // where groups have several rows
	rowsOf      func(t target.Desc, count, length kir.Expr) kir.Expr
	reduceRows  func(t target.Desc, s *element.Step, r element.Results) *build.Kernel
	padGroups   func(c *build.Code, t target.Desc, n kir.Expr) kir.Expr
	countDigits func(g group.Group, st radix.Storage, key *types.Type) *build.Kernel
	scanDigits  func(g group.Group, t target.Desc) *build.Kernel
	scanners    func(groups kir.Expr) kir.Expr // how many groups scan what so many have counted
	moveDigits  func(g group.Group, t target.Desc, st radix.Storage, key *types.Type, withPerm bool) *build.Kernel
}

func kindOf(t target.Desc) kind {
	if t.Serial() {
		return kind{
			tiling:     grid.Serial(t),
			wholeRows:  lcu.WholeRows,
			rowsOf:     segmented.RowsOf,
			reduceRows: segmented.ReduceRows,
			padGroups: func(c *build.Code, t target.Desc, n kir.Expr) kir.Expr {
				return op.CeilDiv(n, c.Def("chunk", group.ChunkSize(t, n)))
			},
			countDigits: radix.CountSerial,
			scanDigits:  radix.ScanSerial,
			scanners:    func(groups kir.Expr) kir.Expr { return op.Min(groups, op.N(1)) },
			moveDigits:  radix.MoveSerial,
		}
	}
	return kind{
		tiling:     grid.Parallel(t),
		wholeRows:  lcu.WarpRows,
		rowsOf:     func(t target.Desc, _, _ kir.Expr) kir.Expr { return op.N(t.Local / t.Warp) },
		reduceRows: segmented.ReduceRowPerWarp,
		padGroups: func(_ *build.Code, t target.Desc, n kir.Expr) kir.Expr {
			return op.CeilDiv(n, op.N(t.Local))
		},
		countDigits: radix.CountParallel,
		scanDigits:  radix.ScanParallel,
		scanners: func(groups kir.Expr) kir.Expr {
			return op.Select(op.Gt(groups, op.N(1)), op.N(radix.Bins), op.Min(groups, op.N(1)))
		},
		moveDigits: radix.MoveParallel,
	}
}
