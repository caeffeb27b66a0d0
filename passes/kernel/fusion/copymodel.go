package fusion

// The integer program of what is copied: d[i] is 1 if i is copied, e[i,j] if j
// computes i then, at its own index or elsewhere, directly or with another that is
// copied. Who reads an array depends on that.

import "slices"

// computed is an invocation that computes another if that is copied: e is the
// variable that says so, or certain if it does, whatever is copied.
type computed struct {
	computation
	e int
}

const certain = -1

// copies makes the variables of copies and of who reads.
func (m *model) copies() {
	for _, c := range m.p.byNumber() {
		m.d[c.Of] = m.variable(true)
	}
	for _, c := range slices.Backward(m.p.byNumber()) {
		m.by[c.Of] = m.computing(c)
	}
	for k := range m.p.Arrays {
		m.readers = append(m.readers, m.readersOf(k))
	}
}

// keepCopies makes what is copied incompatible with all, and those who compute it from what
// it must not be with.
func (m *model) keepCopies() {
	for _, c := range m.p.byNumber() {
		for k := range m.p.N {
			if v, ok := m.pair(c.Of, k); ok {
				m.atLeast(v, sum{cols: []int{m.d[c.Of]}, vals: []float64{1}})
			}
		}
		for _, x := range m.by[c.Of] {
			far := c.Far
			if !x.own {
				far = slices.Concat(c.Far, c.Near)
			}
			for _, i := range far {
				if v, ok := m.pair(i, x.by); ok {
					m.atLeast(v, sum{cols: []int{x.e}, vals: []float64{1}})
				}
			}
		}
	}
}

// computing is what may compute c.
func (m *model) computing(c *Copy) (out []computed) {
	d := m.d[c.Of]
	causes := map[computation][]sum{}
	for _, j := range m.p.readersOf(c.Of) {
		own := slices.Contains(c.Own, j)
		s := sum{cols: []int{d}, vals: []float64{1}}
		m.unlessCopied(&s, j)
		causes[computation{j, own}] = append(causes[computation{j, own}], s)
		for _, x := range m.by[j] {
			r := computation{x.by, own && x.own}
			s := sum{n: -1, cols: []int{d}, vals: []float64{1}}
			s.add(1, x.e)
			causes[r] = append(causes[r], s)
		}
	}
	for j := range m.p.N {
		for _, own := range []bool{true, false} {
			r := computation{j, own}
			switch sums := causes[r]; {
			case len(sums) == 1 && len(sums[0].cols) == 1:
				out = append(out, computed{r, d})
			case len(sums) > 0:
				e := m.variable(false)
				for _, s := range sums {
					m.atLeast(e, s)
				}
				out = append(out, computed{r, e})
			}
		}
	}
	return out
}

// readersOf is who may read an array, in order, each once.
func (m *model) readersOf(n int) (out []computed) {
	a := &m.p.Arrays[n]
	maybe := make([][]int, m.p.N)
	for _, i := range a.Readers {
		for _, x := range m.by[i] {
			maybe[x.by] = append(maybe[x.by], x.e)
		}
	}
	for j := range m.p.N {
		r := computed{computation: computation{by: j}, e: certain}
		switch es := maybe[j]; {
		case slices.Contains(a.Readers, j):
		case len(es) == 0:
			continue
		case !slices.ContainsFunc(es, func(e int) bool { return e != es[0] }):
			r.e = es[0]
		default:
			r.e = m.variable(false)
			for _, e := range es {
				m.atLeast(r.e, sum{cols: []int{e}, vals: []float64{1}})
			}
		}
		out = append(out, r)
	}
	return out
}

// reads is 1 if r does read.
func (m *model) reads(r computed) sum {
	if r.e != certain {
		return sum{cols: []int{r.e}, vals: []float64{1}}
	}
	s := sum{n: 1}
	m.unlessCopied(&s, r.by)
	return s
}

// joint takes 1 off if before reads, too, and is in the cluster of r.
func (m *model) joint(s *sum, before, r computed) {
	f, ok := m.pair(before.by, r.by)
	switch {
	case !ok:
	case before.e == certain || before.e == r.e:
		m.with(s, before.by, r.by)
	default:
		g := m.variable(false)
		m.rows = append(m.rows, row{-unbounded, 1, []int{f, g}, []float64{1, 1}})
		m.rows = append(m.rows, row{-unbounded, 0, []int{before.e, g}, []float64{-1, 1}})
		m.shared = append(m.shared, g)
		s.add(-1, g)
	}
}

// repeat counts the work of copies: less one, what each cluster does at its own index,
// and each invocation elsewhere.
func (m *model) repeat(c *Copy) {
	work := float64(c.Work)
	m.cost[0][m.d[c.Of]] += 1 - work
	var own []computed
	for _, x := range m.by[c.Of] {
		if !x.own {
			m.cost[0][x.e] += work
			continue
		}
		s := m.reads(x)
		for _, before := range own {
			m.joint(&s, before, x)
		}
		v := m.variable(false)
		m.cost[0][v] = work
		m.atLeast(v, s)
		own = append(own, x)
	}
}
