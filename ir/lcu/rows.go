package lcu

// Rows whose elements are folded and stored nowhere: how many there are in all need
// not fit an int.

import (
	"nessiec/ir"
	"nessiec/ir/prim"
)

// CountsRows reports whether e is a SegReduce that can be executed row by row: it
// stores no element, and its thunk takes the start of its row from the position and has
// no other use for it. Arithmetic wraps, so the index in the row is right whatever the
// position is.
func CountsRows(e Expr) bool {
	s, ok := e.(*SegReduce)
	if !ok {
		return false
	}
	for _, op := range s.Ops {
		if op == prim.RId {
			return false
		}
	}
	seg, at := s.T.Params[0], s.T.Params[1]
	_, length, equal := Equal(s.Segs)
	isStart := func(e Expr) bool {
		switch e := e.(type) {
		case *Prim:
			return equal && e.Op.Code == prim.Mul && IsRef(e.Args[0], seg) && SameAtom(e.Args[1], length)
		case *At:
			return !equal && SameAtom(e.Vec, s.Segs[0]) && IsRef(e.Idx, seg)
		}
		return false
	}
	starts, uses := map[*Var]bool{}, 0 // uses are those but for the index in the row
	ir.Walk(s.T.Body, func(e Expr) bool {
		switch x := e.(type) {
		case *Let:
			if isStart(x.Rhs) {
				starts[x.Binds[0]] = true
			}
		case *Prim:
			if r, ok := x.Args[len(x.Args)-1].(*Ref); ok && x.Op.Code == prim.Sub && IsRef(x.Args[0], at) && starts[r.Var] {
				uses--
				if !equal {
					uses--
				}
			}
		case *Ref:
			if x.Var == at || !equal && starts[x.Var] {
				uses++
			}
		}
		return true
	})
	return uses == 0
}

// IsRef reports whether e is the variable v.
func IsRef(e Expr, v *Var) bool {
	r, ok := e.(*Ref)
	return ok && r.Var == v
}

// SameAtom reports whether two atoms are the same variable or int.
func SameAtom(a, b Expr) bool {
	switch a := a.(type) {
	case *Ref:
		return IsRef(b, a.Var)
	case *Int:
		i, ok := b.(*Int)
		return ok && i.Val == a.Val
	}
	return false
}
