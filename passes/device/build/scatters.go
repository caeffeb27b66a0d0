package build

// What stores anywhere: checks may have to make sure that the places differ. Before
// them two work-items could write one element.

import (
	"maps"

	"nessiec/ir"
	"nessiec/ir/kir"
)

// ScatteringKernels is the kernels that do.
func ScatteringKernels(ks []*kir.Kernel) map[string]bool {
	out := map[string]bool{}
	for _, k := range ks {
		out[k.Name] = Scatters(k)
	}
	return out
}

// Starting is these kernels and functions, and the functions of m that start some.
func Starting(started map[string]bool, m *kir.Module) map[string]bool {
	out := maps.Clone(started)
	for changed := true; changed; {
		changed = false
		for _, f := range m.Funcs {
			if !out[f.Name] && ir.Any(f.Body, func(e kir.Expr) bool { return out[Started(e)] }) {
				out[f.Name], changed = true, true
			}
		}
	}
	return out
}

// Started is the kernel or function that a statement starts, "" if it does none.
func Started(e kir.Expr) string {
	switch e := e.(type) {
	case *kir.Launch:
		return e.Kernel
	case *kir.CallHost:
		return e.Fn
	}
	return ""
}

// Scatters reports whether a kernel stores at places that do not follow from which
// work-item it is; atomics may meet.
func Scatters(k *kir.Kernel) bool {
	anywhere := map[*kir.Var]bool{}
	for i, p := range k.Params {
		if a := k.Access[i]; a == kir.Scatter || a == kir.Packed || a == kir.Amended {
			anywhere[p] = true
		}
	}
	if len(anywhere) == 0 {
		return false
	}
	own, other := map[*kir.Var]bool{}, map[*kir.Var]bool{} // numbers that do, and those that may be anything
	var id, data bool                                      // what is looked at mentions such numbers
	var look func(_ int, e kir.Expr)
	look = func(_ int, e kir.Expr) {
		switch e := e.(type) {
		case *kir.GroupId, *kir.LocalId:
			id = true
		case *kir.Load:
			data = true
		case *kir.Ref:
			id, data = id || own[e.Var], data || other[e.Var]
		}
		e.Children(look)
	}
	of := func(e kir.Expr) (bool, bool) {
		id, data = false, false
		look(0, e)
		return id, data
	}
	note := func(v *kir.Var, e kir.Expr) {
		id, data := of(e)
		if id {
			own[v] = true
		}
		if data {
			other[v] = true
		}
	}
	unknown := func(v *kir.Var) { other[v] = true }
	return ir.Any(k.Body, func(e kir.Expr) bool {
		switch e := e.(type) {
		case *kir.Def:
			note(e.Bind, e.Rhs)
		case *kir.ForItem:
			own[e.Var] = true
		case *kir.For:
			note(e.Var, e.Lo)
		case *kir.Store:
			id, data := of(e.Idx)
			return anywhere[kir.VarOf(e.Buf)] && (!id || data)
		default:
			kir.EachBind(e, unknown)
		}
		return false
	})
}
