package property

// Matrices, and what goes with them.

func rectangle(m *maker, ps []*typ) []string { return []string{m.matrix(ps[0], m.size(), m.size())} }

// matrix has rows of n elements, one of which is rarely longer.
func (m *maker) matrix(p *typ, rows, n int) string {
	var parts []string
	for range rows {
		k := n
		if m.r.IntN(40) == 0 {
			k++
		}
		parts = append(parts, m.seq(p.elems[0], k))
	}
	return "[" + join(parts) + "]"
}

func applied(m *maker, ps []*typ) []string {
	n := m.size()
	return []string{m.matrix(ps[0], m.size(), n), m.seq(ps[1], n)}
}

func multiplied(m *maker, ps []*typ) []string {
	n := m.size()
	return []string{m.matrix(ps[0], m.size(), n), m.matrix(ps[1], n, 1+m.size())}
}

// framed is a matrix, and ranges of rows and of columns.
func framed(m *maker, ps []*typ) []string {
	rows, n := m.size(), m.size()
	part := func(n int) (int, int) {
		i, j := m.r.IntN(n+1), m.r.IntN(n+1)
		return min(i, j), max(i, j)
	}
	r, s := part(rows)
	c, d := part(n)
	if m.rare() {
		d = m.below(0)
	}
	return []string{m.matrix(ps[0], rows, n), tuple(itoa(r), itoa(s)), itoa(c), itoa(d)}
}
