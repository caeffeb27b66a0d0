package fusion

// The integer program. Its variables are f[i,j] for pairs that may be fused
// (0: in one cluster), what is copied and by whom it is computed then (copymodel.go),
// and for every array and invocation what it costs, which
// follows from these. There are no variables for the order of clusters: clusters
// are convex by rows for triples on a path, and circles of clusters and ways with
// too many waits are cut off when a solution has one. It is the fastest of the variants that were measured.

import "slices"

// A row is lo <= sum of vals[k] * variable cols[k] <= hi.
type row struct {
	lo, hi float64
	cols   []int
	vals   []float64
}

// A model is the integer program of a problem.
type model struct {
	p        *Problem
	path     [][]bool           // from i to j over edges
	distinct []bool             // of pairs i*N+j, i < j
	f        map[Edge]int       // the variable of a pair; pairs without one are incompatible, or do not matter
	d        map[int]int        // of what may be copied: 1 if it is
	by       map[int][]computed // who computes it then
	readers  [][]computed       // of every array
	shared   []int              // variables that are as large as they can be
	integer  []bool             // of every variable; all are between 0 and 1
	rows     []row
	cost     [3][]float64 // of every variable, by part of the cost
	base     [3]float64   // what every plan costs
}

const unbounded = 1e30

// entries is how many variables the rows of m mention in all.
func (m *model) entries() (n int) {
	for _, r := range m.rows {
		n += len(r.cols)
	}
	return n
}

func newModel(p *Problem) *model {
	m := emptyModel(p)
	for i := range p.N {
		for j := i + 1; j < p.N; j++ {
			m.may(i, j)
		}
	}
	m.copies()
	m.keepCopies()
	var launches []int
	for i := range p.N {
		launches = append(launches, m.launch(i))
	}
	b := newBounds(p)
	m.several(launches, b.launches())
	for k := range p.Arrays {
		m.storage(k)
		m.traffic(k, b.reads(&p.Arrays[k]))
	}
	for _, c := range p.Copies {
		m.repeat(&c)
	}
	for _, b := range p.OnlyWith {
		m.onlyWith(b)
	}
	m.triples()
	return m
}

// newRelaxation is the linear program of what is stored, about the pairs only
// of which one makes what the other reads. What copies do again counts nothing.
func newRelaxation(p *Problem) *model {
	m := emptyModel(p)
	m.copies()
	for k := range p.Arrays {
		for _, r := range m.readers[k] {
			if p.Arrays[k].Maker >= 0 {
				m.may(p.Arrays[k].Maker, r.by)
			}
		}
	}
	m.keepCopies()
	for k := range p.Arrays {
		m.storage(k)
	}
	m.triples()
	for v := range m.integer {
		m.integer[v] = false
	}
	return m
}

func emptyModel(p *Problem) *model {
	m := &model{p: p, f: map[Edge]int{}, d: map[int]int{}, by: map[int][]computed{}}
	m.path, m.distinct = closure(p)
	return m
}

// may makes the variable of a pair, unless it are incompatible.
func (m *model) may(i, j int) {
	e := Edge{min(i, j), max(i, j)}
	if _, ok := m.f[e]; !ok && !m.distinct[e.From*m.p.N+e.To] {
		m.f[e] = m.variable(true)
	}
}

// closure is which invocations are on a path over edges, and which pairs must
// be incompatible: of three invocations on a path, the outer two are if one of them
// and the middle one are, which cannot be copied; and those are with which together any plan is slow.
func closure(p *Problem) (path [][]bool, incompatible []bool) {
	n := p.N
	path, incompatible = make([][]bool, n), make([]bool, n*n)
	for i := range path {
		path[i] = make([]bool, n)
		for j := i + 1; j < n; j++ {
			incompatible[i*n+j] = p.forbidden(i, j)
		}
	}
	edges := slices.Clone(p.Edges)
	slices.SortFunc(edges, func(a, b Edge) int { return a.To - b.To })
	for _, e := range edges {
		path[e.From][e.To] = true
		for i := range n {
			path[i][e.To] = path[i][e.To] || path[i][e.From]
		}
	}
	stays := make([]bool, n)
	for i := range stays {
		stays[i] = p.copyOf(i) == nil
	}
	for changed := true; changed; {
		changed = p.tooSlow(path, incompatible)
		onPaths(path, func(i, j, k int) {
			if stays[j] && !incompatible[i*n+k] && (incompatible[i*n+j] || incompatible[j*n+k]) {
				incompatible[i*n+k], changed = true, true
			}
		})
	}
	return path, incompatible
}

