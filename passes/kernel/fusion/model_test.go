package fusion

import (
	"slices"
	"testing"
)

// said is what the rows of a model say of a plan: whether it is allowed, and the
// least that it costs. What is fused and copied is given; the other variables follow
// one after another, from the rows of which they are the last.
func (m *model) said(plan Plan) (bool, Cost3) {
	values, given := make([]float64, len(m.integer)), make([]bool, len(m.integer))
	for e, v := range m.f {
		given[v] = true
		if plan[e.From] != plan[e.To] || plan[e.From] == Copied {
			values[v] = 1
		}
	}
	for i, v := range m.d {
		given[v] = true
		if plan[i] == Copied {
			values[v] = 1
		}
	}
	rows := make([][]row, len(values)+1)
	for _, r := range m.rows {
		last := -1
		for _, v := range r.cols {
			if !given[v] {
				last = max(last, v)
			}
		}
		rows[last+1] = append(rows[last+1], r)
	}
	holds := func(r row, but int) (sum, by float64) {
		for k, v := range r.cols {
			if v == but {
				by = r.vals[k]
			} else {
				sum += r.vals[k] * values[v]
			}
		}
		return sum, by
	}
	for _, r := range rows[0] {
		if sum, _ := holds(r, -1); sum < r.lo || sum > r.hi {
			return false, Cost3{}
		}
	}
	for v := range values {
		least, most := 0.0, 1.0
		for _, r := range rows[v+1] {
			sum, by := holds(r, v)
			lo, hi := (r.lo-sum)/by, (r.hi-sum)/by
			if by < 0 {
				lo, hi = hi, lo
			}
			least, most = max(least, lo), min(most, hi)
		}
		if given[v] {
			continue
		}
		if least > most {
			return false, Cost3{}
		}
		if values[v] = least; slices.Contains(m.shared, v) {
			values[v] = most
		}
	}
	var cost Cost3
	for part := range cost {
		sum := m.base[part]
		for v := range values {
			sum += m.cost[part][v] * values[v]
		}
		cost[part] = int(sum)
	}
	return len(m.cuts(plan)) == 0, cost
}

// Cost3 is the parts of a cost that are compared.
type Cost3 = [3]int

// The integer program allows the plans that Verify accepts, and says of each of
// them what it costs.
func TestModel(t *testing.T) {
	valid := 0
	for seed := range uint64(150) {
		p := Random(4+int(seed%3), 6000+seed)
		m := newModel(p)
		plan := make(Plan, 0, p.N)
		var each func()
		each = func() {
			i := len(plan)
			if i < p.N {
				for c := Copied; c <= i; c++ {
					if c == i || c == Copied && p.copyOf(i) != nil || c >= 0 && plan[c] == c {
						plan = append(plan, c)
						each()
						plan = plan[:i]
					}
				}
				return
			}
			for k := range plan {
				for j := range k {
					if _, ok := m.pair(j, k); plan[j] == plan[k] && plan[j] != Copied && !ok {
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
			} else if ok && cost != p.Cost(plan).parts() {
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
