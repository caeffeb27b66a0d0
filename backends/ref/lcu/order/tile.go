package order

import (
	"nessiec/ir/kir"
	"nessiec/ir/target"
	"nessiec/ir/types"
)

// perItem is how many elements of a tile a work-item has.
func (g group) perItem() int {
	bytes := 0
	for _, k := range g.Kinds {
		bytes += kir.ElemBytes(&types.Type{Kind: k})
	}
	if g.keyed {
		bytes += kir.ElemBytes(types.Int)
	}
	return max(1, (min(g.t.Items, target.LocalBytes/(bytes*g.t.Local))-1)|1)
}

// tileSize is how many elements a tile has.
func (g group) tileSize() int { return g.perItem() * g.t.Local }

// warp is what the work-items of a warp combine to: the last of them has the whole.
func (g group) warp(sums []sum) sum {
	g.scanWarp(sums)
	return sums[len(sums)-1]
}

// scanWarp combines the sums of a warp with those before them, at doubling distances.
func (g group) scanWarp(sums []sum) {
	for d := 1; d < len(sums); d *= 2 {
		for i := len(sums) - 1; i >= d; i-- {
			sums[i] = g.join(sums[i-d], sums[i])
		}
	}
}

// scanTiles scans tile after tile. Without out only what all combine to counts.
func (g group) scanTiles(xs []sum, init sum, out emit) sum {
	carry := init
	for start := 0; start < len(xs); start += g.tileSize() {
		tile := xs[start:min(len(xs), start+g.tileSize())]
		carry = g.scanTile(tile, carry, func(i int, before, with []word) {
			if out != nil {
				out(start+i, before, with)
			}
		}, out == nil)
	}
	return carry
}

// scanTile scans one tile from what precedes it.
func (g group) scanTile(xs []sum, carry sum, out emit, wholeOnly bool) sum {
	cells := g.filled(xs)
	before, all := g.scanParts(cells)
	if wholeOnly {
		return g.join(carry, all)
	}
	per := g.perItem()
	for item, b := range before {
		first := g.join(carry, b)
		if item == 0 {
			first = carry
		}
		for at := item * per; at < (item+1)*per; at++ {
			cells[at].vals = g.join(first, cells[at]).vals
		}
	}
	for at, x := range xs {
		left := carry
		if at > 0 {
			left = cells[at-1]
		}
		if g.keyed && left.id != x.id {
			left.vals = g.identity()
		}
		out(at, left.vals, cells[at].vals)
	}
	return cells[len(xs)-1]
}

// filled is a whole tile: values as a fold from units has them, and units.
func (g group) filled(xs []sum) []sum {
	cells := make([]sum, g.tileSize())
	for i := range cells {
		if i >= len(xs) {
			cells[i] = g.unit()
			continue
		}
		cells[i] = sum{xs[i].id, append([]word(nil), xs[i].vals...)}
		g.fromUnits(cells[i].vals)
	}
	return cells
}

// fromUnits makes floats what a fold from their units makes of them.
func (g group) fromUnits(vals []word) {
	with := g.combined(g.Unit, vals)
	for k, kind := range g.Kinds {
		if kind == types.KFloat && !g.Joined[k] {
			vals[k] = with[k]
		}
	}
}

// scanParts scans the part of each work-item in place, and returns what is before it in
// the tile, and what the tile combines to.
func (g group) scanParts(cells []sum) (before []sum, all sum) {
	per, sums := g.perItem(), g.items()
	for item := range sums {
		for at := item * per; at < (item+1)*per; at++ {
			sums[item] = g.join(sums[item], cells[at])
			cells[at].vals = sums[item].vals
		}
	}
	all = g.unit()
	for w := 0; w < len(sums); w += g.t.Warp {
		warp := sums[w : w+g.t.Warp]
		g.scanWarp(warp)
		before = append(before, all)
		for lane := 1; lane < g.t.Warp; lane++ {
			before = append(before, g.join(all, warp[lane-1]))
		}
		all = g.join(all, warp[g.t.Warp-1])
	}
	return before, all
}
