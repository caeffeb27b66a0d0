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
// their first member, members that must be apart, clusters that wait for
// each other, or a host that waits more often than without fusion. If there is no such circle, clusters are convex, too.
func Verify(p *Problem, plan Plan) error {
	if len(plan) != p.N {
		return fmt.Errorf("a plan for %d invocations instead of %d", len(plan), p.N)
	}
	for i, c := range plan {
		if c < 0 || c > i || plan[c] != c {
			return fmt.Errorf("invocation %d is in cluster %d", i, c)
		}
		for j := range i {
			if why := p.Apart(j, i); plan[j] == c && why != "" {
				return fmt.Errorf("invocations %d and %d are fused, but %s", j, i, why)
			}
		}
	}
	for _, w := range p.Wholes {
		if a := p.Arrays[w.Array]; together(plan, a.Maker, w.With) == len(w.With) && a.stored(plan) {
			return fmt.Errorf("invocation %d is fused with %v and stores an array", a.Maker, w.With)
		}
	}
	for _, b := range p.Bridges {
		if plan[b.I] == plan[b.J] && together(plan, b.I, b.By) == 0 {
			return fmt.Errorf("invocations %d and %d are fused without any of %v", b.I, b.J, b.By)
		}
	}
	g := simple.NewDirectedGraph()
	for _, c := range plan {
		if g.Node(int64(c)) == nil {
			g.AddNode(simple.Node(c))
		}
	}
	for _, e := range p.Edges {
		if a, b := plan[e.From], plan[e.To]; a != b {
			g.SetEdge(simple.Edge{F: simple.Node(a), T: simple.Node(b)})
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
	if n := waits(p, plan, order); n > p.mostWaits {
		return fmt.Errorf("the host would wait %d times instead of %d", n, p.mostWaits)
	}
	return nil
}

// waits is how often the host waits, by going through clusters in an order that
// keeps to the edges.
func waits(p *Problem, plan Plan, order []graph.Node) (most int) {
	known := make([]int, p.N) // waits before every cluster
	for _, c := range order {
		at := int(c.ID())
		for _, x := range p.Waits {
			switch {
			case x.From < 0 && plan[x.To] == at:
				known[at] = max(known[at], x.Times)
			case x.From >= 0 && x.To >= 0 && plan[x.To] == at && plan[x.From] != at:
				known[at] = max(known[at], known[plan[x.From]]+x.Times)
			}
		}
		for _, e := range p.Edges {
			if plan[e.To] == at {
				known[at] = max(known[at], known[plan[e.From]])
			}
		}
		most = max(most, known[at])
	}
	for _, x := range p.Waits {
		if x.To < 0 {
			most = max(most, known[plan[x.From]]+x.Times)
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
