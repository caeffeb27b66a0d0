package order

// foldWarp is a row that a warp has: its work-items take elements in turn or, to keep
// them in order, successive ones.
func (g group) foldWarp(xs []sum) []word {
	items := g.items()[:g.t.Warp]
	piece := ceilDiv(len(xs), g.t.Warp)
	for i, x := range xs {
		item := i % g.t.Warp
		if g.Ordered() {
			item = i / piece
		}
		g.Combine(items[item].vals, items[item].vals, x.vals)
	}
	return g.warp(items).vals
}

// foldPieces is a row that several groups have.
func (g group) foldPieces(xs []sum, pieces int) []word {
	if pieces == 1 {
		return g.fold(xs)
	}
	size := ceilDiv(len(xs), pieces)
	acc := g.identity()
	for i := range pieces {
		part := g.fold(xs[min(len(xs), i*size):min(len(xs), (i+1)*size)])
		g.Combine(acc, acc, part)
	}
	return acc
}
