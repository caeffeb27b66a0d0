package lower

// SegReduce. Rows may be taken whole (rows.go) or in tiles (tiles.go); other segments may
// lie in several chunks (divided.go).

import (
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
	"nessiec/passes/lower/group"
)

func (v *invocation) segReduce(s *lcu.SegReduce) []result {
	r := v.k.Results(s.Ops, s.Joins)
	if len(r.Monoids) == 0 {
		return v.segMapped()
	}
	args, segments := v.space()
	x := &segReduction{invocation: v, s: s, r: r, args: args, segments: segments}
	x.outs = v.outputs(v.step.Written(r.Monoids), segments)
	x.rest = v.outputs(r.Rest(v.k.Elems), v.n)
	var tiled kir.Expr
	v.plan.even = v.evenRows
	if a := v.plan.alternative(lcu.Tiles); a != nil {
		tiled = x.tiles(a)
	}
	if v.k.first().Grid == lcu.GroupRows {
		x.rowsInParallel(tiled)
	} else {
		x.inSeries(tiled)
	}
	return v.inOrder(r, buffers(x.outs), buffers(x.rest))
}

// inSeries launches a kernel for whole rows, if there are enough, and those for segments
// that may lie in several groups; none if tiled holds (nil: never).
func (x *segReduction) inSeries(tiled kir.Expr) {
	h := x.h
	groups := x.chunks(x.k.first(), h.Atom("steps", op.Add(x.n, x.segments)))
	groups = x.wholeRows(x.segments, groups, tiled, func() *build.Kernel {
		return x.m.kind.reduceRows(x.m.target, x.step, x.r)
	}, exprs(x.args, kir.Uses(x.outs), kir.Uses(x.rest))...)
	if n, known := h.value(groups); known && n == 0 {
		return
	}
	if len(x.k.otherwise()) == 2 {
		x.divided(groups)
		return
	}
	divided := x.segments
	if tiled != nil || x.rowLength != nil || x.long {
		divided = h.Atom("divided", h.choice(op.Gt(groups, op.N(0)), x.segments, op.N(0)))
	}
	sums := x.outputs(group.Elems(x.r.Monoids), divided)
	x.withoutEpilogue(sums).divided(groups)
	x.epilogue(divided, sums)
}
