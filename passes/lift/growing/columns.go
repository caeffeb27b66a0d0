package growing

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// A Table is a loop with columns in place of tables: sequences of rows or of tuples with
// rows. A row that is appended goes behind the data of those before; another column says
// where rows begin, and where the last one ends. What is dropped in front still counts
// there, so the first row begins at place 0 of the data whatever the column says.
//
//	(loop (t ..) (..) .. (append t (seq (r))) ..)
//	=> (loop (data starts ..) (..) .. (append data r) (append starts (seq (last + #r))) ..)
type Table struct {
	Inner *nkl.Loop
	x     *columns
	value *shape
	typ   *types.Type
}

// columns replaces tables by their columns.
type columns struct {
	*classes
	pos    ir.Pos
	vars   map[*nkl.Var]*nkl.Var // that have another type
	before anf.Block
	bad    bool
}

// Columns is l, at pos in the program, with columns in place of tables; nil if it carries
// none, or does more with them than to append rows, read some, and drop some.
func Columns(sigs *nkl.Sigs, l *nkl.Loop, pos ir.Pos) *Table {
	if !slices.ContainsFunc(l.Binds, func(v *nkl.Var) bool { return v.Type.Kind == types.KSeq && !v.Type.Elem().IsScalar() }) {
		return nil
	}
	x := &columns{classes: classesOf(sigs, l), pos: pos, vars: map[*nkl.Var]*nkl.Var{}}
	for _, c := range x.states() {
		if !c.elem.IsScalar() && (c.outside || len(columnTypes(c.elem)) == 0) {
			return nil
		}
	}
	if !x.admits(l.Body) {
		return nil
	}
	out := &Table{x: x, value: x.values[l], typ: sigs.TypeOf(l)}
	inner := &nkl.Loop{Node: l.Node}
	for i, v := range l.Binds {
		init := l.Inits[i]
		if x.isTable(x.shapes[v]) {
			init = x.enter(init, v.Type)
		}
		inner.Binds, inner.Inits = append(inner.Binds, x.variable(v)), append(inner.Inits, init)
	}
	inner.Body = x.code(l.Body)
	if x.bad || out.value == nil || out.typ == nil {
		return nil
	}
	out.Inner = anf.LoopParts(&x.before, inner)
	return out
}

// Around is the value of the loop, made of block, which is that of the inner one.
func (t *Table) Around(block nkl.Expr) nkl.Expr {
	b := &t.x.before
	val := b.Name("value", t.x.typeOf(t.typ, t.value), b.Take(block))
	return b.In(t.x.leave(b, val, t.typ, t.value))
}

// columnTypes is the types of the columns of a table whose elements have type t; none if it
// has none.
func columnTypes(t *types.Type) (out []*types.Type) {
	switch {
	case t.IsScalar():
		return []*types.Type{types.Seq(t)}
	case t.Kind == types.KSeq && t.Elem().IsScalar():
		return []*types.Type{t, types.Seq(types.Int)}
	case t.Kind == types.KTuple:
		for _, c := range t.Elems {
			cs := columnTypes(c)
			if cs == nil {
				return nil
			}
			out = append(out, cs...)
		}
	}
	return out
}

// isTable reports whether values of a shape are tables that have become columns.
func (x *columns) isTable(s *shape) bool {
	if s == nil || s.class == nil {
		return false
	}
	c := s.class.find()
	return c.carried && !c.elem.IsScalar()
}

// typeOf is the type of what stands for a value of type t.
func (x *columns) typeOf(t *types.Type, s *shape) *types.Type {
	switch {
	case x.isTable(s):
		return types.Tuple(columnTypes(t.Elem())...)
	case s != nil && s.parts != nil:
		ts := make([]*types.Type, len(s.parts))
		for i, p := range s.parts {
			ts[i] = x.typeOf(t.Elems[i], p)
		}
		return types.Tuple(ts...)
	}
	return t
}

