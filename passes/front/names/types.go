package names

// Types that the program writes: names of datatypes and type variables.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nesl"
	"nessiec/ir/types"
)

// baseTypes are the types with a name of their own.
var baseTypes = map[string]bool{"int": true, "float": true, "bool": true, "char": true, StreamType: true}

// signature resolves a header; Untyped stays. A single letter that is no type is
// a type variable of any class, declared or not.
func (r *resolver) signature(sig nesl.Expr) nesl.Expr {
	s, ok := sig.(*nesl.Signature)
	if !ok {
		return sig
	}
	vars, context := r.bounds(s.Context), slices.Clone(s.Context)
	ir.Walk(s.Type, func(e nesl.Expr) bool {
		if t, ok := e.(*nesl.TyName); ok && len(t.Name) == 1 && !vars[t.Name] {
			if _, known := r.findDatatype(t.Name); !known {
				vars[t.Name] = true
				context = append(context, &nesl.Bound{Node: t.Node, Var: t.Name, Class: types.Any.String()})
			}
		}
		return true
	})
	return &nesl.Signature{Node: s.Node, Type: r.typ(s.Type, vars), Context: context}
}

// bounds checks a context and returns its type variables.
func (r *resolver) bounds(context []nesl.Expr) map[string]bool {
	vars := map[string]bool{}
	for _, b := range context {
		b := b.(*nesl.Bound)
		if _, ok := types.ParseClass(b.Class); !ok {
			r.noClass(b)
		}
		switch {
		case baseTypes[b.Var]:
			r.c.Errorf(b.Pos(), "E0210", "%s is a type and cannot be a type variable", b.Var).Underline(len(b.Var))
		case vars[b.Var]:
			r.c.Errorf(b.Pos(), "E0210", "the type variable %s is declared twice", b.Var).Underline(len(b.Var))
		}
		vars[b.Var] = true
	}
	return vars
}

// typ resolves a type; vars are the type variables.
func (r *resolver) typ(t nesl.Expr, vars map[string]bool) nesl.Expr {
	switch t := t.(type) {
	case *nesl.TyName:
		if g := r.latest[t.Name]; baseTypes[t.Name] && (g == nil || !g.datatype) {
			return t
		}
		if vars[t.Name] {
			return &nesl.TyVar{Node: t.Node, Name: t.Name}
		}
		return r.datatypeUse(t, t.Name, nil, vars)
	case *nesl.TyData:
		args := make([]nesl.Expr, len(t.Args))
		for i, a := range t.Args {
			args[i] = r.typ(a, vars)
		}
		return r.datatypeUse(t, t.Name, args, vars)
	}
	return t.MapChildren(func(t nesl.Expr) nesl.Expr { return r.typ(t, vars) })
}

func (r *resolver) datatypeUse(t nesl.Expr, name string, args []nesl.Expr, vars map[string]bool) nesl.Expr {
	version, ok := r.findDatatype(name)
	if !ok && name != r.self {
		r.noType(t, name, vars)
	}
	return &nesl.TyCon{Node: ir.At(t.Pos()), Con: name, Version: version, Args: args}
}
