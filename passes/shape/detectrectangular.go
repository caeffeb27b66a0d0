package shape

// Finds nested sequences whose elements have one length.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/pass"
	"nessiec/passes/shape/infer"
)

// DetectRectangular finds sequences whose elements have one length. What a map
// has checked for every element holds for all elements once it is over, and
// what a function checks of its arguments holds after the call:
//
//	(let r (each (xs) (xss) (check (eq (length xs) (length ys)) ...)) (each (xs) (xss) e))
//	the second xs:[float#xss.2{$xs}]  =>  xs:[float#ys]
//
// Types from before the checks keep their sizes, for a value may be allocated
// before it is checked. [shape §4.4]
func DetectRectangular(c *pass.Ctx, m *nkl.Module) *nkl.Module {
	x := infer.NewAnalysis(c, m, true)
	x.Module(m)
	out := retyped(x, m, func(fn string) bool { return c.Rewrite("use what maps have checked in " + fn) })
	c.Count("rectangular", regular(out)-regular(m))
	return out
}

// regular counts the sequence levels in variables of m whose size is the same
// for all elements of all maps.
func regular(m *nkl.Module) (n int64) {
	var level func(t *types.Type)
	level = func(t *types.Type) {
		if t.Kind == types.KSeq && len(t.Sizes) == 1 && !t.Sizes[0].Varies() {
			n++
		}
		for _, e := range t.Elems {
			level(e)
		}
	}
	var walk func(e nkl.Expr)
	walk = func(e nkl.Expr) {
		nkl.EachBind(e, func(v *nkl.Var) { level(v.Type) })
		e.Children(func(_ int, c nkl.Expr) { walk(c) })
	}
	m.EachBody(walk)
	return n
}
