package regions

// What may be copied into the runs that read it instead of being stored: cheap maps
// whose results nothing else needs. What copies cost is weighed with all else by the
// planner; arrays that are computed for nothing, or read across control, were
// copied before (inline-producers).

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/passes/kernel/code"
	"nessiec/passes/kernel/fusion"
)

// The work of an element that is computed again: an operation is 1. A read is what the
// read of the array would have been, so only those beyond the first count. What is
// cheap is hidden behind reads; what is not counts for every element, of which there are
// more on inner levels, and its reads are half a store.
const (
	cheapOps     = 4
	cheapReads   = 2
	cheapRead    = 2
	dearRead     = fusion.StoreWork / 2
	replaysTwice = 2 // where elements are looked at twice
)

// work is what it takes to compute an element again, at a place for so many.
func work(c code.Cost, times int) int {
	more := max(0, c.Reads-1)
	if c.Ops <= cheapOps && c.Reads <= cheapReads {
		return max(1, c.Ops+cheapRead*more)
	}
	return times * (c.Ops + dearRead*more)
}

// mayCopy adds what may be copied to the problem, when all else is known.
func (r *region) mayCopy(p *fusion.Problem) {
	for _, x := range r.runs {
		if x.copyable() && r.onlyRead(p, x) {
			if c, ok := r.copyOf(p, x); ok {
				p.Copies = append(p.Copies, c)
			}
		}
	}
}

// copyable reports whether elements of x can be computed anywhere.
func (x *run) copyable() bool {
	return x.kind == ofMap && x.over == nil && !x.checks && !x.dear
}

// onlyRead reports whether only runs need x, and for its elements.
func (r *region) onlyRead(p *fusion.Problem, x *run) bool {
	used := false
	for _, v := range x.item.let.Binds {
		if r.escapes(v) {
			return false
		}
		for _, y := range r.runs {
			if y.item.uses[v] {
				used = true
				if !y.readsOnly(v) {
					return false
				}
			}
		}
	}
	needs := func(is []int) bool { return slices.Contains(is, x.num) }
	return used &&
		!slices.ContainsFunc(p.Wholes, func(w fusion.Whole) bool { return needs(w.With) }) &&
		!slices.ContainsFunc(p.Bridges, func(b fusion.Bridge) bool { return needs(b.By) }) &&
		!slices.ContainsFunc(p.Waits, func(w fusion.Wait) bool { return w.From == x.num })
}

// readsOnly reports whether x uses v for its elements, and not in a loop; other than by
// way of its length, which is known.
func (x *run) readsOnly(v *lcu.Var) bool {
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
func (r *region) copyOf(p *fusion.Problem, x *run) (fusion.Copy, bool) {
	c := fusion.Copy{Of: x.num}
	seg := x.parts.Segmented() && slices.Contains(lcu.FreeVars(x.parts.T.Body), x.parts.T.Params[0])
	times := 1
	for _, y := range r.runs {
		if !y.item.reads(x.item) {
			continue
		}
		if code.ReadsInto(lcu.Inner(y.soac), x.parts.T) {
			return c, false
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
		if code.Replays(lcu.Inner(y.soac)) {
			here *= replaysTwice
		}
		times = max(times, here)
	}
	var cost code.Cost
	cost.Add(x.parts.T)
	c.Work = work(cost, times)
	for _, e := range p.Edges {
		if e.To != x.num {
			continue
		}
		b := r.runs[e.From]
		reads, apart := x.item.reads(b.item), p.Apart(e.From, e.To) != ""
		switch {
		case reads && !apart && b.kind == ofMap && b.over == nil:
			c.Near = append(c.Near, e.From)
		case reads || apart:
			c.Far = append(c.Far, e.From)
		}
	}
	for _, w := range p.Waits {
		if w.To == x.num && w.From >= 0 && !slices.Contains(c.Far, w.From) {
			return c, false
		}
	}
	return c, true
}

// readAtOwn reports whether y reads x at its own index only, which is the same.
func (x *run) readAtOwn(y *run) bool {
	if y.over != nil || y.n < 0 || x.n < 0 || find(y.equal, x.n) != find(y.equal, y.n) {
		return false
	}
	return !slices.ContainsFunc(x.item.let.Binds, func(v *lcu.Var) bool { return y.other[v] })
}

// places is how often y reads x at other places, by its size class: once for a row if
// it reads it at the number of its segment.
func (y *run) places(x *run) int {
	if !y.parts.Segmented() || len(y.parts.T.Params) < 2 {
		return y.weight()
	}
	seg, rows := lcu.Use(y.parts.T.Params[0]), true
	ir.Walk(lcu.Expr(y.soac), func(e lcu.Expr) bool {
		if at, ok := e.(*lcu.At); ok && slices.Contains(x.item.let.Binds, at.Vec.(*lcu.Ref).Var) {
			rows = rows && code.SameAtom(at.Idx, seg)
		}
		return true
	})
	return either(rows, 1, y.weight())
}

// sites is how many elements of x a SOAC reads.
func sites(soac lcu.Expr, x *run) int {
	var idx []lcu.Expr
	ir.Walk(soac, func(e lcu.Expr) bool {
		if at, ok := e.(*lcu.At); ok && slices.Contains(x.item.let.Binds, at.Vec.(*lcu.Ref).Var) &&
			!slices.ContainsFunc(idx, func(i lcu.Expr) bool { return code.SameAtom(i, at.Idx) }) {
			idx = append(idx, at.Idx)
		}
		return true
	})
	return len(idx)
}

// copiesFor is the runs that are copied into a cluster of these: those that they read,
// and those that copies read.
func (r *region) copiesFor(g []*item, plan fusion.Plan) (out []*item) {
	for k := range r.runs {
		x := r.runs[len(r.runs)-1-k].item
		if plan[x.node.num] == fusion.Copied && slices.ContainsFunc(slices.Concat(g, out), func(it *item) bool { return it.reads(x) }) {
			out = append(out, x)
		}
	}
	return out
}
