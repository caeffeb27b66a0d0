package blocks

// marked is what a rank has marked of the elements that another one has: count of those from lo on
// that come before hi, in the order of the array.
type marked struct{ lo, hi, count int64 }

// Marked is the elements that a rank has marked, of an array of n elements, and others have; and how many
// bytes tell them which these are.
func (p Place) Marked(rank int, n int64, is func(i int64) bool) (list []int64, bytes int64) {
	of, before := map[int]*marked{}, map[int]int64{} // by rank: what is marked, and elements that come before
	for k, has := range p {
		m := of[has.Rank]
		if m == nil {
			m = &marked{}
			of[has.Rank] = m
		}
		for i, end := has.Start, p.End(k, n); i < end; i++ {
			if has.Rank != rank && is(i) {
				m.add(before[has.Rank])
				list = append(list, i)
			}
			before[has.Rank]++
		}
	}
	for _, m := range of {
		bytes += m.bytes()
	}
	return list, bytes
}

// add adds element i, which comes behind the others.
func (m *marked) add(i int64) {
	if m.count == 0 {
		m.lo = i
	}
	m.hi = i + 1
	m.count++
}

// bytes is how many bytes say which elements these are, a bit for each: none if they are all.
func (m *marked) bytes() int64 {
	if m.count == m.hi-m.lo {
		return 0
	}
	return (m.hi - m.lo + 7) / 8
}
