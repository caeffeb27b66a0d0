package stack

// Sequences that calls hand on.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// handedOn is the parameters that are not scalar and are not the same in all calls.
type handedOn struct {
	threads map[*nkl.Var]bool // a call may get a new version
	rows    map[*nkl.Var]*row // calls get rows of one place, and so their numbers
}

// A row is that of a place, a parameter of the root function, with this index.
type row struct {
	of    *nkl.Var
	index *nkl.Var
}

func (h *handedOn) thread(v *nkl.Var) bool { return h != nil && h.threads[v] }

// row is what stands for parameter v, which gets rows of a place, or nil.
func (h *handedOn) row(v *nkl.Var) *row {
	if h == nil || h.threads[v] {
		return nil
	}
	return h.rows[v]
}

// A rowAt is a row with this index of a place, as the function at hand calls it.
type rowAt struct {
	of    *nkl.Var
	index nkl.Expr
}

// rowOf is the row that e is, or nil.
func (s *Code) rowOf(e nkl.Expr) *rowAt {
	r, isVar := e.(*nkl.Ref)
	if !isVar || s.remade[r.Var] == nil {
		return nil
	}
	if p, ok := s.remade[r.Var].Rhs.(*nkl.Prim); ok {
		return &rowAt{p.Args[0].(*nkl.Ref).Var, p.Args[1]}
	}
	return nil
}

// hand notes that parameter v is not the same in all calls, which is to be known from the start: a call gets
// this row, or another sequence.
func (s *Code) hand(v *nkl.Var, at *rowAt) {
	s.failed = true
	switch {
	case s.handedOn == nil:
		return
	case at != nil && s.rows[v] == nil && s.places[v] != v:
		s.rows[v] = &row{s.places[at.of], types.NewVar(v.Name, types.Int)}
	default:
		s.threads[v] = true
	}
	s.found = true
}

// withRows is the body of f, which takes rows from their places.
func (s *Code) withRows(f *nkl.Func) nkl.Expr {
	body := f.Body
	for _, v := range f.Params {
		if r := s.row(v); r != nil {
			l := &nkl.Let{Node: ir.At(f.P), Bind: v, Rhs: nkl.Op(f.P, prim.Elt, nkl.Use(r.of), nkl.Use(r.index)), Body: body}
			body, s.remade[v] = l, l
		}
	}
	return body
}

// isRemade reports whether blocks make e again where they need it: a literal, or a row of a place.
func (s *Code) isRemade(e nkl.Expr) bool {
	switch e := e.(type) {
	case *nkl.Seq:
		return e.Elem.IsScalar()
	case *nkl.Prim:
		if e.Op.Code != prim.Elt || s.handedOn == nil {
			return false
		}
		r, isVar := e.Args[0].(*nkl.Ref)
		return isVar && s.places[r.Var] != nil && r.Var.Type.Elem().Kind == types.KSeq
	}
	return false
}

// withRemade is the code of a block, which makes again what it needs of what is.
func (s *Code) withRemade(e nkl.Expr) nkl.Expr {
	for _, v := range nkl.FreeVars(e) {
		if l := s.remade[v]; l != nil {
			e = &nkl.Let{Node: l.Node, Bind: v, Rhs: l.Rhs, Body: e}
		}
	}
	return e
}
