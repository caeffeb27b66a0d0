package nested

// Changing types: of parameters, results and everything in bodies.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// retypeModule rewrites every body by f, then every type by typ. It returns m
// itself when nothing changes. Actions keep the source type.
func retypeModule(m *nkl.Module, typ func(*types.Type) *types.Type, f func(nkl.Expr) nkl.Expr) *nkl.Module {
	funcs, changed := ir.MapSlice(m.Funcs, func(fn *nkl.Func) *nkl.Func { return retypeFunc(fn, typ, f) })
	data, changedData := retypeDatatypes(m.Datatypes, typ)
	if !changed && !changedData {
		return m
	}
	out := *m
	out.Funcs, out.Datatypes = funcs, data
	return &out
}

// retypeDatatypes rewrites the types of fields.
func retypeDatatypes(ds []*nkl.Datatype, typ func(*types.Type) *types.Type) (out []*nkl.Datatype, changed bool) {
	return ir.MapSlice(ds, func(d *nkl.Datatype) *nkl.Datatype {
		cons, changed := ir.MapSlice(d.Cons, func(c *types.Type) *types.Type { return anf.MapElems(c, typ) })
		if !changed {
			return d
		}
		c := *d
		c.Cons = cons
		return &c
	})
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
