package device

// Tiles of a grid. A group computes the entries of a tile, or of a column of
// tiles one after another, some indices of their rows at a time: what only
// depends on the entry's row, its column or the index is computed once for the
// tile and kept in local memory. Every entry is summed in the order of its
// indices, as where nothing is shared.

import (
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// A tiling is the size of tiles.
type tiling struct {
	rows, cols       int // entries of a tile
	down, across     int // work-items of a group, side by side
	eachRow, eachCol int // entries of a work-item that it computes at a time
	steps            int // indices that are in local memory at a time
}

const (
	fewestSteps = 2  // in local memory, for tiles to pay
	unrolled    = 64 // operations in the innermost loop, about
	mostSteps   = 64
)

// tilingOf is how a grid is tiled; false if local memory is too small.
func (t Target) tilingOf(g *grid, accs []acc) (s tiling, ok bool) {
	if t.TileRows == 0 || g.lone && t.sequential() {
		return s, false
	}
	s.eachRow, s.eachCol = t.entries(g.ops)
	s.down, s.across = t.sides()
	if g.lone {
		s.eachCol, s.down, s.across = 1, t.Local, 1
	}
	s.rows, s.cols = s.eachRow*s.down, s.eachCol*s.across
	fixed := s.rows*bytesOf(g, ofRow) + s.cols*bytesOf(g, ofCol)
	if t.sequential() {
		s.eachCol = 1
		for _, a := range accs {
			fixed += s.rows * s.cols * sizeOf(a.elem)
		}
	}
	step := s.stride(t, ofRow)*bytesOf(g, alongRow|ofRow) + s.stride(t, ofCol)*bytesOf(g, alongRow|ofCol) + bytesOf(g, alongRow)
	s.steps = min(mostSteps, (t.TileBytes-fixed)/step)
	if !t.sequential() && !g.lone {
		s.steps = min(s.steps, s.across)
	}
	return s, s.steps >= fewestSteps
}

// entries is how many entries a work-item has, where each takes so many
// operations: more make the innermost loop too long.
func (t Target) entries(ops int) (rows, cols int) {
	rows, cols = t.TileRows, t.TileCols
	for rows > 1 && ops*rows > unrolled/t.TileRows {
		rows = (rows + 1) / 2
		if !t.sequential() {
			cols = (cols + 1) / 2
		}
	}
	return rows, cols
}

// sides is how the work-items of a group stand side by side.
func (t Target) sides() (down, across int) {
	across = 1 << ((log2(t.Local) + 1) / 2)
	return t.Local / across, across
}

// stride is the distance in local memory between the values of an index and of
// the next; odd on GPUs, so that work-items that store them meet different banks.
func (s tiling) stride(t Target, of axes) int {
	n := 1
	switch of & ofEntry {
	case ofRow:
		n = s.rows
	case ofCol:
		n = s.cols
	default:
		return 1
	}
	if !t.sequential() {
		n |= 1
	}
	return n
}

// bytesOf is how much tiles hold of what depends on d, for each.
func bytesOf(g *grid, d axes) (n int) {
	for _, v := range g.stored[d] {
		n += sizeOf(v.Type)
	}
	return n
}

// gridRows is how many rows of entries a grid has.
func gridRows(segments, cols expr) expr { return div(segments, maximum(cols, num(1))) }

// gridSpan is how many rows of entries a group takes.
func (t Target) gridSpan(s tiling, rows, cols, length expr) expr {
	if !t.sequential() {
		return num(s.rows)
	}
	parts := maximum(num(1), div(num(t.Chunks), ceilDiv(cols, num(s.cols))))
	least := div(num(t.Grain/s.cols), add(length, num(1)))
	span := maximum(least, ceilDiv(rows, parts))
	return mul(maximum(num(1), ceilDiv(span, num(s.rows))), num(s.rows))
}

// enoughTiles is whether tiles keep the device busy, and are not mostly empty.
func (t Target) enoughTiles(s tiling, segments, rows, cols expr) expr {
	wide := both(ge(rows, num(s.eachRow)), ge(cols, num(min(s.cols, max(s.eachRow, s.eachCol)))))
	if t.sequential() {
		return both(wide, t.enoughRows(segments))
	}
	tiles := mul(ceilDiv(rows, num(s.rows)), ceilDiv(cols, num(s.cols)))
	if s.across == 1 { // what else could be done is almost as good
		return ge(tiles, num(t.Chunks/2))
	}
	return both(wide, ge(tiles, num(t.Chunks/8)))
}

// tiling is how the reduction is tiled; false if it is not.
func (r *run) tiling(accs []acc, ids []int) (shape tiling, ok bool) {
	if r.grid == nil || len(ids) > 0 || joined(accs) {
		return shape, false
	}
	return r.target.tilingOf(r.grid, accs)
}

// launchTiles launches the kernel that computes a grid in tiles if that pays;
// it returns whether it does, or nil if it certainly does not.
func (r *run) launchTiles(s *lcu.SegReduce, shape tiling, accs []acc, segments expr, outs []*kvar) expr {
	cols := r.Atom("cols", r.size(r.grid.cols))
	rows := r.Atom("rows", gridRows(segments, cols))
	whole := eq(mul(rows, cols), segments)
	for _, v := range r.grid.asCols {
		whole = both(whole, eq(r.size(lcu.Use(v)), cols))
	}
	tiled := r.Atom("tiled", both(whole, r.target.enoughTiles(shape, segments, rows, cols)))
	if val, known := r.decide(tiled); known && !val {
		return nil
	}
	length := r.rowLength
	if length == nil {
		length = r.Atom("length", div(r.n, maximum(segments, num(1))))
		much := ge(r.n, num(64*r.target.Grain))
		tiled = r.even(both(much, tiled), segments, length, r.argument(s.Segs[0]))
	}
	at, others := r.waiting(accs)
	k := r.kernel("tiles", r.target.Local, func(g *kernelGen) {
		g.fit, g.split, g.inRows = map[*lcu.Var]wantKind{}, nil, false
		sp := g.positions(true)
		if v, ok := r.grid.length.(*lcu.Ref); ok {
			g.env[v.Var] = sp.length
		}
		out := g.buffers("r", r.written(accs), kir.Scatter)
		t := &tiler{kernelGen: g, plan: r.plan, grid: r.grid, shape: shape, sp: sp, accs: accs, out: out, held: map[*lcu.Var]*kvar{}}
		if r.target.sequential() {
			t.waitAt(at, g.buffers("wait", elems(others), kir.Scatter))
		}
		t.write()
	})
	var wait []*kvar
	if r.target.sequential() && len(others) > 0 {
		more := both(tiled, gt(length, num(shape.steps)))
		wait = r.outputs(elems(others), r.choice(more, segments, num(0)))
	}
	span := r.target.gridSpan(shape, rows, cols, length)
	tiles := mul(ceilDiv(cols, num(shape.cols)), ceilDiv(rows, r.Atom("span", span)))
	r.launch(k, r.choice(tiled, tiles, num(0)), join([]expr{r.n, segments, length}, kir.Uses(outs), kir.Uses(wait))...)
	return tiled
}

// even is whether, if cond holds, all segments have this length. The host waits
// for that, so cond must only hold where tiles gain much more.
func (r *run) even(cond, segments, length, offs expr) expr {
	all := []acc{{op: prim.RAnd, elem: types.Bool}}
	k := r.generic("even", func(g *kernelGen) {
		n, length, offs := g.scalar("segments"), g.scalar("length"), g.buffer("offs", intType, kir.Gather)
		part := g.buffers("part", elems(all), kir.Scatter)
		lo, hi := g.chunk(n)
		sum := g.fold(all, lo, hi, func(s expr) []expr { return []expr{eq(load(offs, s), mul(s, length))} })
		g.once(func() { g.storeAll(part, groupId(), sum) })
	})
	return r.Choose("even", elems(all), both(cond, eq(mul(segments, length), r.n)), func() (vals []expr) {
		r.arm(func() {
			groups := r.groupsOf(segments)
			part := r.outputs(elems(all), maximum(groups, num(1)))
			r.launch(k, groups, join([]expr{segments, length, offs}, kir.Uses(part))...)
			r.launch(r.withoutEpilogue().combine(all), pick(eq(groups, num(1)), num(0), num(1)), join([]expr{groups}, kir.Uses(part))...)
			vals = []expr{r.read("even", part[0], num(0), r.pos)}
		})
		return vals
	}, func() []expr { return []expr{&kir.Bool{}} })[0]
}
