// Package lift prepares nested programs for flattening: it finds the scalar
// code that stays scalar, the functions needed under maps, and what every map
// captures.
//
//	element code     scalar code of one element: it becomes the body of one Map
//	scalar function  a function that is inlined into element code
//	under a map      inside an apply-to-each, or in a function lifted for use there
//
// [shape §4.1] has these passes.
package lift

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
)

// mapBodies applies f to every map body that is not inside another one.
func mapBodies(e nkl.Expr, f func(*nkl.Each) nkl.Expr) nkl.Expr {
	if each, ok := e.(*nkl.Each); ok {
		return f(each)
	}
	return e.MapChildren(func(e nkl.Expr) nkl.Expr { return mapBodies(e, f) })
}

func ref(v *nkl.Var) nkl.Expr { return &nkl.Ref{Var: v} }

func at(e nkl.Expr) ir.Node { return ir.At(e.Pos()) }
