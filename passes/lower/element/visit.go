package element

import (
	"nessiec/ir/lcu"
)

// readAt is the array if e is its element with index i.
func readAt(e lcu.Expr, i *lcu.Var) *lcu.Var {
	at, ok := e.(*lcu.At)
	if !ok {
		return nil
	}
	if idx, ok := at.Idx.(*lcu.Ref); !ok || idx.Var != i {
		return nil
	}
	return at.Vec.(*lcu.Ref).Var
}

// always visits the operations of e that every evaluation without a failure makes.
func always(e lcu.Expr, f func(lcu.Expr)) {
	switch x := e.(type) {
	case *lcu.Let:
		always(x.Rhs, f)
		always(x.Body, f)
		return
	case *lcu.If:
		always(x.Cond, f)
		return
	case *lcu.Check:
		always(x.Cond, f)
		always(x.Then, f)
		return
	case *lcu.Loop:
		for _, i := range x.Inits {
			always(i, f)
		}
		return
	}
	f(e)
	e.Children(func(_ int, e lcu.Expr) { always(e, f) })
}
