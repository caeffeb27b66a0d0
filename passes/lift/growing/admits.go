package growing

// What a loop may do with tables, and with literals of rows.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
)

// admits reports whether e does no more with tables than columns can: it hands them on, asks for
// their lengths, reads rows, appends literal rows behind them, and drops some. Those literals are
// for nothing else.
func (x *columns) admits(e nkl.Expr) bool {
	ok := true
	e.Children(func(_ int, a nkl.Expr) {
		switch r, isRef := a.(*nkl.Ref); {
		case !isRef:
			ok = ok && x.admits(a)
		case x.isTable(x.shapes[r.Var]):
			ok = ok && x.takesTable(e, a)
		case x.isRows(r):
			ok = ok && x.takesRows(e, a)
		}
	})
	return ok
}

// isRows reports whether r is a literal of rows that is no table, and so disappears.
func (x *columns) isRows(r *nkl.Ref) bool {
	s := x.literal(r)
	return s != nil && !s.Elem.IsScalar() && !x.isTable(x.values[s])
}

// takesTable reports whether operand a of e may be a table.
func (x *columns) takesTable(e, a nkl.Expr) bool {
	switch e := e.(type) {
	case *nkl.Let, *nkl.If, *nkl.Check, *nkl.Loop, *nkl.Recur, *nkl.Tuple, *nkl.Proj:
		return true
	case *nkl.Prim:
		if e.Args[0] != a {
			return false
		}
		switch e.Op.Code {
		case prim.Length, prim.Elt:
			return true
		case prim.Append:
			return x.literal(e.Args[1]) != nil
		case prim.Get:
			_, named := e.Args[1].(*nkl.Ref)
			return named
		}
	}
	return false
}

// takesRows reports whether operand a of e may be a literal of rows.
func (x *columns) takesRows(e, a nkl.Expr) bool {
	p, ok := e.(*nkl.Prim)
	return ok && p.Op.Code == prim.Append && p.Args[1] == a && x.isTable(x.of(p.Args[0]))
}
