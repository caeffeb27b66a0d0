package fusion

// Circles of clusters that wait for each other, and ways with too many waits of
// the host.

import "slices"

// cuts are rows that cut off the circles of clusters of a plan, or a slow way.
func (m *model) cuts(plan Plan) (out []row) {
	p := m.p.without(plan)
	for _, circle := range findCircles(p, plan) {
		out = append(out, m.cut(circle, true))
	}
	if len(out) > 0 {
		return out
	}
	if way := p.slow(plan); way != nil {
		r := m.cut(way, false)
		for i, v := range m.d { // a wait may be that of what is copied
			if plan[i] == Copied {
				r.lo--
				r.cols, r.vals = append(r.cols, v), append(r.vals, -1)
			}
		}
		out = append(out, r)
	}
	return out
}

// cut says that some cluster on a way is taken apart, or that two of them become one.
func (m *model) cut(way []Edge, round bool) row {
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
	return r
}

// findCircles is circles of edges between clusters: the shortest through the
// first cluster that is on one, and then likewise through the others.
func findCircles(p *Problem, plan Plan) (circles [][]Edge) {
	out := make([][]Edge, p.N) // of clusters
	for _, e := range p.Edges {
		if c := plan[e.From]; c != plan[e.To] {
			out[c] = append(out[c], e)
		}
	}
	for c := range plan {
		if circle := circleThrough(c, plan, out); circle != nil {
			circles = append(circles, circle)
			for _, e := range circle {
				out[plan[e.From]] = nil
			}
		}
	}
	return circles
}

// circleThrough is the shortest circle through a cluster, or nil.
func circleThrough(c int, plan Plan, out [][]Edge) []Edge {
	came := map[int]Edge{}
	for queue := []int{c}; len(queue) > 0; queue = queue[1:] {
		for _, e := range out[queue[0]] {
			to := plan[e.To]
			if _, seen := came[to]; seen {
				continue
			}
			came[to] = e
			if queue = append(queue, to); to == c {
				return pathBack(plan, came, c)
			}
		}
	}
	return nil
}

func pathBack(plan Plan, came map[int]Edge, start int) []Edge {
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
