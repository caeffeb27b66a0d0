package grid

// A serial group has a column of tiles: what belongs to the columns stays in local
// memory for some indices, a k-slice, while the rows pass by, a few at a time, whose
// outputs are summed together. Totals wait in memory for the next slice, in the results or
// in arrays of their own; the epilogue comes after the last one.

import (
	"nessiec/ir/kir"
	"nessiec/ir/target"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
	"nessiec/passes/lower/element"
	"nessiec/passes/lower/group"
)

type serial struct{ t target.Desc }

func (g serial) Shape(p *Product, ms []group.Monoid) (s Shape, ok bool) {
	if g.t.TileRows == 0 || p.allPairs {
		return s, false
	}
	s.Rows, s.Cols = g.outputs(p.ops)
	s.OutputRows, s.OutputCols = s.Rows, 1
	fixed := s.edges(p)
	for _, m := range ms {
		fixed += s.Rows * s.Cols * kir.ElemBytes(m.Elem)
	}
	s.fit(g.t, p, fixed)
	return s, s.Steps >= minSteps
}

// outputs is how many outputs a tile has, where each takes so many operations.
func (g serial) outputs(ops int) (rows, cols int) { return fewer(g.t, ops, func() {}), g.t.TileCols }

func (g serial) Read(ns []int) Shape { return shapeOf(ns, false) }

func (g serial) Span(s Shape, rows, cols, length kir.Expr) kir.Expr {
	parts := op.Max(op.N(1), op.Div(op.N(g.t.Chunks), op.CeilDiv(cols, op.N(s.Cols))))
	least := op.Div(op.N(g.t.Grain/s.Cols), op.Add(length, op.N(1)))
	span := op.Max(least, op.CeilDiv(rows, parts))
	return op.Mul(op.Max(op.N(1), op.CeilDiv(span, op.N(s.Rows))), op.N(s.Rows))
}

func (g serial) Partial(s *element.Step, ms []group.Monoid) []group.Monoid {
	_, others := partialResults(s, ms)
	return others
}

// partialResults is where totals wait until the rest is added to them: the numbers of
// results of their types, -1 for those that need arrays of their own.
func partialResults(s *element.Step, ms []group.Monoid) (at []int, others []group.Monoid) {
	made := s.Written(ms)
	taken := make([]bool, len(made))
	for _, m := range ms {
		k := -1
		for i, t := range made {
			if k < 0 && !taken[i] && t.Kind == m.Elem.Kind {
				k, taken[i] = i, true
			}
		}
		if at = append(at, k); k < 0 {
			others = append(others, m)
		}
	}
	return at, others
}

func (g serial) Kernel(s *element.Step, p *Product, shape Shape, ms []group.Monoid) *build.Kernel {
	c := &columnWriter{tileWriter: newTileWriter(g.t, s, p, shape, ms)}
	at, others := partialResults(s, ms)
	own := c.k.Arrays("wait", group.Elems(others), kir.Scatter)
	for _, i := range at {
		if i >= 0 {
			c.partial = append(c.partial, c.out[i])
		} else {
			c.partial, own = append(c.partial, own[0]), own[1:]
		}
	}
	top, span := c.begin(g.Span)
	c.write(top, c.k.Def("bottom", op.Min(c.rows, op.Add(top, span))))
	return c.k.Kernel
}

// A columnWriter writes the kernel of a serial group.
type columnWriter struct {
	*tileWriter
	partial []*kir.Var // where totals are until all indices are added
}

// write computes the outputs of the rows from top to bottom.
func (t *columnWriter) write(top, bottom kir.Expr) {
	k := t.k
	width := k.Def("width", op.Min(op.N(t.shape.Cols), op.Sub(t.cols, t.left)))
	sums := make([][]*kir.Var, t.shape.Rows)
	for q := range sums {
		for _, m := range t.ms {
			sums[q] = append(sums[q], k.Local("sum", m.Elem, t.shape.Cols))
		}
	}
	t.stageColumns(onCol, width, nil)
	height := op.N(t.shape.Rows)
	full := k.Def("full", op.Add(top, op.Mul(op.Div(op.Sub(bottom, top), height), height)))
	k.Count("first", op.N(0), op.Max(t.sp.Length, op.N(1)), op.N(t.shape.Steps), func(first kir.Expr) {
		b := t.slice(first)
		if len(t.p.staged[onIndex]) > 0 {
			k.Count("j", op.N(0), b.steps, op.N(1), func(j kir.Expr) { t.stage(onIndex, j, nil, nil, op.Add(first, j)) })
		}
		t.stageColumns(onIndex|onCol, width, &b)
		k.Count("row", top, full, height, func(row kir.Expr) { t.block(b, row, width, sums) })
		if t.shape.Rows > 1 {
			k.Count("row", full, bottom, op.N(1), func(row kir.Expr) { t.block(b, row, width, sums[:1]) })
		}
	})
}

