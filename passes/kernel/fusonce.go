package kernel

// Scalars that reductions make, and what follows from them: operations on such
// scalars are in the kernel where the reduction ends, as its epilogue.
//
//	(cluster (let (s) (run sum (v n)) (let (m) (run once (s k)) (ret m))))
//	=>  (epilogue (reduce (add) n (thunk (i) ... v[i])) (thunk (s) ... s / k))
//
// (seed 002 §8: REDUCE-ONCE)

import (
	"slices"

	"nessiec/ir/lcu"
	"nessiec/ir/prim"
)

const fusNoEnd = "one makes scalars, the other does not end in any"

// plainReduce reports whether x is a reduction to scalars.
func (x *fusRun) plainReduce() bool { return x.kind == fusReduce && !x.parts.Segmented() }

// ends reports whether b computes on with the scalar v, which a ends with.
func (a *fusRun) ends(b *fusRun, v *lcu.Var) bool {
	return b.kind == fusOnce && v.Type.IsBase() && (a.kind == fusOnce || a.plainReduce())
}

// apartOnce is the reason why two runs, one of which is a Once, cannot be one
// kernel, or "".
func (r *fusRegion) apartOnce(a, b *fusRun) string {
	switch {
	case b.kind != fusOnce && b.item.comesAfter(a, false):
		return "one needs what the other makes first"
	case a.kind == fusOnce && b.kind == fusOnce, a.plainReduce() && (r.follows(b, a) || r.readsCount(b, a.over)):
		return ""
	}
	return fusNoEnd
}

// readsCount reports whether x needs the number of survivors of f, which a
// reduction of them can make, too.
func (r *fusRegion) readsCount(x, f *fusRun) bool {
	for v, of := range r.counts {
		if of == f && x.item.uses[v] {
			return true
		}
	}
	return false
}

// onceBridge is the reductions of which one has to be with a Once and what goes
// over elements, which cannot be alone; nil if there is none.
func (r *fusRegion) onceBridge(a, b *fusRun) (by []int) {
	together := func(x, y *fusRun) bool {
		if x.num > y.num {
			x, y = y, x
		}
		return r.apart(x, y) == ""
	}
	for _, c := range r.runs {
		if c.plainReduce() && together(a, c) && together(b, c) {
			by = append(by, c.num)
		}
	}
	return by
}

// isOnce reports whether a member computes scalars, once.
func (m *fusMember) isOnce() bool {
	_, ok := m.soac.(*lcu.Once)
	return ok
}

// folds reports whether a member combines what its thunk makes, or counts it.
func (m *fusMember) folds() bool {
	return m.soac == nil || slices.ContainsFunc(m.parts.Ops, func(op prim.Rop) bool { return op != prim.RId })
}
