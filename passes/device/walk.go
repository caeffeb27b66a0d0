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

// A space is segments: count of them, n positions in all; with offsets, or all
// of one length.
type space struct {
	n, count expr
	offs     *kvar
	length   expr
}

// space adds the parameters of a segmented space, through which thunks see what
// its segments are, too.
func (g *kernelGen) space(segs []lcu.Expr) space {
	_, length, equal := lcu.Equal(segs)
	sp := g.positions(equal)
	if !equal {
		g.offsets(segs[0].(*lcu.Ref).Var, sp)
	} else if r, ok := length.(*lcu.Ref); ok {
		g.env[r.Var] = sp.length
	} else {
		sp.length = g.operand(length)
	}
	return sp
}

// positions adds the parameters of a segmented space.
func (g *kernelGen) positions(equal bool) space {
	sp := space{n: g.size(), count: g.scalar("segments")}
	if equal {
		sp.length = g.scalar("length")
	} else {
		sp.offs = g.buffer("offs", intType, kir.Gather)
	}
	return sp
}

// start is where segment s starts, end where it ends.
func (sp space) start(s expr) expr {
	if sp.offs == nil {
		return mul(s, sp.length)
	}
	return load(sp.offs, s)
}

func (sp space) end(s expr) expr {
	if sp.offs == nil {
		return add(mul(s, sp.length), sp.length)
	}
	return load(sp.offs, add(s, num(1)))
}

// cut is the place where the merge of positions and ends of segments is cut by
// its first d steps: that many segments have ended, that many positions are
// behind. The end of s comes before position p if offs[s+1] <= p.
func (g *kernelGen) cut(sp space, d expr) (s, p expr) {
	if sp.offs == nil { // a segment and its end are length+1 steps
		ended := maximum(div(d, add(sp.length, num(1))), sub(d, sp.n))
		s = g.Def("s", minimum(ended, sp.count))
		return s, g.Def("p", sub(d, s))
	}
	lo := g.Mut("lo", maximum(num(0), sub(d, sp.n)))
	hi := g.Mut("hi", minimum(d, sp.count))
	g.While(lt(kir.Use(lo), kir.Use(hi)), func() {
		mid := g.Def("mid", div(add(kir.Use(lo), kir.Use(hi)), num(2)))
		below := lt(sp.end(mid), sub(d, mid))
		g.IfElse(below, func() { g.Set(lo, add(mid, num(1))) }, func() { g.Set(hi, mid) })
	})
	s = g.Def("s", kir.Use(lo))
	return s, g.Def("p", sub(d, s))
}

// A walker is what a sequential group does with its pieces of segments.
type walker struct {
	plan  *plan
	elem  func(s, p expr)
	close func(s, first expr) // the segment ends in this chunk; whether it is the first of it
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
	if sp.offs == nil {
		return g.walkRows(sp, w, s0, p0, s1, p1)
	}
	p := g.Mut("from", p0)
	g.Count("s", s0, minimum(add(s1, num(1)), sp.count), num(1), func(s expr) {
		to := g.Def("to", minimum(p1, load(sp.offs, add(s, num(1)))))
		g.inSegment(w.plan, s, func() {
			g.Count("p", kir.Use(p), to, num(1), func(p expr) { w.elem(s, p) })
		})
		if w.close != nil {
			g.When(lt(s, s1), func() { w.close(s, eq(s, s0)) })
		}
		g.Set(p, maximum(kir.Use(p), to))
	})
	return s1
}

// segmentOf is the last segment between lo and hi that starts at or before p.
func (g *kernelGen) segmentOf(sp space, p, lo, hi expr) expr {
	if sp.offs == nil {
		return g.rowOf(sp, p)
	}
	a, b := g.Mut("lo", lo), g.Mut("hi", hi)
	g.While(lt(kir.Use(a), kir.Use(b)), func() {
		mid := g.Def("mid", div(add(add(kir.Use(a), kir.Use(b)), num(1)), num(2)))
		g.IfElse(le(sp.start(mid), p), func() { g.Set(a, mid) }, func() { g.Set(b, sub(mid, num(1))) })
	})
	return g.Def("s", kir.Use(a))
}

// filled is sp without positions if it has no segments, as junk may have.
func (g *kernelGen) filled(sp space) space {
	sp.n = g.Def("n", pick(gt(sp.count, num(0)), sp.n, num(0)))
	return sp
}

// eachInSegments writes body for every segment and position. In a tile a work-item
// reads those places that it writes first in the next one: no barrier between.
func (g *kernelGen) eachInSegments(sp space, thunks *plan, body func(s, p expr)) {
	if g.target.sequential() {
		g.walk(sp, walker{plan: thunks, elem: body})
		return
	}
	sp = g.filled(sp)
	lo, hi := g.chunk(sp.n)
	if sp.offs == nil {
		g.strided(lo, hi, func(p expr) {
			s := g.rowOf(sp, p)
			g.inRowOf(sp, s, func() { body(s, p) })
		})
		return
	}
	size := g.target.tileSize([]*types.Type{intType})
	of := g.finder(sp, lo, hi, size)
	g.Count("start", lo, hi, num(size), func(start expr) {
		of.find(size, start)
		of.tile.each(g, start, func(at, p expr) {
			g.When(lt(p, hi), func() { body(g.Def("s", load(of.segments(), at)), p) })
		})
	})
}
