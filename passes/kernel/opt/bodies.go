package opt

import (
	"nessiec/ir/lcu"
	"nessiec/passes/pass"
)

// Bodies rewrites the bodies of functions, several at a time.
func Bodies(c *pass.Ctx, m *lcu.Module, rewrite func(*pass.Ctx, lcu.Expr) lcu.Expr) *lcu.Module {
	funcs, changed := pass.Each(c, m.Funcs, func(c *pass.Ctx, f *lcu.Func) *lcu.Func {
		return f.MapBodies(func(e lcu.Expr) lcu.Expr { return rewrite(c, e) })
	})
	if !changed {
		return m
	}
	out := *m
	out.Funcs = funcs
	return &out
}
