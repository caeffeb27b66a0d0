package regions

// What may be copied into the runs that read it instead of being stored: cheap maps
// whose results nothing else needs. What copies cost is weighed with all else by the
// planner; arrays that are computed for nothing, or read across control, were
// copied before (inline-producers).

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/passes/kernel/fusion"
	"nessiec/passes/kernel/opt"
)

// The work of an element that is computed again: an operation is 1. A read is what the
// read of the array would have been, so only those beyond the first count. What is
// cheap is hidden behind reads; what is not counts for every element, of which there are
// more on inner levels, and its reads are half a store.
const (
	cheapOps       = 4
	cheapReads     = 2
	cheapRead      = 2
	expensiveRead  = fusion.StoreWork / 2
	evaluatesTwice = 2 // where elements are looked at twice
)

// work is what it takes to compute an element again, at a place for so many.
func work(c opt.Cost, near, times int) int {
	more := max(0, c.Reads-1)
	if c.Ops <= cheapOps && c.Reads+near <= cheapReads {
		return max(1, c.Ops+cheapRead*max(0, c.Reads+near-1))
	}
	return times * (c.Ops + cheapRead*near + expensiveRead*more)
}

// mayCopy adds what may be copied to the problem, when all else is known.
func (r *region) mayCopy(p *fusion.Problem) {
	for _, x := range r.invocations {
		if x.copyable() && r.onlyRead(p, x) {
			if c, ok := r.copyOf(p, x); ok {
				p.Copies = append(p.Copies, c)
			}
		}
	}
}

// copyable reports whether elements of x can be computed anywhere.
func (x *invocation) copyable() bool {
	return x.kind == ofMap && x.selection == nil && !x.checks && !x.expensive
}

// onlyRead reports whether only runs need x, and for its elements.
func (r *region) onlyRead(p *fusion.Problem, x *invocation) bool {
	used := false
	for _, v := range x.stmt.let.Binds {
		if r.escapes(v) {
			return false
		}
		for _, y := range r.invocations {
			if y.stmt.uses[v] {
				used = true
				if !y.readsOnly(v) {
					return false
				}
			}
		}
	}
	needs := func(is []int) bool { return slices.Contains(is, x.num) }
	return used &&
		!slices.ContainsFunc(p.Temporaries, func(w fusion.Temporary) bool { return needs(w.With) }) &&
		!slices.ContainsFunc(p.OnlyWith, func(b fusion.OnlyWith) bool { return needs(b.By) }) &&
		!slices.ContainsFunc(p.Syncs, func(w fusion.Sync) bool { return w.From == x.num })
}

// readsOnly reports whether x uses v for its elements, and not in a loop; other than by
// way of its length, which is known.
func (x *invocation) readsOnly(v *lcu.Var) bool {
	ok := true
	isV := func(e lcu.Expr) bool {
		r, is := e.(*lcu.Ref)
		return is && r.Var == v
	}
	var visit func(e lcu.Expr, loop bool)
	visit = func(e lcu.Expr, loop bool) {
		switch e := e.(type) {
		case *lcu.Ref:
			ok = ok && !isV(e)
		case *lcu.At:
			if isV(e.Vec) {
				ok = ok && !loop && !isV(e.Idx)
				return
			}
		case *lcu.Length:
			return
		case *lcu.Loop:
			loop = true
		}
		e.Children(func(_ int, c lcu.Expr) { visit(c, loop) })
	}
	visit(x.soac, false)
	return ok
}

