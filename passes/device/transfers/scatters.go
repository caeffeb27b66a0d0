package transfers

// What stores anywhere: checks may have to make sure that places differ. Before
// them two work-items could write one element.

import (
	"nessiec/ir"
	"nessiec/ir/kir"
)

// scattering is the kernels that do, and the functions that launch some.
func scattering(m *kir.Module) map[string]bool {
	out := map[string]bool{}
	for _, k := range m.Kernels {
		out[k.Name] = scatters(k)
	}
	for changed := true; changed; {
		changed = false
		for _, f := range m.Funcs {
			if !out[f.Name] && ir.Any(f.Body, func(e kir.Expr) bool { return out[started(e)] }) {
				out[f.Name], changed = true, true
			}
		}
	}
	return out
}

// started is the kernel or function that a statement starts, "" if it does none.
func started(e kir.Expr) string {
	switch e := e.(type) {
	case *kir.Launch:
		return e.Kernel
	case *kir.CallHost:
		return e.Fn
	}
	return ""
}

// scatters reports whether a kernel stores anywhere, not at its own elements;
// atomics may meet.
func scatters(k *kir.Kernel) bool {
	anywhere := map[*kir.Var]bool{}
	for i, p := range k.Params {
		anywhere[p] = k.Access[i] == kir.Scatter
	}
	return ir.Any(k.Body, func(e kir.Expr) bool {
		s, ok := e.(*kir.Store)
		return ok && anywhere[kir.VarOf(s.Buf)]
	})
}
