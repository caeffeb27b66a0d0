package grid

import (
	"nessiec/ir/kir"
	"nessiec/ir/target"
	"nessiec/passes/device/build"
	"nessiec/passes/lower/element"
	"nessiec/passes/lower/group"
)

// A Tiling is how a kind of groups goes through the tiles of a product.
type Tiling interface {
	// Shape is how a product is tiled; false if it is not, or if local memory is too small.
	Shape(p *Product, ms []group.Monoid) (Shape, bool)
	// Read is the shape that has these numbers.
	Read(numbers []int) Shape
	// Span is how many rows of outputs a group takes.
	Span(s Shape, rows, cols, length kir.Expr) kir.Expr
	// Partial is the totals that need arrays of their own as long as indices are missing.
	Partial(s *element.Step, ms []group.Monoid) []group.Monoid
	// Kernel computes a product in tiles.
	Kernel(s *element.Step, p *Product, shape Shape, ms []group.Monoid) *build.Kernel
}

// Serial is the tiling of serial groups, Parallel that of parallel ones.
func Serial(t target.Desc) Tiling   { return serial{t} }
func Parallel(t target.Desc) Tiling { return parallel{t} }
