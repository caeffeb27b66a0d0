package fusion

// The exact planner: a search where that is enough, and otherwise the integer
// program, if a solver is linked in.

import "fmt"

// A Result is a plan and how good it is known to be.
type Result struct {
	Plan   Plan
	Proved bool   // no plan is cheaper
	How    string // for people
}

// Limits, all of them deterministic: steps of Search before and without a
// solver, invocations of a problem that is given to one, nodes of its tree for
// each part of the cost, and circles cut off.
const (
	firstSteps     = 2000
	searchSteps    = 6000
	stepsTimesSize = 120_000 // a step takes longer in larger problems
	solverSize     = 40
	solverNodes    = 500
	solverCuts     = 200
)

// ILP is the plan of least cost, the parts of which are made least one after
// another, or the best that is found within limits.
func ILP(p *Problem) Result {
	start := Greedy(p)
	steps := min(searchSteps, stepsTimesSize/max(1, p.N))
	useSolver := Solver != "" && p.N <= solverSize
	if useSolver {
		steps = firstSteps
	}
	plan, all := Search(p, start, steps)
	switch {
	case all:
		return Result{plan, true, "proved by search"}
	case useSolver:
		return solved(p, plan)
	}
	return Result{plan, false, fmt.Sprintf("the best of %d steps of search, at least %v", steps, p.floor())}
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
func solved(p *Problem, start Plan) Result {
	m := newModel(p)
	s := newSolver(m)
	defer s.close()
	best, cuts := start, 0
	for part := range 3 {
		cost, have := m.cost[part], p.Cost(best).part(part)-m.base[part]
		if have < 0.5 || have+m.base[part] <= p.floor().part(part) { // it cannot be less
			s.add([]row{atMost(cost, have)})
			continue
		}
		s.add([]row{atMost(cost, have)})
		out := s.minimise(cost)
		for ; out.values != nil; out = s.minimise(cost) {
			cut, wrong := m.circle(m.plan(out.values))
			if !wrong || cuts == solverCuts {
				out.optimal = out.optimal && !wrong
				break
			}
			cuts++
			s.add([]row{cut})
		}
		if out.values != nil {
			if plan := m.plan(out.values); Verify(p, plan) == nil {
				best = Best(p, best, plan)
			}
		}
		if !out.optimal {
			return Result{best, false, fmt.Sprintf("%s stopped in part %d, %d circles cut: %v, proved %.1f",
				Solver, part, cuts, p.Cost(best), out.bound+m.base[part])}
		}
		s.add([]row{atMost(cost, p.Cost(best).part(part)-m.base[part])})
	}
	return Result{best, true, fmt.Sprintf("proved by %s, %d circles cut", Solver, cuts)}
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

func (c Cost) part(k int) float64 { return float64([]int{c.Stored, c.Read, c.Launches}[k]) }
