package lower

// SegReduce and SegScan. A segment may lie in several chunks, whose carries are put
// together by further launches; rows may be taken whole (rows.go) or in tiles (tiles.go).

import (
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
	"nessiec/passes/lower/group"
	"nessiec/passes/lower/segmented"
)

func (v *invocation) segReduce(s *lcu.SegReduce) []result {
	r := v.k.Results(s.Ops, s.Joins)
	if len(r.Monoids) == 0 {
		return v.segMapped()
	}
	args, segments := v.space(s.Segs)
	x := &segReduction{invocation: v, s: s, r: r, args: args, segments: segments}
	shape, tiles := x.shape()
	x.outs = v.outputs(v.step.Written(r.Monoids), segments)
	x.rest = v.outputs(r.Rest(v.k.Elems), v.n)
	var tiled kir.Expr
	if tiles {
		tiled = x.tiles(shape)
	}
	if v.rowLength != nil && !v.h.m.way.wholeRows {
		x.rowsInParallel(tiled)
	} else {
		x.inSeries(tiled)
	}
	return v.inOrder(r, buffers(x.outs), buffers(x.rest))
}

// inSeries launches a kernel for whole rows, if there are enough, and those for segments
// that may lie in several groups; none if tiled holds (nil: never).
func (x *segReduction) inSeries(tiled kir.Expr) {
	v, way, t := x.invocation, x.h.m.way, x.h.m.target
	groups := v.chunks(v.h.Atom("steps", op.Add(v.n, x.segments)))
	groups = v.wholeRows(x.segments, groups, tiled, func() *build.Kernel {
		return segmented.ReduceRows(t, v.step, x.r, x.s.Segs)
	}, exprs(x.args, kir.Uses(x.outs), kir.Uses(x.rest))...)
	if n, known := v.h.value(groups); known && n == 0 {
		return
	}
	if v.step.Epilogue == nil || x.inOneLaunch() {
		x.divided(v, way, groups, x.outs)
		return
	}
	divided := x.segments
	if tiled != nil || v.rowLength != nil {
		divided = v.h.Atom("divided", v.h.choice(op.Gt(groups, op.N(0)), x.segments, op.N(0)))
	}
	sums := v.outputs(group.Elems(x.r.Monoids), divided)
	x.divided(v.withoutEpilogue(), way, groups, sums)
	x.epilogue(divided, sums)
}
