package regions

// The code of a region whose plan is known.

import (
	"slices"

	"nessiec/ir/lcu"
	"nessiec/passes/kernel/opt"
)

// emit is the code of a region with these clusters.
func (r *region) emit(clusters []*unit, tail lcu.Expr) lcu.Expr {
	var l lcu.Lets
	for _, u := range r.order(r.units(clusters)) {
		if len(u.stmts) > 1 {
			r.cluster(&l, u)
			continue
		}
		if it := u.stmts[0]; it.check != nil {
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
	of := map[*stmt]int{}
	for i, u := range units {
		for _, it := range u.stmts {
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
		for _, it := range units[i].stmts {
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

// last is the units by their last statements: those that wait for nothing late come
// where they were.
func (r *region) last(units []*unit) []int {
	out := make([]int, len(units))
	for i := range out {
		out[i] = i
	}
	at := func(i int) int { return units[i].stmts[len(units[i].stmts)-1].at }
	slices.SortFunc(out, func(a, b int) int { return at(a) - at(b) })
	return out
}

// cluster puts a cluster of runs into l. Results that others use are bound
// outside as before; the runs bind variables of their own.
func (r *region) cluster(l *lcu.Lets, u *unit) {
	g := u.stmts
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
			case u.copied[it] || !r.isLive(v, u):
			case it.count != nil && r.outputFilter(g) == it.count:
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
	for _, it := range u.stmts {
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

// isLive reports whether anything but g uses v, or v has to be a result because
// the kernel makes it whether it is used or not.
func (r *region) isLive(v *lcu.Var, u *unit) bool {
	g := u.stmts
	if r.tailUses[v] || slices.ContainsFunc(r.stmts, func(it *stmt) bool { return it.uses[v] && r.outside(it, u) }) {
		return true
	}
	res := r.made[v]
	if res.invocation == nil || !opt.IsFilter(res.invocation.soac) {
		return false
	}
	if slices.ContainsFunc(g, func(it *stmt) bool { return it.node != nil && it.node.selection == res.invocation }) {
		return r.outputFilter(g) == res.invocation && res.k == len(res.invocation.stmt.let.Binds)-1
	}
	return true
}

// outputFilter is the filter that a cluster with runs over selected elements is, or nil if it
// is a reduction.
func (r *region) outputFilter(g []*stmt) (f *invocation) {
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

// lastRank is the number of selected elements of a filter in a cluster, whose ranks are
// those among the elements of the first filter.
func (x *invocation) lastRank(g []*stmt) lcu.Expr {
	binds, first := x.stmt.let.Binds, x
	for first.selection != nil && slices.Contains(g, first.selection.stmt) {
		first = first.selection
	}
	return lcu.Get(lcu.Use(binds[len(binds)-1]), first.parts.N)
}

// withCounts is a cluster with the numbers of selected elements that its runs go over.
func (r *region) withCounts(g []*stmt) []*stmt {
	over := map[*invocation]bool{}
	for _, it := range g {
		over[it.node.selection] = slices.ContainsFunc(g, func(f *stmt) bool { return f.node == it.node.selection })
	}
	for _, it := range r.stmts {
		if it.count != nil && over[it.count] {
			g = append(g, it)
		}
	}
	slices.SortFunc(g, func(a, b *stmt) int { return a.at - b.at })
	return g
}
