package fetches

// Arrays of few elements are brought everywhere: literals, and what has a number for each
// group of a launch.

import (
	"nessiec/ir"
	"nessiec/ir/kir"
)

// smallArguments is the variables of host code whose arrays have few elements.
func smallArguments(m *kir.Module, few int) map[*kir.Var]bool {
	out, access := map[*kir.Var]bool{}, map[string][]kir.Access{}
	for _, k := range m.Kernels {
		access[k.Name] = k.Access
	}
	for _, f := range m.Funcs {
		made, large := map[*kir.Var]bool{}, map[*kir.Var]bool{}
		alloc := func(v *kir.Var, count kir.Expr) {
			n, ok := kir.Literal(count)
			out[v] = ok && n <= int64(few)
			made[v] = true
		}
		ir.Walk(f.Body, func(e kir.Expr) bool {
			switch e := e.(type) {
			case *kir.Const:
				out[e.Bind] = true
			case *kir.ConstStr:
				out[e.Bind] = true
			case *kir.Alloc:
				alloc(e.Bind, e.Count)
			case *kir.AllocLoose:
				alloc(e.Bind, e.Count)
			case *kir.AllocOver:
				alloc(e.Bind, e.Count)
			case *kir.Launch:
				for i, a := range e.Args {
					if how := access[e.Kernel][i]; how.Writes() && how != kir.Partial {
						large[kir.VarOf(a)] = true
					}
				}
			}
			return true
		})
		for v := range made {
			out[v] = out[v] || !large[v]
		}
	}
	return out
}

// reusing is the variables of host code whose arrays may take the place of others.
func reusing(m *kir.Module) map[*kir.Var]bool {
	out := map[*kir.Var]bool{}
	for _, f := range m.Funcs {
		ir.Walk(f.Body, func(e kir.Expr) bool {
			switch e := e.(type) {
			case *kir.AllocOver:
				out[e.Bind] = true
			case *kir.CopyOver:
				out[e.Bind] = true
			}
			return true
		})
	}
	return out
}
