package fusion

// Circles of clusters that wait for each other, and ways with too many waits of
// the host.

import "slices"

// cut is the row that cuts off a circle of clusters of a plan, or a slow way, if
// it has one: some cluster on it is taken apart, or two of them become one.
func (m *model) cut(plan Plan) (row, bool) {
	way, round := findCircle(m.p, plan), true
	if way == nil {
		way, round = m.p.slow(plan), false
	}
	if way == nil {
		return row{}, false
	}
	r := row{lo: 1, hi: unbounded}
	for k, e := range way {
		next := way[(k+1)%len(way)]
		if v, ok := m.pair(e.To, next.From); ok && e.To != next.From && (round || k < len(way)-1) {
			r.cols, r.vals = append(r.cols, v), append(r.vals, 1)
		}
		if v, ok := m.pair(e.From, e.To); ok {
			r.lo--
			r.cols, r.vals = append(r.cols, v), append(r.vals, -1)
		}
	}
	return r, true
}

// findCircle is the shortest circle of edges between clusters that goes
// through the first cluster that is on one, or nil.
func findCircle(p *Problem, plan Plan) []Edge {
	out := map[int][]Edge{}
	for _, e := range p.Edges {
		if plan[e.From] != plan[e.To] {
			out[plan[e.From]] = append(out[plan[e.From]], e)
		}
	}
	for start := range plan {
		came := map[int]Edge{}
		for queue := []int{start}; len(queue) > 0; queue = queue[1:] {
			for _, e := range out[queue[0]] {
				to := plan[e.To]
				if _, seen := came[to]; seen {
					continue
				}
				came[to] = e
				if queue = append(queue, to); to == start {
					return wayBack(plan, came, start)
				}
			}
		}
	}
	return nil
}

func wayBack(plan Plan, came map[int]Edge, start int) []Edge {
	var way []Edge
	for at := start; ; {
		e := came[at]
		way = append(way, e)
		if at = plan[e.From]; at == start {
			slices.Reverse(way)
			return way
		}
	}
}
