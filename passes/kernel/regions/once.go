package regions

// Scalars that reductions make, and what follows from them: operations on such
// scalars are in the kernel where the reduction ends, as its epilogue.
//
//	(cluster (let (s) (run sum (v n)) (let (m) (run once (s k)) (ret m))))
//	=>  (epilogue (reduce (add) n (thunk (i) ... v[i])) (thunk (s) ... s / k))
//
// (seed 002 §8: REDUCE-ONCE)

import (
	"nessiec/ir/lcu"
)

const noEnd = "one makes scalars, the other does not end in any"

// plainReduce reports whether x is a reduction to scalars.
func (x *run) plainReduce() bool { return x.kind == ofReduce && !x.parts.Segmented() }

// ends reports whether b computes on with the scalar v, which a ends with.
func (a *run) ends(b *run, v *lcu.Var) bool {
	return b.kind == ofOnce && v.Type.IsBase() && (a.kind == ofOnce || a.plainReduce())
}

// apartOnce is the reason why two runs, one of which is a Once, cannot be one
// kernel, or "".
func (r *region) apartOnce(a, b *run) string {
	switch {
	case b.kind != ofOnce && b.item.comesAfter(a, false):
		return "one needs what the other makes first"
	case a.kind == ofOnce && b.kind == ofOnce, a.plainReduce() && (r.follows(b, a) || r.readsCount(b, a.over)):
		return ""
	}
	return noEnd
}

// readsCount reports whether x needs the number of survivors of f, which a
// reduction of them can make, too.
func (r *region) readsCount(x, f *run) bool {
	for v, of := range r.counts {
		if of == f && x.item.uses[v] {
			return true
		}
	}
	return false
}

// onceBridge is the reductions of which one has to be with a Once and what goes
// over elements, which cannot be alone; nil if there is none.
func (r *region) onceBridge(a, b *run) (by []int) {
	together := func(x, y *run) bool {
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
