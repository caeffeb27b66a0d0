package regions

// Planning of kernels over the elements that a filter selects: such a run can be in one
// kernel with the filter, evaluated for those elements that are selected. The filter
// is then part of a reduction (elements that are not selected count for nothing),
// of another filter (both conditions hold), or makes what maps make of its
// selected elements. [lcu §8: FILTER-REDUCE, FILTER-FILTER]

import (
	"slices"

	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/passes/kernel/fusion"
)

// addCount finds out whether a statement is the number of selected elements of a filter:
// the length of what it keeps, or its last rank.
func (r *region) addCount(f *planning, it *stmt) {
	var of *lcu.Var
	switch e := it.let.Rhs.(type) {
	case *lcu.Length:
		of = e.Vec.(*lcu.Ref).Var
	case *lcu.At:
		of = e.Vec.(*lcu.Ref).Var
	}
	res := r.made[of]
	if of == nil || res.invocation == nil || res.invocation.kind != ofFilter {
		return
	}
	ranks := res.k == len(res.invocation.stmt.let.Binds)-1
	switch e := it.let.Rhs.(type) {
	case *lcu.Length:
		if ranks || res.invocation.soac.(*lcu.Filter).Loose {
			return
		}
	case *lcu.At:
		if !ranks || find(f.facts.equal, f.facts.atom(e.Idx)) != find(f.facts.equal, res.invocation.n) {
			return
		}
		f.facts.of[it.let.Binds[0]] = res.invocation.selectedCount
	}
	it.count = res.invocation
	r.counts[it.let.Binds[0]] = res.invocation
}

// findSpace finds the filter whose selected elements a run goes over.
func (r *region) findSpace(x *invocation) {
	if x.parts.Segmented() || x.n < 0 {
		return
	}
	for _, a := range r.invocations {
		if a.selectedCount >= 0 && find(x.equal, a.selectedCount) == find(x.equal, x.n) {
			x.selection = a
			return
		}
	}
}

// after reports whether x goes over selected elements of f, of a filter of these, and
// so on.
func (x *invocation) after(f *invocation) bool {
	return x.selection != nil && (x.selection == f || x.selection.after(f))
}

// below is the run after f that x is or comes after: f keeps what it goes over.
func (x *invocation) below(f *invocation) *invocation {
	for x.selection != f {
		x = x.selection
	}
	return x
}

// filterBetween is the filter over the elements of a, on whose selected elements b
// depends, or nil.
func filterBetween(a, b *invocation) *invocation {
	for f := b.selection; f != nil; f = f.selection {
		if f.selection == a.selection {
			return f
		}
	}
	return nil
}

// incompatibleByFilter is the reason why two runs, one of which goes over fewer
// elements, cannot be one kernel, if there is one. It is about the filter between them.
func (r *region) incompatibleByFilter(a, b *invocation) fusion.Reason {
	f := filterBetween(a, b)
	if f == nil {
		if f = filterBetween(b, a); f == nil {
			return fusion.Because(fusion.SizesDiffer)
		}
		a, b = b, a
	}
	switch {
	case a == f:
		return r.incompatibleSelected(f, b.below(f))
	case a.num < f.num:
		return r.incompatible(a, f)
	}
	return r.incompatible(f, a)
}

// incompatibleSelected is the reason why b, over the elements selected by f, cannot be in its
// kernel, if there is one.
func (r *region) incompatibleSelected(f, b *invocation) fusion.Reason {
	loose := f.soac.(*lcu.Filter).Loose
	switch {
	case b.kind != ofMap && b.kind != ofReduce && b.kind != ofFilter:
		return fusion.Because(fusion.NeedsPlaces)
	case b.indexed:
		return fusion.Because(fusion.UsesPositions)
	case b.kind != ofReduce && (b.checks || f.checks):
		return fusion.Because(fusion.FailsInFilter)
	case b.kind == ofMap && loose:
		return fusion.Because(fusion.KeepsSize)
	case b.kind == ofFilter && (b.soac.(*lcu.Filter).Loose || r.used(b.stmt.let.Binds[len(b.stmt.let.Binds)-1])):
		return fusion.Because(fusion.NeedsRanks)
	case slices.ContainsFunc(b.parts.Ops, func(op prim.Rop) bool { return op == prim.RId }):
		return fusion.Because(fusion.StoresSelected)
	}
	for _, v := range lcu.FreeVars(b.soac) {
		x := r.made[v]
		if b.own[v] && (x.invocation == nil || x.invocation != f && x.invocation.selection != f || x.invocation == f && x.k == len(f.stmt.let.Binds)-1) {
			return fusion.Reason{Why: fusion.ReadsPlaces, Of: v.Name}
		}
	}
	return fusion.Reason{}
}

// inThunks reports whether thunks of x use v.
func (x *invocation) inThunks(v *lcu.Var) bool {
	return slices.Contains(lcu.FreeVars(x.parts.T), v) || x.parts.Fun != nil && slices.Contains(lcu.FreeVars(x.parts.Fun), v)
}

// used reports whether anything uses v.
func (r *region) used(v *lcu.Var) bool {
	return r.tailUses[v] || slices.ContainsFunc(r.stmts, func(it *stmt) bool { return it.uses[v] })
}

// selectedRules adds what kernels over selected elements need: the filter between, and
// that nobody needs the arrays that it does not make any more.
func (r *region) selectedRules(p *fusion.Problem) {
	r.countArrays(p)
	for j, b := range r.invocations {
		for i, a := range r.invocations {
			if f := filterBetween(a, b); f != nil && p.Incompatible(i, j).Why == fusion.Compatible {
				if by := r.between(a, b, f); by != nil {
					p.OnlyWith = append(p.OnlyWith, fusion.OnlyWith{I: i, J: j, By: []int{by.num}})
				}
			}
		}
		f := b.selection
		if f == nil || p.Incompatible(f.num, j).Why != fusion.Compatible || b.kind == ofMap {
			continue
		}
		r.temporary(p, f.stmt.let.Binds, j)
		if b.kind == ofFilter {
			r.temporary(p, r.countsOf(f), j)
			continue
		}
		for _, m := range r.invocations {
			if m.kind == ofMap && m.selection == f {
				r.temporary(p, m.stmt.let.Binds, f.num, j)
			}
		}
	}
}

// between is the filter that a and b need in their cluster, or nil.
func (r *region) between(a, b, f *invocation) *invocation {
	if a != f {
		return f
	}
	if next := b.below(f); next != b {
		return next
	}
	return nil
}

// countsOf is the variables that are the number of selected elements of f.
func (r *region) countsOf(f *invocation) (vs []*lcu.Var) {
	for _, it := range r.stmts {
		if it.count == f {
			vs = append(vs, it.let.Binds...)
		}
	}
	return vs
}

// countArrays tells planners of numbers of selected elements as if they were arrays of
// no weight.
func (r *region) countArrays(p *fusion.Problem) {
	for _, f := range r.invocations {
		for _, v := range r.countsOf(f) {
			a := fusion.Array{Maker: f.num, Stored: r.escapes(v)}
			for j, x := range r.invocations {
				if x.stmt.uses[v] {
					a.Readers = append(a.Readers, j)
				}
			}
			r.arrayOf[v] = len(p.Arrays)
			p.Arrays = append(p.Arrays, a)
		}
	}
}
