package device

// The segments of the elements of a tile, in local memory: every segment that
// begins in the tile marks its place, and a scan by max spreads the marks. Only
// where far more segments begin than there are elements, nearly all of them
// empty, is the segment of each element searched.

import (
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// A finder finds segments for the tiles of a group's positions lo <= p < hi,
// one after another.
type finder struct {
	g    *kernelGen
	sp   space
	hi   expr
	tile tile
	last *kvar // the segment of the position before the tile, or of its first
}

// crowd is how many segments, for each element, are searched rather than marked.
const crowd = 4

// finder makes the memory for tiles of that many elements. All work-items must
// get here.
func (g *kernelGen) finder(sp space, lo, hi expr, size int) *finder {
	accs := []acc{{op: prim.RMax, elem: intType}}
	f := &finder{g: g, sp: sp, hi: hi, tile: tile{warps: g.warps(accs, false), items: size / g.target.Local}}
	f.tile.cells = []*kvar{g.local("segments", types.Int, size)}
	f.last = g.Mut("last", g.segmentOf(sp, lo, num(0), sub(sp.count, num(1))))
	return f
}

// segments is the local array of the segments of the tile.
func (f *finder) segments() *kvar { return f.tile.cells[0] }

// find finds the segments of the elements of the tile that begins at start; a
// barrier must be between reading those of one tile and finding those of the
// next.
func (f *finder) find(size int, start expr) {
	g, t := f.g, f.tile
	end := g.Def("end", minimum(f.hi, add(start, num(size))))
	first := g.Def("first", kir.Use(f.last))
	far := g.Def("far", minimum(f.sp.count, add(first, num(crowd*size))))
	t.each(g, start, func(at, _ expr) { g.Store(f.segments(), at, first) })
	g.Barrier()
	g.IfElse(both(lt(start, end), lt(load(f.sp.offs, far), end)),
		func() { f.search(start, end, first) },
		func() { f.mark(start, end, first) })
	g.Barrier()
	before, all := t.runs(g)
	t.spread(g, before) // a mark is no less than what is before the tile
	g.Set(f.last, all[0])
}

// search finds the segment of each element.
func (f *finder) search(start, end, first expr) {
	g := f.g
	top := g.Def("top", sub(f.sp.count, num(1)))
	f.tile.each(g, start, func(at, p expr) {
		g.When(lt(p, end), func() { g.Store(f.segments(), at, g.segmentOf(f.sp, p, first, top)) })
	})
}

// mark notes the segments that begin in the tile where they begin; of those
// that begin at one place only the last is not empty.
func (f *finder) mark(start, end, first expr) {
	g, offs, count := f.g, f.sp.offs, f.sp.count
	from := g.Mut("from", add(first, num(1)))
	begins := func() expr {
		return both(lt(kir.Use(from), count), lt(load(offs, kir.Use(from)), end))
	}
	g.While(begins(), func() {
		s := g.Def("s", add(kir.Use(from), localId()))
		g.When(lt(s, count), func() {
			at := g.Def("at", sub(load(offs, s), start))
			filled := gt(load(offs, add(s, num(1))), load(offs, s))
			inside := lt(at, sub(end, start))
			g.When(both(both(filled, inside), ge(at, num(0))), func() { g.Store(f.segments(), at, s) })
		})
		g.Set(from, add(kir.Use(from), num(g.target.Local)))
	})
}
