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
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/passes/nested/anf"
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

// readsScalars reports whether e reads scalars from sequences: the host would wait for them.
func readsScalars(e nkl.Expr) bool {
	return ir.Any(e, func(e nkl.Expr) bool {
		p, ok := e.(*nkl.Prim)
		if !ok || p.Op.Code != prim.Elt {
			return false
		}
		of, isVar := p.Args[0].(*nkl.Ref)
		return isVar && of.Var.Type.Elem().IsScalar()
	})
}

// byElement reports whether e reads elements or rows of sequences outside of maps, or makes some of what it computes: the host
// would wait for them, or launch for each.
func byElement(e nkl.Expr) (found bool) {
	if e.Form() == nkl.FormEach {
		return false
	}
	if s, ok := e.(*nkl.Seq); ok && s.Elem.IsScalar() {
		return slices.ContainsFunc(s.Elems, func(x nkl.Expr) bool { return nkl.VarOf(x) != nil })
	}
	found = anf.IsOp(e, prim.Elt)
	e.Children(func(_ int, c nkl.Expr) { found = found || byElement(c) })
	return found
}
