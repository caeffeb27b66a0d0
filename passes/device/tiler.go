package device

// Writing the kernel of a grid: what tiles hold, and the steps of an entry.
// How groups go through tiles is in tileloops.go.

import (
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
)

// A tiler writes the kernel.
type tiler struct {
	*kernelGen
	plan  *plan
	grid  *grid
	shape tiling
	sp    space
	accs  []acc
	out   []*kvar
	wait  []*kvar            // where totals are until all indices are added
	held  map[*lcu.Var]*kvar // local arrays of what is stored
	rows  expr               // of entries
	cols  expr               // of entries
	left  expr               // the first column of the tile
}

func (t *tiler) write() {
	t.cols = t.operand(t.grid.cols)
	for _, v := range t.grid.asCols {
		t.env[v] = t.cols
	}
	t.rows = t.Def("rows", gridRows(t.sp.count, t.cols))
	t.evaluate(t.grid.invariants(), nil, nil, nil)
	for d := alongRow; d < allAxes; d++ {
		for _, v := range t.grid.stored[d] {
			t.held[v] = t.local(v.Name, v.Type, t.room(d))
		}
	}
	across := t.Def("across", ceilDiv(t.cols, num(t.shape.cols)))
	t.left = t.Def("left", mul(rem(groupId(), across), num(t.shape.cols)))
	span := t.Def("span", t.target.gridSpan(t.shape, t.rows, t.cols, t.sp.length))
	top := t.Def("top", mul(div(groupId(), across), span))
	if t.target.sequential() {
		t.column(top, t.Def("bottom", minimum(t.rows, add(top, span))))
	} else {
		t.together(top)
	}
}

// room is the size of a local array for values that depend on d.
func (t *tiler) room(d axes) int {
	switch {
	case d&alongRow != 0:
		return t.shape.stride(t.target, d) * t.shape.steps
	case d == ofRow:
		return t.shape.rows
	}
	return t.shape.cols
}

// place is where a local array has the value for the row or column x of the
// tile and the index j.
func (t *tiler) place(d axes, x, j expr) expr {
	switch {
	case d&alongRow == 0:
		return x
	case d&ofEntry == 0:
		return j
	}
	return add(mul(j, num(t.shape.stride(t.target, d))), x)
}

// evaluate writes operations for a row, a column and an index, which may be nil
// where they do not depend on it.
func (t *tiler) evaluate(lets []*lcu.Let, row, col, j expr) {
	t.early, t.seg, t.index = true, nil, nil
	defer func() { t.early = false }()
	f := t.facetsAt(row, col, j)
	for _, let := range lets {
		f.bind(let.Rhs)
		t.let(let.Binds, let.Rhs)
	}
}

// facetValues is the numbers of the grid at one place.
type facetValues struct {
	*tiler
	made map[facet]expr
}

func (t *tiler) facetsAt(row, col, j expr) *facetValues {
	return &facetValues{tiler: t, made: map[facet]expr{theRow: row, theCol: col, theIndex: j}}
}

// bind gives those that e uses their values.
func (f *facetValues) bind(e lcu.Expr) {
	for _, v := range lcu.FreeVars(e) {
		if k := f.grid.facets[v]; k != noFacet {
			f.env[v] = f.value(k)
		}
	}
}

func (f *facetValues) value(k facet) expr {
	e := f.made[k]
	if e == nil {
		e = f.compute(k)
	}
	f.made[k] = f.named(facetNames[k], e)
	return f.made[k]
}

var facetNames = [...]string{theSegment: "s", thePosition: "i", theStart: "start", theIndex: "k", theRow: "row", theRowStart: "start", theCol: "col"}

func (f *facetValues) compute(k facet) expr {
	switch k {
	case theRowStart:
		return mul(f.value(theRow), f.cols)
	case theSegment:
		if f.grid.lone {
			return f.value(theRow)
		}
		return add(f.value(theRowStart), f.value(theCol))
	case theStart:
		return mul(f.value(theSegment), f.sp.length)
	case thePosition:
		return add(f.value(theStart), f.value(theIndex))
	}
	panic("device: element code of a grid depends on what it was found not to")
}

// keep stores what depends on d at its place in the tile.
func (t *tiler) keep(d axes, place, row, col, j expr) {
	vs := t.grid.stored[d]
	t.evaluate(t.grid.slice(vs, d), row, col, j)
	at := t.Atom("at", place)
	for _, v := range vs {
		t.Store(t.held[v], at, t.env[v])
	}
}

// fetch takes what depends on d from its place in the tile.
func (t *tiler) fetch(d axes, x, j expr) (vals []expr) {
	if len(t.grid.stored[d]) == 0 {
		return nil
	}
	at := t.Atom("at", t.place(d, x, j))
	for _, v := range t.grid.stored[d] {
		vals = append(vals, t.Def(v.Name, load(t.held[v], at)))
	}
	return vals
}

// bindStored lets operations use what depends on d.
func (t *tiler) bindStored(d axes, vals []expr) {
	for i, v := range t.grid.stored[d] {
		t.env[v] = vals[i]
	}
}

// step adds index j to the totals of an entry.
func (t *tiler) step(sum []*kvar, row, col, j expr) {
	f := t.facetsAt(row, col, j)
	f.bind(t.grid.inner)
	t.seg, t.index = nil, nil
	if fallible(t.grid.inner) {
		t.index = f.value(thePosition)
	}
	vals := t.values(t.grid.inner, elems(t.accs), nil)
	t.setAll(sum, t.mix(t.accs, kir.Uses(sum), vals))
}

// result stores the totals of an entry, or what the epilogue makes of them.
func (t *tiler) result(totals []expr, row, col, at expr) {
	t.entry = &entry{at: at, row: row, col: col, cols: t.cols, start: t.Def("start", mul(row, t.cols))}
	t.plan.write(t.kernelGen, t.out, totals, at)
	t.entry = nil
}

// An entry is the one of a grid that element code is for, and its row and column.
type entry struct {
	at, row, col, cols expr
	start              expr // of its row
}

// inEntry is the value of a primitive that only finds the row or column of the
// entry; nil for any other.
func (g *kernelGen) inEntry(op string, args []expr) expr {
	e := g.entry
	is := func(a, b expr) bool { return sameNumber(args[0], a) && sameNumber(args[1], b) }
	switch {
	case e == nil:
	case op == "div" && is(e.at, e.cols):
		return e.row
	case op == "rem" && is(e.at, e.cols), op == "sub" && is(e.at, e.start):
		return e.col
	case op == "mul" && is(e.row, e.cols):
		return e.start
	}
	return nil
}
