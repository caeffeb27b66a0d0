package device

// Reduce: every group folds its chunk, then one group folds the results, which
// stand in the buffer whose element 0 is the result of the whole. One chunk
// needs no second step; no chunk needs it for the identity. An epilogue is in
// the step that is the last.

import (
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
)

func (r *run) reduce(s *lcu.Reduce) []outcome {
	accs, at, ids := r.split(s.Ops, s.Joins)
	if len(accs) == 0 {
		return r.mapped(s.T)
	}
	groups := r.groupsOf(r.n)
	parts := r.outputs(elems(accs), maximum(groups, num(1)))
	rest := r.outputs(pickAt(r.elems, ids), r.n)
	outs := parts
	var results []expr
	if r.then != nil {
		outs = r.outputs(r.made, num(1))
		results = kir.Uses(outs)
	}
	k := r.kernel("", r.target.Local, func(g *kernelGen) { r.reduceKernel(g, s.T, accs, at, ids) })
	r.launch(k, groups, join([]expr{r.n}, kir.Uses(parts), kir.Uses(rest), results)...)
	combine := func() *shared { return r.combine(accs) }
	r.launchSome(pick(eq(groups, num(1)), num(0), num(1)), combine, join([]expr{groups}, kir.Uses(parts), results)...)
	cells := buffersOf(outs)
	for i := range cells {
		cells[i].scalar = true
	}
	return r.outcomes(at, cells, ids, buffersOf(rest))
}

// reduceKernel is the first step.
func (r *run) reduceKernel(g *kernelGen, t *lcu.Thunk, accs []acc, at, ids []int) {
	n := g.size()
	part := g.buffers("part", elems(accs), kir.Scatter)
	out := g.buffers("r", pickAt(r.elems, ids), kir.Write)
	lo, hi := g.chunk(n)
	sum := g.fold(accs, lo, hi, func(i expr) []expr {
		vals := g.results(t, r.elems, i)
		g.storeAll(out, i, pickAt(vals, ids))
		return pickAt(vals, at)
	})
	g.once(func() { r.folded(g, part, sum) })
}

// folded stores what a group has folded; the only group writes the results.
func (r *run) folded(g *kernelGen, part []*kvar, sum []expr) {
	if r.then == nil {
		g.storeAll(part, groupId(), sum)
		return
	}
	res := g.buffers("r", r.made, kir.Scatter)
	g.IfElse(eq(numGroups(), num(1)), func() { r.write(g, res, sum, num(0)) }, func() { g.storeAll(part, groupId(), sum) })
}

// combine is the kernel that folds partial results into element 0.
func (r *run) combine(accs []acc) *shared {
	write := func(g *kernelGen) {
		m := g.scalar("m")
		part := g.buffers("part", elems(accs), kir.Scatter)
		out := part
		if r.then != nil {
			out = g.buffers("r", r.made, kir.Scatter)
		}
		sum := g.fold(accs, num(0), m, func(i expr) []expr { return g.defs("v", loads(part, i)) })
		g.once(func() { r.write(g, out, sum, num(0)) })
	}
	if r.then != nil {
		return r.kernel("combine", r.target.Local, write)
	}
	return r.generic("combine", write, describe(accs)...)
}
