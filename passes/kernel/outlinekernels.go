package kernel

// Kernels from SOACs.

import (
	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/passes/kernel/opt"
	"nessiec/passes/pass"
)

// OutlineKernels makes every SOAC a kernel that host code runs.
//
//	(let (s) (reduce (add) n (thunk (i) (at v i))) e)
//	=>  (kernel main_reduce (v n) (let (s) (reduce (add) n (thunk ...)) (ret s)))
//	    (let (s) (run main_reduce (v n)) e)
//
// A kernel is closed: what the SOAC uses are its parameters, literal sizes
// too. SOACs that differ in names only share one kernel, so a program has few;
// each costs time at its first launch.
func OutlineKernels(c *pass.Ctx, m *lcu.Module) *lcu.Module {
	o := opt.NewOutliner(c, nil)
	funcs, _ := ir.MapSlice(m.Funcs, func(f *lcu.Func) *lcu.Func {
		return f.MapBodies(func(e lcu.Expr) lcu.Expr { return o.Host(f.Name, e) })
	})
	return &lcu.Module{Kernels: o.Kernels, Funcs: funcs, Actions: m.Actions}
}
