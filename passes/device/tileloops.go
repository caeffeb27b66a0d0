package device

// How groups go through the tiles of a grid. A sequential group has a column of
// tiles: what belongs to the columns stays in local memory for some indices,
// while the rows pass by, a few at a time, whose entries are summed together.
// The work-items of a parallel group have the entries of one tile.

import "nessiec/ir/kir"

// column computes the tiles of a sequential group: the entries of the rows
// from top to bottom. Totals wait in memory for the next indices, in results or
// beside them; the epilogue comes after the last ones.
func (t *tiler) column(top, bottom expr) {
	width := t.Def("width", minimum(num(t.shape.cols), sub(t.cols, t.left)))
	sums := make([][]*kvar, t.shape.rows)
	for q := range sums {
		for _, a := range t.accs {
			sums[q] = append(sums[q], t.local("sum", a.elem, t.shape.cols))
		}
	}
	t.across(ofCol, width, nil)
	full := t.Def("full", add(top, mul(div(sub(bottom, top), num(t.shape.rows)), num(t.shape.rows))))
	t.Count("first", num(0), maximum(t.sp.length, num(1)), num(t.shape.steps), func(first expr) {
		b := band{first: first, steps: t.Def("steps", minimum(num(t.shape.steps), sub(t.sp.length, first)))}
		if len(t.grid.stored[alongRow]) > 0 {
			t.Count("j", num(0), b.steps, num(1), func(j expr) { t.keep(alongRow, j, nil, nil, add(first, j)) })
		}
		t.across(alongRow|ofCol, width, &b)
		t.Count("row", top, full, num(t.shape.rows), func(row expr) { t.block(b, row, width, sums) })
		if t.shape.rows > 1 {
			t.Count("row", full, bottom, num(1), func(row expr) { t.block(b, row, width, sums[:1]) })
		}
	})
}

// waitAt says where totals wait: in these results, or, for -1, in the next of others.
func (t *tiler) waitAt(at []int, others []*kvar) {
	for _, k := range at {
		if k >= 0 {
			t.wait = append(t.wait, t.out[k])
		} else {
			t.wait, others = append(t.wait, others[0]), others[1:]
		}
	}
}

// A band is the indices that are in local memory at a time.
type band struct {
	first, steps expr
}

// across keeps what depends on d for the columns of the tile, and for the
// indices of a band, if any.
func (t *tiler) across(d axes, width expr, b *band) {
	if len(t.grid.stored[d]) == 0 {
		return
	}
	keep := func(x, j expr) {
		col, k := add(t.left, x), expr(nil)
		if b != nil {
			k = add(b.first, j)
		}
		t.keep(d, t.place(d, x, j), nil, col, k)
	}
	cols := func(j expr) { t.Count("x", num(0), width, num(1), func(x expr) { keep(x, j) }) }
	switch {
	case b == nil:
		cols(nil)
	case t.grid.inOrder(d, alongRow):
		t.Count("x", num(0), width, num(1), func(x expr) {
			t.Count("j", num(0), b.steps, num(1), func(j expr) { keep(x, j) })
		})
	default:
		t.Count("j", num(0), b.steps, num(1), cols)
	}
}

// block adds a band of indices to the entries of as many rows as there are
// lists of sums, which hold a row each.
func (t *tiler) block(b band, row, width expr, sums [][]*kvar) {
	rows := make([]expr, len(sums))
	for q := range rows {
		rows[q] = t.Atom("row", add(row, num(q)))
	}
	if d := alongRow | ofRow; len(t.grid.stored[ofRow])+len(t.grid.stored[d]) > 0 {
		t.Count("q", num(0), num(len(rows)), num(1), func(q expr) {
			of := add(row, q)
			if len(t.grid.stored[ofRow]) > 0 {
				t.keep(ofRow, q, of, nil, nil)
			}
			if len(t.grid.stored[d]) > 0 {
				t.Count("j", num(0), b.steps, num(1), func(j expr) { t.keep(d, t.place(d, q, j), of, nil, add(b.first, j)) })
			}
		})
	}
	fresh := t.Def("fresh", eq(b.first, num(0)))
	t.entries(rows, width, func(q int, x, at expr) {
		for i, a := range t.accs {
			t.Store(sums[q][i], x, pick(fresh, a.unit(), load(t.wait[i], at)))
		}
	})
	t.Count("x", num(0), width, num(1), func(x expr) { t.sumColumn(b, x, rows, sums) })
	totals := func(q int, x expr) []expr { return t.defs("v", loads(sums[q], x)) }
	wait := func() {
		t.entries(rows, width, func(q int, x, at expr) { t.storeAll(t.wait, at, totals(q, x)) })
	}
	if t.plan.then == nil {
		wait()
		return
	}
	t.IfElse(ge(add(b.first, b.steps), t.sp.length), func() {
		t.entries(rows, width, func(q int, x, at expr) { t.result(totals(q, x), rows[q], t.Def("col", add(t.left, x)), at) })
	}, wait)
}

// entries writes body for every entry of a block, and its place in the results.
func (t *tiler) entries(rows []expr, width expr, body func(q int, x, at expr)) {
	for q := range rows {
		from := t.Def("from", add(mul(rows[q], t.cols), t.left))
		t.Count("x", num(0), width, num(1), func(x expr) { body(q, x, t.Def("at", add(from, x))) })
	}
}

