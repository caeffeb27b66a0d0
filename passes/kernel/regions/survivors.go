package regions

// Planning of kernels over the survivors of a filter: such a run can be in one
// kernel with the filter, evaluated for those elements that survive. The filter
// is then part of a reduction (elements that do not survive count for nothing),
// of another filter (both conditions hold), or makes what maps make of its
// survivors. (seed 002 §8: FILTER-REDUCE, FILTER-FILTER)

import (
	"slices"

	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/passes/kernel/fusion"
)

// addCount finds out whether an item is the number of survivors of a filter:
// the length of what it keeps, or its last rank.
func (r *region) addCount(f *planning, it *item) {
	var of *lcu.Var
	switch e := it.let.Rhs.(type) {
	case *lcu.Length:
		of = e.Vec.(*lcu.Ref).Var
	case *lcu.At:
		of = e.Vec.(*lcu.Ref).Var
	}
	res := r.made[of]
	if of == nil || res.run == nil || res.run.kind != ofFilter {
		return
	}
	ranks := res.k == len(res.run.item.let.Binds)-1
	switch e := it.let.Rhs.(type) {
	case *lcu.Length:
		if ranks || res.run.soac.(*lcu.Filter).Loose {
			return
		}
	case *lcu.At:
		if !ranks || find(f.facts.equal, f.facts.atom(e.Idx)) != find(f.facts.equal, res.run.n) {
			return
		}
		f.facts.of[it.let.Binds[0]] = res.run.kept
	}
	it.count = res.run
	r.counts[it.let.Binds[0]] = res.run
}

// findSpace finds the filter whose survivors a run goes over.
func (r *region) findSpace(x *run) {
	if x.parts.Segmented() || x.n < 0 {
		return
	}
	for _, a := range r.runs {
		if a.kept >= 0 && find(x.equal, a.kept) == find(x.equal, x.n) {
			x.over = a
			return
		}
	}
}

// after reports whether x goes over survivors of f, of a filter of these, and
// so on.
func (x *run) after(f *run) bool { return x.over != nil && (x.over == f || x.over.after(f)) }

// below is the run after f that x is or comes after: f keeps what it goes over.
func (x *run) below(f *run) *run {
	for x.over != f {
		x = x.over
	}
	return x
}

// filterBetween is the filter over the elements of a, on whose survivors b
// depends, or nil.
func filterBetween(a, b *run) *run {
	for f := b.over; f != nil; f = f.over {
		if f.over == a.over {
			return f
		}
	}
	return nil
}

// apartByFilter is the reason why two runs, one of which goes over fewer
// elements, cannot be one kernel, or "". It is about the filter between them.
func (r *region) apartByFilter(a, b *run) string {
	f := filterBetween(a, b)
	if f == nil {
		if f = filterBetween(b, a); f == nil {
			return "their sizes differ"
		}
		a, b = b, a
	}
	switch {
	case a == f:
		return r.apartSurvivor(f, b.below(f))
	case a.num < f.num:
		return r.apart(a, f)
	}
	return r.apart(f, a)
}

// apartSurvivor is the reason why b, over the survivors of f, cannot be in its
// kernel, or "".
func (r *region) apartSurvivor(f, b *run) string {
	loose := f.soac.(*lcu.Filter).Loose
	switch {
	case b.kind != ofMap && b.kind != ofReduce && b.kind != ofFilter:
		return "one needs the places of the elements that the other keeps"
	case b.indexed:
		return "one uses positions among the elements that the other keeps"
	case b.kind != ofReduce && (b.checks || f.checks):
		return "one fails, and filters look at elements twice"
	case b.kind == ofMap && loose:
		return "the other keeps the size"
	case b.kind == ofFilter && (b.soac.(*lcu.Filter).Loose || r.used(b.item.let.Binds[len(b.item.let.Binds)-1])):
		return "the ranks of what the first filter keeps are needed"
	case slices.ContainsFunc(b.parts.Ops, func(op prim.Rop) bool { return op == prim.RId }):
		return "one makes an array of elements that the other keeps"
	}
	for _, v := range lcu.FreeVars(b.soac) {
		x := r.made[v]
		if b.own[v] && (x.run == nil || x.run != f && x.run.over != f || x.run == f && x.k == len(f.item.let.Binds)-1) {
			return "one reads " + v.Name + " at places among the elements that the other keeps"
		}
	}
	return ""
}

// inThunks reports whether thunks of x use v.
func (x *run) inThunks(v *lcu.Var) bool {
	return slices.Contains(lcu.FreeVars(x.parts.T), v) || x.parts.Fun != nil && slices.Contains(lcu.FreeVars(x.parts.Fun), v)
}

// used reports whether anything uses v.
func (r *region) used(v *lcu.Var) bool {
	return r.tailUses[v] || slices.ContainsFunc(r.items, func(it *item) bool { return it.uses[v] })
}

// survivorRules adds what kernels over survivors need: the filter between, and
// that nobody needs the arrays that it does not make any more.
func (r *region) survivorRules(p *fusion.Problem) {
	r.countArrays(p)
	for j, b := range r.runs {
		for i, a := range r.runs {
			if f := filterBetween(a, b); f != nil && p.Apart(i, j) == "" {
				if by := r.between(a, b, f); by != nil {
					p.Bridges = append(p.Bridges, fusion.Bridge{I: i, J: j, By: []int{by.num}})
				}
			}
		}
		f := b.over
		if f == nil || p.Apart(f.num, j) != "" || b.kind == ofMap {
			continue
		}
		r.whole(p, f.item.let.Binds, j)
		if b.kind == ofFilter {
			r.whole(p, r.countsOf(f), j)
			continue
		}
		for _, m := range r.runs {
			if m.kind == ofMap && m.over == f {
				r.whole(p, m.item.let.Binds, f.num, j)
			}
		}
	}
}

// between is the filter that a and b need in their cluster, or nil.
func (r *region) between(a, b, f *run) *run {
	if a != f {
		return f
	}
	if next := b.below(f); next != b {
		return next
	}
	return nil
}

// countsOf is the variables that are the number of survivors of f.
func (r *region) countsOf(f *run) (vs []*lcu.Var) {
	for _, it := range r.items {
		if it.count == f {
			vs = append(vs, it.let.Binds...)
		}
	}
	return vs
}

// countArrays tells planners of numbers of survivors as if they were arrays of
// no weight.
func (r *region) countArrays(p *fusion.Problem) {
	for _, f := range r.runs {
		for _, v := range r.countsOf(f) {
			a := fusion.Array{Maker: f.num, Stored: r.escapes(v)}
			for j, x := range r.runs {
				if x.item.uses[v] {
					a.Readers = append(a.Readers, j)
				}
			}
			r.arrayOf[v] = len(p.Arrays)
			p.Arrays = append(p.Arrays, a)
		}
	}
}
