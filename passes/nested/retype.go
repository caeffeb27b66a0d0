package nested

// Changing types: of parameters, results and everything in bodies.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
)

// retypeModule rewrites every body by f, then every type by typ. It returns m
// itself when nothing changes. Actions keep the source type.
func retypeModule(m *nkl.Module, typ func(*types.Type) *types.Type, f func(nkl.Expr) nkl.Expr) *nkl.Module {
	funcs, changed := ir.MapSlice(m.Funcs, func(fn *nkl.Func) *nkl.Func { return retypeFunc(fn, typ, f) })
	if !changed {
		return m
	}
	out := *m
	out.Funcs = funcs
	return &out
}

// retypeFunc is retypeModule for one function.
func retypeFunc(fn *nkl.Func, typ func(*types.Type) *types.Type, f func(nkl.Expr) nkl.Expr) *nkl.Func {
	env := map[*nkl.Var]*nkl.Var{}
	params, changed := ir.MapSlice(fn.Params, func(v *nkl.Var) *nkl.Var {
		if t := typ(v.Type); t != v.Type {
			env[v] = types.NewVar(v.Name, t)
			return env[v]
		}
		return v
	})
	body := nkl.Retype(f(fn.Body), env, typ)
	result := typ(fn.Result)
	if !changed && body == fn.Body && result == fn.Result {
		return fn
	}
	g := *fn
	g.Params, g.Body, g.Result = params, body, result
	return &g
}