// onPaths visits all i ~> j ~> k.
func onPaths(path [][]bool, f func(i, j, k int)) {
	for i := range path {
		for j := i + 1; j < len(path); j++ {
			for k := j + 1; k < len(path) && path[i][j]; k++ {
				if path[j][k] {
					f(i, j, k)
				}
			}
		}
	}
}

func (m *model) variable(integer bool) int {
	m.integer = append(m.integer, integer)
	for k := range m.cost {
		m.cost[k] = append(m.cost[k], 0)
	}
	return len(m.integer) - 1
}

// pair is the variable of a pair in any order.
func (m *model) pair(i, j int) (int, bool) {
	v, ok := m.f[Edge{min(i, j), max(i, j)}]
	return v, ok
}

// A sum is a number and variables with factors.
type sum struct {
	n    float64
	cols []int
	vals []float64
}

func (s *sum) add(factor float64, v int) {
	if k := slices.Index(s.cols, v); k >= 0 {
		s.vals[k] += factor
		return
	}
	s.cols, s.vals = append(s.cols, v), append(s.vals, factor)
}

// separate adds f of a pair, which is 1 if there is no variable.
func (m *model) separate(s *sum, i, j int) {
	if v, ok := m.pair(i, j); ok {
		s.add(1, v)
	} else {
		s.n++
	}
}

// with takes 1 - f of a pair off.
func (m *model) with(s *sum, i, j int) {
	s.n--
	m.separate(s, i, j)
}

// unlessCopied takes 1 off if i is copied.
func (m *model) unlessCopied(s *sum, i int) {
	if v, ok := m.d[i]; ok {
		s.add(-1, v)
	}
}

// atLeast makes x at least a sum, unless that is negative anyway.
func (m *model) atLeast(x int, s sum) {
	r := row{lo: s.n, hi: unbounded}
	t, most := sum{}, s.n
	t.add(1, x)
	for k, v := range s.cols {
		t.add(-s.vals[k], v)
		most += max(0, s.vals[k])
	}
	if r.cols, r.vals = t.cols, t.vals; most > 0 {
		m.rows = append(m.rows, r)
	}
}

// several says that the sum of some variables is n at least, which rows of pairs alone say less of
// where variables need not be whole.
func (m *model) several(xs []int, n int) {
	if n < 2 {
		return
	}
	r := row{lo: float64(n), hi: unbounded, cols: xs}
	for range xs {
		r.vals = append(r.vals, 1)
	}
	m.rows = append(m.rows, r)
}

// launch is the variable that counts i if it is the first of its cluster.
func (m *model) launch(i int) int {
	x := m.variable(false)
	m.cost[2][x] = 1
	s := sum{n: 1}
	m.unlessCopied(&s, i)
	for k := range i {
		m.with(&s, k, i)
	}
	m.atLeast(x, s)
	return x
}

// traffic counts the clusters that read an array, which are so many at least.
func (m *model) traffic(n, least int) {
	a := &m.p.Arrays[n]
	rs := m.readers[n]
	var xs []int
	for k, r := range rs {
		s := m.reads(r)
		if a.Maker >= 0 {
			m.unlessCopied(&s, a.Maker)
			m.with(&s, a.Maker, r.by)
		}
		for _, before := range rs[:k] {
			m.joint(&s, before, r)
		}
		x := m.variable(false)
		m.cost[1][x] = float64(a.Weight)
		m.atLeast(x, s)
		xs = append(xs, x)
	}
	m.several(xs, least)
}

