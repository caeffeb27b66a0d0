package lower

// SegScan. Its carries are those of SegReduce: what a chunk begins with follows from the
// chunks before it in which its first segment lies.

import (
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
	"nessiec/passes/lower/group"
	"nessiec/passes/lower/segmented"
)

// A segScan is the launches of a SegScan.
type segScan struct {
	*invocation
	sc         segmented.Scan
	args       []kir.Expr // for the space
	outs, rest []*kir.Var
}

func (v *invocation) segScan(s *lcu.SegScan) []result {
	sc := segmented.Scan{Results: v.k.Results(s.Ops, s.Joins), Inclusive: s.Incl}
	if len(sc.Monoids) == 0 {
		return v.segMapped()
	}
	args, segments := v.space()
	outs := v.outputs(v.step.Written(sc.Monoids), v.n)
	rest := v.outputs(sc.Rest(v.k.Elems), v.n)
	x := &segScan{invocation: v, sc: sc, args: args, outs: outs, rest: rest}
	if v.k.first().Grid == lcu.Chain {
		x.chained()
	} else {
		x.steps(segments)
	}
	return v.inOrder(sc.Results, buffers(outs), buffers(rest))
}

// steps launches a kernel for whole rows, if there are enough, or the steps of a
// scan: fold what chunks leave open, scan that, scan the chunks.
func (x *segScan) steps(segments kir.Expr) {
	v, sc, m := x.invocation, x.sc, x.m
	open, last := v.k.otherwise()[0], v.k.otherwise()[2]
	groups := v.chunks(open, v.h.Atom("steps", op.Add(v.n, segments)))
	groups = v.wholeRows(segments, groups, nil, func() *build.Kernel { return segmented.ScanRows(m.target, v.step, sc) },
		exprs(x.args, kir.Uses(x.outs), kir.Uses(x.rest))...)
	others := v.h.Atom("others", op.Sub(groups, op.N(1)))
	key := v.ints("key", others)
	carries := exprs([]kir.Expr{kir.Use(key)}, kir.Uses(v.outputs(group.Elems(sc.Monoids), others)))

	fold := v.kernel("fold", func() *build.Kernel { return m.foldOpenSegment(open, v.step, sc) })
	v.launch(fold, others, exprs(x.args, carries)...)
	scan := m.generic("scan_carries", func() *build.Kernel { return segmented.ScanCarries(m.group, sc.Monoids) }, group.Describe(sc.Monoids)...)
	v.launch(scan, op.Min(others, op.N(1)), exprs([]kir.Expr{others}, carries)...)
	from := v.kernel("", func() *build.Kernel { return m.scanSegments(last, v.step, sc) })
	v.launch(from, groups, exprs(x.args, carries, kir.Uses(x.outs), kir.Uses(x.rest))...)
}

// chained is the scan in one step.
func (x *segScan) chained() {
	v, sc, t := x.invocation, x.sc, x.m.target
	k := v.kernel("", func() *build.Kernel { return segmented.ScanChained(t, v.step, sc) })
	groups := v.h.Atom("groups", op.CeilDiv(v.n, op.N(numbersOf(v.k.first())[0])))
	v.launch(k, groups, exprs(x.args, kir.Uses(x.outs), kir.Uses(x.rest))...)
}
