package grid

import (
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/target"
	"nessiec/passes/device/build/op"
	"nessiec/passes/lower/control"
	"nessiec/passes/lower/element"
	"nessiec/passes/lower/group"
)

// A tileWriter writes the kernel of a product.
type tileWriter struct {
	g      group.Group
	k      *element.Kernel
	step   *element.Step
	p      *Product
	shape  Shape
	sp     group.Space
	ms     []group.Monoid
	out    []*kir.Var
	arrays map[*lcu.Var]*kir.Var // local, of what is staged
	env    map[*lcu.Var]kir.Expr // variables of the thunk
	rows   kir.Expr              // of outputs
	cols   kir.Expr              // of outputs
	left   kir.Expr              // the first column of the tile
}

// newTileWriter begins a kernel: its parameters.
func newTileWriter(t target.Desc, s *element.Step, p *Product, shape Shape, ms []group.Monoid) *tileWriter {
	s = s.Unpadded()
	k := s.NewKernel()
	x := &tileWriter{g: group.Of(t), k: k, step: s, p: p, shape: shape, ms: ms, arrays: map[*lcu.Var]*kir.Var{}, env: map[*lcu.Var]kir.Expr{}}
	x.sp = group.NewSpace(k.Kernel, k.Size(), true)
	if v, ok := p.Length.(*lcu.Ref); ok {
		k.Is(v.Var, x.sp.Length)
	}
	x.out = k.Arrays("r", s.Written(ms), kir.Scatter)
	return x
}

// begin finds the tile of this group, computes what is the same for all, and returns the
// first row of the tile, and how many the group has.
func (t *tileWriter) begin(spanOf func(s Shape, rows, cols, length kir.Expr) kir.Expr) (top, span kir.Expr) {
	k := t.k
	t.cols = k.Operand(t.p.Cols)
	for _, v := range t.p.AsCols {
		k.Is(v, t.cols)
	}
	t.rows = k.Def("rows", Rows(t.sp.Count, t.cols))
	t.evaluate(t.p.invariants(), nil, nil, nil)
	for d := onIndex; d < onAll; d++ {
		for _, v := range t.p.staged[d] {
			t.arrays[v] = k.Local(v.Name, v.Type, t.shape.room(d))
		}
	}
	across := k.Def("across", op.CeilDiv(t.cols, op.N(t.shape.Cols)))
	t.left = k.Def("left", op.Mul(op.Rem(op.GroupID(), across), op.N(t.shape.Cols)))
	span = k.Def("span", spanOf(t.shape, t.rows, t.cols, t.sp.Length))
	return k.Def("top", op.Mul(op.Div(op.GroupID(), across), span)), span
}

// scope is the thunk at a place.
func (t *tileWriter) scope(p element.Place) *element.Scope {
	s := t.k.Scope(p)
	s.Env = t.env
	return s
}

// numbersAt is the numbers at a row, a column and an index, which may be nil.
func (t *tileWriter) numbersAt(row, col, j kir.Expr) *numbers {
	return &numbers{k: t.k, p: t.p, cols: t.cols, length: t.sp.Length, made: map[role]kir.Expr{roleRow: row, roleCol: col, roleIndex: j}}
}

// evaluate writes operations for a row, a column and an index, which may be nil
// where they do not depend on it.
func (t *tileWriter) evaluate(lets []*lcu.Let, row, col, j kir.Expr) {
	n := t.numbersAt(row, col, j)
	s := t.scope(element.Place{AboveChecks: true})
	for _, let := range lets {
		n.bind(t.env, let.Rhs)
		s.Let(let.Binds, let.Rhs)
	}
}

// stage stores what depends on d at its place in the tile.
func (t *tileWriter) stage(d deps, place, row, col, j kir.Expr) {
	vs := t.p.staged[d]
	t.evaluate(t.p.slice(vs, d), row, col, j)
	at := t.k.Atom("at", place)
	for _, v := range vs {
		t.k.Store(t.arrays[v], at, t.env[v])
	}
}

// staged takes what depends on d from its place in the tile.
func (t *tileWriter) staged(d deps, x, j kir.Expr) (vals []kir.Expr) {
	if len(t.p.staged[d]) == 0 {
		return nil
	}
	at := t.k.Atom("at", t.shape.place(d, x, j))
	for _, v := range t.p.staged[d] {
		vals = append(vals, t.k.Def(v.Name, op.Load(t.arrays[v], at)))
	}
	return vals
}

// use lets operations use what depends on d.
func (t *tileWriter) use(d deps, vals []kir.Expr) {
	for i, v := range t.p.staged[d] {
		t.env[v] = vals[i]
	}
}

// add adds index j to the totals of an output.
func (t *tileWriter) add(sum []*kir.Var, row, col, j kir.Expr) {
	n := t.numbersAt(row, col, j)
	n.bind(t.env, t.p.inner)
	at := element.Place{}
	if control.Fallible(t.p.inner) {
		at.Pos = n.value(rolePosition)
	}
	vals := t.scope(at).Values(t.p.inner, group.Elems(t.ms), nil)
	t.k.SetAll(sum, group.CombineAll(t.k.Kernel, t.ms, kir.Uses(sum), vals))
}

// result stores the totals of an output, or what the epilogue makes of them.
func (t *tileWriter) result(totals []kir.Expr, row, col, at kir.Expr) {
	output := &element.Output{At: at, Row: row, Col: col, Cols: t.cols, Start: t.k.Def("start", op.Mul(row, t.cols))}
	t.step.Write(t.k, t.out, totals, element.Place{Seg: at, Output: output})
}

// A slice is the indices that are in local memory at a time.
type slice struct {
	first, steps kir.Expr
}

// slice is the indices from first.
func (t *tileWriter) slice(first kir.Expr) slice {
	return slice{first: first, steps: t.k.Def("steps", op.Min(op.N(t.shape.Steps), op.Sub(t.sp.Length, first)))}
}
