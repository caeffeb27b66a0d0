package fusion

// How often the host waits for the device. What it needs to know before it can
// go on, it reads together with all that can be read by then, so the waits of a
// plan are the most that any way through its clusters has. Fusing puts off what
// was early; a plan is valid only if it waits no more often than None.

import "slices"

// A Sync says that the host waits Times times, after From and before To, if these
// are not in one cluster. From is -1 for the beginning of the region, To is -1
// for its end. Invocations of a Wait have an Edge, too.
type Sync struct{ From, To, Times int }

// LimitSyncs makes the waits of None the most that a plan may have; it comes
// after all Edges and Waits.
func (p *Problem) LimitSyncs() { _, p.maxSyncs = new(walk).slowest(p, p.Edges, None(p)) }

// slow is a way through a plan without circles that has too many waits, or nil.
func (p *Problem) slow(plan Plan) []Edge { return new(walk).slow(p, p.Edges, plan) }

// slow is that of a problem, in the memory of the walk before, by edges that imply all of them.
func (w *walk) slow(p *Problem, edges []Edge, plan Plan) []Edge {
	if way, syncs := w.slowest(p, edges, plan); syncs > p.maxSyncs {
		return way
	}
	return nil
}

// slowest is the way with the most waits through the clusters of a plan that has
// no circles, and how many these are. It may be from -1, and to -1.
func (w *walk) slowest(p *Problem, edges []Edge, plan Plan) (way []Edge, syncs int) {
	if len(p.Syncs) == 0 {
		return nil, 0
	}
	w.start(p, edges, plan)
	start := -1
	for i, c := range plan {
		if i != c {
			continue
		}
		if n := w.begin[c].syncs + w.behind(c); n > syncs {
			start, syncs = c, n
		}
	}
	if start < 0 {
		return nil, 0
	}
	if a := w.begin[start]; a.syncs > 0 {
		way = append(way, a.Edge)
	}
	for c := start; c >= 0 && w.next[c] != nil; c = w.next[c].to {
		way = append(way, w.next[c].Edge)
	}
	return way, syncs
}

// An arc leads from one cluster to another, or to the end (-1).
type arc struct {
	Edge
	to, syncs int
	other     int // one more than the number of another arc from there; 0 if there is none
}

// A walk finds the most waits behind every cluster. One plan after another may be walked through
// in its memory.
type walk struct {
	arcs  []arc
	first []int  // one more than the number of an arc from a cluster
	begin []arc  // with the most waits from the beginning
	most  []int  // behind clusters that were seen
	next  []*arc // on the way to these
	seen  []bool
}

// start takes the arcs between the clusters of a plan.
func (w *walk) start(p *Problem, edges []Edge, plan Plan) {
	w.arcs = slices.Grow(w.arcs[:0], len(edges)+len(p.Syncs)) // next points into it
	w.first, w.begin, w.most = zeros(w.first, p.N), zeros(w.begin, p.N), zeros(w.most, p.N)
	w.next, w.seen = zeros(w.next, p.N), zeros(w.seen, p.N)
	add := func(from, to, syncs int) {
		c, d := plan[from], -1
		if to >= 0 {
			d = plan[to]
		}
		if c != d {
			w.arcs = append(w.arcs, arc{Edge{from, to}, d, syncs, w.first[c]})
			w.first[c] = len(w.arcs)
		}
	}
	for _, e := range edges {
		add(e.From, e.To, 0)
	}
	for _, x := range p.Syncs {
		if x.From >= 0 {
			add(x.From, x.To, x.Times)
		} else if c := plan[x.To]; x.Times > w.begin[c].syncs {
			w.begin[c] = arc{Edge{-1, x.To}, c, x.Times, 0}
		}
	}
}

// zeros is n zeros, in the memory of s where there is enough.
func zeros[T any](s []T, n int) []T {
	s = slices.Grow(s[:0], n)[:n]
	clear(s)
	return s
}

// behind is the most waits behind cluster c, or the end.
func (w *walk) behind(c int) int {
	if c < 0 {
		return 0
	}
	if w.seen[c] {
		return w.most[c]
	}
	w.seen[c] = true
	for k := w.first[c]; k > 0; k = w.arcs[k-1].other {
		a := &w.arcs[k-1]
		if n := a.syncs + w.behind(a.to); n > w.most[c] {
			w.most[c], w.next[c] = n, a
		}
	}
	return w.most[c]
}

// sure is the waits that there are between invocations in any plan; row and
// column N are the beginning and the end of the region.
func (p *Problem) sure(path [][]bool, incompatible []bool) [][]int {
	n := p.N
	far := make([][]int, n+1)
	for i := range far {
		far[i] = make([]int, n+1)
	}
	index := func(i int) int { return (i + n + 1) % (n + 1) }
	for _, x := range p.Syncs {
		if i, j := index(x.From), index(x.To); i == n || j == n || incompatible[i*n+j] {
			far[i][j] = max(far[i][j], x.Times)
		}
	}
	for k := range n { // by way of k, the invocations before which come first
		for i := range far {
			if i < n && !path[i][k] {
				continue
			}
			for j := range far {
				if j == n || path[k][j] {
					far[i][j] = max(far[i][j], far[i][k]+far[k][j])
				}
			}
		}
	}
	return far
}

// tooSlow makes pairs incompatible with which together every plan waits too often, by what
// is incompatible already; it reports whether there were any.
func (p *Problem) tooSlow(path [][]bool, incompatible []bool) (changed bool) {
	if len(p.Syncs) == 0 {
		return false
	}
	n, far := p.N, p.sure(path, incompatible)
	for i := range n {
		for j := i + 1; j < n; j++ {
			if !incompatible[i*n+j] && max(far[n][i], far[n][j])+max(far[i][n], far[j][n]) > p.maxSyncs {
				incompatible[i*n+j], changed = true, true
			}
		}
	}
	return changed
}
