package stack

// Scalars that are the same in all calls: the root function has them, and no call saves them.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
)

// fixed is the scalar parameters of f, and of the functions that are blocks with it, that are the same in all
// calls: for each the parameter of f whose value it has.
func (s *Code) fixed(f *nkl.Func) map[*nkl.Var]*nkl.Var {
	of := map[*nkl.Var]*nkl.Var{} // nil for those that differ
	for _, v := range f.Params {
		if v.Type.IsScalar() {
			of[v] = v
		}
	}
	reached, changed := []*nkl.Func{f}, true
	call := func(e nkl.Expr) bool {
		c, ok := e.(*nkl.Call)
		if !ok || s.between.Inlines(c.Fn) || s.Funcs[c.Fn] == nil {
			return true
		}
		g := s.Funcs[c.Fn]
		if !slices.Contains(reached, g) {
			reached = append(reached, g)
		}
		for i, v := range g.Params {
			var from *nkl.Var
			if r, ok := c.Args[i].(*nkl.Ref); ok {
				from = of[r.Var]
			}
			if was, known := of[v]; !known && v.Type.IsScalar() {
				of[v], changed = from, true
			} else if was != nil && was != from {
				of[v], changed = nil, true
			}
		}
		return true
	}
	for changed {
		changed = false
		for i := 0; i < len(reached); i++ {
			ir.Walk(reached[i].Body, call)
		}
	}
	for v, w := range of {
		if w == nil {
			delete(of, v)
		}
	}
	return of
}

// isFixed reports whether v is a scalar that is the same in all calls.
func (s *Code) isFixed(v *nkl.Var) bool { return v.Type.IsScalar() && s.places[v] != nil }
