package lower

// Products in tiles. A group computes the entries of a tile, or of a column of
// tiles one after another; the host sees whether that pays.

import (
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
	"nessiec/passes/lower/grid"
	"nessiec/passes/lower/group"
	"nessiec/passes/lower/segmented"
)

// shape is how the reduction is tiled; false if it is not.
func (x *segReduction) shape() (s grid.Shape, ok bool) {
	if x.k.product == nil || len(x.r.Passed) > 0 || group.Ordered(x.r.Monoids) {
		return s, false
	}
	return x.m.strategy.tiling.Shape(x.k.product, x.r.Monoids)
}

// tiles launches the kernel that computes a product in tiles if that pays;
// it returns whether it does, or nil if it certainly does not.
func (x *segReduction) tiles(shape grid.Shape) kir.Expr {
	v, h, p, tiling, ms := x.invocation, x.h, x.k.product, x.m.strategy.tiling, x.r.Monoids
	cols := h.Atom("cols", v.size(p.Cols))
	rows := h.Atom("rows", grid.Rows(x.segments, cols))
	whole := op.Eq(op.Mul(rows, cols), x.segments)
	for _, c := range p.AsCols {
		whole = op.AndThen(whole, op.Eq(v.size(lcu.Use(c)), cols))
	}
	tiled := h.Atom("tiled", op.AndThen(whole, tiling.Enough(shape, x.segments, rows, cols)))
	if val, known := h.decide(tiled); known && !val {
		return nil
	}
	length := v.rowLength
	if length == nil {
		length = h.Atom("length", op.Div(v.n, op.Max(x.segments, op.N(1))))
		much := op.Ge(v.n, op.N(64*v.m.target.Grain))
		tiled = x.regularRows(op.AndThen(much, tiled), length)
	}
	k := v.kernel("tiles", func() *build.Kernel { return tiling.Kernel(v.step, p, shape, ms) })
	var wait []*kir.Var
	if others := tiling.Partial(v.step, ms); len(others) > 0 {
		more := op.AndThen(tiled, op.Gt(length, op.N(shape.Steps)))
		wait = v.outputs(group.Elems(others), h.choice(more, x.segments, op.N(0)))
	}
	span := tiling.Span(shape, rows, cols, length)
	tiles := op.Mul(op.CeilDiv(cols, op.N(shape.Cols)), op.CeilDiv(rows, h.Atom("span", span)))
	v.launch(k, h.choice(tiled, tiles, op.N(0)), exprs([]kir.Expr{v.n, x.segments, length}, kir.Uses(x.outs), kir.Uses(wait))...)
	return tiled
}

// regularRows is whether, if cond holds, all segments have this length. The host waits
// for that, so cond must only hold where tiles gain much more.
func (x *segReduction) regularRows(cond, length kir.Expr) kir.Expr {
	v, h, g := x.invocation, x.h, x.m.strategy.group
	all := []group.Monoid{{Op: prim.RAnd, Elem: types.Bool}}
	k := v.m.generic("even", func() *build.Kernel { return segmented.RegularRows(g, all) })
	offs := v.operand(x.s.Segs[0])
	return h.Choose("even", group.Elems(all), op.AndThen(cond, op.Eq(op.Mul(x.segments, length), v.n)), func() (vals []kir.Expr) {
		h.Branch(func() {
			groups := v.chunks(x.segments)
			part := v.outputs(group.Elems(all), op.Max(groups, op.N(1)))
			v.launch(k, groups, exprs([]kir.Expr{x.segments, length, offs}, kir.Uses(part))...)
			second := op.Select(op.Eq(groups, op.N(1)), op.N(0), op.N(1))
			v.launch(v.withoutEpilogue().foldRest(all), second, exprs([]kir.Expr{groups}, kir.Uses(part))...)
			vals = []kir.Expr{h.read("even", part[0], op.N(0), v.pos)}
		})
		return vals
	}, func() []kir.Expr { return []kir.Expr{&kir.Bool{}} })[0]
}