// variable is what stands for v.
func (x *columns) variable(v *nkl.Var) *nkl.Var {
	if w := x.vars[v]; w != nil {
		return w
	}
	w := v
	if t := x.typeOf(v.Type, x.shapes[v]); t != v.Type {
		w = types.NewVar(v.Name, t)
	}
	x.vars[v] = w
	return w
}

// code is e with columns.
func (x *columns) code(e nkl.Expr) nkl.Expr {
	var b anf.Block
	switch e := e.(type) {
	case *nkl.Let:
		if s, ok := e.Rhs.(*nkl.Seq); ok && !s.Elem.IsScalar() && !x.isTable(x.values[s]) {
			return x.code(e.Body) // the rows of an append
		}
		x.bad = x.bad || x.isTable(x.shapes[e.Bind]) && x.isMade(e.Rhs)
		rhs := x.operation(e.Rhs, &b)
		b.Let(x.variable(e.Bind), rhs)
		return b.In(x.code(e.Body))
	case *nkl.Loop:
		out := e.MapChildren(x.code).(*nkl.Loop)
		out.Binds = make([]*nkl.Var, len(e.Binds))
		for i, v := range e.Binds {
			out.Binds[i] = x.variable(v)
		}
		return out
	case *nkl.Check, *nkl.If, *nkl.Recur, *nkl.Each:
		return e.MapChildren(x.code)
	}
	out := x.operation(e, &b)
	return b.In(out)
}

// isMade reports whether e is a new table that is neither a literal nor made of others.
func (x *columns) isMade(e nkl.Expr) bool {
	p, ok := e.(*nkl.Prim)
	return e.Form() == nkl.FormEach || ok && (len(p.Args) == 0 || !x.isTable(x.of(p.Args[0])))
}

// operation is the value of e, behind steps of b.
func (x *columns) operation(e nkl.Expr, b *anf.Block) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Ref:
		return nkl.Use(x.variable(e.Var))
	case *nkl.If, *nkl.Loop:
		return x.code(e)
	case *nkl.Seq:
		if x.isTable(x.values[e]) {
			return x.appended(b, x.empty(b, e.Elem), e.Elem, e)
		}
	case *nkl.Prim:
		if len(e.Args) > 0 && x.isTable(x.of(e.Args[0])) {
			return x.prim(e, b)
		}
	}
	return e.MapChildren(x.code)
}

// prim is the result of an operation on a table.
func (x *columns) prim(e *nkl.Prim, b *anf.Block) nkl.Expr {
	t := anf.TypeOfAtom(e.Args[0]).Elem()
	cols := x.parts(b, x.code(e.Args[0]), columnTypes(t))
	switch e.Op.Code {
	case prim.Length:
		return x.length(b, cols, t)
	case prim.Elt:
		return x.element(b, &cols, t, x.code(e.Args[1]))
	case prim.Append:
		if rows := x.literal(e.Args[1]); rows != nil {
			return x.appended(b, cols, t, rows)
		}
	case prim.Get:
		if is, ok := e.Args[1].(*nkl.Ref); ok {
			return x.some(b, cols, t, is.Var)
		}
	}
	x.bad = true
	return e
}

func (x *columns) parts(b *anf.Block, e nkl.Expr, ts []*types.Type) []nkl.Expr {
	out := make([]nkl.Expr, len(ts))
	for i, t := range ts {
		out[i] = b.Name("column", t, anf.Part(i, e))
	}
	return out
}

// empty is the columns of a table without rows.
func (x *columns) empty(b *anf.Block, t *types.Type) (out []nkl.Expr) {
	switch t.Kind {
	case types.KSeq:
		zero := &nkl.Seq{Elem: types.Int, Elems: []nkl.Expr{anf.Integer(0)}}
		return []nkl.Expr{b.Name("data", t, &nkl.Seq{Elem: t.Elem()}), b.Name("starts", types.Seq(types.Int), zero)}
	case types.KTuple:
		if !t.IsScalar() {
			for _, c := range t.Elems {
				out = append(out, x.empty(b, c)...)
			}
			return out
		}
	}
	return []nkl.Expr{b.Name("column", types.Seq(t), &nkl.Seq{Elem: t})}
}
