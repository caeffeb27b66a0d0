package fusion

// Exact search: invocations are put into clusters one after another, best
// first, and a branch ends where it cannot be cheaper than the best plan so
// far. All parts of the cost of a plan for the first invocations only grow.

import "slices"

// Search looks for a plan cheaper than start, a valid one, in at most limit
// steps. It reports whether it has looked everywhere.
func Search(p *Problem, start Plan, limit int) (Plan, bool) {
	s := &searcher{merger: newMerger(p), best: start, cost: p.Cost(start), left: limit}
	s.floor = p.floor()
	s.plan = s.plan[:0]
	s.place(0)
	return s.best.named(), s.left > 0
}

type searcher struct {
	*merger
	best  Plan
	cost  Cost
	floor Cost
	left  int
}

// floor is what every plan costs.
func (p *Problem) floor() (c Cost) {
	c.Launches = min(p.N, 1)
	for _, a := range p.Arrays {
		apart := func(i, j int) bool { return p.Apart(i, j) != "" }
		far := a.Maker >= 0 && slices.ContainsFunc(a.Readers, func(j int) bool { return apart(a.Maker, j) })
		if a.Maker >= 0 && (a.Stored || far) {
			c.Stored += a.Weight
		}
		if far || a.Maker < 0 && len(a.Readers) > 0 {
			c.Read += a.Weight
		}
	}
	return c
}

// place tries all clusters for invocation i.
func (s *searcher) place(i int) {
	if s.left--; s.left <= 0 || !s.floor.Less(s.cost) {
		return
	}
	if i == s.p.N {
		s.best, s.cost = slices.Clone(s.plan), s.p.Cost(s.plan)
		return
	}
	for c := i - 1; c >= 0; c-- {
		if s.plan[c] == c && s.joins(i, c) {
			s.try(i, c)
		}
	}
	s.try(i, i)
}

func (s *searcher) try(i, c int) {
	s.plan = append(s.plan, c)
	if s.partial().Less(s.cost) && s.valid(c, i == s.p.N-1) {
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

// partial is the cost of the beginning of a plan.
func (s *searcher) partial() (c Cost) {
	n := len(s.plan)
	for _, a := range s.p.Arrays {
		if a.Maker >= n {
			continue
		}
		k := 0
		for k < len(a.Readers) && a.Readers[k] < n {
			k++
		}
		a.Readers = a.Readers[:k]
		if a.stored(s.plan) {
			c.Stored += a.Weight
		}
		c.Read += a.Weight * a.reads(s.plan)
	}
	for i, of := range s.plan {
		if i == of {
			c.Launches++
		}
	}
	return c
}
