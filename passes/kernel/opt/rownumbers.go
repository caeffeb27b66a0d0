package opt

// Numbers of rows that a thunk has already: code that is copied to where its elements are read
// divides the index by the length of rows.

import (
	"slices"

	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/sizes"
)

// RowNumbers replaces quotients and differences in thunks over equal segments that only find the
// row of an index, and the place in it, of which the index was made.
//
//	(segmap n (rows length) (thunk (s i) j = i - s*length; k = (s/2)*length + j; r = k/length ..))
//	=> r is s/2
//
// Rows may be shorter than those of the thunk, where a condition says that the place is in them: what
// reads a row that something was appended to reads such rows.
//
//	if j < 1 then .. else k = s*(length-1) + (j-1); r = k/(length-1) ..
//	=> r is s
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
	holds    []*lcu.Prim // orders that hold at the place
	fails    []*lcu.Prim // orders that do not
}

func (r *rowNumbers) body(e lcu.Expr) lcu.Expr {
	let, ok := e.(*lcu.Let)
	if !ok {
		return r.step(e)
	}
	out := *let
	out.Rhs = r.step(let.Rhs)
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

// step is the code of one step, of which branches know their condition.
func (r *rowNumbers) step(e lcu.Expr) lcu.Expr {
	e = e.MapOperands(r.atom)
	x, ok := e.(*lcu.If)
	if !ok {
		return e.MapBodies(r.body)
	}
	lt, holds, fails := r.def(x.Cond, prim.Lt), r.holds, r.fails
	if lt == nil {
		return e.MapBodies(r.body)
	}
	out := *x
	r.holds = append(slices.Clip(holds), lt)
	out.Then = r.body(x.Then)
	r.holds, r.fails = holds, append(slices.Clip(fails), lt)
	out.Else = r.body(x.Else)
	r.fails = fails
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
		if start == nil || !r.isRow(start.Args[0]) || !r.isBelow(place, start.Args[1]) {
			continue
		}
		switch {
		case p.Op.Code == prim.Div && lcu.SameAtom(p.Args[1], start.Args[1]):
			return start.Args[0]
		case p.Op.Code == prim.Sub && r.isStart(p.Args[1], start.Args[0], start.Args[1]):
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

// isStart reports whether e is where a row starts, if rows have this length.
func (r *rowNumbers) isStart(e, row, length lcu.Expr) bool {
	p := r.def(e, prim.Mul)
	return p != nil && lcu.SameAtom(p.Args[0], row) && lcu.SameAtom(p.Args[1], length)
}

// isPlace reports whether e is the place of the element in its own row, which is less than the length.
func (r *rowNumbers) isPlace(e lcu.Expr) bool {
	p := r.def(e, prim.Sub)
	return p != nil && lcu.IsRef(p.Args[0], r.idx) && r.isStart(p.Args[1], lcu.Use(r.seg), r.length)
}

// isBelow reports whether e is a place in rows of a length that is not above that of the thunk: the place j of the
// element, or one beside it, as conditions say.
func (r *rowNumbers) isBelow(e, length lcu.Expr) bool {
	if shorter, known := less(length, r.length); !lcu.SameAtom(length, r.length) && (!known || shorter < 0) {
		return false
	}
	if r.isPlace(e) {
		return lcu.SameAtom(length, r.length) || r.keepsRoom(e, length, 0)
	}
	if p, by := r.beside(e, prim.Add); p != nil { // j + by
		return r.keepsRoom(p, length, by)
	}
	p, by := r.beside(e, prim.Sub) // j - by
	return p != nil && slices.ContainsFunc(r.fails, func(lt *lcu.Prim) bool {
		least, ok := lt.Args[1].(*lcu.Int)
		shorter, known := less(length, r.length)
		return lcu.SameAtom(lt.Args[0], p) && ok && least.Val >= by && (lcu.SameAtom(length, r.length) || known && by >= shorter)
	})
}

// beside is the place of the element, if e is so many places beside it.
func (r *rowNumbers) beside(e lcu.Expr, op prim.Code) (place lcu.Expr, by int64) {
	p := r.def(e, op)
	if p == nil {
		return nil, 0
	}
	for k := range 2 {
		n, ok := p.Args[1-k].(*lcu.Int)
		if ok && n.Val >= 0 && r.isPlace(p.Args[k]) && (k == 0 || op == prim.Add) {
			return p.Args[k], n.Val
		}
	}
	return nil, 0
}

// keepsRoom reports whether a condition says that the place is so much below a length, and more.
func (r *rowNumbers) keepsRoom(place, length lcu.Expr, by int64) bool {
	return slices.ContainsFunc(r.holds, func(lt *lcu.Prim) bool {
		if !lcu.SameAtom(lt.Args[0], place) {
			return false
		}
		room, known := less(lt.Args[1], length)
		return by == 0 && lcu.SameAtom(lt.Args[1], length) || known && room >= by
	})
}

// less is by how much a is less than b, atoms, if that is known.
func less(a, b lcu.Expr) (n int64, known bool) {
	x, y := valueOf(a), valueOf(b)
	if x == nil || y == nil {
		return 0, false
	}
	d := sizes.Sub(y, x)
	return d.N, d.Op == types.SizeConst
}

// valueOf is what is known of the value of an int, an atom, or nil.
func valueOf(e lcu.Expr) *types.Size {
	switch e := e.(type) {
	case *lcu.Int:
		return sizes.Const(e.Val)
	case *lcu.Ref:
		return e.Var.Value
	}
	return nil
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
