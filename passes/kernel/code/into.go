package code

// Arrays that scatters write to.

import (
	"slices"

	"nessiec/ir/lcu"
	"nessiec/ir/prim"
)

// ReadsInto reports whether a thunk reads an array to which a SOAC stores elements: with the
// thunk in its kernel it could not do so in place.
func ReadsInto(soac lcu.Expr, t *lcu.Thunk) bool {
	s, ok := soac.(*lcu.Scatter)
	if !ok || s.Op != prim.RSet {
		return false
	}
	free := lcu.FreeVars(t.Body)
	return slices.ContainsFunc(s.Into, func(x lcu.Expr) bool {
		r, ok := x.(*lcu.Ref)
		return ok && slices.Contains(free, r.Var)
	})
}
