package anf

// What lifted functions do with their parameters.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// LiftedBody opens the apply-to-each of a pre-lifted function, as pass
// prelift-functions made it: { body : i in index(n); x1 in xs1 ... } (grammar.LiftedMaps).
func LiftedBody(l *nkl.Lifted) ([]*nkl.Var, nkl.Expr) {
	each := l.Body.(*nkl.Let).Body.(*nkl.EachCaptured)
	return each.Binds, each.Body
}

// HandedOn is the parameters of l, by number, that its calls of itself hand on as they are.
func HandedOn(l *nkl.Lifted) map[int]bool {
	binds, body := LiftedBody(l)
	same := map[int]bool{}
	for i := range binds[1:] {
		same[i] = true
	}
	ir.Walk(body, func(e nkl.Expr) bool {
		if c, ok := e.(*nkl.CallLifted); ok && c.Fn == l.Of {
			for i, a := range c.Args {
				x, ok := a.(*nkl.Ref)
				same[i] = same[i] && ok && x.Var == binds[i+1]
			}
		}
		return true
	})
	return same
}

// LookedUp is those of them in which the code of l does no more than look elements up, at places that other values
// say. No level of the recursion makes as many elements as they show.
func LookedUp(l *nkl.Lifted) map[int]bool {
	binds, body := LiftedBody(l)
	uses := map[*nkl.Var]int{}
	count := func(e nkl.Expr, by int) {
		if r, ok := e.(*nkl.Ref); ok {
			uses[r.Var] += by
		}
	}
	ir.Walk(body, func(e nkl.Expr) bool {
		count(e, 1)
		switch e := e.(type) {
		case *nkl.Prim:
			switch e.Op.Code {
			case prim.Elt, prim.Get, prim.Length:
				count(e.Args[0], -1)
			}
		case *nkl.CallLifted:
			if e.Fn == l.Of {
				for _, a := range e.Args {
					count(a, -1)
				}
			}
		}
		return true
	})
	same := HandedOn(l)
	for i, p := range binds[1:] {
		same[i] = same[i] && uses[p] == 0 && p.Type.Kind == types.KSeq && p.Type.Elem().IsScalar()
	}
	return same
}
