package lower

// Reduce: every group folds its chunk, then one group folds the results, which
// stand in the buffer whose element 0 is the result of the whole. One chunk
// needs no second step; no chunk needs it for the identity. An epilogue is in
// the step that is the last.

import (
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
	"nessiec/passes/lower/fold"
	"nessiec/passes/lower/group"
)

func (v *invocation) reduce(s *lcu.Reduce) []result {
	r := v.k.Results(s.Ops, s.Joins)
	if len(r.Monoids) == 0 {
		return v.mapped()
	}
	chunks := v.k.first()
	groups := v.chunks(chunks, v.n)
	parts := v.outputs(group.Elems(r.Monoids), op.Max(groups, op.N(1)))
	rest := v.outputs(r.Rest(v.k.Elems), v.n)
	outs := parts
	var written []kir.Expr
	if v.step.Epilogue != nil {
		outs = v.outputs(v.k.Made, op.N(1))
		written = kir.Uses(outs)
	}
	k := v.kernel("", func() *build.Kernel { return fold.Part(v.m.groupOf(chunks), v.step, r) })
	v.launch(k, groups, exprs([]kir.Expr{v.n}, kir.Uses(parts), kir.Uses(rest), written)...)
	second := op.Select(op.Eq(groups, op.N(1)), op.N(0), op.N(1))
	v.launchSome(second, func() *sharedKernel { return v.foldRest(r.Monoids) }, exprs([]kir.Expr{groups}, kir.Uses(parts), written)...)
	return v.inOrder(r, scalars(outs), buffers(rest))
}

// foldRest is the kernel of the second step.
func (v *invocation) foldRest(ms []group.Monoid) *sharedKernel {
	g := v.m.group
	if v.step.Epilogue != nil {
		return v.kernel("combine", func() *build.Kernel { return fold.RestEpilogue(g, v.step, ms) })
	}
	return v.m.generic("combine", func() *build.Kernel { return fold.Rest(g, ms) }, group.Describe(ms)...)
}
