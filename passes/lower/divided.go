package lower

// Segments that may lie in several groups, whose carries are put together by a further
// launch; and epilogues of their own launches.

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

// A segReduction is the launches of a SegReduce.
type segReduction struct {
	*invocation
	s          *lcu.SegReduce
	r          element.Results
	args       []kir.Expr // for the space
	segments   kir.Expr
	outs, rest []*kir.Var
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
