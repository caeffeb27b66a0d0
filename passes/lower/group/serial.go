package group

import (
	"nessiec/ir/kir"
	"nessiec/ir/target"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
)

// A serial group is a loop of one work-item.
type serial struct{ t target.Desc }

func (g serial) Chunk(k *build.Kernel, n kir.Expr) (lo, hi kir.Expr) { return chunk(k, g.t, n) }

func (g serial) Share(k *build.Kernel, n kir.Expr) (lo, hi kir.Expr) { return sharedChunk(k, g.t, n) }

func (g serial) Divide(k *build.Kernel, sp Space) Space { return sp.Divided(k, g.t) }

func (g serial) PerGroup() kir.Access {
	if g.t.Ranks {
		return kir.Partial
	}
	return kir.Scatter
}

func (g serial) PerSegment() kir.Access {
	if g.t.Ranks {
		return kir.RowWrite
	}
	return kir.Scatter
}

func (g serial) Each(k *build.Kernel, n kir.Expr, cut Cut, body func(i Index)) {
	lo, hi := g.Share(k, n)
	g.Over(k, Range{lo, hi, cut}, body)
}

func (g serial) Over(k *build.Kernel, r Range, body func(i Index)) {
	for _, p := range r.pieces(k) {
		k.Count("i", p.Lo, p.Hi, op.N(1), func(i kir.Expr) { body(Index{i, p.below}) })
	}
}

func (g serial) First(k *build.Kernel, body func()) { body() }

func (g serial) Sync(*build.Kernel) {}

func (g serial) Fold(k *build.Kernel, ms []Monoid, r Range, elem func(i Index) []kir.Expr) []kir.Expr {
	sum := k.Muts("acc", Units(ms))
	g.Over(k, r, func(i Index) { k.SetAll(sum, CombineAll(k, ms, kir.Uses(sum), elem(i))) })
	return kir.Uses(sum)
}

func (g serial) FoldInOrder(k *build.Kernel, ms []Monoid, r Range, elem func(i Index) []kir.Expr) []kir.Expr {
	return g.Fold(k, ms, r, elem)
}

func (g serial) Scan(k *build.Kernel, s Scan, r Range) (id kir.Expr, sum []kir.Expr) {
	sums := k.Muts("acc", s.Init)
	var last *kir.Var
	if s.ID != nil {
		last = k.Mut("last", s.ID)
	}
	g.Over(k, r, func(i Index) { g.scanOne(k, s, i, last, sums) })
	if last != nil {
		id = kir.Use(last)
	}
	return id, kir.Uses(sums)
}

func (g serial) SumBefore(k *build.Kernel, n int, val func(i kir.Expr) kir.Expr, emit func(i, before kir.Expr)) kir.Expr {
	sum := k.Mut("sum", op.N(0))
	k.Count("i", op.N(0), op.N(n), op.N(1), func(i kir.Expr) {
		v := k.Def("v", val(i))
		emit(i, kir.Use(sum))
		k.Set(sum, op.Add(kir.Use(sum), v))
	})
	return kir.Use(sum)
}

// scanOne is a step of a scan.
func (g serial) scanOne(k *build.Kernel, s Scan, i Index, last *kir.Var, sums []*kir.Var) {
	id, vals := s.Elem(nil, i)
	before := kir.Uses(sums)
	if last != nil {
		id = k.Atom("key", id)
		same := k.Def("same", op.Eq(kir.Use(last), id))
		before = k.Defs("before", op.SelectAll(same, before, Units(s.Monoids)))
	}
	with := k.Defs("with", CombineAll(k, s.Monoids, before, vals))
	s.Emit(i, id, func() []kir.Expr { return before }, with)
	k.SetAll(sums, with)
	if last != nil {
		k.Set(last, id)
	}
}

func (g serial) Segments(k *build.Kernel, sp Space, visit Visit) {
	WalkMergePath(k, g.t, sp, MergePath{Visit: visit})
}

func (g serial) Before(k *build.Kernel, ms []Monoid, part []*kir.Var) []kir.Expr {
	sum := k.Muts("start", Units(ms))
	k.Count("k", op.N(0), op.GroupID(), op.N(1), func(i kir.Expr) {
		k.SetAll(sum, CombineAll(k, ms, kir.Uses(sum), op.Loads(part, i)))
	})
	return kir.Uses(sum)
}

func (g serial) Groups(c *build.Code, n kir.Expr) kir.Expr { return Chunks(c, g.t, n) }
