package segmented

import (
	"nessiec/ir/kir"
	"nessiec/ir/target"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
	"nessiec/passes/lower/element"
	"nessiec/passes/lower/group"
)

// A Scan is the scan of a step by segments.
type Scan struct {
	element.Results
	Inclusive bool
}

// TileSize is how many positions a group of ScanChained has.
func TileSize(t target.Desc, ms []group.Monoid) int { return group.TileSize(t, withID(ms)) }

// write writes scanned elements to out, by the epilogue of the step if it has one.
func (sc Scan) write(s *element.Step, k *element.Kernel, out []*kir.Var, p element.Place, before func() []kir.Expr, with []kir.Expr) {
	if !sc.Inclusive {
		with = before()
	}
	s.Write(k, out, with, p)
}

// ScanChained is the scan in one step.
func ScanChained(t target.Desc, s *element.Step, sc Scan) *build.Kernel {
	k := s.NewKernel()
	sp := k.Space().Filled(k.Kernel)
	out := k.Arrays("r", s.Written(sc.Monoids), kir.Write)
	rest := k.Arrays("r", sc.Rest(s.Elems), s.PassedAccess())
	lo := k.Def("lo", op.Mul(op.GroupID(), op.N(TileSize(t, sc.Monoids))))
	group.ScanChained(k.Kernel, t, bySegment(k.Kernel, t, sp, group.Scan{Monoids: sc.Monoids, Init: group.Units(sc.Monoids), ID: op.N(-1)}, lo, sp.N,
		sc.value(s, k, rest), sc.emit(s, k, out)), sp.N)
	return k.Kernel
}

// value evaluates the thunk.
func (sc Scan) value(s *element.Step, k *element.Kernel, rest []*kir.Var) value {
	return func(seg group.Segment, p kir.Expr) []kir.Expr {
		return s.Combined(k, sc.Results, rest, element.In(seg, p))
	}
}

// emit is write for parallel groups.
func (sc Scan) emit(s *element.Step, k *element.Kernel, out []*kir.Var) emit {
	return func(seg, p kir.Expr, before func() []kir.Expr, with []kir.Expr) {
		sc.write(s, k, out, element.Place{Seg: seg, Pos: p}, before, with)
	}
}

// next scans an element of a serial group: sum is what precedes it, and becomes what
// precedes the next one.
func (sc Scan) next(in *element.Step, k *element.Kernel, sum, out, rest []*kir.Var, p element.Place) {
	with := k.Defs("with", group.CombineAll(k.Kernel, sc.Monoids, kir.Uses(sum), in.Combined(k, sc.Results, rest, p)))
	sc.write(in, k, out, p, func() []kir.Expr { return kir.Uses(sum) }, with)
	k.SetAll(sum, with)
}

// ScanRows scans whole rows in a serial group.
func ScanRows(t target.Desc, s *element.Step, sc Scan) *build.Kernel {
	k := s.NewKernel()
	sp := k.Space()
	out := k.Arrays("r", s.Written(sc.Monoids), kir.Scatter)
	rest := k.Arrays("r", sc.Rest(s.Elems), kir.Scatter)
	var sum []*kir.Var
	wholeRows(k, t, s, sp,
		func() { sum = k.Muts("acc", group.Units(sc.Monoids)) },
		func(in *element.Step, p element.Place) { sc.next(in, k, sum, out, rest, p) },
		func(kir.Expr) {})
	return k.Kernel
}

// An openSegment is the piece of a segment that a chunk leaves open.
type openSegment struct {
	s, from, to kir.Expr
}

// FoldPieces folds the piece of the segment that the chunk of a serial group leaves open.
func FoldPieces(g group.Group, s *element.Step, sc Scan) *build.Kernel {
	return foldOpenSegment(g, s, sc, func(k *build.Kernel, sp group.Space) (group.Space, openSegment) {
		sp = g.Divide(k, sp)
		lo, hi := g.Chunk(k, op.Add(sp.N, sp.Count))
		_, p0 := sp.Cut(k, lo)
		s, to := sp.Cut(k, hi)
		return sp, openSegment{s, k.Def("from", op.Max(p0, op.Select(op.Lt(s, sp.Count), sp.Start(s), to))), to}
	})
}

