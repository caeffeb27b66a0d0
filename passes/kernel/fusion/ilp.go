package fusion

// The exact planner: part by part, by a search where that is enough, and
// otherwise by the integer program, if a solver is linked in.

import (
	"fmt"
	"math"
)

// A Result is a plan and how good it is known to be.
type Result struct {
	Plan   Plan
	Proved bool   // no plan is cheaper
	Bound  Cost   // no plan costs less
	How    string // for people
}

// Limits, all of them deterministic: steps of Search before and without a
// solver, invocations of a part that is given to one, and entries of its program, nodes of
// its tree for each component of the cost, and cuts.
const (
	firstSteps     = 500
	firstTimesSize = 30_000
	searchSteps    = 6000
	stepsTimesSize = 120_000 // a step takes longer in larger problems
	solverSize     = 40
	solverEntries  = 3500 // of the rows of a program; one of 4000 takes ten seconds
	solverNodes    = 500
	solverCuts     = 200
	solverSeconds  = 120 // a backstop; a plan that depends on it is reported as not proved
)

// ILP is the plan of least cost, the components of which are made least one
// after another, or the best that is found within limits.
func ILP(p *Problem) Result { return byParts(p, exact) }

// BySearch is the best plan of a search of so many steps for each part.
func BySearch(p *Problem, steps int) Result {
	return byParts(p, func(p *Problem) Result {
		plan, all := Search(p, Greedy(p), steps)
		return Result{plan, all, either(all, p.Cost(plan), p.floor()), "search"}
	})
}

// BySolver is the best plan of the solver, whatever the size of parts; each gets so
// many seconds for each of its runs.
func BySolver(p *Problem, seconds float64) Result {
	return byParts(p, func(p *Problem) Result { return solved(newModel(p), Greedy(p), seconds) })
}

// byParts plans the parts alone, and together those that wait for each other.
func byParts(p *Problem, plan func(*Problem) Result) Result {
	path, incompatible := closure(p)
	var sure [][]int
	if len(p.Syncs) > 0 {
		sure = p.sure(path, incompatible)
	}
	groups := parts(p, incompatible)
	for {
		r, largest := Result{Plan: None(p), Proved: true}, 0
		for _, members := range groups {
			one := plan(p.part(members, path, incompatible, sure))
			for k, c := range one.Plan {
				r.Plan[members[k]] = c
				if c != Copied {
					r.Plan[members[k]] = members[c]
				}
			}
			r.Proved, r.Bound = r.Proved && one.Proved, r.Bound.plus(one.Bound)
			if len(members) > largest {
				r.How, largest = one.How, len(members)
			}
		}
		around := circular(p, r.Plan, groups)
		if len(around) > 1 {
			groups = unite(groups, around)
			continue
		}
		if len(groups) > 1 {
			r.How = fmt.Sprintf("%d parts, the largest of %d: %s", len(groups), largest, r.How)
		}
		if greedy := Greedy(p); len(around) > 0 || p.Cost(greedy).Less(p.Cost(r.Plan)) {
			r.Plan, r.Proved = greedy, false
		}
		return r
	}
}

// exact plans one part.
func exact(p *Problem) Result {
	start := Greedy(p)
	if !p.floor().Less(p.Cost(start)) {
		return Result{start, true, p.Cost(start), "greedy, as cheap as any plan"}
	}
	steps, solvable := min(searchSteps, stepsTimesSize/max(1, p.N)), Solver != "" && p.N <= solverSize
	first := steps
	if solvable {
		first = max(firstSteps, firstTimesSize/max(1, p.N))
	}
	plan, all := Search(p, start, first)
	if solvable && !all {
		if m := newModel(p); m.entries() <= solverEntries {
			return solved(m, plan, solverSeconds)
		}
		plan, all = Search(p, plan, steps)
	}
	switch {
	case all:
		return Result{plan, true, p.Cost(plan), "proved by search"}
	case Solver == "":
		return Result{plan, false, p.floor(), fmt.Sprintf("the best of %d steps of search", steps)}
	}
	return Result{plan, false, relaxed(p), fmt.Sprintf("the best of %d steps of search, the bound by linear programming", steps)}
}

// relaxed is a bound: what is stored by the linear program, the rest by what
// every plan costs.
func relaxed(p *Problem) Cost {
	m, bound := newRelaxation(p), p.floor()
	s := newSolver(m, solverSeconds)
	defer s.close()
	if out := s.minimise(m.cost[0]); out.optimal {
		least := 0.0
		for v, c := range m.cost[0] {
			least += c * out.values[v]
		}
		bound = bound.atLeast(m.base[0] + least)
	}
	return bound
}

func (c Cost) plus(d Cost) Cost {
	return Cost{c.Stored + d.Stored, c.Again + d.Again, c.Read + d.Read, c.Launches + d.Launches}
}

// atLeast is a bound whose first part is no less than this.
func (c Cost) atLeast(x float64) Cost {
	if n := int(math.Ceil(x - 1e-6)); n > c.parts()[0] {
		c.Stored, c.Again = n/StoreWork, n%StoreWork
	}
	return c
}

// A solver is a program being solved.
type solver interface {
	add(rows []row)
	// minimise finds the least cost, and what is proved of it.
	minimise(cost []float64) outcome
	close()
}

// An outcome is the best solution found, nil if none was, and a lower bound.
type outcome struct {
	values  []float64
	bound   float64
	optimal bool
}

// solved is the plan of the solver, or start if that is as good.
func solved(m *model, start Plan, seconds float64) Result {
	p, s := m.p, newSolver(m, seconds)
	defer s.close()
	best, floor, cuts := start, p.floor(), 0
	for part := range 3 {
		cost, have := m.cost[part], p.Cost(best).part(part)-m.base[part]
		if have < 0.5 || have+m.base[part] <= floor.part(part) { // it cannot be less
			s.add([]row{atMost(cost, have)})
			continue
		}
		s.add([]row{atMost(cost, have)})
		out := s.minimise(cost)
		for ; out.values != nil; out = s.minimise(cost) {
			rows := m.cuts(m.plan(out.values))
			if len(rows) == 0 || cuts >= solverCuts {
				out.optimal = out.optimal && len(rows) == 0
				break
			}
			cuts += len(rows)
			s.add(rows)
		}
		if out.values != nil {
			if plan := m.plan(out.values); Verify(p, plan) == nil {
				best = Best(p, best, plan)
			}
		}
		if !out.optimal {
			bound := floor
			if part == 0 {
				bound = bound.atLeast(out.bound + m.base[0])
			} else {
				bound.Stored, bound.Again = p.Cost(best).Stored, p.Cost(best).Again
			}
			return Result{best, false, bound, fmt.Sprintf("%s stopped at component %d of the cost", Solver, part)}
		}
		s.add([]row{atMost(cost, p.Cost(best).part(part)-m.base[part])})
	}
	return Result{best, true, p.Cost(best), fmt.Sprintf("proved by %s, %d cuts", Solver, cuts)}
}

// atMost says that a cost, which is a whole number, is at most n.
func atMost(cost []float64, n float64) row {
	r := row{lo: -unbounded, hi: n + 0.25}
	for v, c := range cost {
		if c != 0 {
			r.cols, r.vals = append(r.cols, v), append(r.vals, c)
		}
	}
	return r
}

func (c Cost) part(k int) float64 { return float64(c.parts()[k]) }
