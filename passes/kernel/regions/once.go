package regions

// Scalars that reductions make, and what follows from them: operations on such
// scalars are in the kernel where the reduction ends, as its epilogue.
//
//	(cluster (let (s) (run sum (v n)) (let (m) (run once (s k)) (ret m))))
//	=>  (epilogue (reduce (add) n (thunk (i) ... v[i])) (thunk (s) ... s / k))
//
// [lcu §8: REDUCE-ONCE]

import (
	"nessiec/ir/lcu"
	"nessiec/passes/kernel/fusion"
)

// plainReduce reports whether x is a reduction to scalars.
func (x *invocation) plainReduce() bool { return x.kind == ofReduce && !x.parts.Segmented() }

// finishes reports whether b computes on with the scalar v, which a ends with.
func (a *invocation) finishes(b *invocation, v *lcu.Var) bool {
	return b.kind == ofOnce && v.Type.IsBase() && (a.kind == ofOnce || a.plainReduce())
}

// incompatibleOnce is the reason why two runs, one of which is a Once, cannot be one
// kernel, if there is one.
func (r *region) incompatibleOnce(a, b *invocation) fusion.Reason {
	switch {
	case b.kind != ofOnce && b.stmt.comesAfter(a, false):
		return fusion.Because(fusion.NeedsFirst)
	case a.kind == ofOnce && b.kind == ofOnce, a.plainReduce() && (r.readsResultsOf(b, a) || r.readsCount(b, a.selection)):
		return fusion.Reason{}
	}
	return fusion.Because(fusion.EndsInNone)
}

// readsCount reports whether x needs the number of selected elements of f, which a
// reduction of them can make, too.
func (r *region) readsCount(x, f *invocation) bool {
	for v, of := range r.counts {
		if of == f && x.stmt.uses[v] {
			return true
		}
	}
	return false
}

// onlyWithOnce is the reductions of which one has to be with a Once and what goes
// over elements, which cannot be alone; nil if there is none.
func (r *region) onlyWithOnce(a, b *invocation) (by []int) {
	together := func(x, y *invocation) bool {
		if x.num > y.num {
			x, y = y, x
		}
		return r.incompatible(x, y).Why == fusion.Compatible
	}
	for _, c := range r.invocations {
		if c.plainReduce() && together(a, c) && together(b, c) {
			by = append(by, c.num)
		}
	}
	return by
}