// FoldLocated is FoldPieces for parallel groups, which search the segment.
func FoldLocated(g group.Group, s *element.Step, sc Scan) *build.Kernel {
	return foldOpenSegment(g, s, sc, func(k *build.Kernel, sp group.Space) (group.Space, openSegment) {
		lo, hi := g.Chunk(k, op.Add(sp.N, sp.Count))
		sp = sp.Filled(k)
		from, to := k.Def("from", op.Min(lo, sp.N)), k.Def("to", op.Min(hi, sp.N))
		s := sp.SegmentOf(k, op.Sub(to, op.N(1)), op.N(0), op.Sub(sp.Count, op.N(1)))
		from = k.Def("from", op.Select(op.Lt(from, to), op.Max(from, sp.Start(s)), to))
		return sp, openSegment{k.Def("open", op.Select(op.Lt(from, to), s, op.N(-1))), from, to}
	})
}

func foldOpenSegment(g group.Group, s *element.Step, sc Scan, find func(k *build.Kernel, sp group.Space) (group.Space, openSegment)) *build.Kernel {
	k := s.NewKernel()
	sp := k.Space()
	carry := newCarries(k.Kernel, sc.Monoids, g.PerGroup(), g.PerGroup())
	sp, o := find(k.Kernel, sp)
	seg := group.Segment{S: o.s, Row: sp.Row(k.Kernel, o.s)}
	sum := g.FoldInOrder(k.Kernel, sc.Monoids, group.Range{Lo: o.from, Hi: o.to}, func(p group.Index) []kir.Expr {
		return element.Pick(s.Thunk.At(k, element.In(seg, p.I)), sc.Combined)
	})
	g.First(k.Kernel, func() { carry.store(k.Kernel, o.s, sum) })
	return k.Kernel
}

// ScanCarries makes the inclusive scan of carries by id, in place.
func ScanCarries(g group.Group, ms []group.Monoid) *build.Kernel {
	k := build.NewKernel()
	m := k.Int("m")
	carry := newCarries(k, ms, kir.Gather, kir.Scatter)
	g.Scan(k, group.Scan{Monoids: ms, Init: group.Units(ms), ID: op.N(-1),
		Elem: loadCarry(k, carry.ids, carry.sums),
		Emit: func(i group.Index, _ kir.Expr, _ func() []kir.Expr, with []kir.Expr) {
			k.StoreAll(carry.sums, i.I, with)
		},
	}, group.Range{Lo: op.N(0), Hi: m})
	return k
}

// A finishScan is the last step: the chunk is scanned, starting with the carry of the chunks
// before it.
type finishScan struct {
	k         *element.Kernel
	sp        group.Space
	carry     carries
	out, rest []*kir.Var
	init      []kir.Expr
}

func newFinishScan(s *element.Step, sc Scan) finishScan {
	k := s.NewKernel()
	f := finishScan{k: k, sp: k.Space()}
	f.carry = newCarries(k.Kernel, sc.Monoids, kir.Gather, kir.Gather)
	f.out = k.Arrays("r", s.Written(sc.Monoids), kir.Write)
	f.rest = k.Arrays("r", sc.Rest(s.Elems), s.PassedAccess())
	f.init = group.Preceding(k.Kernel, sc.Monoids, f.carry.sums)
	return f
}

// ScanPieces is the last step of serial groups.
func ScanPieces(_ group.Group, t target.Desc, s *element.Step, sc Scan) *build.Kernel {
	f := newFinishScan(s, sc)
	k := f.k
	sum := k.Muts("acc", f.init)
	group.WalkMergePath(k.Kernel, t, f.sp, group.MergePath{
		Visit: func(seg group.Segment) func(kir.Expr) {
			in := s.InSegment(k, seg)
			return func(p kir.Expr) { sc.next(in, k, sum, f.out, f.rest, in.Enter(k, element.In(seg, p))) }
		},
		Close: func(kir.Expr, kir.Expr) { k.SetAll(sum, group.Units(sc.Monoids)) },
	})
	return k.Kernel
}

// ScanLocated is the last step of parallel groups.
func ScanLocated(g group.Group, t target.Desc, s *element.Step, sc Scan) *build.Kernel {
	f := newFinishScan(s, sc)
	k := f.k
	first := k.Def("key", op.Select(op.Gt(op.GroupID(), op.N(0)), op.Load(f.carry.ids, op.Sub(op.GroupID(), op.N(1))), op.N(-1)))
	lo, hi := g.Chunk(k.Kernel, op.Add(f.sp.N, f.sp.Count))
	sp := f.sp.Filled(k.Kernel)
	lo, hi = k.Def("lo", op.Min(lo, sp.N)), k.Def("hi", op.Min(hi, sp.N))
	scanSegments(k.Kernel, g, t, sp, group.Scan{Monoids: sc.Monoids, Init: f.init, ID: first}, lo, hi,
		sc.value(s, k, f.rest), sc.emit(s, k, f.out))
	return k.Kernel
}
