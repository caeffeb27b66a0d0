package segmented

import (
	"nessiec/ir/kir"
	"nessiec/ir/target"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
	"nessiec/passes/lower/element"
	"nessiec/passes/lower/group"
)

// RowsOf is how many rows a serial group takes where each has all of them
// to itself: whole blocks, in case rows are taken in lanes. Where rows differ in length
// (nil), which is done only if there are very many elements, few, so that groups do about
// as much.
func RowsOf(t target.Desc, count, length kir.Expr) kir.Expr {
	if length == nil {
		return op.Max(op.N(1), op.CeilDiv(count, op.N(t.Chunks*t.Chunks)))
	}
	lanes := op.N(max(t.Lanes, 1))
	rows := op.Max(op.CeilDiv(op.N(t.Grain), op.Add(length, op.N(1))), op.CeilDiv(count, op.N(t.Chunks)))
	return op.Mul(op.CeilDiv(rows, lanes), lanes)
}

// wholeRows writes what a serial group does with its rows: before the elements of each,
// with each, and after them.
func wholeRows(k *element.Kernel, t target.Desc, s *element.Step, sp group.Space,
	before func(), elem func(in *element.Step, p element.Place), after func(s kir.Expr)) {
	rows := k.Def("rows", RowsOf(t, sp.Count, sp.Length))
	share(k, rows, sp)
	lo := k.Def("lo", op.Min(sp.Count, op.Mul(op.GroupID(), rows)))
	k.Count("s", lo, op.Min(sp.Count, op.Add(lo, rows)), op.N(1), func(seg kir.Expr) {
		row := sp.Row(k.Kernel, seg)
		before()
		in := inRow(k, s, group.Segment{S: seg, Row: row, Loop: true})
		in.step.UnlessIdle(k, func() {
			k.Count("j", op.N(0), row.Length, op.N(1), func(j kir.Expr) { elem(in.step, in.at(j)) })
		})
		after(seg)
	})
}

// share says that groups have so many rows each.
func share(k *element.Kernel, rows kir.Expr, sp group.Space) {
	if sp.Length == nil {
		k.Share(rows, sp.Count, op.N(1))
		return
	}
	k.Share(rows, sp.Count, sp.Length)
}

// A row is one whose elements are visited by their index in it.
type row struct {
	k    *element.Kernel
	step *element.Step
	seg  group.Segment
}

func inRow(k *element.Kernel, s *element.Step, seg group.Segment) row {
	return row{k, s.InSegment(k, seg), seg}
}

// at is the place of element j.
func (r row) at(j kir.Expr) element.Place {
	p := element.In(r.seg, r.k.Def("p", op.Add(r.seg.Row.Start, j)))
	p.InRow = j
	return p
}

// A rowReduction writes kernels that fold rows.
type rowReduction struct {
	t         target.Desc
	s         *element.Step
	r         element.Results
	k         *element.Kernel
	sp        group.Space
	out, rest []*kir.Var
}

// newRows begins the kernel of a reduction of rows; before the results, it takes what
// more adds.
func newRows(t target.Desc, s *element.Step, r element.Results, more func(k *element.Kernel)) *rowReduction {
	k := s.NewKernel()
	x := &rowReduction{t: t, s: s, r: r, k: k, sp: k.Space()}
	x.sp.Rows = true
	more(k)
	x.out = k.Arrays("r", s.Written(r.Monoids), kir.RowWrite)
	x.rest = k.Arrays("r", r.Rest(s.Elems), kir.Scatter)
	return x
}

func nothing(*element.Kernel) {}

// add adds element j of a row to a sum.
func (x *rowReduction) add(in row, sum []*kir.Var, j kir.Expr) {
	accumulate(x.k, x.r.Monoids, sum, in.step.Combined(x.k, x.r, x.rest, in.at(j)))
}

// enter begins a row.
func (x *rowReduction) enter(s kir.Expr) row {
	return inRow(x.k, x.s, group.Segment{S: s, Row: x.sp.Row(x.k.Kernel, s), Loop: true})
}

// write stores the sum of a row.
func (x *rowReduction) write(s kir.Expr, sum []kir.Expr) {
	x.s.Write(x.k, x.out, sum, element.Place{Seg: s})
}

// ReduceRows folds the rows of a serial group.
func ReduceRows(t target.Desc, s *element.Step, r element.Results) *build.Kernel {
	x := newRows(t, s, r, nothing)
	var sum []*kir.Var
	wholeRows(x.k, t, s, x.sp,
		func() { sum = x.k.Muts("acc", group.Units(r.Monoids)) },
		func(in *element.Step, p element.Place) {
			accumulate(x.k, r.Monoids, sum, in.Combined(x.k, r, x.rest, p))
		},
		func(s kir.Expr) { x.write(s, kir.Uses(sum)) })
	return x.k.Kernel
}

// ReduceRowPerItem folds a row in every work-item.
func ReduceRowPerItem(g group.Group, t target.Desc, s *element.Step, r element.Results) *build.Kernel {
	x := newRows(t, s, r, nothing)
	x.k.Share(op.N(t.Local), x.sp.Count, x.sp.Length)
	g.Each(x.k.Kernel, x.sp.Count, nil, func(s group.Index) {
		sum := x.k.Muts("acc", group.Units(r.Monoids))
		in := x.enter(s.I)
		in.step.UnlessIdle(x.k, func() {
			x.k.Count("j", op.N(0), x.sp.Length, op.N(1), func(j kir.Expr) { x.add(in, sum, j) })
		})
		x.write(s.I, kir.Uses(sum))
	})
	return x.k.Kernel
}

