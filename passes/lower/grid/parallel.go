package grid

// The work-items of a parallel group have the outputs of one tile.

import (
	"nessiec/ir/kir"
	"nessiec/ir/target"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
	"nessiec/passes/lower/element"
	"nessiec/passes/lower/group"
)

type parallel struct{ t target.Desc }

func (g parallel) Shape(p *Product, _ []group.Monoid) (s Shape, ok bool) {
	if g.t.TileRows == 0 {
		return s, false
	}
	s.odd = true
	s.OutputRows, s.OutputCols = g.outputs(p.ops)
	down, across := g.sides()
	if p.allPairs {
		s.OutputCols, down, across = 1, g.t.Local, 1
	}
	s.Rows, s.Cols = s.OutputRows*down, s.OutputCols*across
	s.fit(g.t, p, s.edges(p))
	if !p.allPairs {
		s.Steps = min(s.Steps, across)
	}
	return s, s.Steps >= minSteps
}

// outputs is how many outputs a work-item has, where each takes so many operations.
func (g parallel) outputs(ops int) (rows, cols int) {
	cols = g.t.TileCols
	rows = fewer(g.t, ops, func() { cols = (cols + 1) / 2 })
	return rows, cols
}

// sides is how the work-items of a group stand side by side.
func (g parallel) sides() (down, across int) {
	across = 1 << ((op.Log2(g.t.Local) + 1) / 2)
	return g.t.Local / across, across
}

func (g parallel) Read(ns []int) Shape { return shapeOf(ns, true) }

func (g parallel) Span(s Shape, _, _, _ kir.Expr) kir.Expr { return op.N(s.Rows) }

func (g parallel) Partial(*element.Step, []group.Monoid) []group.Monoid { return nil }

func (g parallel) Kernel(s *element.Step, p *Product, shape Shape, ms []group.Monoid) *build.Kernel {
	t := newTileWriter(g.t, s, p, shape, ms)
	top, _ := t.begin(g.Span)
	t.together(top)
	return t.k.Kernel
}

// together computes the tile that begins in row top.
func (t *tileWriter) together(top kir.Expr) {
	k, shape := t.k, t.shape
	rowAt := func(x kir.Expr) kir.Expr { return op.Min(op.Add(top, x), op.Less1(t.rows)) }
	colAt := func(x kir.Expr) kir.Expr { return op.Min(op.Add(t.left, x), op.Less1(t.cols)) }
	w := t.workItem(rowAt, colAt)
	if len(t.p.staged[onRow]) > 0 {
		t.over(op.N(shape.Rows), func(x kir.Expr) { t.stage(onRow, x, rowAt(x), nil, nil) })
	}
	if len(t.p.staged[onCol]) > 0 {
		t.over(op.N(shape.Cols), func(x kir.Expr) { t.stage(onCol, x, nil, colAt(x), nil) })
	}
	k.Count("first", op.N(0), t.sp.Length, op.N(shape.Steps), func(first kir.Expr) {
		b := t.slice(first)
		if len(t.p.staged[onIndex]) > 0 {
			t.over(b.steps, func(j kir.Expr) { t.stage(onIndex, j, nil, nil, op.Add(first, j)) })
		}
		t.stageTogether(onIndex|onRow, shape.Rows, b, func(place, x, k kir.Expr) { t.stage(onIndex|onRow, place, rowAt(x), nil, k) })
		t.stageTogether(onIndex|onCol, shape.Cols, b, func(place, x, k kir.Expr) { t.stage(onIndex|onCol, place, nil, colAt(x), k) })
		k.Barrier()
		k.Count("j", op.N(0), b.steps, op.N(1), func(j kir.Expr) { w.add(j, op.Add(first, j)) })
		k.Barrier()
	})
	w.finish(top)
}

// over divides the numbers below n among the work-items.
func (t *tileWriter) over(n kir.Expr, body func(i kir.Expr)) {
	t.g.Over(t.k.Kernel, group.Range{Lo: op.N(0), Hi: n}, func(i group.Index) { body(i.I) })
}

// stageTogether divides what depends on d and the indices of a slice among the
// work-items, in the order in which it is read.
func (t *tileWriter) stageTogether(d deps, n int, b slice, stage func(place, x, k kir.Expr)) {
	if len(t.p.staged[d]) == 0 {
		return
	}
	k := t.k
	t.over(op.N(n*t.shape.Steps), func(i kir.Expr) {
		x, j := op.Rem(i, op.N(n)), op.Div(i, op.N(n))
		if t.p.inOrder(d, onIndex) {
			x, j = op.Div(i, op.N(t.shape.Steps)), op.Rem(i, op.N(t.shape.Steps))
		}
		x, j = k.Def("x", x), k.Def("j", j)
		k.When(op.Lt(j, b.steps), func() { stage(t.shape.place(d, x, j), x, op.Add(b.first, j)) })
	})
}

// A workItem has the outputs of a work-item.
type workItem struct {
	t                *tileWriter
	downAt, acrossAt []kir.Expr     // places of its rows and columns in the tile
	row, col         []kir.Expr     // which these are
	sums             [][][]*kir.Var // of its outputs
}

func (t *tileWriter) workItem(rowAt, colAt func(x kir.Expr) kir.Expr) *workItem {
	w, k, shape := &workItem{t: t}, t.k, t.shape
	y, x := k.Def("y", op.Div(op.LocalID(), op.N(shape.across()))), k.Def("x", op.Rem(op.LocalID(), op.N(shape.across())))
	for q := range shape.OutputRows {
		w.downAt = append(w.downAt, k.Def("y", op.Add(y, op.N(q*shape.down()))))
		w.row = append(w.row, k.Def("row", rowAt(w.downAt[q])))
	}
	for p := range shape.OutputCols {
		w.acrossAt = append(w.acrossAt, k.Def("x", op.Add(x, op.N(p*shape.across()))))
		w.col = append(w.col, k.Def("col", colAt(w.acrossAt[p])))
	}
	for range w.row {
		var sums [][]*kir.Var
		for range w.col {
			sums = append(sums, k.Muts("sum", group.Units(t.ms)))
		}
		w.sums = append(w.sums, sums)
	}
	return w
}

// add adds the index k, the j-th in local memory, to all outputs.
func (w *workItem) add(j, k kir.Expr) {
	t := w.t
	t.use(onIndex, t.staged(onIndex, nil, j))
	var ofCols [][2][]kir.Expr
	for p := range w.col {
		ofCols = append(ofCols, [2][]kir.Expr{t.staged(onCol, w.acrossAt[p], nil), t.staged(onIndex|onCol, w.acrossAt[p], j)})
	}
	for q := range w.row {
		t.use(onRow, t.staged(onRow, w.downAt[q], nil))
		t.use(onIndex|onRow, t.staged(onIndex|onRow, w.downAt[q], j))
		for p := range w.col {
			t.use(onCol, ofCols[p][0])
			t.use(onIndex|onCol, ofCols[p][1])
			t.add(w.sums[q][p], w.row[q], w.col[p], k)
		}
	}
}

// finish stores the results of the outputs that there are.
func (w *workItem) finish(top kir.Expr) {
	t, k := w.t, w.t.k
	for q := range w.row {
		for p := range w.col {
			row, col := k.Def("row", op.Add(top, w.downAt[q])), k.Def("col", op.Add(t.left, w.acrossAt[p]))
			k.When(op.AndThen(op.Lt(row, t.rows), op.Lt(col, t.cols)), func() {
				t.result(kir.Uses(w.sums[q][p]), row, col, k.Def("at", op.Add(op.Mul(row, t.cols), col)))
			})
		}
	}
}
