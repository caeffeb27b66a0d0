package anf

// Code where expressions end, and where one of several is to be chosen.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// Ending is e with other code where it ends: other is asked about e, and if it has none, about
// the bodies with which e ends.
func Ending(e nkl.Expr, other func(e nkl.Expr) nkl.Expr) nkl.Expr {
	if o := other(e); o != nil {
		return o
	}
	switch e := e.(type) {
	case *nkl.Let:
		return &nkl.Let{Node: e.Node, Bind: e.Bind, Rhs: e.Rhs, Body: Ending(e.Body, other)}
	case *nkl.Check:
		return &nkl.Check{Node: e.Node, Cond: e.Cond, Error: e.Error, Then: Ending(e.Then, other)}
	case *nkl.If:
		return &nkl.If{Node: e.Node, Cond: e.Cond, Then: Ending(e.Then, other), Else: Ending(e.Else, other)}
	case *nkl.Scope:
		return e.MapBodies(func(e nkl.Expr) nkl.Expr { return Ending(e, other) })
	}
	return e
}

// AtEnds is e with what end makes of its ends, which have no bodies to end with.
func AtEnds(e nkl.Expr, end func(e nkl.Expr) nkl.Expr) nkl.Expr {
	return Ending(e, func(e nkl.Expr) nkl.Expr {
		switch e.(type) {
		case *nkl.Let, *nkl.Check, *nkl.If, *nkl.Scope:
			return nil
		}
		return end(e)
	})
}

// AtRecurs is e, which ends an iteration of a loop, with what again makes of the starts of another one.
func AtRecurs(e nkl.Expr, again func(e *nkl.Recur) nkl.Expr) nkl.Expr {
	return Ending(e, func(e nkl.Expr) nkl.Expr {
		if r, ok := e.(*nkl.Recur); ok {
			return again(r)
		}
		return nil
	})
}

// Iterates reports whether e may begin another iteration of the loop around it.
func Iterates(e nkl.Expr) (found bool) {
	nkl.EachRecur(e, func(*nkl.Recur) { found = true })
	return found
}

// Chosen is the code with the number which, of n, at pos.
func Chosen(pos ir.Pos, which nkl.Expr, n int, code func(k int) nkl.Expr) nkl.Expr {
	out := code(n - 1)
	for k := n - 2; k >= 0; k-- {
		var test Block
		here := test.Name("here", types.Bool, OpAt(pos, prim.Eq, which, Integer(int64(k))))
		out = test.In(&nkl.If{Cond: here, Then: code(k), Else: out})
	}
	return out
}
