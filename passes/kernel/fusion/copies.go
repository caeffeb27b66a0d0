package fusion

// Invocations that may be copied: instead of being in a cluster, one is computed
// in every cluster that reads what it makes, and its arrays exist no more. What
// it reads, its readers read; what it comes after, they come after.
//
// A plan that copies is a plan for the problem without the copied invocations,
// which without makes: so what a plan may do, and what it costs, is said once.

import "slices"

// Copied stands in a plan for the cluster of what is copied.
const Copied = -1

// StoreWork is the work of storing an array of weight 1.
const StoreWork = 32

// A Copy allows to copy Of, of whose results nothing but invocations knows, and
// what comes after it comes after some that reads them. Where it
// is copied, none of Far may be, nor any of Near but where it is read at the
// own index: other elements of what these make are not known there.
type Copy struct {
	Of        int
	Work      int   // of computing it once more
	Own       []int // readers that read it at their own index only
	Near, Far []int
}

// A Repeat is the work of a copied invocation: once for each cluster with
// readers at its own index, and for every reader elsewhere; less that of
// computing it at all. It is one more than that, so that nothing is copied that can
// as well be in the cluster of its readers.
type Repeat struct {
	Work            int
	Own, Elsewheres []int
}

// cost is the work of the first n invocations that is done again.
func (x *Repeat) cost(plan Plan) int {
	n := 0
	for k, j := range x.Own {
		if j < len(plan) && !slices.ContainsFunc(x.Own[:k], func(i int) bool { return plan[i] == plan[j] }) {
			n++
		}
	}
	for _, j := range x.Elsewheres {
		if j < len(plan) {
			n++
		}
	}
	return 1 + x.Work*max(0, n-1)
}

// copyOf is what is said of copying i, or nil.
func (p *Problem) copyOf(i int) *Copy {
	for k := range p.Copies {
		if p.Copies[k].Of == i {
			return &p.Copies[k]
		}
	}
	return nil
}

// copies reports whether a plan, or its beginning, copies anything.
func (plan Plan) copies() bool { return slices.Contains(plan, Copied) }

// A computation is an invocation by which another is computed, and whether that is
// at its own index.
type computation struct {
	by  int
	own bool
}

// readings is the invocations that compute each copied one, directly or as part
// of others that are copied.
func (p *Problem) readings(plan Plan) map[int][]computation {
	out := map[int][]computation{}
	for _, c := range slices.Backward(p.byNumber()) {
		if c.Of >= len(plan) || plan[c.Of] != Copied {
			continue
		}
		var all []computation
		for _, j := range p.readersOf(c.Of) {
			own := slices.Contains(c.Own, j)
			if further, copied := out[j]; copied {
				for _, r := range further {
					all = append(all, computation{r.by, own && r.own})
				}
			} else {
				all = append(all, computation{j, own})
			}
		}
		slices.SortFunc(all, func(a, b computation) int {
			if a.by != b.by || a.own == b.own {
				return a.by - b.by
			}
			return either(a.own, -1, 1)
		})
		out[c.Of] = slices.Compact(all)
	}
	return out
}

// byNumber is what may be copied, in program order.
func (p *Problem) byNumber() []*Copy {
	out := make([]*Copy, len(p.Copies))
	for k := range out {
		out[k] = &p.Copies[k]
	}
	slices.SortFunc(out, func(a, b *Copy) int { return a.Of - b.Of })
	return out
}

// readersOf is the invocations that read what i makes, in order.
func (p *Problem) readersOf(i int) (out []int) {
	for k := range p.Arrays {
		if p.Arrays[k].Maker == i {
			out = append(out, p.Arrays[k].Readers...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// without is the problem of what a plan, or its beginning, does not copy. The
// others keep their numbers, and nothing is said of those that it copies. What copies forbid
// is about nothing in particular.
func (p *Problem) without(plan Plan) *Problem {
	if !plan.copies() {
		return p
	}
	by := p.readings(plan)
	q := &Problem{N: p.N, why: slices.Clone(p.why), of: p.of, maxSyncs: p.maxSyncs}
	gone := func(i int) bool { return i >= 0 && i < len(plan) && plan[i] == Copied }
	for _, e := range p.Edges {
		switch {
		case gone(e.From):
		case gone(e.To):
			for _, r := range by[e.To] {
				q.Edges = append(q.Edges, Edge{e.From, r.by})
			}
		default:
			q.Edges = append(q.Edges, e)
		}
	}
	for _, x := range p.Syncs {
		switch {
		case gone(x.From): // those that read it are followed by the same
		case gone(x.To):
			for _, r := range by[x.To] {
				q.Syncs = append(q.Syncs, Sync{x.From, r.by, x.Times})
			}
		default:
			q.Syncs = append(q.Syncs, x)
		}
	}
	for _, a := range p.Arrays {
		if gone(a.Maker) {
			a = Array{Maker: -1}
		} else if slices.ContainsFunc(a.Readers, gone) {
			a.Readers = slices.Clone(a.Readers)
			for _, j := range a.Readers {
				for _, r := range by[j] {
					a.Readers = append(a.Readers, r.by)
				}
			}
			a.Readers = slices.DeleteFunc(a.Readers, gone)
			slices.Sort(a.Readers)
			a.Readers = slices.Compact(a.Readers)
		}
		q.Arrays = append(q.Arrays, a)
	}
	for _, w := range p.Temporaries {
		if !gone(p.Arrays[w.Array].Maker) {
			q.Temporaries = append(q.Temporaries, w)
		}
	}
	for _, b := range p.OnlyWith {
		if !gone(b.I) && !gone(b.J) {
			q.OnlyWith = append(q.OnlyWith, b)
		}
	}
	for _, c := range p.byNumber() {
		if gone(c.Of) {
			q.repeat(c, by[c.Of])
		}
	}
	return q
}

// repeat adds what copies of c are to cost, and what they are incompatible with.
func (p *Problem) repeat(c *Copy, by []computation) {
	x := Repeat{Work: c.Work}
	for _, r := range by {
		if r.own {
			x.Own = append(x.Own, r.by)
		} else {
			x.Elsewheres = append(x.Elsewheres, r.by)
			for _, i := range c.Near {
				p.Forbid(i, r.by, Because(ReadsCopied))
			}
		}
		for _, i := range c.Far {
			p.Forbid(i, r.by, Because(IncompatibleCopy))
		}
	}
	p.Repeats = append(p.Repeats, x)
}

func either[T any](c bool, a, b T) T {
	if c {
		return a
	}
	return b
}
