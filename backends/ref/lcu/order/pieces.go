package order

// Segments that may lie in several groups. What a group leaves open is its carry.

// foldMerged folds segments, of which groups have pieces by the merge of positions and
// ends.
func (g group) foldMerged(xs []sum, s space) [][]word {
	out := make([][]word, s.count())
	var carries []sum
	for _, c := range chunks(g.t, s.positions()+s.count()) {
		acc := g.identity()
		pieces, open := s.pieces(s.cut(c[0]), s.cut(c[1]))
		for _, p := range pieces {
			if acc = g.inTurn(acc, xs[p.from:p.to]); p.ends {
				out[p.seg], acc = acc, g.identity()
			}
		}
		carries = append(carries, sum{open, acc})
	}
	g.complete(carries, out)
	return out
}

// foldLocated folds segments, of which groups have the positions of their part.
func (g group) foldLocated(xs []sum, s space) [][]word {
	out := make([][]word, s.count())
	for i := range out {
		out[i] = g.identity()
	}
	n := s.positions()
	var carries []sum
	for _, c := range chunks(g.t, n+s.count()) {
		lo, hi := min(c[0], n), min(c[1], n)
		last := g.byKey().scan(xs[lo:hi], g.byKey().unit(), func(i int, _, with []word) {
			if seg := xs[lo+i].id; s[seg+1] == lo+i+1 {
				out[seg] = with
			}
		})
		if last.id != noSegment && s[last.id+1] <= hi {
			last.id = noSegment
		}
		carries = append(carries, last)
	}
	g.complete(carries, out)
	return out
}

// complete combines the carries of a segment with its last piece.
func (g group) complete(carries []sum, out [][]word) {
	if len(carries) < 2 {
		return
	}
	g.byKey().scan(carries, sum{noSegment, g.identity()}, func(i int, _, with []word) {
		id := carries[i].id
		if id >= 0 && id < len(out) && (i == len(carries)-1 || carries[i+1].id != id) {
			out[id] = g.combined(with, out[id])
		}
	})
}

// scanMerged scans segments by the merge of positions and ends.
func (g group) scanMerged(xs []sum, s space, out emit) {
	parts := chunks(g.t, s.positions()+s.count())
	var carries []sum
	for _, c := range parts[:max(0, len(parts)-1)] {
		start, end := s.cut(c[0]), s.cut(c[1])
		from := end.pos
		if end.seg < s.count() {
			from = max(start.pos, s[end.seg])
		}
		carries = append(carries, sum{end.seg, g.foldInOrder(xs[from:end.pos])})
	}
	open := g.scanCarries(carries)
	for i, c := range parts {
		acc := open(i).vals
		pieces, _ := s.pieces(s.cut(c[0]), s.cut(c[1]))
		for _, p := range pieces {
			for at := p.from; at < p.to; at++ {
				with := g.combined(acc, xs[at].vals)
				out(at, acc, with)
				acc = with
			}
			if p.ends {
				acc = g.identity()
			}
		}
	}
}

// scanLocated scans segments by the positions of parts.
func (g group) scanLocated(xs []sum, s space, out emit) {
	n := s.positions()
	parts := chunks(g.t, n+s.count())
	var carries []sum
	for _, c := range parts[:max(0, len(parts)-1)] {
		from, to, seg := min(c[0], n), min(c[1], n), noSegment
		if from < to {
			seg = s.at(to - 1)
			from = max(from, s[seg])
		}
		carries = append(carries, sum{seg, g.foldInOrder(xs[from:to])})
	}
	open := g.scanCarries(carries)
	for i, c := range parts {
		lo, hi := min(c[0], n), min(c[1], n)
		g.byKey().scan(xs[lo:hi], open(i), func(k int, before, with []word) { out(lo+k, before, with) })
	}
}

// scanCarries is what is before each part of the segment that it begins in.
func (g group) scanCarries(carries []sum) func(part int) sum {
	before := []sum{g.byKey().unit()}
	g.byKey().scan(carries, sum{noSegment, g.identity()}, func(i int, _, with []word) { before = append(before, sum{carries[i].id, with}) })
	return func(part int) sum { return before[part] }
}
