package element

import (
	"nessiec/ir/kir"
	"nessiec/passes/lower/group"
)

// A Place is where element code is evaluated. What it is not in is nil.
type Place struct {
	Seg         kir.Expr   // the number of the segment
	Pos         kir.Expr   // the thunk's own index
	Row         *group.Row // of equal segments
	InRow       kir.Expr   // the index in the row, if it has a name already
	Output      *Output    // of a tiled product, in an epilogue
	Below       *bool      // on which side of the split the index is, if that is known
	AboveChecks bool       // what is written may run before the checks above it
}

// An Output is one of a tiled product, and its row and column.
type Output struct {
	At, Row, Col, Cols kir.Expr
	Start              kir.Expr // of its row
}

// At is the place of an index.
func At(i group.Index) Place { return Place{Pos: i.I, Below: i.Below} }

// In is the place of a position in a segment.
func In(s group.Segment, p kir.Expr) Place { return Place{Seg: s.S, Pos: p, Row: s.Row} }

// resultIndex is the index of the results there: the position, the number of the segment, or
// zero if there is but one.
func (p Place) resultIndex() kir.Expr {
	switch {
	case p.Pos != nil:
		return p.Pos
	case p.Seg != nil:
		return p.Seg
	}
	return kir.N(0)
}
