package body

// Loads and stores of lanes: a run of elements at once, others one by one.

import (
	"math"

	w "nessiec/backends/wasm/encode"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// singleBits is the bits of a float of 32 bits.
func (g *writer) singleBits(word prim.Word) uint32 {
	return math.Float32bits(float32(prim.WordFloat(word)))
}

// partBytes is what a part fills in memory.
func (g *writer) partBytes(t *types.Type, p int) uint32 {
	return uint32(p*perPart(g.Program, t)) << g.Shift(t)
}

// loadPart pushes part p of the elements at an address.
func (g *writer) loadPart(at w.Local, t *types.Type, p int) {
	g.Get(at)
	off := g.partBytes(t, p)
	if g.Shift(t) > 0 {
		g.Mem(w.V128Load, g.Shift(t), off)
		return
	}
	g.Mem(w.V128Load32Zero, 0, off)
	g.Op(w.I16x8ExtendLowI8x16U, w.I32x4ExtendLowI16x8U)
	if t.Kind == types.KBool {
		g.Op(w.I32x4Neg)
	}
}

// gather pushes part p of the elements at lanes of indices. Where a mask does not
// hold, the index becomes 0 and so does what is read.
func (g *writer) gather(buf, idx, mask kir.Expr, p int) {
	t := kir.TypeOf(buf).Elem()
	n := perPart(g.Program, t)
	index := func(i int) { g.lane(idx, p*n+i) }
	if mask != nil {
		perIndex := perPart(g.Program, types.Int)
		masked := map[int]w.Local{} // parts of indices
		for i := p * n / perIndex; i <= (p*n+n-1)/perIndex; i++ {
			l := g.Local("", w.V128)
			g.Get(g.inLocals(idx)[i])
			g.mask(mask, types.Int, i)
			g.Op(w.V128And)
			g.Set(l)
			masked[i] = l
		}
		index = func(i int) {
			g.Get(masked[(p*n+i)/perIndex])
			g.extract(types.Int, (p*n+i)%perIndex)
		}
	}
	acc := g.Local("", w.V128)
	g.zeros()
	for i := range n {
		g.Set(acc)
		g.gatherLane(buf, t, acc, i, index)
	}
	if mask != nil {
		g.mask(mask, t, p)
		g.Op(w.V128And)
	}
}

// gatherLane pushes a vector with an element in lane i.
func (g *writer) gatherLane(buf kir.Expr, t *types.Type, acc w.Local, i int, index func(int)) {
	shift := g.Shift(t)
	address := func() {
		g.expr(buf)
		index(i)
		g.scale(shift)
		g.Op(w.I32Add)
	}
	if shift == 0 {
		g.Get(acc)
		address()
		g.Mem(w.I32Load8U, 0, 0)
		if t.Kind == types.KBool {
			l := g.Local("", w.I32)
			g.Set(l)
			g.I32(0)
			g.Get(l)
			g.Op(w.I32Sub)
		}
		g.Lane(w.I32x4Replace, i)
		return
	}
	address()
	g.Get(acc)
	if shift == 3 {
		g.MemLane(w.V128Load64Lane, shift, 0, i)
	} else {
		g.MemLane(w.V128Load32Lane, shift, 0, i)
	}
}

// storeLanes writes a Store of lanes. All lanes are computed before one is stored,
// if that could make a difference.
func (g *writer) storeLanes(s *kir.Store) {
	t := kir.TypeOf(s.Buf).Elem()
	r, run := s.Idx.(*kir.Ramp)
	if !run {
		g.scatter(s, t)
		return
	}
	at := g.Local("", w.I32)
	if mentions(s.Val, kir.VarOf(s.Buf)) {
		g.inLocals(s.Val)
	} else {
		g.prepare(s.Val)
	}
	g.pushAddress(s.Buf, r.Base)
	g.Set(at)
	for p := partsOf(g.Program, kir.TypeOf(s.Val)) - 1; p >= 0; p-- {
		g.Get(at)
		g.part(s.Val, p)
		off := g.partBytes(t, p)
		if g.Shift(t) > 0 {
			g.Mem(w.V128Store, g.Shift(t), off)
			continue
		}
		if t.Kind == types.KBool {
			g.V128(1|1<<32, 1|1<<32)
			g.Op(w.V128And)
		}
		g.zeros()
		g.Op(w.I16x8NarrowI32x4U)
		g.zeros()
		g.Op(w.I8x16NarrowI16x8U)
		g.MemLane(w.V128Store32Lane, 0, off, 0)
	}
}

// scatter stores lane after lane.
func (g *writer) scatter(s *kir.Store, t *types.Type) {
	g.inLocals(s.Val)
	g.inLocals(s.Idx)
	for i := range kir.LanesOf(kir.TypeOf(s.Val)) {
		g.expr(s.Buf)
		g.lane(s.Idx, i)
		g.scale(g.Shift(t))
		g.Op(w.I32Add)
		g.lane(s.Val, i)
		g.access(g.storeOp(t), t, 0)
	}
}
