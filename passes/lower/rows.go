package lower

// Segments of one length. The conditions of their plans depend on the number of rows and
// on their length, which alone decide the order of float operations.

import (
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
	"nessiec/passes/lower/group"
	"nessiec/passes/lower/segmented"
)

// wholeRows launches a kernel whose groups, or warps, have whole rows, if the plan has that
// and the host takes it, unless done holds (nil: never); it returns how many groups are left
// for the one that divides rows.
func (v *invocation) wholeRows(segments, groups, done kir.Expr, write func() *build.Kernel, given ...kir.Expr) kir.Expr {
	h, t := v.h, v.m.target
	if done != nil {
		groups = h.Atom("groups", h.choice(done, op.N(0), groups))
	}
	rowsOf := v.plan.alternative(v.m.kind.wholeRows)
	if rowsOf == nil {
		return groups
	}
	enough := v.plan.unless(rowsOf, done)
	if val, known := h.decide(enough); known && !val {
		return groups
	}
	k := v.kernel("rows", write)
	rows := h.Atom("rows", v.m.kind.rowsOf(t, segments, v.rowLength))
	v.launch(k, h.choice(enough, op.CeilDiv(segments, rows), op.N(0)), given...)
	return h.Atom("groups", h.choice(enough, op.N(0), groups))
}

// rowsInParallel launches the kernels in which work-items, warps or groups take rows;
// none if done holds (nil: never).
func (x *segReduction) rowsInParallel(done kir.Expr) {
	v, h, t, g := x.invocation, x.h, x.m.target, x.m.group
	results, segments := exprs(kir.Uses(x.outs), kir.Uses(x.rest)), x.segments
	made := func(role string, write func() *build.Kernel) func() *sharedKernel {
		return func() *sharedKernel { return v.kernel(role, write) }
	}
	if done != nil {
		segments = h.Atom("segments", op.Select(done, op.N(0), segments))
		v.plan.narrow(segments)
	}
	short, many := v.plan.condition(v.plan.alternative(lcu.ItemRows)), v.plan.condition(v.plan.alternative(lcu.WarpRows))
	items := h.choice(short, segments, op.N(0))
	v.launchSome(op.CeilDiv(items, op.N(t.Local)),
		made("items", func() *build.Kernel { return segmented.ReduceRowPerItem(g, t, v.step, x.r) }), exprs(x.args, results)...)
	rows := h.Atom("rows", h.choice(short, op.N(0), segments))
	warps := h.choice(many, rows, op.N(0))
	v.launchSome(op.CeilDiv(warps, op.N(t.Local/t.Warp)),
		made("warps", func() *build.Kernel { return segmented.ReduceRowPerWarp(t, v.step, x.r) }), exprs(x.args, results)...)
	few := h.Atom("few", h.choice(many, op.N(0), rows))
	byGroups := v.plan.alternative(lcu.GroupRows)
	v.plan.define(byGroups.Lets)
	pieces := v.plan.scalar(byGroups.Steps[0].Args[0])
	groups := h.Atom("groups", op.Mul(few, pieces))
	if n, known := h.value(groups); known && n == 0 {
		return
	}
	cut := op.Gt(pieces, op.N(1))
	parts := v.outputs(group.Elems(x.r.Monoids), h.choice(cut, groups, op.N(0)))
	k := v.kernel("groups", func() *build.Kernel { return segmented.ReduceRowPerGroup(g, t, v.step, x.r) })
	v.launch(k, groups, exprs(x.args, []kir.Expr{pieces}, results, kir.Uses(parts))...)
	v.launchSome(op.CeilDiv(h.choice(cut, few, op.N(0)), op.N(t.Local)), x.joinPieces,
		exprs([]kir.Expr{few, pieces}, kir.Uses(parts), kir.Uses(x.outs))...)
}

// joinPieces is the kernel that folds the pieces of rows.
func (x *segReduction) joinPieces() *sharedKernel {
	v, g, ms := x.invocation, x.m.group, x.r.Monoids
	if v.step.Epilogue != nil {
		return v.kernel("join_pieces", func() *build.Kernel { return segmented.JoinPiecesEpilogue(g, v.step, ms) })
	}
	return v.m.generic("join_pieces", func() *build.Kernel { return segmented.JoinPieces(g, ms) }, group.Describe(ms)...)
}
