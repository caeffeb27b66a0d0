package element

import (
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
)

// eachLet visits the operations of a thunk of segments in order, branches and loops left alone, with
// the variables so far that are not the same for all elements of a segment.
func eachLet(t *lcu.Thunk, visit func(x *lcu.Let, varies map[*lcu.Var]bool)) {
	varies := map[*lcu.Var]bool{}
	for _, v := range t.Params[1:] {
		varies[v] = true
	}
	e := t.Body
	for {
		switch x := e.(type) {
		case *lcu.Let:
			same := invariant(x.Rhs, varies)
			for _, v := range x.Binds {
				varies[v] = !same
			}
			visit(x, varies)
			e = x.Body
		case *lcu.Check:
			e = x.Then
		default:
			return
		}
	}
}

// invariant reports whether e is one scalar operation or read that uses nothing
// that varies.
func invariant(e lcu.Expr, varies map[*lcu.Var]bool) bool {
	switch e := e.(type) {
	case *lcu.Prim:
		if e.Op.Class != prim.Scalar {
			return false
		}
	case *lcu.At, *lcu.Length:
	default:
		return false
	}
	for _, v := range lcu.FreeVars(e) {
		if varies[v] {
			return false
		}
	}
	return true
}
