// Package fusion decides which invocations of kernels become one kernel. It
// knows nothing of code: a Problem is a graph of invocations, a Plan puts each
// into a cluster, and planners look for the Plan of the least Cost.
//
//	Problem    invocations in program order, what orders them, which pairs are incompatible
//	Plan       the cluster of every invocation, or that it is copied into those that read it
//	Cost       arrays stored and work done again, arrays read, kernels launched; compared in this order
//	Sync       what the host has to learn from the device; no plan synchronises more often than None
//	planners   None, Vertical, Down, Up (greedy), Search (exact, with a limit), ILP
//	Verify     whether a Plan keeps to its Problem, independent of all planners
//
// The problem is that of [lcu §7], with copies and synchronisation.
package fusion

import "slices"

// A Problem is a control region: N invocations, numbered in program order.
type Problem struct {
	N           int
	Edges       []Edge  // what must come before what; From < To
	Arrays      []Array // what is made or read
	Temporaries []Temporary
	OnlyWith    []OnlyWith
	Syncs       []Sync // how often the host waits between invocations
	Copies      []Copy // what may be copied
	Repeats     []Repeat
	why         []Why          // pairs are incompatible
	of          map[int]string // what that is about, by pair

	maxSyncs int
}

// An Edge is a pair of invocations.
type Edge struct{ From, To int }

// A Temporary allows the maker of an array into a cluster with all of With only if
// the array is not stored.
type Temporary struct {
	Array int
	With  []int
}

// An OnlyWith allows I and J into one cluster only together with one of By.
type OnlyWith struct {
	I, J int
	By   []int
}

// An Array is made by invocation Maker, or outside the region if that is -1.
type Array struct {
	Maker   int
	Readers []int // in increasing order, each once
	Stored  bool  // it exists whatever the plan is
	Weight  int   // its size class, at least 1
}

// New is a problem of n invocations without edges.
func New(n int) *Problem { return &Problem{N: n, why: make([]Why, n*n), of: map[int]string{}} }

// Forbid says why i and j cannot be in one cluster; the first reason counts.
func (p *Problem) Forbid(i, j int, why Reason) {
	at := p.pair(i, j)
	if p.why[at] != Compatible {
		return
	}
	if p.why[at] = why.Why; why.Of != "" {
		p.of[at] = why.Of
	}
}

// Incompatible is the reason that forbids i and j together, if there is one.
func (p *Problem) Incompatible(i, j int) Reason {
	at := p.pair(i, j)
	if p.why[at] == Compatible {
		return Reason{}
	}
	return Reason{p.why[at], p.of[at]}
}

// forbidden reports whether i and j are incompatible.
func (p *Problem) forbidden(i, j int) bool { return p.why[p.pair(i, j)] != Compatible }

func (p *Problem) pair(i, j int) int { return min(i, j)*p.N + max(i, j) }

// A Plan is a cluster for every invocation: the number of its first member, or Copied.
type Plan []int

// None is the plan that fuses nothing.
func None(p *Problem) Plan {
	plan := make(Plan, p.N)
	for i := range plan {
		plan[i] = i
	}
	return plan
}

// Clusters lists the members of the clusters, both in increasing order.
func (plan Plan) Clusters() [][]int {
	at := map[int]int{}
	var out [][]int
	for i, c := range plan {
		if c == Copied {
			continue
		}
		if _, ok := at[c]; !ok {
			at[c] = len(out)
			out = append(out, nil)
		}
		out[at[c]] = append(out[at[c]], i)
	}
	return out
}

// named gives clusters the number of their first member.
func (plan Plan) named() Plan {
	out := make(Plan, len(plan))
	for i := range out {
		out[i] = Copied
	}
	for _, members := range plan.Clusters() {
		for _, i := range members {
			out[i] = members[0]
		}
	}
	return out
}

// A Cost is what a plan takes: the weights of arrays that are stored, the work
// that copies do again, the weights of arrays that clusters read, and the number
// of clusters.
type Cost struct{ Stored, Again, Read, Launches int }

// parts is what is compared, the first first: stores and work against each other.
func (c Cost) parts() [3]int { return [3]int{c.Stored*StoreWork + c.Again, c.Read, c.Launches} }

// Less compares costs.
func (c Cost) Less(d Cost) bool {
	a, b := c.parts(), d.parts()
	return slices.Compare(a[:], b[:]) < 0
}

// Cost is the cost of a plan.
func (p *Problem) Cost(plan Plan) Cost { return p.without(plan).cost(plan) }

// cost is the cost of a plan for the first invocations, if p is without what it copies.
func (p *Problem) cost(plan Plan) (c Cost) {
	n := len(plan)
	for _, a := range p.Arrays {
		if a.Maker >= n {
			continue
		}
		if k := len(a.Readers); k > 0 && a.Readers[k-1] >= n {
			for k > 0 && a.Readers[k-1] >= n {
				k--
			}
			a.Readers = a.Readers[:k]
		}
		if a.stored(plan) {
			c.Stored += a.Weight
		}
		c.Read += a.Weight * a.reads(plan)
	}
	for i := range p.Repeats {
		c.Again += p.Repeats[i].cost(plan)
	}
	for i, of := range plan {
		if i == of {
			c.Launches++
		}
	}
	return c
}

// stored reports whether a is stored by whoever makes it in the region.
func (a *Array) stored(plan Plan) bool {
	return a.Maker >= 0 && (a.Stored || slices.ContainsFunc(a.Readers, func(j int) bool { return plan[j] != plan[a.Maker] }))
}

// reads is how many clusters read a from memory.
func (a *Array) reads(plan Plan) int {
	n := 0
	for k, j := range a.Readers {
		here := a.Maker >= 0 && plan[a.Maker] == plan[j]
		if !here && !slices.ContainsFunc(a.Readers[:k], func(i int) bool { return plan[i] == plan[j] }) {
			n++
		}
	}
	return n
}

// Best is the plan of least cost, the first of equal ones.
func Best(p *Problem, plans ...Plan) Plan {
	best := plans[0]
	for _, plan := range plans[1:] {
		if p.Cost(plan).Less(p.Cost(best)) {
			best = plan
		}
	}
	return best
}
