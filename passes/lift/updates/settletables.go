package updates

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/passes/pass"
)

// SettleTables leaves rows where they are that a loop could collect and does not: it is no block.
//
//	(let s.1 (collect (tree) .. (s) ..) ..) => (let s.1 s ..)
func SettleTables(_ *pass.Ctx, m *nkl.Module) *nkl.Module {
	funcs, changed := ir.MapSlice(m.Funcs, func(f *nkl.Func) *nkl.Func { return f.MapBodies(settled) })
	if !changed {
		return m
	}
	return m.WithFuncs(funcs)
}

func settled(e nkl.Expr) nkl.Expr {
	if c, ok := e.(*nkl.Collect); ok {
		return nkl.Pair(c.Inits...)
	}
	return e.MapChildren(settled)
}
