package fusion

import (
	"math"
	"testing"
)

// said is what the rows of a model say of a plan: whether it is allowed, and the
// least that it costs. A row has at most one variable that no pair has, so each
// of these is bounded by its rows alone.
func (m *model) said(plan Plan) (bool, Cost) {
	values := make([]float64, len(m.integer))
	least, most := make([]float64, len(values)), make([]float64, len(values))
	pair := map[int]bool{}
	for e, v := range m.f {
		pair[v] = true
		if plan[e.From] != plan[e.To] {
			values[v] = 1
		}
	}
	for v := range most {
		most[v] = 1
	}
	for _, r := range m.rows {
		sum, free, by := 0.0, -1, 0.0
		for k, v := range r.cols {
			if pair[v] {
				sum += r.vals[k] * values[v]
			} else {
				free, by = v, r.vals[k]
			}
		}
		switch {
		case free < 0 && (sum < r.lo || sum > r.hi):
			return false, Cost{}
		case free >= 0 && by > 0:
			least[free], most[free] = max(least[free], (r.lo-sum)/by), min(most[free], (r.hi-sum)/by)
		case free >= 0:
			least[free], most[free] = max(least[free], (r.hi-sum)/by), min(most[free], (r.lo-sum)/by)
		}
	}
	cost := m.base
	for v := range values {
		if !pair[v] {
			if values[v] = math.Ceil(least[v]); values[v] > most[v] {
				return false, Cost{}
			}
		}
		for part := range cost {
			cost[part] += m.cost[part][v] * values[v]
		}
	}
	return len(m.cuts(plan)) == 0, Cost{int(cost[0]), int(cost[1]), int(cost[2])}
}

// The integer program allows the plans that Verify accepts, and says of each of
// them what it costs.
func TestModel(t *testing.T) {
	valid := 0
	for seed := range uint64(150) {
		p := random(4+int(seed%3), 6000+seed)
		m := newModel(p)
		plan := make(Plan, 0, p.N)
		var each func()
		each = func() {
			i := len(plan)
			if i < p.N {
				for c := 0; c <= i; c++ {
					if c == i || plan[c] == c {
						plan = append(plan, c)
						each()
						plan = plan[:i]
					}
				}
				return
			}
			for k := range plan {
				for j := range k {
					if _, ok := m.pair(j, k); plan[j] == plan[k] && !ok {
						if Verify(p, plan) == nil {
							t.Errorf("seed %d: the model does not have %v", seed, plan)
						}
						return
					}
				}
			}
			ok, cost := m.said(plan)
			err := Verify(p, plan)
			if ok != (err == nil) {
				t.Errorf("seed %d, %v: allowed: %v, but %v", seed, plan, ok, err)
			} else if ok && cost != p.Cost(plan) {
				t.Errorf("seed %d, %v: costs %v, not %v", seed, plan, cost, p.Cost(plan))
			}
			if ok {
				valid++
			}
		}
		each()
	}
	if valid < 1000 {
		t.Errorf("only %d plans", valid)
	}
}
