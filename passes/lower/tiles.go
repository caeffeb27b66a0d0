package lower

// Products in tiles. A group computes the entries of a tile, or of a column of
// tiles one after another.

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

// tiles launches the kernel that computes a product in tiles, if the host takes that
// alternative; it returns whether it does, or nil if it certainly does not.
func (x *segReduction) tiles(a *lcu.Alternative) kir.Expr {
	v, h, p, tiling, ms := x.invocation, x.h, x.k.product, x.m.kind.tiling, x.r.Monoids
	tiled := v.plan.condition(a)
	if val, known := h.decide(tiled); known && !val {
		return nil
	}
	shape := tiling.Read(numbersOf(a.Steps[0]))
	cols := v.size(p.Cols)
	rows, length := h.Atom("rows", grid.Rows(x.segments, cols)), v.rowLength
	if length == nil {
		length = h.Atom("length", op.Div(v.n, op.Max(x.segments, op.N(1))))
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

// evenRows is whether cond holds and all segments have this length. The host waits for
// that.
func (v *invocation) evenRows(cond kir.Expr, e lcu.Expr) kir.Expr {
	h, g := v.h, v.m.group
	if val, known := h.decide(cond); known && !val {
		return &kir.Bool{}
	}
	length, segments := v.plan.scalar(e), v.plan.segments()
	all := []group.Monoid{{Op: prim.RAnd, Elem: types.Bool}}
	k := v.m.generic("even", func() *build.Kernel { return segmented.RegularRows(g, all) })
	offs := v.operand(v.k.Parts().Segs[0])
	return h.Choose("even", group.Elems(all), op.AndThen(cond, op.Eq(op.Mul(segments, length), v.n)), func() (vals []kir.Expr) {
		h.Branch(func() {
			groups := group.Chunks(h.Code, v.m.target, segments)
			part := v.outputs(group.Elems(all), op.Max(groups, op.N(1)))
			v.launch(k, groups, exprs([]kir.Expr{segments, length, offs}, kir.Uses(part))...)
			second := op.Select(op.Eq(groups, op.N(1)), op.N(0), op.N(1))
			v.launch(v.withoutEpilogue().foldRest(all), second, exprs([]kir.Expr{groups}, kir.Uses(part))...)
			vals = []kir.Expr{h.read("even", part[0], op.N(0), v.pos)}
		})
		return vals
	}, func() []kir.Expr { return []kir.Expr{&kir.Bool{}} })[0]
}
