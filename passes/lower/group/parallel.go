package group

import (
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/target"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
)

// A parallel group has several work-items.
type parallel struct{ t target.Desc }

func (g parallel) Chunk(k *build.Kernel, n kir.Expr) (lo, hi kir.Expr) { return chunk(k, g.t, n) }

func (g parallel) Share(k *build.Kernel, n kir.Expr) (lo, hi kir.Expr) { return sharedChunk(k, g.t, n) }

func (g parallel) Divide(_ *build.Kernel, sp Space) Space { return sp }

func (g parallel) PerGroup() kir.Access { return kir.Scatter }

func (g parallel) PerSegment() kir.Access { return kir.Scatter }

func (g parallel) Each(k *build.Kernel, n kir.Expr, _ Cut, body func(i Index)) {
	k.Share(op.N(g.t.Local), n, op.N(1))
	items(k, n, body)
}

// items gives every work-item one of n indices.
func items(k *build.Kernel, n kir.Expr, body func(i Index)) {
	i := kir.NewVar("i", types.Int)
	k.Put(&kir.ForItem{Var: i, Count: n, Body: k.Block(func() { body(Index{I: kir.Use(i)}) })})
}

func (g parallel) Over(k *build.Kernel, r Range, body func(i Index)) {
	if n, ok := kir.Literal(r.Hi); ok && kir.IsInt(r.Lo, 0) && n%int64(g.t.Local) == 0 {
		k.Count("j", op.N(0), op.N(int(n)/g.t.Local), op.N(1), func(j kir.Expr) { // compilers unroll it
			body(Index{I: k.Def("i", op.Add(op.Mul(j, op.N(g.t.Local)), op.LocalID()))})
		})
		return
	}
	k.Count("i", op.Add(r.Lo, op.LocalID()), r.Hi, op.N(g.t.Local), func(i kir.Expr) { body(Index{I: i}) })
}

func (g parallel) First(k *build.Kernel, body func()) { k.When(op.Eq(op.LocalID(), op.N(0)), body) }

func (g parallel) Sync(k *build.Kernel) { k.Barrier() }

func (g parallel) Fold(k *build.Kernel, ms []Monoid, r Range, elem func(i Index) []kir.Expr) []kir.Expr {
	if Ordered(ms) {
		return g.FoldInOrder(k, ms, r, elem)
	}
	sum := k.Muts("acc", Units(ms))
	g.Over(k, r, func(i Index) { k.SetAll(sum, CombineAll(k, ms, kir.Uses(sum), elem(i))) })
	return newWarps(k, g.t, ms, false).total(k, sum)
}

func (g parallel) FoldInOrder(k *build.Kernel, ms []Monoid, r Range, elem func(i Index) []kir.Expr) []kir.Expr {
	_, sum := g.Scan(k, Scan{Monoids: ms, Init: Units(ms),
		Elem: func(_ kir.Expr, i Index) (kir.Expr, []kir.Expr) { return nil, elem(i) }}, r)
	return sum
}

// Scan scans tile after tile.
func (g parallel) Scan(k *build.Kernel, s Scan, r Range) (id kir.Expr, sum []kir.Expr) {
	t := newTile(k, g.t, s.Monoids, s.ID != nil)
	carry := k.Muts("acc", s.initial())
	k.Count("start", r.Lo, r.Hi, op.N(t.size()), func(start kir.Expr) {
		if s.Prepare != nil {
			s.Prepare(t.size(), start)
		}
		t.fill(k, start, r.Hi, s.element)
		k.Barrier()
		before, all := t.scanParts(k)
		if s.Emit == nil {
			k.SetAll(carry, k.Defs("next", t.join(k, kir.Uses(carry), all)))
			k.Barrier()
			return
		}
		t.addBefore(k, t.after(k, kir.Uses(carry), before))
		t.emit(k, s, start, r.Hi, kir.Uses(carry))
		end := k.Def("end", op.Less1(op.Min(op.N(t.size()), op.Sub(r.Hi, start))))
		k.SetAll(carry, k.Defs("next", op.Loads(t.cells, end)))
		k.Barrier()
	})
	return s.parts(kir.Uses(carry))
}

