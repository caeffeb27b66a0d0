package pieces

// Which rows are written.

import (
	"slices"

	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// A row is one that is put together.
type row struct {
	*element
	root   nkl.Expr
	typ    *types.Type
	pieces int // in all ways together
	mapped int // of them by scalar code
	calls  int // around the code at hand
	choice bool
	local  map[*nkl.Var]bool // sequences bound inside of it
	gone   []*nkl.Var        // those bound in front of it that are written in place of it
}

// row is the one that e makes, of type t, or nil: it has three pieces, or depends on a condition, and some are made
// by scalar code.
func (x *element) row(e nkl.Expr, t *types.Type) *row {
	if t == nil || !rowType(t) {
		return nil
	}
	r := x.of(t)
	r.root = e
	if !r.is(e) || r.mapped == 0 || r.pieces < leastPieces && !r.choice {
		return nil
	}
	return r
}

// of is a row of type t that nothing is known of.
func (x *element) of(t *types.Type) *row { return &row{element: x, typ: t, local: map[*nkl.Var]bool{}} }

// piece counts one.
func (r *row) piece() bool {
	r.pieces++
	return r.pieces <= mostPieces
}

// is reports whether e, which yields a sequence, consists of pieces.
func (r *row) is(e nkl.Expr) bool {
	switch e := e.(type) {
	case *nkl.Str, *nkl.Seq:
		r.pieces += literalLength(e) / 8
		if len(nkl.FreeVars(e)) > 0 {
			r.mapped++
		}
		return r.composed(e) && r.piece()
	case *nkl.Ref:
		if d := r.definition(e.Var); d != nil {
			if !r.local[e.Var] && r.literals[e.Var] == nil && !slices.Contains(r.gone, e.Var) {
				r.gone = append(r.gone, e.Var)
			}
			return r.is(d)
		}
		return r.piece()
	case *nkl.Each:
		r.mapped++
		return r.isMap(e) && r.piece()
	case *nkl.Prim:
		if parts := r.parts(e); parts != nil {
			return !slices.ContainsFunc(parts, func(p nkl.Expr) bool { return !r.is(p) })
		}
		r.mapped++
		return e.Op.Code == prim.Dist && r.piece()
	case *nkl.Call:
		r.calls++
		defer func() { r.calls-- }()
		body := r.called(e)
		return body != nil && r.is(body)
	case *nkl.If:
		r.choice = true
		return r.is(e.Then) && r.is(e.Else)
	case *nkl.Let:
		switch {
		case rowType(e.Bind.Type) && r.composed(e.Rhs), isLiteral(e.Rhs), anf.IsOp(e.Rhs, prim.Index):
			r.bind(e)
		case !e.Bind.Type.IsScalar() || !r.OK(e.Rhs) || r.readsLocal(e.Rhs):
			return false
		}
		return r.is(e.Body)
	case *nkl.Check:
		return r.is(e.Then)
	}
	return false
}

// bind notes a sequence that is bound inside of the row.
func (r *row) bind(l *nkl.Let) { r.local[l.Bind], r.defs[l.Bind] = true, l.Rhs }

// definition is what makes v, if that can be written in its place, else nil.
func (r *row) definition(v *nkl.Var) nkl.Expr {
	if d := r.made(v); d != nil && r.composed(d) {
		return d
	}
	return nil
}

// composed reports whether e, which makes a sequence of scalars, is pieces.
func (r *row) composed(e nkl.Expr) bool {
	switch e := e.(type) {
	case *nkl.Str, *nkl.Seq:
		return literalLength(e) <= mostLiteral
	case *nkl.Each:
		return r.isMap(e)
	case *nkl.Prim:
		return e.Op.Code == prim.Dist || r.parts(e) != nil
	case *nkl.If, *nkl.Call:
		is, known := r.known[e]
		if !known {
			is = (&row{element: r.element, local: r.local, calls: r.calls}).is(e)
			r.known[e] = is
		}
		return is
	}
	return false
}

// called is what a call evaluates, if it makes a sequence and stands in few others; else nil.
func (r *row) called(e *nkl.Call) nkl.Expr {
	f := r.Funcs[e.Fn]
	if f == nil || !rowType(f.Result) || r.calls > mostCalls {
		return nil
	}
	return r.Called(e.P, e.Fn, e.Args)
}

// literalLength is how many scalars a literal has; too many if it has sequences.
func literalLength(e nkl.Expr) int {
	switch e := e.(type) {
	case *nkl.Str:
		return len(e.Val)
	case *nkl.Seq:
		if e.Elem.IsBase() {
			return len(e.Elems)
		}
	}
	return mostLiteral + 1
}

// readsLocal reports whether e reads a sequence that is bound inside of the row, and is not made.
func (r *row) readsLocal(e nkl.Expr) bool {
	return slices.ContainsFunc(nkl.FreeVars(e), func(v *nkl.Var) bool { return r.local[v] && !anf.IsOp(r.defs[v], prim.Index) })
}

// isMap reports whether scalar code makes the elements of e, of indices and of sequences that are there.
func (r *row) isMap(e *nkl.Each) bool {
	n := r.Size(e.Body, true)
	return 0 <= n && n <= mostElement && !r.readsLocal(e) && !slices.ContainsFunc(e.Seqs, func(s nkl.Expr) bool {
		v, ok := s.(*nkl.Ref)
		return !ok || !v.Var.Type.Elem().IsScalar()
	})
}

// parts is what e appends, or nil.
func (r *row) parts(e *nkl.Prim) []nkl.Expr {
	switch e.Op.Code {
	case prim.Append:
		return e.Args
	case prim.Flatten:
		if v, ok := e.Args[0].(*nkl.Ref); ok {
			if s, ok := r.made(v.Var).(*nkl.Seq); ok {
				return s.Elems
			}
		}
	}
	return nil
}

// made is what makes a sequence, if it is known.
func (x *element) made(v *nkl.Var) nkl.Expr {
	if d := x.defs[v]; d != nil {
		return d
	}
	return x.literals[v]
}