// stageColumns stages what depends on d for the columns of the tile, and for the
// indices of a slice, if any.
func (t *columnWriter) stageColumns(d deps, width kir.Expr, b *slice) {
	if len(t.p.staged[d]) == 0 {
		return
	}
	k := t.k
	stage := func(x, j kir.Expr) {
		col, index := op.Add(t.left, x), kir.Expr(nil)
		if b != nil {
			index = op.Add(b.first, j)
		}
		t.stage(d, t.shape.place(d, x, j), nil, col, index)
	}
	cols := func(j kir.Expr) { k.Count("x", op.N(0), width, op.N(1), func(x kir.Expr) { stage(x, j) }) }
	switch {
	case b == nil:
		cols(nil)
	case t.p.inOrder(d, onIndex):
		k.Count("x", op.N(0), width, op.N(1), func(x kir.Expr) {
			k.Count("j", op.N(0), b.steps, op.N(1), func(j kir.Expr) { stage(x, j) })
		})
	default:
		k.Count("j", op.N(0), b.steps, op.N(1), cols)
	}
}

// block adds a slice of indices to the outputs of as many rows as there are
// lists of sums, which hold a row each.
func (t *columnWriter) block(b slice, row, width kir.Expr, sums [][]*kir.Var) {
	k := t.k
	rows := make([]kir.Expr, len(sums))
	for q := range rows {
		rows[q] = k.Atom("row", op.Add(row, op.N(q)))
	}
	t.stageRows(b, row, len(rows))
	fresh := k.Def("fresh", op.Eq(b.first, op.N(0)))
	t.outputs(rows, width, func(q int, x, at kir.Expr) {
		for i, m := range t.ms {
			k.Store(sums[q][i], x, op.Select(fresh, m.Unit(), op.Load(t.partial[i], at)))
		}
	})
	k.Count("x", op.N(0), width, op.N(1), func(x kir.Expr) { t.sumColumn(b, x, rows, sums) })
	totals := func(q int, x kir.Expr) []kir.Expr { return k.Defs("v", op.Loads(sums[q], x)) }
	wait := func() {
		t.outputs(rows, width, func(q int, x, at kir.Expr) { k.StoreAll(t.partial, at, totals(q, x)) })
	}
	if t.step.Epilogue == nil {
		wait()
		return
	}
	k.IfElse(op.Ge(op.Add(b.first, b.steps), t.sp.Length), func() {
		t.outputs(rows, width, func(q int, x, at kir.Expr) {
			t.result(totals(q, x), rows[q], k.Def("col", op.Add(t.left, x)), at)
		})
	}, wait)
}

// stageRows stages what belongs to n rows.
func (t *columnWriter) stageRows(b slice, row kir.Expr, n int) {
	d, k := onIndex|onRow, t.k
	if len(t.p.staged[onRow])+len(t.p.staged[d]) == 0 {
		return
	}
	k.Count("q", op.N(0), op.N(n), op.N(1), func(q kir.Expr) {
		of := op.Add(row, q)
		if len(t.p.staged[onRow]) > 0 {
			t.stage(onRow, q, of, nil, nil)
		}
		if len(t.p.staged[d]) > 0 {
			k.Count("j", op.N(0), b.steps, op.N(1), func(j kir.Expr) {
				t.stage(d, t.shape.place(d, q, j), of, nil, op.Add(b.first, j))
			})
		}
	})
}

// outputs writes body for every output of a block, and its place in the results.
func (t *columnWriter) outputs(rows []kir.Expr, width kir.Expr, body func(q int, x, at kir.Expr)) {
	k := t.k
	for q := range rows {
		from := k.Def("from", op.Add(op.Mul(rows[q], t.cols), t.left))
		k.Count("x", op.N(0), width, op.N(1), func(x kir.Expr) { body(q, x, k.Def("at", op.Add(from, x))) })
	}
}

// sumColumn adds a slice to the outputs of a block in one column. This is the
// loop over columns that goes in lanes.
func (t *columnWriter) sumColumn(b slice, x kir.Expr, rows []kir.Expr, sums [][]*kir.Var) {
	k := t.k
	sum, ofRows := make([][]*kir.Var, len(rows)), make([][]kir.Expr, len(rows))
	for q := range rows {
		sum[q] = k.Muts("sum", k.Defs("v", op.Loads(sums[q], x)))
		ofRows[q] = t.staged(onRow, op.N(q), nil)
	}
	col := op.Add(t.left, x)
	t.use(onCol, t.staged(onCol, x, nil))
	k.Count("j", op.N(0), b.steps, op.N(1), func(j kir.Expr) {
		index := op.Add(b.first, j)
		t.use(onIndex, t.staged(onIndex, nil, j))
		t.use(onIndex|onCol, t.staged(onIndex|onCol, x, j))
		for q := range rows {
			t.use(onRow, ofRows[q])
			t.use(onIndex|onRow, t.staged(onIndex|onRow, op.N(q), j))
			t.add(sum[q], rows[q], col, index)
		}
	})
	for q := range rows {
		k.StoreAll(sums[q], x, kir.Uses(sum[q]))
	}
}