// copyOf is what planners have to know to copy x.
func (r *region) copyOf(p *fusion.Problem, x *invocation) (fusion.Copy, bool) {
	c := fusion.Copy{Of: x.num}
	seg := x.parts.Segmented() && slices.Contains(lcu.FreeVars(x.parts.T.Body), x.parts.T.Params[0])
	if r.keepsFromPlace(x) {
		return c, false
	}
	times := 1
	for _, y := range r.invocations {
		if !y.stmt.reads(x.stmt) {
			continue
		}
		own, here := x.readAtOwn(y), y.weight()
		if own {
			c.Own = append(c.Own, y.num)
		} else if here = min(here, y.places(x)); !own {
			here *= max(1, sites(y.soac, x))
		}
		if seg && (!own || y.segs < 0 || find(y.equal, y.segs) != find(y.equal, x.segs) || len(y.dest) > 0) {
			return c, false
		}
		if opt.EvaluatesTwice(lcu.Inner(y.soac)) {
			here *= evaluatesTwice
		}
		times = max(times, here)
	}
	var cost opt.Cost
	near := 0
	if x.parts.Segmented() {
		cost, near = opt.RowCost(x.parts.T)
	} else {
		cost.Add(x.parts.T)
	}
	c.Work = work(cost, near, times)
	for _, e := range p.Edges {
		if e.To != x.num {
			continue
		}
		b := r.invocations[e.From]
		reads, incompatible := x.stmt.reads(b.stmt), p.Incompatible(e.From, e.To).Why != fusion.Compatible
		switch {
		case reads && !incompatible && b.kind == ofMap && b.selection == nil:
			c.Near = append(c.Near, e.From)
		case reads || incompatible:
			c.Far = append(c.Far, e.From)
		}
	}
	for _, w := range p.Syncs {
		if w.To == x.num && w.From >= 0 && !slices.Contains(c.Far, w.From) {
			return c, false
		}
	}
	return c, true
}

// keepsFromPlace reports whether one that reads x, or maps of it, could not work in place with the
// elements of x computed in its kernel.
func (r *region) keepsFromPlace(x *invocation) bool {
	from := []*invocation{x} // in order, so one look at each is enough
	for _, y := range r.invocations[x.num+1:] {
		if !slices.ContainsFunc(from, func(z *invocation) bool { return y.stmt.reads(z.stmt) }) {
			continue
		}
		soac := lcu.Inner(y.soac)
		if opt.ReadsUpdated(soac, x.parts.T) || r.lastUses.KeepsFromPlace(y.stmt.let.Binds, soac, x.parts.N, x.parts.T) {
			return true
		}
		if y.kind == ofMap {
			from = append(from, y)
		}
	}
	return false
}

// readAtOwn reports whether y reads x at its own index only, which is the same.
func (x *invocation) readAtOwn(y *invocation) bool {
	if y.selection != nil || y.n < 0 || x.n < 0 || find(y.equal, x.n) != find(y.equal, y.n) {
		return false
	}
	return !slices.ContainsFunc(x.stmt.let.Binds, func(v *lcu.Var) bool { return y.other[v] })
}

// places is how often y reads x at other places, by its size class: once for a row if
// it reads it at the number of its segment.
func (y *invocation) places(x *invocation) int {
	if !y.parts.Segmented() || len(y.parts.T.Params) < 2 {
		return y.weight()
	}
	seg, rows := lcu.Use(y.parts.T.Params[0]), true
	ir.Walk(lcu.Expr(y.soac), func(e lcu.Expr) bool {
		if at, ok := e.(*lcu.At); ok && slices.Contains(x.stmt.let.Binds, at.Vec.(*lcu.Ref).Var) {
			rows = rows && lcu.SameAtom(at.Idx, seg)
		}
		return true
	})
	return either(rows, 1, y.weight())
}

// sites is how many elements of x a SOAC reads.
func sites(soac lcu.Expr, x *invocation) int {
	var idx []lcu.Expr
	ir.Walk(soac, func(e lcu.Expr) bool {
		if at, ok := e.(*lcu.At); ok && slices.Contains(x.stmt.let.Binds, at.Vec.(*lcu.Ref).Var) &&
			!slices.ContainsFunc(idx, func(i lcu.Expr) bool { return lcu.SameAtom(i, at.Idx) }) {
			idx = append(idx, at.Idx)
		}
		return true
	})
	return len(idx)
}

// copiesFor is the runs that are copied into a cluster of these: those that they read,
// and those that copies read.
func (r *region) copiesFor(g []*stmt, plan fusion.Plan) (out []*stmt) {
	for k := range r.invocations {
		x := r.invocations[len(r.invocations)-1-k].stmt
		if plan[x.node.num] == fusion.Copied && slices.ContainsFunc(slices.Concat(g, out), func(it *stmt) bool { return it.reads(x) }) {
			out = append(out, x)
		}
	}
	return out
}
