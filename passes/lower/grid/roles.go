package grid

// Roles: what is recognised of the numbers that thunks of rows compute, by how
// they follow from the number of the row, the position, the length and a number
// that divides the number of the row.

import (
	"nessiec/ir/lcu"
)

// known is which of the numbers an operation yields.
func (g *Product) known(e lcu.Expr) role {
	if at, ok := e.(*lcu.At); ok && g.offs != nil && lcu.IsRef(at.Vec, g.offs) && g.roleOf(at.Idx) == theSegment {
		return theStart
	}
	p, ok := e.(*lcu.Prim)
	if !ok || len(p.Args) != 2 {
		return noRole
	}
	a, b := p.Args[0], p.Args[1]
	x, y := g.roleOf(a), g.roleOf(b)
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
	return noRole
}

func sumOf(x, y role) role {
	switch [2]role{min(x, y), max(x, y)} {
	case [2]role{theStart, theIndex}:
		return thePosition
	case [2]role{theRowStart, theCol}:
		return theSegment
	}
	return noRole
}

func differenceOf(x, y role) role {
	switch [2]role{x, y} {
	case [2]role{thePosition, theStart}:
		return theIndex
	case [2]role{theSegment, theRowStart}:
		return theCol
	}
	return noRole
}

func (g *Product) productOf(x role, by lcu.Expr) role {
	switch {
	case x == theSegment && g.isLength(by):
		return theStart
	case x == theRow && g.isCols(by):
		return theRowStart
	}
	return noRole
}

func (g *Product) quotientOf(x role, by lcu.Expr) role {
	switch {
	case x == thePosition && g.isLength(by):
		return theSegment
	case x == theSegment && g.isCols(by):
		return theRow
	}
	return noRole
}

func (g *Product) remainderOf(x role, by lcu.Expr) role {
	switch {
	case x == thePosition && g.isLength(by):
		return theIndex
	case x == theSegment && g.isCols(by):
		return theCol
	}
	return noRole
}

func (g *Product) isLength(e lcu.Expr) bool { return g.Length != nil && lcu.SameAtom(e, g.Length) }

func (g *Product) isCols(e lcu.Expr) bool {
	return g.Cols != nil && !g.allPairs && lcu.SameAtom(e, g.Cols)
}