// SumBefore gives every work-item successive ints, and keeps their values in registers.
func (g parallel) SumBefore(k *build.Kernel, n int, val func(i kir.Expr) kir.Expr, emit func(i, before kir.Expr)) kir.Expr {
	each := (n + g.t.Local - 1) / g.t.Local
	kept := k.Private("kept", types.Int, each)
	first := k.Def("first", op.Mul(op.LocalID(), op.N(each)))
	own := func(body func(j, i kir.Expr)) {
		k.Count("j", op.N(0), op.N(each), op.N(1), func(j kir.Expr) {
			i := k.Def("i", op.Add(first, j))
			k.When(op.Lt(i, op.N(n)), func() { body(j, i) })
		})
	}
	sum := k.Mut("sum", op.N(0))
	own(func(j, i kir.Expr) {
		v := k.Def("v", val(i))
		k.Store(kept, j, v)
		k.Set(sum, op.Add(kir.Use(sum), v))
	})
	w := newWarps(k, g.t, []Monoid{{Op: prim.RAdd, Elem: types.Int}}, false)
	inWarp := w.scan(k, []*kir.Var{sum})
	k.Barrier()
	before, all := w.across(k, inWarp)
	run := k.Mut("run", before[0])
	own(func(j, i kir.Expr) {
		emit(i, k.Def("before", kir.Use(run)))
		k.Set(run, op.Add(kir.Use(run), op.Load(kept, j)))
	})
	return all[0]
}

// Segments goes through a chunk of positions. In a tile a work-item reads those
// places that it writes first in the next one: no barrier between. If all segments have
// the same length, a work-item has one position; the host launches no groups if there are no segments.
func (g parallel) Segments(k *build.Kernel, sp Space, visit Visit) {
	if sp.Offs == nil {
		items(k, sp.N, func(p Index) {
			s := sp.RowOf(k, p.I)
			visit(Segment{S: s, Row: sp.Row(k, s)})(p.I)
		})
		return
	}
	sp = sp.Filled(k)
	lo, hi := chunk(k, g.t, sp.N)
	size := TileSize(g.t, []*types.Type{types.Int})
	of := NewLocator(k, g.t, sp, lo, hi, size)
	k.Count("start", lo, hi, op.N(size), func(start kir.Expr) {
		of.Locate(size, start)
		of.tile.each(k, start, func(at, p kir.Expr) {
			k.When(op.Lt(p, hi), func() { visit(Segment{S: of.SegmentAt(at)})(p) })
		})
	})
}

// Before folds the sums in order: a work-item takes successive ones.
func (g parallel) Before(k *build.Kernel, ms []Monoid, part []*kir.Var) []kir.Expr {
	if Ordered(ms) {
		return Preceding(k, ms, part)
	}
	start := k.Muts("start", Units(ms))
	k.When(op.Gt(op.GroupID(), op.N(0)), func() {
		each := k.Def("each", op.CeilDiv(op.GroupID(), op.N(g.t.Local)))
		first := k.Def("first", op.Min(op.GroupID(), op.Mul(op.LocalID(), each)))
		end := k.Def("end", op.Min(op.GroupID(), op.Add(first, each)))
		sum := k.Muts("acc", Units(ms))
		k.Count("i", first, end, op.N(1), func(i kir.Expr) { k.SetAll(sum, CombineAll(k, ms, kir.Uses(sum), k.Defs("v", op.Loads(part, i)))) })
		k.SetAll(start, newWarps(k, g.t, ms, false).total(k, sum))
	})
	return kir.Uses(start)
}

func (g parallel) Groups(_ *build.Code, n kir.Expr) kir.Expr { return op.CeilDiv(n, op.N(g.t.Local)) }
