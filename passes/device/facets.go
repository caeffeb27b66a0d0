package device

// Facets: what is recognised of the numbers that thunks of rows compute, by how
// they follow from the number of the row, the position, the length and a number
// that divides the number of the row.

import "nessiec/ir/lcu"

// A facet is what a variable of a thunk is known to be.
type facet byte

const (
	noFacet     facet = iota
	theSegment        // s
	thePosition       // i
	theStart          // s * length
	theIndex          // i - s * length
	theRow            // s / cols
	theRowStart       // s / cols * cols
	theCol            // s - s / cols * cols
)

var facetAxes = [...]axes{theSegment: ofEntry, thePosition: allAxes, theStart: ofEntry, theIndex: alongRow,
	theRow: ofRow, theRowStart: ofRow, theCol: ofCol}

// axesOfFacet is what a number of the grid depends on.
func (g *grid) axesOfFacet(f facet) axes {
	if g.lone {
		return facetAxes[f] &^ ofCol
	}
	return facetAxes[f]
}

// known is which of the numbers an operation yields.
func (g *grid) known(e lcu.Expr) facet {
	if at, ok := e.(*lcu.At); ok && g.offs != nil && lcu.IsRef(at.Vec, g.offs) && g.facetOf(at.Idx) == theSegment {
		return theStart
	}
	p, ok := e.(*lcu.Prim)
	if !ok || len(p.Args) != 2 {
		return noFacet
	}
	a, b := p.Args[0], p.Args[1]
	x, y := g.facetOf(a), g.facetOf(b)
	switch p.Op.Name {
	case "add":
		return sumOf(x, y)
	case "sub":
		return differenceOf(x, y)
	case "mul":
		return max(g.productOf(x, b), g.productOf(y, a))
	case "div":
		return g.quotientOf(x, b)
	case "rem":
		return g.remainderOf(x, b)
	}
	return noFacet
}

func sumOf(x, y facet) facet {
	switch [2]facet{min(x, y), max(x, y)} {
	case [2]facet{theStart, theIndex}:
		return thePosition
	case [2]facet{theRowStart, theCol}:
		return theSegment
	}
	return noFacet
}

func differenceOf(x, y facet) facet {
	switch [2]facet{x, y} {
	case [2]facet{thePosition, theStart}:
		return theIndex
	case [2]facet{theSegment, theRowStart}:
		return theCol
	}
	return noFacet
}

func (g *grid) productOf(x facet, by lcu.Expr) facet {
	switch {
	case x == theSegment && g.isLength(by):
		return theStart
	case x == theRow && g.isCols(by):
		return theRowStart
	}
	return noFacet
}

func (g *grid) quotientOf(x facet, by lcu.Expr) facet {
	switch {
	case x == thePosition && g.isLength(by):
		return theSegment
	case x == theSegment && g.isCols(by):
		return theRow
	}
	return noFacet
}

func (g *grid) remainderOf(x facet, by lcu.Expr) facet {
	switch {
	case x == thePosition && g.isLength(by):
		return theIndex
	case x == theSegment && g.isCols(by):
		return theCol
	}
	return noFacet
}

func (g *grid) isLength(e lcu.Expr) bool { return g.length != nil && lcu.SameAtom(e, g.length) }

func (g *grid) isCols(e lcu.Expr) bool { return g.cols != nil && !g.lone && lcu.SameAtom(e, g.cols) }
