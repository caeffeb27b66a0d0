package simplify

// Simplification behind loop-tail-calls.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/pass"
)

// Apart is NKL without inlining: functions may have loops, which do not stand everywhere. Nor do new calls of functions to
// themselves stand at their ends, as ends that call are loops by now.
func Apart(c *pass.Ctx, m *nkl.Module) *nkl.Module {
	out := rounds(c, m.Reachable(), false)
	funcs, changed := ir.MapSlice(out.Funcs, func(f *nkl.Func) *nkl.Func {
		return f.MapBodies(func(e nkl.Expr) nkl.Expr { return namedEnds(f, e) })
	})
	if !changed {
		return out
	}
	return out.WithFuncs(funcs)
}

// namedEnds is e, the end of the body of f, where calls of f have a name.
func namedEnds(f *nkl.Func, e nkl.Expr) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Let:
		if body := namedEnds(f, e.Body); body != e.Body {
			return &nkl.Let{Node: e.Node, Bind: e.Bind, Rhs: e.Rhs, Body: body}
		}
	case *nkl.Check, *nkl.If, *nkl.Scope, *nkl.Loop:
		return e.MapBodies(func(e nkl.Expr) nkl.Expr { return namedEnds(f, e) })
	case *nkl.Call:
		if e.Fn == f.Name {
			v := types.NewVar("v", f.Result)
			return &nkl.Let{Node: e.Node, Bind: v, Rhs: e, Body: nkl.Use(v)}
		}
	}
	return e
}
