package device

// Segments. Sequential groups share elements and ends of segments evenly: the
// merge of both lists is cut into chunks (merge path), so that neither a giant
// row nor a million empty ones is the work of one group. Parallel groups find
// the segments of the elements of a tile at a time (finder.go).

import (
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/types"
)

// A space is segments: count of them, n positions in all.
type space struct {
	n, count expr
	offs     *kvar
}

// space adds the parameters of a segmented space; thunks read its offsets offs,
// if not nil, through them.
func (g *kernelGen) space(offs lcu.Expr) space {
	n, count := g.size(), g.scalar("segments")
	sp := space{n, count, g.buffer("offs", intType, kir.Gather)}
	if offs != nil {
		g.offsets(offs.(*lcu.Ref).Var, sp)
	}
	return sp
}

// cut is the place where the merge of positions and ends of segments is cut by
// its first d steps: that many segments have ended, that many positions are
// behind. The end of s comes before position p if offs[s+1] <= p.
func (g *kernelGen) cut(sp space, d expr) (s, p expr) {
	lo := g.mut("lo", maximum(num(0), sub(d, sp.n)))
	hi := g.mut("hi", minimum(d, sp.count))
	g.while(lt(kir.Use(lo), kir.Use(hi)), func() {
		mid := g.def("mid", div(add(kir.Use(lo), kir.Use(hi)), num(2)))
		below := lt(load(sp.offs, add(mid, num(1))), sub(d, mid))
		g.ifElse(below, func() { g.set(lo, add(mid, num(1))) }, func() { g.set(hi, mid) })
	})
	s = g.def("s", kir.Use(lo))
	return s, g.def("p", sub(d, s))
}

// A walker is what a sequential group does with its pieces of segments.
type walker struct {
	loads []*lcu.Var // arrays of an element for each segment that the thunk reads
	elem  func(s, p expr)
	close func(s expr) // the segment ends in this chunk
}

// walk visits the pieces of segments in this chunk of sp, and returns the
// segment that the next chunk goes on with.
func (g *kernelGen) walk(sp space, w walker) expr {
	lo, hi := g.chunk(add(sp.n, sp.count))
	s0, p0 := g.cut(sp, lo)
	s1, p1 := g.cut(sp, hi)
	return g.walkFrom(sp, w, s0, p0, s1, p1)
}

func (g *kernelGen) walkFrom(sp space, w walker, s0, p0, s1, p1 expr) expr {
	p := g.mut("from", p0)
	g.count("s", s0, minimum(add(s1, num(1)), sp.count), num(1), func(s expr) {
		to := g.def("to", minimum(p1, load(sp.offs, add(s, num(1)))))
		g.loadSegment(w.loads, s)
		g.count("p", kir.Use(p), to, num(1), func(p expr) { w.elem(s, p) })
		g.perSeg = nil
		if w.close != nil {
			g.when(lt(s, s1), func() { w.close(s) })
		}
		g.set(p, maximum(kir.Use(p), to))
	})
	return s1
}

// segmentOf is the last segment between lo and hi that starts at or before p.
func (g *kernelGen) segmentOf(sp space, p, lo, hi expr) expr {
	a, b := g.mut("lo", lo), g.mut("hi", hi)
	g.while(lt(kir.Use(a), kir.Use(b)), func() {
		mid := g.def("mid", div(add(add(kir.Use(a), kir.Use(b)), num(1)), num(2)))
		g.ifElse(le(load(sp.offs, mid), p), func() { g.set(a, mid) }, func() { g.set(b, sub(mid, num(1))) })
	})
	return g.def("s", kir.Use(a))
}

// filled is sp without positions if it has no segments, as junk may have.
func (g *kernelGen) filled(sp space) space {
	sp.n = g.def("n", pick(gt(sp.count, num(0)), sp.n, num(0)))
	return sp
}

// eachInSegments writes body for every segment and position.
func (g *kernelGen) eachInSegments(sp space, loads []*lcu.Var, body func(s, p expr)) {
	if g.target.sequential() {
		g.walk(sp, walker{loads: loads, elem: body})
		return
	}
	sp = g.filled(sp)
	lo, hi := g.chunk(sp.n)
	size := g.target.tileSize([]*types.Type{intType})
	of := g.finder(sp, lo, hi, size)
	g.count("start", lo, hi, num(size), func(start expr) {
		of.find(size, start)
		of.tile.each(g, start, func(at, p expr) {
			g.when(lt(p, hi), func() { body(g.def("s", load(of.segments(), at)), p) })
		})
		g.barrier()
	})
}
