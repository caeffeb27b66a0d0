package opt

// Maps over rows of one length whose thunks divide the index by it: they were such so that
// their elements could be computed anywhere.

import (
	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
)

// EqualRows makes maps that divide their index by the length of rows, and are to be stored, maps
// over these rows: a loop over a row divides nothing, and does what is the same for a row once.
//
//	n = count*length; (map n (thunk (i) s = i/length ..))
//	=> (segmap n (count length) (thunk (s i) ..))
//
// Where other operations over all n elements know of no rows, maps stay such: all may be one kernel.
// So do maps that move elements and compute none: what they read may be read in their place.
func EqualRows(e lcu.Expr) lcu.Expr {
	r := &equalRows{totals: map[*lcu.Var]*lcu.Prim{}, plain: map[*lcu.Var]bool{}}
	ir.Walk(e, func(e lcu.Expr) bool {
		if let, ok := e.(*lcu.Let); ok {
			if p, ok := let.Rhs.(*lcu.Prim); ok && p.Op.Code == prim.MulSize {
				r.totals[let.Binds[0]] = p
			}
		}
		return true
	})
	ir.Walk(e, func(e lcu.Expr) bool {
		if p, ok := lcu.PartsOf(e); ok && p.Segs == nil {
			if n, ok := p.N.(*lcu.Ref); ok && r.rows(e) == e {
				r.plain[n.Var] = true
			}
		}
		return true
	})
	return r.host(e)
}

type equalRows struct {
	totals map[*lcu.Var]*lcu.Prim // numbers of all elements of rows
	plain  map[*lcu.Var]bool      // over which something else goes, too
}

func (r *equalRows) host(e lcu.Expr) lcu.Expr {
	if over := r.rows(e); over != e {
		return over
	}
	return e.MapBodies(r.host)
}

// rows is e over rows if it is a map over such, and else e.
func (r *equalRows) rows(e lcu.Expr) lcu.Expr {
	m, ok := e.(*lcu.Map)
	if !ok {
		return e
	}
	n, ok := m.N.(*lcu.Ref)
	if !ok || r.totals[n.Var] == nil || r.plain[n.Var] || moves(m.T.Body) {
		return e
	}
	count, length := r.totals[n.Var].Args[0], r.totals[n.Var].Args[1]
	for _, by := range [][]lcu.Expr{{count, length}, {length, count}} {
		if row, body := withoutRow(m.T.Body, m.T.Params[0], by[1]); row != nil {
			t := *m.T
			t.Params, t.Body = []*lcu.Var{row, m.T.Params[0]}, body
			return &lcu.SegMap{Node: m.Node, N: m.N, Segs: by, T: &t}
		}
	}
	return e
}

// withoutRow is the row of index idx that e computes, where rows are of some length, and the rest
// of e; nothing if there is none, or if rows are so short that a division is cheaper than a loop.
func withoutRow(e lcu.Expr, idx *lcu.Var, length lcu.Expr) (*lcu.Var, lcu.Expr) {
	let, ok := e.(*lcu.Let)
	if !ok || isShort(length) {
		return nil, e
	}
	if p, ok := let.Rhs.(*lcu.Prim); ok && p.Op.Code == prim.Div && isVar(p.Args[0], idx) && sameNumber(p.Args[1], length) {
		return let.Binds[0], let.Body
	}
	row, body := withoutRow(let.Body, idx, length)
	if row == nil {
		return nil, e
	}
	out := *let
	out.Body = body
	return row, &out
}

// moves reports whether all that the code of a thunk yields is elements that it has read.
func moves(e lcu.Expr) bool {
	read := map[*lcu.Var]bool{}
	for let, ok := e.(*lcu.Let); ok; let, ok = e.(*lcu.Let) {
		if let.Rhs.Form() == lcu.FormAt {
			read[let.Binds[0]] = true
		}
		e = let.Body
	}
	ret, ok := e.(*lcu.Ret)
	if !ok {
		return false
	}
	for _, v := range ret.Vals {
		if r, ok := v.(*lcu.Ref); !ok || !read[r.Var] {
			return false
		}
	}
	return true
}

func isShort(length lcu.Expr) bool {
	n, ok := length.(*lcu.Int)
	return ok && n.Val <= 8
}

func isVar(e lcu.Expr, v *lcu.Var) bool {
	r, ok := e.(*lcu.Ref)
	return ok && r.Var == v
}

func sameNumber(a, b lcu.Expr) bool {
	if r, ok := a.(*lcu.Ref); ok {
		return isVar(b, r.Var)
	}
	x, ok1 := a.(*lcu.Int)
	y, ok2 := b.(*lcu.Int)
	return ok1 && ok2 && x.Val == y.Val
}