// ReduceRowPerWarp folds a row in every warp, neighbours in neighbouring work-items; or,
// to keep them in order, successive elements in each.
func ReduceRowPerWarp(t target.Desc, s *element.Step, r element.Results) *build.Kernel {
	x := newRows(t, s, r, nothing)
	k, sp := x.k, x.sp
	seg := k.Def("s", op.Add(op.Mul(op.GroupID(), op.N(t.Local/t.Warp)), group.Warp(t)))
	sum, lane := k.Muts("acc", group.Units(r.Monoids)), group.Lane(k.Kernel, t)
	k.When(op.Lt(seg, sp.Count), func() {
		in := x.enter(seg)
		length := in.seg.Row.Length
		from, to, step := lane, length, op.N(t.Warp)
		if group.Ordered(r.Monoids) {
			piece := k.Def("piece", op.CeilDiv(length, step))
			from = k.Def("from", op.Mul(lane, piece))
			to, step = op.Min(length, op.Add(from, piece)), op.N(1)
		}
		in.step.UnlessIdle(k, func() { k.Count("j", from, to, step, func(j kir.Expr) { x.add(in, sum, j) }) })
	})
	group.ReduceWarp(k.Kernel, t, r.Monoids, sum)
	k.When(op.AndThen(op.Lt(seg, sp.Count), op.Eq(lane, op.N(t.Warp-1))), func() { x.write(seg, kir.Uses(sum)) })
	return k.Kernel
}

// ReduceRowPerGroup folds a row, or a piece of a row, in every group.
func ReduceRowPerGroup(g group.Group, t target.Desc, s *element.Step, r element.Results) *build.Kernel {
	var pieces kir.Expr
	x := newRows(t, s, r, func(k *element.Kernel) { pieces = k.Int("pieces") })
	k, sp := x.k, x.sp
	part := k.Arrays("part", group.Elems(r.Monoids), kir.Scatter)
	seg := k.Def("s", op.Div(op.GroupID(), pieces))
	size := k.Def("size", op.CeilDiv(sp.Length, pieces))
	lo := k.Def("lo", op.Min(sp.Length, op.Mul(size, op.Sub(op.GroupID(), op.Mul(seg, pieces)))))
	in := x.enter(seg)
	hi := in.step.End(lo, op.Min(sp.Length, op.Add(lo, size)))
	sum := g.Fold(k.Kernel, r.Monoids, group.Range{Lo: lo, Hi: hi}, func(j group.Index) []kir.Expr {
		return in.step.Combined(k, r, x.rest, in.at(j.I))
	})
	g.First(k.Kernel, func() {
		k.IfElse(op.Eq(pieces, op.N(1)), func() { x.write(seg, sum) }, func() { k.StoreAll(part, op.GroupID(), sum) })
	})
	return k.Kernel
}

// JoinPieces folds the parts of every row, which are equally many.
func JoinPieces(g group.Group, ms []group.Monoid) *build.Kernel {
	return joinPieces(g, build.NewKernel(), ms, func(k *build.Kernel) func(s kir.Expr, sum []kir.Expr) {
		out := k.Arrays("r", group.Elems(ms), kir.Scatter)
		return func(s kir.Expr, sum []kir.Expr) { k.StoreAll(out, s, sum) }
	})
}

// JoinPiecesEpilogue is JoinPieces for a step with an epilogue.
func JoinPiecesEpilogue(g group.Group, s *element.Step, ms []group.Monoid) *build.Kernel {
	k := s.NewKernel()
	return joinPieces(g, k.Kernel, ms, func(*build.Kernel) func(s kir.Expr, sum []kir.Expr) {
		out := k.Arrays("r", s.Written(ms), kir.Scatter)
		return func(seg kir.Expr, sum []kir.Expr) { s.Write(k, out, sum, element.Place{Seg: seg}) }
	})
}

func joinPieces(g group.Group, k *build.Kernel, ms []group.Monoid, results func(k *build.Kernel) func(s kir.Expr, sum []kir.Expr)) *build.Kernel {
	count, pieces := k.Int("segments"), k.Int("pieces")
	part := k.Arrays("part", group.Elems(ms), kir.Gather)
	write := results(k)
	g.Each(k, count, nil, func(s group.Index) {
		sum := k.Muts("acc", group.Units(ms))
		from := k.Def("from", op.Mul(s.I, pieces))
		k.Count("i", from, op.Add(from, pieces), op.N(1), func(i kir.Expr) {
			k.SetAll(sum, group.CombineAll(k, ms, kir.Uses(sum), k.Defs("v", op.Loads(part, i))))
		})
		write(s.I, kir.Uses(sum))
	})
	return k
}

// RegularRows folds whether segments have a length: the first step of a reduction.
func RegularRows(g group.Group, all []group.Monoid) *build.Kernel {
	k := build.NewKernel()
	n, length, offs := k.Int("segments"), k.Int("length"), k.Array("offs", types.Int, kir.Gather)
	part := k.Arrays("part", group.Elems(all), kir.Partial)
	lo, hi := g.Share(k, n)
	sum := g.Fold(k, all, group.Range{Lo: lo, Hi: hi}, func(s group.Index) []kir.Expr {
		return []kir.Expr{op.Eq(op.Load(offs, s.I), op.Mul(s.I, length))}
	})
	g.First(k, func() { k.StoreAll(part, op.GroupID(), sum) })
	return k
}
