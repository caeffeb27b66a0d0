// Package retype rewrites the types of whole programs. It imports anf and ir.
package retype

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// Module rewrites every body by f, then every type by typ. It returns m
// itself when nothing changes. Actions keep the source type.
func Module(m *nkl.Module, typ func(*types.Type) *types.Type, f func(nkl.Expr) nkl.Expr) *nkl.Module {
	funcs, changed := ir.MapSlice(m.Funcs, func(fn *nkl.Func) *nkl.Func { return Func(fn, typ, f) })
	data, changedData := Datatypes(m.Datatypes, typ)
	if !changed && !changedData {
		return m
	}
	out := *m
	out.Funcs, out.Datatypes = funcs, data
	return &out
}

// Datatypes rewrites the types of fields.
func Datatypes(ds []*nkl.Datatype, typ func(*types.Type) *types.Type) (out []*nkl.Datatype, changed bool) {
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

// Func is Module for one function.
func Func(fn *nkl.Func, typ func(*types.Type) *types.Type, f func(nkl.Expr) nkl.Expr) *nkl.Func {
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