// sumColumn adds a band to the entries of a block in one column. This is the
// loop over columns that goes in lanes.
func (t *tiler) sumColumn(b band, x expr, rows []expr, sums [][]*kvar) {
	sum, ofRows := make([][]*kvar, len(rows)), make([][]expr, len(rows))
	for q := range rows {
		sum[q] = t.muts("sum", t.defs("v", loads(sums[q], x)))
		ofRows[q] = t.fetch(ofRow, num(q), nil)
	}
	col := add(t.left, x)
	t.bindStored(ofCol, t.fetch(ofCol, x, nil))
	t.Count("j", num(0), b.steps, num(1), func(j expr) {
		k := add(b.first, j)
		t.bindStored(alongRow, t.fetch(alongRow, nil, j))
		t.bindStored(alongRow|ofCol, t.fetch(alongRow|ofCol, x, j))
		for q := range rows {
			t.bindStored(ofRow, ofRows[q])
			t.bindStored(alongRow|ofRow, t.fetch(alongRow|ofRow, num(q), j))
			t.step(sum[q], rows[q], col, k)
		}
	})
	for q := range rows {
		t.storeAll(sums[q], x, kir.Uses(sum[q]))
	}
}

// together computes the tile of a parallel group that begins in row top.
func (t *tiler) together(top expr) {
	rowAt := func(x expr) expr { return minimum(add(top, x), sub1(t.rows)) }
	colAt := func(x expr) expr { return minimum(add(t.left, x), sub1(t.cols)) }
	w := t.workItem(rowAt, colAt)
	if len(t.grid.stored[ofRow]) > 0 {
		t.strided(num(0), num(t.shape.rows), func(x expr) { t.keep(ofRow, x, rowAt(x), nil, nil) })
	}
	if len(t.grid.stored[ofCol]) > 0 {
		t.strided(num(0), num(t.shape.cols), func(x expr) { t.keep(ofCol, x, nil, colAt(x), nil) })
	}
	t.Count("first", num(0), t.sp.length, num(t.shape.steps), func(first expr) {
		b := band{first: first, steps: t.Def("steps", minimum(num(t.shape.steps), sub(t.sp.length, first)))}
		if len(t.grid.stored[alongRow]) > 0 {
			t.strided(num(0), b.steps, func(j expr) { t.keep(alongRow, j, nil, nil, add(first, j)) })
		}
		t.spread(alongRow|ofRow, t.shape.rows, b, func(place, x, k expr) { t.keep(alongRow|ofRow, place, rowAt(x), nil, k) })
		t.spread(alongRow|ofCol, t.shape.cols, b, func(place, x, k expr) { t.keep(alongRow|ofCol, place, nil, colAt(x), k) })
		t.Barrier()
		t.Count("j", num(0), b.steps, num(1), func(j expr) { w.step(j, add(first, j)) })
		t.Barrier()
	})
	w.finish(top)
}

// spread divides what depends on d and the indices of a band among the
// work-items, in the order in which it is read.
func (t *tiler) spread(d axes, n int, b band, keep func(place, x, k expr)) {
	if len(t.grid.stored[d]) == 0 {
		return
	}
	t.strided(num(0), num(n*t.shape.steps), func(i expr) {
		x, j := rem(i, num(n)), div(i, num(n))
		if t.grid.inOrder(d, alongRow) {
			x, j = div(i, num(t.shape.steps)), rem(i, num(t.shape.steps))
		}
		x, j = t.Def("x", x), t.Def("j", j)
		t.When(lt(j, b.steps), func() { keep(t.place(d, x, j), x, add(b.first, j)) })
	})
}

// A workItem has the entries of a work-item of a parallel group.
type workItem struct {
	*tiler
	downAt, acrossAt []expr      // places of its rows and columns in the tile
	row, col         []expr      // which these are
	sums             [][][]*kvar // of its entries
}

func (t *tiler) workItem(rowAt, colAt func(x expr) expr) *workItem {
	w := &workItem{tiler: t}
	y, x := t.Def("y", div(localId(), num(t.shape.across))), t.Def("x", rem(localId(), num(t.shape.across)))
	for q := range t.shape.eachRow {
		w.downAt = append(w.downAt, t.Def("y", add(y, num(q*t.shape.down))))
		w.row = append(w.row, t.Def("row", rowAt(w.downAt[q])))
	}
	for p := range t.shape.eachCol {
		w.acrossAt = append(w.acrossAt, t.Def("x", add(x, num(p*t.shape.across))))
		w.col = append(w.col, t.Def("col", colAt(w.acrossAt[p])))
	}
	for range w.row {
		var sums [][]*kvar
		for range w.col {
			sums = append(sums, t.muts("sum", units(t.accs)))
		}
		w.sums = append(w.sums, sums)
	}
	return w
}

// step adds the index k, the j-th in local memory, to all entries.
func (w *workItem) step(j, k expr) {
	w.bindStored(alongRow, w.fetch(alongRow, nil, j))
	var ofCols [][2][]expr
	for p := range w.col {
		ofCols = append(ofCols, [2][]expr{w.fetch(ofCol, w.acrossAt[p], nil), w.fetch(alongRow|ofCol, w.acrossAt[p], j)})
	}
	for q := range w.row {
		w.bindStored(ofRow, w.fetch(ofRow, w.downAt[q], nil))
		w.bindStored(alongRow|ofRow, w.fetch(alongRow|ofRow, w.downAt[q], j))
		for p := range w.col {
			w.bindStored(ofCol, ofCols[p][0])
			w.bindStored(alongRow|ofCol, ofCols[p][1])
			w.tiler.step(w.sums[q][p], w.row[q], w.col[p], k)
		}
	}
}

// finish stores the results of the entries that there are.
func (w *workItem) finish(top expr) {
	for q := range w.row {
		for p := range w.col {
			row, col := w.Def("row", add(top, w.downAt[q])), w.Def("col", add(w.left, w.acrossAt[p]))
			w.When(both(lt(row, w.rows), lt(col, w.cols)), func() {
				w.result(kir.Uses(w.sums[q][p]), row, col, w.Def("at", add(mul(row, w.cols), col)))
			})
		}
	}
}
