package anf

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
)

// UnderMaps is the functions that are called under maps, directly or by others, but for
// those that skip names and those that have a Lifting.
func UnderMaps(m *nkl.Module, skip func(fn string) bool) map[string]bool {
	under, funcs, lifted := map[string]bool{}, map[string]*nkl.Func{}, m.LiftedBy()
	for _, f := range m.Funcs {
		funcs[f.Name] = f
	}
	var called func(e nkl.Expr)
	called = func(e nkl.Expr) {
		ir.Walk(e, func(e nkl.Expr) bool {
			if c, ok := e.(*nkl.Call); ok && !under[c.Fn] && lifted[c.Fn] == "" && !skip(c.Fn) {
				under[c.Fn] = true
				called(funcs[c.Fn].Body)
			}
			return true
		})
	}
	m.EachBody(func(b nkl.Expr) {
		ir.Walk(b, func(e nkl.Expr) bool {
			switch e.(type) {
			case *nkl.Each, *nkl.Fold:
				called(e)
				return false
			}
			return true
		})
	})
	return under
}
