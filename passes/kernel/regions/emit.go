package regions

// The code of a region whose plan is known.

import (
	"slices"

	"nessiec/ir/lcu"
	"nessiec/passes/kernel/code"
)

// emit is the code of a region with these clusters.
func (r *region) emit(clusters []*unit, tail lcu.Expr) lcu.Expr {
	var l lcu.Lets
	for _, u := range r.order(r.units(clusters)) {
		if len(u.items) > 1 {
			r.cluster(&l, u)
			continue
		}
		if it := u.items[0]; it.check != nil {
			l.Wrap(func(then lcu.Expr) lcu.Expr {
				return &lcu.Check{Node: it.check.Node, Cond: it.check.Cond, Error: it.check.Error, Then: then}
			})
		} else {
			l.Wrap(func(body lcu.Expr) lcu.Expr {
				return &lcu.Let{Node: it.let.Node, Binds: it.let.Binds, Rhs: it.let.Rhs, Body: body}
			})
		}
	}
	return l.In(tail)
}

// order sorts units by what they wait for, the one that began first before the
// others: what a run needs comes no earlier than it did if it can be.
func (r *region) order(units []*unit) []*unit {
	of := map[*item]int{}
	for i, u := range units {
		for _, it := range u.items {
			if !u.copied[it] {
				of[it] = i
			}
		}
	}
	out, state := make([]*unit, 0, len(units)), make([]byte, len(units))
	var visit func(i int)
	visit = func(i int) {
		if state[i] != 0 {
			if state[i] == 1 {
				panic("kernel: a cluster waits for itself")
			}
			return
		}
		state[i] = 1
		var need []int
		for _, it := range units[i].items {
			for _, d := range it.deps {
				if !units[i].has(d) {
					need = append(need, of[d])
				}
			}
		}
		slices.Sort(need)
		for _, j := range need {
			visit(j)
		}
		state[i] = 2
		out = append(out, units[i])
	}
	for _, i := range r.last(units) {
		visit(i)
	}
	return out
}

// last is the units by their last items: those that wait for nothing late come
// where they were.
func (r *region) last(units []*unit) []int {
	out := make([]int, len(units))
	for i := range out {
		out[i] = i
	}
	at := func(i int) int { return units[i].items[len(units[i].items)-1].at }
	slices.SortFunc(out, func(a, b int) int { return at(a) - at(b) })
	return out
}

// cluster puts a cluster of runs into l. Results that others use are bound
// outside as before; the runs bind variables of their own.
func (r *region) cluster(l *lcu.Lets, u *unit) {
	g := u.items
	var in, after lcu.Lets
	env := map[*lcu.Var]lcu.Expr{}
	var outer []*lcu.Var
	var vals []lcu.Expr
	for _, it := range g {
		rhs := lcu.Replace(it.let.Rhs, env)
		if u.copied[it] {
			run := rhs.(*lcu.Run)
			rhs = &lcu.Copy{Node: run.Node, Kernel: run.Kernel, Args: run.Args}
		}
		binds := make([]*lcu.Var, len(it.let.Binds))
		for i, v := range it.let.Binds {
			binds[i] = lcu.NewVar(v.Name, v.Type)
			env[v] = lcu.Use(binds[i])
			switch {
			case u.copied[it] || !r.lives(v, u):
			case it.count != nil && r.keeps(g) == it.count:
				after.Set(it.let.Binds, it.count.lastRank(g))
			default:
				outer, vals = append(outer, v), append(vals, env[v])
			}
		}
		in.Set(binds, rhs)
	}
	if len(outer) == 0 {
		if v := unusedResult(u); v != nil {
			outer, vals = append(outer, v), append(vals, env[v])
		}
	}
	l.Set(outer, &lcu.Cluster{Body: in.In(lcu.Results(vals...))})
	l.Wrap(after.In)
}

// unusedResult is a result for a cluster of which checks are all that is left:
// one that its kernel can make, or nil if it makes none. Filters and the like
// cannot give results of maps, nor make anything beside a reduction.
func unusedResult(u *unit) (v *lcu.Var) {
	best := -1
	for _, it := range u.items {
		if it.node == nil || u.copied[it] || len(it.let.Binds) == 0 {
			continue
		}
		rank := int(it.node.kind)
		if it.node.kind == ofReduce {
			rank = int(ofOther) + 1
		}
		if rank > best {
			best, v = rank, it.let.Binds[0]
		}
	}
	return v
}

// lives reports whether anything but g uses v, or v has to be a result because
// the kernel makes it whether it is used or not.
func (r *region) lives(v *lcu.Var, u *unit) bool {
	g := u.items
	if r.tailUses[v] || slices.ContainsFunc(r.items, func(it *item) bool { return it.uses[v] && r.outside(it, u) }) {
		return true
	}
	res := r.made[v]
	if res.run == nil || !code.IsFilter(res.run.soac) {
		return false
	}
	if slices.ContainsFunc(g, func(it *item) bool { return it.node != nil && it.node.over == res.run }) {
		return r.keeps(g) == res.run && res.k == len(res.run.item.let.Binds)-1
	}
	return true
}

// keeps is the filter that a cluster with runs over survivors is, or nil if it
// is a reduction.
func (r *region) keeps(g []*item) (f *run) {
	for _, it := range g {
		switch {
		case it.node == nil:
		case it.node.kind == ofReduce:
			return nil
		case it.node.kind == ofFilter:
			f = it.node
		}
	}
	return f
}

// lastRank is the number of survivors of a filter in a cluster, whose ranks are
// those among the elements of the first filter.
func (x *run) lastRank(g []*item) lcu.Expr {
	binds, first := x.item.let.Binds, x
	for first.over != nil && slices.Contains(g, first.over.item) {
		first = first.over
	}
	return lcu.Get(lcu.Use(binds[len(binds)-1]), first.parts.N)
}

// withCounts is a cluster with the numbers of survivors that its runs go over.
func (r *region) withCounts(g []*item) []*item {
	over := map[*run]bool{}
	for _, it := range g {
		over[it.node.over] = slices.ContainsFunc(g, func(f *item) bool { return f.node == it.node.over })
	}
	for _, it := range r.items {
		if it.count != nil && over[it.count] {
			g = append(g, it)
		}
	}
	slices.SortFunc(g, func(a, b *item) int { return a.at - b.at })
	return g
}
