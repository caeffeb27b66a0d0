package order

// foldChunks is a fold of chunks, then of what they fold to.
func (g group) foldChunks(xs []sum) []word {
	var parts []sum
	for _, c := range chunks(g.t, len(xs)) {
		parts = append(parts, sum{0, g.fold(xs[c[0]:c[1]])})
	}
	if len(parts) == 1 {
		return parts[0].vals
	}
	return g.fold(parts)
}

// scanChunks is a scan: chunks are folded, but for the last, and scanned from what comes
// before them.
func (g group) scanChunks(xs []sum, out emit) []word {
	var parts []sum
	all := chunks(g.t, len(xs))
	for _, c := range all[:max(0, len(all)-1)] {
		parts = append(parts, sum{0, g.foldInOrder(xs[c[0]:c[1]])})
	}
	before := g.preceding(parts)
	total := g.identity()
	for i, c := range all {
		total = g.scan(xs[c[0]:c[1]], sum{0, before(i)}, func(k int, before, with []word) { out(c[0]+k, before, with) }).vals
	}
	return total
}

// preceding is what comes before each chunk: groups fold it, parallel ones with successive
// chunks for each work-item, but these scan what functions combine.
func (g group) preceding(parts []sum) func(chunk int) []word {
	switch {
	case g.t.Serial():
		return func(chunk int) []word { return g.inTurn(g.identity(), parts[:chunk]) }
	case !g.Ordered():
		return func(chunk int) []word {
			each := max(1, (chunk+g.t.Local-1)/g.t.Local)
			return g.foldItems(parts[:chunk], func(i int) int { return i / each })
		}
	}
	scanned := [][]word{g.identity()}
	g.scan(parts, g.unit(), func(_ int, _, with []word) { scanned = append(scanned, with) })
	return func(chunk int) []word { return scanned[chunk] }
}

// scanChain is a scan in which each group scans a tile from what the tiles before hand on.
func (g group) scanChain(xs []sum, out emit) []word {
	handed, total := g.unit(), g.identity()
	for lo := 0; lo < len(xs); lo += g.tileSize() {
		tile := xs[lo:min(len(xs), lo+g.tileSize())]
		_, all := g.scanParts(g.filled(tile))
		total = g.scanTile(tile, handed, func(k int, before, with []word) { out(lo+k, before, with) }, false).vals
		handed = g.join(handed, all)
	}
	return total
}
