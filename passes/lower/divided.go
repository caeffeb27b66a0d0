package lower

// Segments that may lie in several groups, whose carries are put together by a further
// launch; and epilogues of their own launches.

import (
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
func (x *segReduction) divided(groups kir.Expr) {
	key := x.ints("key", groups)
	sums := groups
	if x.step.Epilogue != nil {
		sums = op.Mul(groups, op.N(2)) // each group also keeps what it has of the segment that it begins in
	}
	carries := exprs([]kir.Expr{groups, kir.Use(key)}, kir.Uses(x.outputs(group.Elems(x.r.Monoids), sums)))
	k := x.kernel("", func() *build.Kernel { return x.m.reduceSegments(x.k.first(), x.step, x.r) })
	x.launch(k, groups, exprs(x.args, carries, kir.Uses(x.outs), kir.Uses(x.rest))...)
	x.launchSome(op.Min(op.Sub(groups, op.N(1)), op.N(1)), x.complete, exprs([]kir.Expr{x.segments}, carries, kir.Uses(x.outs))...)
}

// withoutEpilogue is x for launches before the epilogue, which reads sums.
func (x *segReduction) withoutEpilogue(sums []*kir.Var) *segReduction {
	out := *x
	out.invocation, out.outs = x.invocation.withoutEpilogue(), sums
	return &out
}

// complete is the kernel that adds carries to results.
func (x *segReduction) complete() *sharedKernel {
	g, ms := x.m.group, x.r.Monoids
	if x.step.Epilogue != nil {
		return x.kernel("complete", func() *build.Kernel { return segmented.CompleteEpilogue(g, x.step, ms) })
	}
	return x.m.generic("complete", func() *build.Kernel { return segmented.Complete(g, ms) }, group.Describe(ms)...)
}

// epilogue launches the epilogue for so many segments, whose results are sums.
func (x *segReduction) epilogue(segments kir.Expr, sums []*kir.Var) {
	each := x.k.otherwise()[2]
	k := x.kernel("then", func() *build.Kernel { return elementwise.Epilogue(x.m.groupOf(each), x.step, x.r.Monoids) })
	x.launch(k, x.groups(each, segments), exprs([]kir.Expr{segments}, kir.Uses(sums), kir.Uses(x.outs))...)
}
