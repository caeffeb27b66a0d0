package strategy

import (
	"nessiec/ir/lcu"
	"nessiec/ir/target"
	"nessiec/passes/lower/grid"
)

// A kind is how SOACs are executed by serial groups, which are loops, or by parallel
// ones, which have a work-item for each element where order allows it.
type kind struct {
	each, segments lcu.Grid // where there is something to do for every element, of every segment
	row, longRow   lcu.Grid // where short rows are whole, and segments that have more elements in all than an int counts
	splits         bool     // loops over elements are split where element code asks for it
	scanParts      bool     // where functions combine, what chunks fold to is scanned in a step of its own
	wholeRows      bool     // groups take whole rows, if there are enough; else work-items, warps or groups take a row
	tiling         grid.Tiling
	// enoughTiles is whether tiles keep all groups busy, and are not mostly empty.
	enoughTiles func(p *plan, s grid.Shape, rows *lcu.Var, cols lcu.Expr) lcu.Expr
}

// kindOf is that of a device.
func kindOf(t target.Desc) kind {
	if t.Serial() {
		return kind{each: lcu.Chunks, segments: lcu.MergePath, row: lcu.WholeRows, longRow: lcu.WholeRows, splits: true, wholeRows: true, tiling: grid.Serial(t),
			enoughTiles: func(p *plan, s grid.Shape, rows *lcu.Var, cols lcu.Expr) lcu.Expr {
				return both(wide(s, rows, cols), p.enoughRows(t))
			}}
	}
	return kind{each: lcu.Items, segments: lcu.Located, row: lcu.ItemRows, longRow: lcu.WarpRows, scanParts: true, tiling: grid.Parallel(t),
		enoughTiles: func(_ *plan, s grid.Shape, rows *lcu.Var, cols lcu.Expr) lcu.Expr {
			tiles := mul(ceilDiv(lcu.Use(rows), by(s.Rows)), ceilDiv(cols, by(s.Cols)))
			if s.Column() { // what else could be done is almost as good
				return atLeast(tiles, number(t.Chunks/2))
			}
			return both(wide(s, rows, cols), atLeast(tiles, number(t.Chunks/8)))
		}}
}

// wide is whether there are enough rows and columns for a tile.
func wide(s grid.Shape, rows *lcu.Var, cols lcu.Expr) lcu.Expr {
	return both(atLeast(lcu.Use(rows), number(s.OutputRows)), atLeast(cols, number(min(s.Cols, max(s.OutputRows, s.OutputCols)))))
}
