package group

// The segments of the elements of a tile, in local memory: every segment that
// begins in the tile marks its place, and a scan by max spreads the marks. Only
// where far more segments begin than there are elements, nearly all of them
// empty, is the segment of each element searched.

import (
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/target"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
)

// A Locator finds segments for the tiles of a parallel group's positions lo <= p < hi,
// one after another.
type Locator struct {
	k    *build.Kernel
	sp   Space
	hi   kir.Expr
	tile tile
	last *kir.Var // the segment of the position before the tile, or of its first
}

// emptyLimit is how many segments, for each element, are searched rather than marked.
const emptyLimit = 4

// NewLocator makes the memory for tiles of that many elements. All work-items must
// get here.
func NewLocator(k *build.Kernel, t target.Desc, sp Space, lo, hi kir.Expr, size int) *Locator {
	ms := []Monoid{{Op: prim.RMax, Elem: types.Int}}
	f := &Locator{k: k, sp: sp, hi: hi, tile: tile{warps: newWarps(k, t, ms, false), items: size / t.Local}}
	f.tile.cells = []*kir.Var{k.Local("segments", types.Int, size)}
	f.last = k.Mut("last", sp.SegmentOfAll(k, t, lo, op.N(0), op.Sub(sp.Count, op.N(1))))
	return f
}

// segments is the local array of the segments of the tile.
func (f *Locator) segments() *kir.Var { return f.tile.cells[0] }

// SegmentAt is the segment of the element at a place in the tile.
func (f *Locator) SegmentAt(at kir.Expr) kir.Expr { return f.k.Def("s", op.Load(f.segments(), at)) }

// Locate finds the segments of the elements of the tile that begins at start; a
// barrier must be between reading those of one tile and finding those of the
// next.
func (f *Locator) Locate(size int, start kir.Expr) {
	k, t := f.k, f.tile
	end := k.Def("end", op.Min(f.hi, op.Add(start, op.N(size))))
	first := k.Def("first", kir.Use(f.last))
	far := k.Def("far", op.Min(f.sp.Count, op.Add(first, op.N(emptyLimit*size))))
	t.each(k, start, func(at, _ kir.Expr) { k.Store(f.segments(), at, first) })
	k.Barrier()
	k.IfElse(op.AndThen(op.Lt(start, end), op.Lt(op.Load(f.sp.Offs, far), end)),
		func() { f.search(start, end, first) },
		func() { f.markHeads(start, end, first) })
	k.Barrier()
	before, all := t.scanParts(k)
	t.addBefore(k, before) // a mark is no less than what is before the tile
	k.Set(f.last, all[0])
}

// search finds the segment of each element.
func (f *Locator) search(start, end, first kir.Expr) {
	k := f.k
	top := k.Def("top", op.Sub(f.sp.Count, op.N(1)))
	f.tile.each(k, start, func(at, p kir.Expr) {
		k.When(op.Lt(p, end), func() { k.Store(f.segments(), at, f.sp.SegmentOf(k, p, first, top)) })
	})
}

// markHeads notes the segments that begin in the tile where they begin; of those
// that begin at one place only the last is not empty.
func (f *Locator) markHeads(start, end, first kir.Expr) {
	k, offs, count := f.k, f.sp.Offs, f.sp.Count
	from := k.Mut("from", op.Add(first, op.N(1)))
	begins := func() kir.Expr {
		return op.AndThen(op.Lt(kir.Use(from), count), op.Lt(op.Load(offs, kir.Use(from)), end))
	}
	k.While(begins(), func() {
		s := k.Def("s", op.Add(kir.Use(from), op.LocalID()))
		k.When(op.Lt(s, count), func() {
			at := k.Def("at", op.Sub(op.Load(offs, s), start))
			filled := op.Gt(op.Load(offs, op.Add(s, op.N(1))), op.Load(offs, s))
			inside := op.Lt(at, op.Sub(end, start))
			k.When(op.AndThen(op.AndThen(filled, inside), op.Ge(at, op.N(0))), func() { k.Store(f.segments(), at, s) })
		})
		k.Set(from, op.Add(kir.Use(from), op.N(f.tile.t.Local)))
	})
}
