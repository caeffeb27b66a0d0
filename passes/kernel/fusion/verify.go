package fusion

// Checking of plans, by other means than those of the planners: library
// algorithms on the graph of clusters.

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"
)

// Verify reports what is wrong with a plan: clusters that are not named after
// their first member, members that are incompatible, copies that may not be, or not
// there, clusters that wait for each other, or a host that waits more often than
// without fusion. If there is no such circle, clusters are convex, too.
func Verify(p *Problem, plan Plan) error {
	if len(plan) != p.N {
		return fmt.Errorf("a plan for %d invocations instead of %d", len(plan), p.N)
	}
	for i, c := range plan {
		if c == Copied {
			continue
		}
		if c < 0 || c > i || plan[c] != c {
			return fmt.Errorf("invocation %d is in cluster %d", i, c)
		}
		for j := range i {
			if plan[j] != c {
				continue
			}
			if why := p.Incompatible(j, i); why.Why != Compatible {
				return fmt.Errorf("invocations %d and %d are fused, but %s", j, i, why)
			}
		}
	}
	h, err := holdersOf(p, plan)
	if err != nil {
		return err
	}
	for _, w := range p.Temporaries {
		a := p.Arrays[w.Array]
		if plan[a.Maker] != Copied && together(plan, a.Maker, w.With) == len(w.With) && (a.Stored || h.leaves(a)) {
			return fmt.Errorf("invocation %d is fused with %v and stores an array", a.Maker, w.With)
		}
	}
	for _, b := range p.OnlyWith {
		if plan[b.I] != Copied && plan[b.I] == plan[b.J] && together(plan, b.I, b.By) == 0 {
			return fmt.Errorf("invocations %d and %d are fused without any of %v", b.I, b.J, b.By)
		}
	}
	g := simple.NewDirectedGraph()
	for i, c := range plan {
		if i == c {
			g.AddNode(simple.Node(c))
		}
	}
	for _, e := range p.Edges {
		for _, a := range h.at(e.From) {
			for _, b := range h.at(e.To) {
				if a != b && plan[e.From] != Copied {
					g.SetEdge(simple.Edge{F: simple.Node(a), T: simple.Node(b)})
				}
			}
		}
	}
	order, err := topo.Sort(g)
	if err != nil {
		var circle []int64
		for _, n := range err.(topo.Unorderable)[0] {
			circle = append(circle, n.ID())
		}
		slices.Sort(circle)
		return fmt.Errorf("clusters would wait for each other: %v", circle)
	}
	if n := h.syncs(order); n > p.maxSyncs {
		return fmt.Errorf("the host would wait %d times instead of %d", n, p.maxSyncs)
	}
	return nil
}

// holders is the invocations that compute those that are copied.
type holders struct {
	p    *Problem
	plan Plan
	of   map[int][]int
}

// holdersOf finds them from what every invocation reads, and reports what is wrong with copies.
func holdersOf(p *Problem, plan Plan) (*holders, error) {
	h := &holders{p, plan, map[int][]int{}}
	makes := make([][]int, p.N) // copied invocations whose results one reads
	for _, a := range p.Arrays {
		if a.Maker < 0 || plan[a.Maker] != Copied {
			continue
		}
		if a.Stored || p.copyOf(a.Maker) == nil {
			return nil, fmt.Errorf("invocation %d cannot be copied", a.Maker)
		}
		for _, j := range a.Readers {
			makes[j] = append(makes[j], a.Maker)
		}
	}
	for holder, c := range plan {
		if c == Copied {
			continue
		}
		seen := map[computation]bool{}
		var visit func(i int, own bool)
		visit = func(i int, own bool) {
			for _, m := range makes[i] {
				if at := (computation{m, own && slices.Contains(p.copyOf(m).Own, i)}); !seen[at] {
					seen[at] = true
					visit(at.by, at.own)
				}
			}
		}
		visit(holder, true)
		for at := range seen {
			if !slices.Contains(h.of[at.by], holder) {
				h.of[at.by] = append(h.of[at.by], holder)
			}
			for k, others := range [][]int{p.copyOf(at.by).Far, p.copyOf(at.by).Near} {
				if n := together(plan, holder, others); n > 0 && (k == 0 || !at.own) {
					return nil, fmt.Errorf("invocation %d is copied into the cluster of %d, where some of %v are", at.by, holder, others)
				}
			}
		}
	}
	return h, nil
}

// at is the clusters where i is computed.
func (h *holders) at(i int) (out []int) {
	if h.plan[i] != Copied {
		return []int{h.plan[i]}
	}
	for _, j := range h.of[i] {
		out = append(out, h.plan[j])
	}
	return out
}

// leaves reports whether a is read in another cluster than that of its maker.
func (h *holders) leaves(a Array) bool {
	return slices.ContainsFunc(a.Readers, func(j int) bool {
		return slices.ContainsFunc(h.at(j), func(c int) bool { return c != h.plan[a.Maker] })
	})
}

// syncs is how often the host waits, by going through clusters in an order that
// keeps to the edges.
func (h *holders) syncs(order []graph.Node) (most int) {
	known := make([]int, h.p.N) // waits before every cluster
	for _, c := range order {
		at := int(c.ID())
		here := func(i int) bool { return slices.Contains(h.at(i), at) }
		for _, x := range h.p.Syncs {
			switch {
			case x.From >= 0 && h.plan[x.From] == Copied:
			case x.From < 0 && here(x.To):
				known[at] = max(known[at], x.Times)
			case x.From >= 0 && x.To >= 0 && here(x.To) && h.plan[x.From] != at:
				known[at] = max(known[at], known[h.plan[x.From]]+x.Times)
			}
		}
		for _, e := range h.p.Edges {
			if here(e.To) && h.plan[e.From] != Copied {
				known[at] = max(known[at], known[h.plan[e.From]])
			}
		}
		most = max(most, known[at])
	}
	for _, x := range h.p.Syncs {
		if x.To < 0 && h.plan[x.From] != Copied {
			most = max(most, known[h.plan[x.From]]+x.Times)
		}
	}
	return most
}

// together is how many of js are in the cluster of i.
func together(plan Plan, i int, js []int) (n int) {
	for _, j := range js {
		if plan[j] == plan[i] {
			n++
		}
	}
	return n
}
