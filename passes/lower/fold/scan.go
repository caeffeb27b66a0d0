package fold

import (
	"nessiec/ir/kir"
	"nessiec/ir/target"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
	"nessiec/passes/lower/element"
	"nessiec/passes/lower/group"
)

// A Scan is the scan of a step. If Total is set it is exclusive, with what all elements
// combine to behind the last.
type Scan struct {
	element.Results
	Inclusive, Total bool
}

// ScanFold is the first step of a scan.
func ScanFold(g group.Group, s *element.Step, sc Scan) *build.Kernel {
	k := s.NewKernel()
	n := k.Size()
	foldChunk(g, k, n, sc, func(i group.Index) []kir.Expr {
		return element.Pick(s.Thunk.At(k, element.At(i)), sc.Combined)
	})
	return k.Kernel
}

// foldChunk folds the chunk of every group.
func foldChunk(g group.Group, k *element.Kernel, n kir.Expr, sc Scan, elem func(i group.Index) []kir.Expr) {
	part := k.Arrays("part", group.Elems(sc.Monoids), kir.Partial)
	lo, hi := g.Share(k.Kernel, n)
	sum := g.FoldInOrder(k.Kernel, sc.Monoids, group.Range{Lo: lo, Hi: hi, Cut: k.Cut()}, elem)
	g.First(k.Kernel, func() { k.StoreAll(part, op.GroupID(), sum) })
}

// ScanParts is the second step: the inclusive scan of the sums, in place.
func ScanParts(g group.Group, ms []group.Monoid) *build.Kernel {
	k := build.NewKernel()
	m := k.Int("m")
	part := k.Arrays("part", group.Elems(ms), kir.Scatter)
	g.Scan(k, group.Scan{Monoids: ms, Init: group.Units(ms),
		Elem: func(_ kir.Expr, i group.Index) (kir.Expr, []kir.Expr) { return nil, k.Defs("v", op.Loads(part, i.I)) },
		Emit: func(i group.Index, _ kir.Expr, _ func() []kir.Expr, with []kir.Expr) { k.StoreAll(part, i.I, with) },
	}, group.Range{Lo: op.N(0), Hi: m})
	return k
}

// ScanFrom is the last step: every group scans its chunk from what precedes it.
func ScanFrom(g group.Group, s *element.Step, sc Scan) *build.Kernel {
	k := s.NewKernel()
	n := k.Size()
	rest := k.Arrays("r", sc.Rest(s.Elems), s.PassedAccess())
	part := k.Arrays("part", group.Elems(sc.Monoids), kir.Gather)
	out := k.Arrays("r", s.Written(sc.Monoids), kir.Write)
	lo, hi := g.Share(k.Kernel, n)
	_, sum := g.Scan(k.Kernel, group.Scan{Monoids: sc.Monoids, Init: g.Before(k.Kernel, sc.Monoids, part),
		Elem: func(_ kir.Expr, i group.Index) (kir.Expr, []kir.Expr) {
			return nil, s.Combined(k, sc.Results, rest, element.At(i))
		},
		Emit: sc.emit(s, k, out),
	}, group.Range{Lo: lo, Hi: hi, Cut: k.Cut()})
	sc.last(g, k, out, hi, n, func() []kir.Expr { return sum })
	return k.Kernel
}

// emit writes scanned elements to out, by the epilogue of the step if it has one.
func (sc Scan) emit(s *element.Step, k *element.Kernel, out []*kir.Var) func(group.Index, kir.Expr, func() []kir.Expr, []kir.Expr) {
	return func(i group.Index, _ kir.Expr, before func() []kir.Expr, with []kir.Expr) {
		if !sc.Inclusive {
			with = before()
		}
		s.Write(k, out, with, element.At(i))
	}
}

// last stores what all n elements combine to, which the group knows that ends
// with the last of them.
func (sc Scan) last(g group.Group, k *element.Kernel, out []*kir.Var, hi, n kir.Expr, sum func() []kir.Expr) {
	if sc.Total {
		k.When(op.Ge(hi, n), func() { g.First(k.Kernel, func() { storeTotal(k, out, n, sum()) }) })
	}
}

// storeTotal stores the total behind the last element, in the arrays of what is
// combined, which come after those that an epilogue makes.
func storeTotal(k *element.Kernel, out []*kir.Var, n kir.Expr, sum []kir.Expr) {
	k.StoreAll(out[len(out)-len(sum):], n, sum)
}

// TileSize is how many elements a group of ScanChained has.
func TileSize(t target.Desc, ms []group.Monoid) int { return group.TileSize(t, group.Elems(ms)) }

// ScanChained is the scan in one step.
func ScanChained(g group.Group, t target.Desc, s *element.Step, sc Scan) *build.Kernel {
	k := s.NewKernel()
	n := k.Size()
	rest := k.Arrays("r", sc.Rest(s.Elems), s.PassedAccess())
	out := k.Arrays("r", s.Written(sc.Monoids), kir.Write)
	sum := group.ScanChained(k.Kernel, t, group.Scan{Monoids: sc.Monoids, Init: group.Units(sc.Monoids),
		Elem: func(_ kir.Expr, i group.Index) (kir.Expr, []kir.Expr) {
			return nil, s.Combined(k, sc.Results, rest, element.At(i))
		},
		Emit: sc.emit(s, k, out),
	}, n)
	sc.last(g, k, out, op.Mul(op.Add(op.GroupID(), op.N(1)), op.N(TileSize(t, sc.Monoids))), n, sum)
	return k.Kernel
}
