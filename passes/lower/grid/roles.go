package grid

// Roles: what is recognised of the numbers that thunks of rows compute, by how
// they follow from the number of the row, the position, the length and a number
// that divides the number of the row.

import (
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
)

// known is which of the numbers an operation yields.
func (g *Product) known(e lcu.Expr) role {
	if at, ok := e.(*lcu.At); ok && g.offs != nil && lcu.IsRef(at.Vec, g.offs) && g.roleOf(at.Idx) == roleSegment {
		return roleStart
	}
	p, ok := e.(*lcu.Prim)
	if !ok || len(p.Args) != 2 {
		return noRole
	}
	a, b := p.Args[0], p.Args[1]
	x, y := g.roleOf(a), g.roleOf(b)
	switch p.Op.Code {
	case prim.Add:
		return sumOf(x, y)
	case prim.Sub:
		return differenceOf(x, y)
	case prim.Mul:
		return max(g.productOf(x, b), g.productOf(y, a))
	case prim.Div:
		return g.quotientOf(x, b)
	case prim.Rem:
		return g.remainderOf(x, b)
	}
	return noRole
}

func sumOf(x, y role) role {
	switch [2]role{min(x, y), max(x, y)} {
	case [2]role{roleStart, roleIndex}:
		return rolePosition
	case [2]role{roleRowStart, roleCol}:
		return roleSegment
	}
	return noRole
}

func differenceOf(x, y role) role {
	switch [2]role{x, y} {
	case [2]role{rolePosition, roleStart}:
		return roleIndex
	case [2]role{roleSegment, roleRowStart}:
		return roleCol
	}
	return noRole
}

func (g *Product) productOf(x role, by lcu.Expr) role {
	switch {
	case x == roleSegment && g.isLength(by):
		return roleStart
	case x == roleRow && g.isCols(by):
		return roleRowStart
	}
	return noRole
}

func (g *Product) quotientOf(x role, by lcu.Expr) role {
	switch {
	case x == rolePosition && g.isLength(by):
		return roleSegment
	case x == roleSegment && g.isCols(by):
		return roleRow
	}
	return noRole
}

func (g *Product) remainderOf(x role, by lcu.Expr) role {
	switch {
	case x == rolePosition && g.isLength(by):
		return roleIndex
	case x == roleSegment && g.isCols(by):
		return roleCol
	}
	return noRole
}

func (g *Product) isLength(e lcu.Expr) bool { return g.Length != nil && lcu.SameAtom(e, g.Length) }

func (g *Product) isCols(e lcu.Expr) bool {
	return g.Cols != nil && !g.allPairs && lcu.SameAtom(e, g.Cols)
}
