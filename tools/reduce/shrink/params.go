package shrink

// Dropping parameters that a function does not use, with the arguments.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
)

// dropParams tries every parameter that is not used.
func (s *shrinker) dropParams() (changed bool) {
	if len(s.module().Lifteds) > 0 {
		return false
	}
	for i := range s.module().Funcs {
		for j := len(s.module().Funcs[i].Params) - 1; j >= 0; j-- {
			f := s.module().Funcs[i]
			if !uses(f.Body, f.Params[j]) {
				changed = s.try(withoutParam(s.module(), f, j)) || changed
			}
		}
	}
	return changed
}

// uses reports whether v occurs in e.
func uses(e nkl.Expr, v *nkl.Var) bool {
	return slices.Contains(nkl.FreeVars(e), v)
}

// withoutParam drops parameter j of f, and the arguments of calls and actions.
func withoutParam(m *nkl.Module, f *nkl.Func, j int) *nkl.Module {
	g := *f
	g.Params = without(f.Params, j)
	out := withFunc(m, f, &g)
	for i, a := range out.Actions {
		if a.Fn == f.Name && j < len(a.Args) {
			b := *a
			b.Args = without(a.Args, j)
			out.Actions[i] = &b
		}
	}
	var drop func(nkl.Expr) nkl.Expr
	drop = func(e nkl.Expr) nkl.Expr {
		e = e.MapChildren(drop)
		if c, ok := e.(*nkl.Call); ok && c.Fn == f.Name && j < len(c.Args) {
			d := *c
			d.Args = without(c.Args, j)
			return &d
		}
		return e
	}
	out.Funcs, _ = ir.MapSlice(out.Funcs, func(x *nkl.Func) *nkl.Func { return x.MapBodies(drop) })
	return out
}
