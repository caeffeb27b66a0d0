package fusion

// Exact search: invocations are put into clusters one after another, best
// first, and a branch ends where it cannot be cheaper than the best plan so
// far. All parts of the cost of a plan for the first invocations only grow.

import "slices"

// Search looks for a plan cheaper than start, a valid one, in at most limit
// steps. It reports whether it has looked everywhere.
func Search(p *Problem, start Plan, limit int) (Plan, bool) {
	s := &searcher{merger: newMerger(p), temporary: p, best: start, cost: p.Cost(start), left: limit, floor: p.floor(), may: make([]bool, p.N)}
	for _, c := range p.Copies {
		s.may[c.Of] = true
	}
	s.place(0)
	return s.best.named(), s.left > 0
}

// A searcher has the problem without what the plan copies so far.
type searcher struct {
	*merger
	temporary *Problem
	best      Plan
	cost      Cost
	floor     Cost
	may       []bool // be copied
	left      int
}

// place tries all clusters for invocation i, and copying it.
func (s *searcher) place(i int) {
	if s.left--; s.left <= 0 || !s.floor.Less(s.cost) {
		return
	}
	if i == s.p.N {
		s.best, s.cost = slices.Clone(s.plan), s.p.cost(s.plan)
		return
	}
	if s.may[i] {
		s.copy(i)
	}
	for c := i - 1; c >= 0; c-- {
		if s.plan[c] == c && s.compatible(i, c) {
			s.try(i, c)
		}
	}
	s.try(i, i)
}

// copy tries plans that copy i.
func (s *searcher) copy(i int) {
	whole := s.merger
	plan := append(slices.Clone(s.plan), Copied)
	s.merger = newMerger(s.temporary.without(plan))
	s.plan = plan
	if s.p.cost(s.plan).Less(s.cost) {
		s.place(i + 1)
	}
	s.merger = whole
}

func (s *searcher) try(i, c int) {
	s.plan = append(s.plan, c)
	if s.p.cost(s.plan).Less(s.cost) && s.valid(c, i == s.p.N-1) {
		s.place(i + 1)
	}
	s.plan = s.plan[:i]
}

// valid reports whether the plan, all of it or its beginning, has no circle
// through a cluster, and all of it keeps wholes and bridges and is not slow.
func (s *searcher) valid(c int, all bool) bool {
	bad := s.circular(c)
	if bad || !all {
		return !bad
	}
	for i, c := range s.plan {
		if i == c && !s.allowed(c) {
			return false
		}
	}
	return s.p.slow(s.plan) == nil
}
