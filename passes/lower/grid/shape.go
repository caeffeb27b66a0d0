package grid

// How big tiles are.

import (
	"nessiec/ir/kir"
	"nessiec/ir/target"
	"nessiec/passes/device/build/op"
)

// A Shape is the size of tiles.
type Shape struct {
	Rows, Cols             int  // outputs of a tile
	Steps                  int  // indices that are in local memory at a time
	OutputRows, OutputCols int  // outputs of a work-item that it computes at a time
	odd                    bool // distances in local memory are odd: work-items that store there meet different banks
}

// Numbers is what a step says of the shape, which Read reads.
func (s Shape) Numbers() []int { return []int{s.Rows, s.Cols, s.Steps, s.OutputRows, s.OutputCols} }

func shapeOf(ns []int, odd bool) Shape {
	return Shape{Rows: ns[0], Cols: ns[1], Steps: ns[2], OutputRows: ns[3], OutputCols: ns[4], odd: odd}
}

// down and across is how the work-items of a parallel group stand side by side.
func (s Shape) down() int   { return s.Rows / s.OutputRows }
func (s Shape) across() int { return s.Cols / s.OutputCols }

// Column reports whether the work-items of a group have one column, as those of all pairs.
func (s Shape) Column() bool { return s.across() == 1 }

const (
	minSteps = 2  // in local memory, for tiles to pay
	unrolled = 64 // operations in the innermost loop, about
	maxSteps = 64
)

// fit says how many indices are in local memory at a time, besides fixed bytes.
func (s *Shape) fit(t target.Desc, p *Product, fixed int) {
	step := s.stride(onRow)*p.bytes(onIndex|onRow) + s.stride(onCol)*p.bytes(onIndex|onCol) + p.bytes(onIndex)
	s.Steps = min(maxSteps, (t.TileBytes-fixed)/step)
}

// edges is how many bytes tiles hold for their rows and columns.
func (s *Shape) edges(p *Product) int { return s.Rows*p.bytes(onRow) + s.Cols*p.bytes(onCol) }

// stride is the distance in local memory between the values of an index and of
// the next.
func (s Shape) stride(of deps) int {
	n := 1
	switch of & onOutput {
	case onRow:
		n = s.Rows
	case onCol:
		n = s.Cols
	default:
		return 1
	}
	if s.odd {
		n |= 1
	}
	return n
}

// room is the size of a local array for values that depend on d.
func (s Shape) room(d deps) int {
	switch {
	case d&onIndex != 0:
		return s.stride(d) * s.Steps
	case d == onRow:
		return s.Rows
	}
	return s.Cols
}

// place is where a local array has the value for the row or column x of the
// tile and the index j.
func (s Shape) place(d deps, x, j kir.Expr) kir.Expr {
	switch {
	case d&onIndex == 0:
		return x
	case d&onOutput == 0:
		return j
	}
	return op.Add(op.Mul(j, op.N(s.stride(d))), x)
}

// bytes is how much tiles hold of what depends on d, for each.
func (g *Product) bytes(d deps) (n int) {
	for _, v := range g.staged[d] {
		n += kir.ElemBytes(v.Type)
	}
	return n
}

// fewer halves how many rows a work-item has until a step of all of them, of so many
// operations each, is not too long for the innermost loop; halved hears of each time.
func fewer(t target.Desc, ops int, halved func()) (rows int) {
	for rows = t.TileRows; rows > 1 && ops*rows > unrolled/t.TileRows; rows = (rows + 1) / 2 {
		halved()
	}
	return rows
}

// Rows is how many rows of outputs a product has.
func Rows(segments, cols kir.Expr) kir.Expr { return op.Div(segments, op.Max(cols, op.N(1))) }
