package lower

// SegReduce and SegScan. A segment may lie in several chunks, whose carries are put
// together by further launches; rows may be taken whole (rows.go) or in tiles (tiles.go).

import (
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
	"nessiec/passes/lower/element"
	"nessiec/passes/lower/elementwise"
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

// A segReduction is the launches of a SegReduce.
type segReduction struct {
	*invocation
	s          *lcu.SegReduce
	r          element.Results
	args       []kir.Expr // for the space
	segments   kir.Expr
	outs, rest []*kir.Var
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

// divided launches the kernels for segments that may lie in several groups.
func (x *segReduction) divided(v *invocation, way strategy, groups kir.Expr, outs []*kir.Var) {
	ms := x.r.Monoids
	key := v.ints("key", groups)
	sums := groups
	if v.step.Epilogue != nil {
		sums = op.Mul(groups, op.N(2)) // each group also keeps what it has of the segment that it begins in
	}
	carries := exprs([]kir.Expr{groups, kir.Use(key)}, kir.Uses(v.outputs(group.Elems(ms), sums)))
	k := v.kernel("", func() *build.Kernel {
		return way.reduceSegments(way.group, v.h.m.target, v.step, x.r, x.s.Segs)
	})
	v.launch(k, groups, exprs(x.args, carries, kir.Uses(outs), kir.Uses(x.rest))...)
	v.launchSome(op.Min(op.Sub(groups, op.N(1)), op.N(1)), func() *shared { return complete(v, ms) },
		exprs([]kir.Expr{x.segments}, carries, kir.Uses(outs))...)
}

// complete is the kernel that adds carries to results.
func complete(v *invocation, ms []group.Monoid) *shared {
	g := v.h.m.way.group
	if v.step.Epilogue != nil {
		return v.kernel("complete", func() *build.Kernel { return segmented.CompleteEpilogue(g, v.step, ms) })
	}
	return v.h.m.generic("complete", func() *build.Kernel { return segmented.Complete(g, ms) }, group.Describe(ms)...)
}

// epilogue launches the epilogue for so many segments, whose results are sums.
func (x *segReduction) epilogue(segments kir.Expr, sums []*kir.Var) {
	v, ms, outs := x.invocation, x.r.Monoids, x.outs
	k := v.kernel("then", func() *build.Kernel { return elementwise.Epilogue(v.h.m.way.group, v.step, ms) })
	v.launch(k, v.groups(segments), exprs([]kir.Expr{segments}, kir.Uses(sums), kir.Uses(outs))...)
}

// inOneLaunch reports whether it does not matter in which of two launches the
// epilogue of a reduction runs: the order of its checks would.
func (x *segReduction) inOneLaunch() bool {
	checks := 0
	ir.Walk(lcu.Expr(x.k.Out), func(e lcu.Expr) bool {
		if e.Form() == lcu.FormCheck {
			checks++
		}
		return true
	})
	return checks < 2
}

// A segScan is the launches of a SegScan.
type segScan struct {
	*invocation
	sc         segmented.Scan
	args       []kir.Expr // for the space
	outs, rest []*kir.Var
}

func (v *invocation) segScan(s *lcu.SegScan) []result {
	sc := segmented.Scan{Results: v.k.Results(s.Ops, s.Joins), Inclusive: s.Incl, Segs: s.Segs}
	if len(sc.Monoids) == 0 {
		return v.segMapped()
	}
	args, segments := v.space(s.Segs)
	outs := v.outputs(v.step.Written(sc.Monoids), v.n)
	rest := v.outputs(sc.Rest(v.k.Elems), v.n)
	x := &segScan{invocation: v, sc: sc, args: args, outs: outs, rest: rest}
	if v.chains(sc.Monoids) {
		x.chained()
	} else {
		x.steps(segments)
	}
	return v.inOrder(sc.Results, buffers(outs), buffers(rest))
}

// steps launches a kernel for whole rows, if there are enough, or the steps of a
// scan: fold what chunks leave open, scan that, scan the chunks.
func (x *segScan) steps(segments kir.Expr) {
	v, sc, m, way := x.invocation, x.sc, x.h.m, x.h.m.way
	groups := v.chunks(v.h.Atom("steps", op.Add(v.n, segments)))
	groups = v.wholeRows(segments, groups, nil, func() *build.Kernel { return segmented.ScanRows(m.target, v.step, sc) },
		exprs(x.args, kir.Uses(x.outs), kir.Uses(x.rest))...)
	others := v.h.Atom("others", op.Sub(groups, op.N(1)))
	key := v.ints("key", others)
	carries := exprs([]kir.Expr{kir.Use(key)}, kir.Uses(v.outputs(group.Elems(sc.Monoids), others)))

	first := v.kernel("fold", func() *build.Kernel { return way.foldOpen(way.group, v.step, sc) })
	v.launch(first, others, exprs(x.args, carries)...)
	scan := m.generic("scan_carries", func() *build.Kernel { return segmented.ScanCarries(way.group, sc.Monoids) }, group.Describe(sc.Monoids)...)
	v.launch(scan, op.Min(others, op.N(1)), exprs([]kir.Expr{others}, carries)...)
	last := v.kernel("", func() *build.Kernel { return way.scanSegments(way.group, m.target, v.step, sc) })
	v.launch(last, groups, exprs(x.args, carries, kir.Uses(x.outs), kir.Uses(x.rest))...)
}

// chained is the scan in one step.
func (x *segScan) chained() {
	v, sc, t := x.invocation, x.sc, x.h.m.target
	k := v.kernel("", func() *build.Kernel { return segmented.ScanChained(t, v.step, sc) })
	groups := v.h.Atom("groups", op.CeilDiv(v.n, op.N(segmented.TileSize(t, sc.Monoids))))
	state := v.chainState(segmented.StateTypes(sc.Monoids), groups)
	v.launch(k, groups, exprs(x.args, []kir.Expr{kir.Use(state)}, kir.Uses(x.outs), kir.Uses(x.rest))...)
}
