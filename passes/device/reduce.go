package device

// Reduce: every group folds its chunk, then one group folds the results, which
// stand in the buffer whose element 0 is the result of the whole. One chunk
// needs no second step; no chunk needs it for the identity.

import (
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
)

func (r *run) reduce(s *lcu.Reduce) []outcome {
	accs, at, ids := r.split(s.Ops)
	if len(accs) == 0 {
		return r.mapped(s.T)
	}
	groups := r.groupsOf(r.n)
	parts := r.outputs(elems(accs), maximum(groups, num(1)))
	rest := r.outputs(pickAt(r.elems, ids), r.n)
	k := r.kernel("", r.target.Local, func(g *kernelGen) {
		n := g.size()
		part := g.buffers("part", elems(accs), kir.Scatter)
		out := g.buffers("r", pickAt(r.elems, ids), kir.Write)
		lo, hi := g.chunk(n)
		sum := g.fold(accs, lo, hi, func(i expr) []expr {
			vals := g.results(s.T, r.elems, i)
			g.storeAll(out, i, pickAt(vals, ids))
			return pickAt(vals, at)
		})
		g.once(func() { g.storeAll(part, groupId(), sum) })
	})
	r.launch(k, groups, join([]expr{r.n}, kir.Uses(parts), kir.Uses(rest))...)
	r.launch(r.combine(accs), pick(eq(groups, num(1)), num(0), num(1)), join([]expr{groups}, kir.Uses(parts))...)
	cells := buffersOf(parts)
	for i := range cells {
		cells[i].scalar = true
	}
	return merged(at, cells, ids, buffersOf(rest))
}

// combine is the kernel that folds partial results into element 0.
func (r *run) combine(accs []acc) *shared {
	return r.generic("combine", func(g *kernelGen) {
		m := g.scalar("m")
		part := g.buffers("part", elems(accs), kir.Scatter)
		sum := g.fold(accs, num(0), m, func(i expr) []expr { return g.defs("v", loads(part, i)) })
		g.once(func() { g.storeAll(part, num(0), sum) })
	}, describe(accs)...)
}

// describe tells lists of operators apart.
func describe(accs []acc) (out []any) {
	for _, a := range accs {
		out = append(out, a.op, a.elem.String())
	}
	return out
}
