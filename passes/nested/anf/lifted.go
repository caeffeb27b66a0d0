package anf

// Functions that maps call: their code is executed for many elements at a time.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
)

// MapLifted rewrites the body of every function; lifted says whether some map calls it,
// directly or not.
func MapLifted(m *nkl.Module, rewrite func(body nkl.Expr, lifted bool) nkl.Expr) *nkl.Module {
	lifted := liftedFunctions(m)
	funcs := make([]*nkl.Func, len(m.Funcs))
	for i, f := range m.Funcs {
		funcs[i] = f.MapBodies(func(body nkl.Expr) nkl.Expr { return rewrite(body, lifted[f.Name]) })
	}
	return m.WithFuncs(funcs)
}

// liftedFunctions are those that some map calls, and those that they call, but for those
// that have a Lifting.
func liftedFunctions(m *nkl.Module) map[string]bool {
	lifted, byName, by := map[string]bool{}, map[string]*nkl.Func{}, m.LiftedBy()
	for _, f := range m.Funcs {
		byName[f.Name] = f
	}
	var lift func(fn string)
	lift = func(fn string) {
		if f := byName[fn]; f != nil && !lifted[fn] && by[fn] == "" {
			lifted[fn] = true
			nkl.EachCall(f.Body, lift)
		}
	}
	for _, f := range m.Funcs {
		ir.Walk(f.Body, func(e nkl.Expr) bool {
			each, under := e.(*nkl.Each)
			if under {
				nkl.EachCall(each, lift)
			}
			return !under
		})
	}
	return lifted
}
