package nested

// Values of datatypes become their contents.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
	"nessiec/passes/nested/retype"
	"nessiec/passes/pass"
)

// EraseDatatypes removes constructors and selectors. Actions keep the source
// type, from which values are read and printed. A stream is an int.
//
//	(con data<pt <int int>> (tuple (1 2)))  =>  (tuple (1 2))
//	(uncon p)                               =>  p
func EraseDatatypes(_ *pass.Ctx, m *nkl.Module) *nkl.Module {
	memo := map[*types.Type]*types.Type{}
	var typ func(t *types.Type) *types.Type
	typ = func(t *types.Type) *types.Type {
		if t == nil || t.IsBase() {
			return t
		}
		u := memo[t]
		switch {
		case u != nil:
			return u
		case t.Kind == types.KData || t.Kind == types.KStream:
			u = typ(anf.Contents(t))
		default:
			u = anf.MapElems(t, typ)
		}
		memo[t] = u
		return u
	}
	return retype.Module(m, typ, eraseCons)
}

func eraseCons(e nkl.Expr) nkl.Expr {
	switch e := e.MapChildren(eraseCons).(type) {
	case *nkl.Con:
		return e.Of
	case *nkl.Uncon:
		return e.Of
	default:
		return e
	}
}
