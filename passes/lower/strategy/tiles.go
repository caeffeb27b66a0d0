package strategy

// Products: rows that are numbered by two numbers. In tiles, what belongs to a row or a
// column of outputs is read once for many of them.

import (
	"nessiec/ir/lcu"
	"nessiec/ir/target"
	"nessiec/passes/lower/element"
	"nessiec/passes/lower/grid"
	"nessiec/passes/lower/group"
)

// tiles takes tiles if the SOAC is a product, where they keep the device busy and are
// not mostly empty.
func (p *plan) tiles(r element.Results, t target.Desc, k kind) {
	product := grid.Of(p.src)
	if product == nil || len(r.Passed) > 0 || group.Ordered(r.Monoids) {
		return
	}
	shape, ok := k.tiling.Shape(product, r.Monoids)
	if !ok {
		return
	}
	rows := p.let("rows", div(lcu.Use(p.count), higher(product.Cols, number(1))))
	whole := equal(mul(lcu.Use(rows), product.Cols), lcu.Use(p.count))
	for _, c := range product.AsCols {
		whole = both(whole, equal(lcu.Use(c), product.Cols))
	}
	tiled := p.let("tiled", both(whole, k.enoughTiles(p, shape, rows, product.Cols)))
	if p.length == nil {
		length := p.let("length", div(lcu.Use(p.n), positive(p.count)))
		much := atLeast(lcu.Use(p.n), number(64*t.Grain)) // the host waits, so tiles must gain much more
		tiled = p.let("even", &lcu.EvenRows{Cond: both(much, lcu.Use(tiled)), Length: lcu.Use(length)})
	}
	tiles := step(lcu.Fold, lcu.Tiles)
	for _, n := range shape.Numbers() {
		tiles.Args = append(tiles.Args, number(n))
	}
	p.when(tiled, tiles)
}
