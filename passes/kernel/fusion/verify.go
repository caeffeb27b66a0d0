package fusion

// Checking of plans, by other means than those of the planners: library
// algorithms on the graph of clusters.

import (
	"fmt"

	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"
)

// Verify reports what is wrong with a plan: clusters that are not named after
// their first member, members that must be apart, or clusters that wait for
// each other. If there is no such circle, clusters are convex, too.
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
	for _, e := range p.Whole {
		for _, a := range p.Arrays {
			if plan[e.From] == plan[e.To] && a.Maker == e.From && a.stored(plan) {
				return fmt.Errorf("invocation %d is fused with %d and stores an array", e.From, e.To)
			}
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
	if _, err := topo.Sort(g); err != nil {
		return fmt.Errorf("clusters wait for each other: %v", err)
	}
	return nil
}
