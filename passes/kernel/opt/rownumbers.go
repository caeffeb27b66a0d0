package opt

// Numbers of rows that a thunk has already: code that is copied to where its elements are read
// divides the index by the length of rows.

import (
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
)

// RowNumbers replaces quotients and differences in thunks over equal segments that only find the
// row of an index, and the place in it, of which the index was made.
//
//	(segmap n (rows length) (thunk (s i) j = i - s*length; k = (s/2)*length + j; r = k/length ..))
//	=> r is s/2
func RowNumbers(e lcu.Expr) lcu.Expr {
	e = e.MapBodies(RowNumbers)
	p, ok := lcu.PartsOf(e)
	if !ok {
		return e
	}
	_, length, ok := lcu.Equal(p.Segs)
	if !ok || len(p.T.Params) != 2 {
		return e
	}
	return e.MapOperands(func(x lcu.Expr) lcu.Expr {
		if x != lcu.Expr(p.T) {
			return x
		}
		r := &rowNumbers{seg: p.T.Params[0], idx: p.T.Params[1], length: length, defs: map[*lcu.Var]*lcu.Prim{}, subst: map[*lcu.Var]lcu.Expr{}}
		body := r.body(p.T.Body)
		if len(r.subst) == 0 {
			return x
		}
		t := *p.T
		t.Body = body
		return &t
	})
}

// rowNumbers rewrites one thunk.
type rowNumbers struct {
	seg, idx *lcu.Var
	length   lcu.Expr
	defs     map[*lcu.Var]*lcu.Prim // of scalars
	subst    map[*lcu.Var]lcu.Expr
}

func (r *rowNumbers) body(e lcu.Expr) lcu.Expr {
	let, ok := e.(*lcu.Let)
	if !ok {
		return e.MapOperands(r.atom).MapBodies(r.body)
	}
	out := *let
	out.Rhs = let.Rhs.MapOperands(r.atom).MapBodies(r.body)
	if p, ok := out.Rhs.(*lcu.Prim); ok {
		if known := r.known(p); known != nil {
			r.subst[let.Binds[0]] = known
			return r.body(let.Body)
		}
		r.defs[let.Binds[0]] = p
	}
	out.Body = r.body(let.Body)
	return &out
}

func (r *rowNumbers) atom(e lcu.Expr) lcu.Expr {
	if x, ok := e.(*lcu.Ref); ok && r.subst[x.Var] != nil {
		return r.subst[x.Var]
	}
	return e
}

// known is the row, or the place in it, that p finds; nil if p is anything else.
func (r *rowNumbers) known(p *lcu.Prim) lcu.Expr {
	if len(p.Args) != 2 {
		return nil
	}
	sum := r.def(p.Args[0], prim.Add)
	if sum == nil {
		return nil
	}
	for k := range 2 {
		start, place := r.def(sum.Args[k], prim.Mul), sum.Args[1-k]
		if start == nil || !lcu.SameAtom(start.Args[1], r.length) || !r.isRow(start.Args[0]) || !r.isPlace(place) {
			continue
		}
		switch {
		case p.Op.Code == prim.Div && lcu.SameAtom(p.Args[1], r.length):
			return start.Args[0]
		case p.Op.Code == prim.Sub && r.isStart(p.Args[1], start.Args[0]):
			return place
		}
	}
	return nil
}

// def is the primitive of this code that makes e, nil if none does.
func (r *rowNumbers) def(e lcu.Expr, code prim.Code) *lcu.Prim {
	if x, ok := e.(*lcu.Ref); ok {
		if p := r.defs[x.Var]; p != nil && p.Op.Code == code {
			return p
		}
	}
	return nil
}

// isStart reports whether e is where a row starts.
func (r *rowNumbers) isStart(e, row lcu.Expr) bool {
	p := r.def(e, prim.Mul)
	return p != nil && lcu.SameAtom(p.Args[0], row) && lcu.SameAtom(p.Args[1], r.length)
}

// isPlace reports whether e is the place of the element in its own row, which is less than the length.
func (r *rowNumbers) isPlace(e lcu.Expr) bool {
	p := r.def(e, prim.Sub)
	return p != nil && lcu.IsRef(p.Args[0], r.idx) && r.isStart(p.Args[1], lcu.Use(r.seg))
}

// isRow reports whether e is a row that is no later than that of the element: its start is an int.
func (r *rowNumbers) isRow(e lcu.Expr) bool {
	if lcu.IsRef(e, r.seg) {
		return true
	}
	p := r.def(e, prim.Div)
	if p == nil {
		return false
	}
	n, ok := p.Args[1].(*lcu.Int)
	return ok && n.Val > 0 && r.isRow(p.Args[0])
}