// storage counts an array that is stored.
func (m *model) storage(n int) {
	a := &m.p.Arrays[n]
	if a.Maker < 0 {
		return
	}
	var rows []sum
	stored := a.Stored
	for _, r := range m.readers[n] {
		s := m.reads(r)
		s.n--
		m.unlessCopied(&s, a.Maker)
		m.separate(&s, a.Maker, r.by)
		rows = append(rows, s)
		stored = stored || s.n == 1 && len(s.cols) == 0
	}
	c := -1
	if stored {
		m.base[0] += float64(a.Weight) * StoreWork
	} else {
		c = m.variable(false)
		m.cost[0][c] = float64(a.Weight) * StoreWork
		for _, s := range rows {
			m.atLeast(c, s)
		}
	}
	for _, w := range m.p.Temporaries {
		if w.Array == n {
			m.temporary(w, c)
		}
	}
}

// temporary makes stored <= the sum of f over the pairs of w; stored is a variable,
// or 1 if that is negative.
func (m *model) temporary(w Temporary, stored int) {
	r := row{lo: 1, hi: unbounded}
	for _, j := range w.With {
		v, ok := m.pair(m.p.Arrays[w.Array].Maker, j)
		if !ok {
			return
		}
		r.cols, r.vals = append(r.cols, v), append(r.vals, 1)
	}
	if stored >= 0 {
		r.lo, r.cols, r.vals = 0, append(r.cols, stored), append(r.vals, -1)
	}
	m.rows = append(m.rows, r)
}

// onlyWith makes 1 - f of a pair at most the sum of 1 - f over those of by and one
// of the pair.
func (m *model) onlyWith(b OnlyWith) {
	v, ok := m.pair(b.I, b.J)
	if !ok {
		return
	}
	r := row{lo: 1, hi: unbounded, cols: []int{v}, vals: []float64{1}}
	for _, k := range b.By {
		if f, ok := m.pair(b.I, k); ok {
			r.lo--
			r.cols, r.vals = append(r.cols, f), append(r.vals, -1)
		}
	}
	m.rows = append(m.rows, r)
}

// triples makes fusion transitive and clusters convex.
func (m *model) triples() {
	for a := range m.p.N {
		for b := a + 1; b < m.p.N; b++ {
			for c := b + 1; c < m.p.N; c++ {
				m.transitive(a, b, c)
				m.transitive(b, a, c)
				m.transitive(a, c, b)
			}
		}
	}
	onPaths(m.path, func(i, j, k int) {
		ik, ok := m.pair(i, k)
		if !ok {
			return
		}
		for _, e := range []Edge{{i, j}, {j, k}} {
			var s sum
			if _, ok := m.pair(e.From, e.To); !ok && !m.distinct[e.From*m.p.N+e.To] {
				continue
			}
			m.separate(&s, e.From, e.To)
			m.unlessCopied(&s, j)
			m.atLeast(ik, s)
		}
	})
}

// transitive is f[a,c] <= f[a,b] + f[b,c], if it is not implied.
func (m *model) transitive(a, b, c int) {
	ab, ok1 := m.pair(a, b)
	bc, ok2 := m.pair(b, c)
	if !ok1 || !ok2 {
		return
	}
	r := row{-unbounded, 0, []int{ab, bc}, []float64{-1, -1}}
	if ac, ok := m.pair(a, c); ok {
		r.cols, r.vals = append(r.cols, ac), append(r.vals, 1)
	} else if m.distinct[min(a, c)*m.p.N+max(a, c)] {
		r.hi = -1
	} else {
		return
	}
	m.rows = append(m.rows, r)
}

// plan reads the clusters off a solution.
func (m *model) plan(values []float64) Plan {
	plan := None(m.p)
	for i := range plan {
		if v, ok := m.d[i]; ok && values[v] > 0.5 {
			plan[i] = Copied
			continue
		}
		for j := range i {
			if v, ok := m.pair(j, i); ok && values[v] < 0.5 {
				plan[i] = plan[j]
				break
			}
		}
	}
	return plan
}
