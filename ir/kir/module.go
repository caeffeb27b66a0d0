package kir

import (
	"nessiec/ir"
	"nessiec/ir/program"
)

// Module is a whole device program.
type Module struct {
	Sites   []*Site
	Kernels []*Kernel
	Funcs   []*Func
	Actions []*program.Action
}

// Rest is m without the kernels that known has, too.
func (m *Module) Rest(known *Module) *Module {
	out := *m
	out.Kernels = ir.Without(m.Kernels, known.Kernels)
	return &out
}

// Shared reports whether the array is one of the group, not of each work-item.
func (a *LocalArray) Shared() bool { return a.Bind.Type == Local(a.Bind.Type.Elem()) }

// Launches lists the launches of functions by the name of their kernel.
func Launches(funcs []*Func) map[string][]*Launch {
	out := map[string][]*Launch{}
	for _, f := range funcs {
		ir.Walk(f.Body, func(e Expr) bool {
			if l, ok := e.(*Launch); ok {
				out[l.Kernel] = append(out[l.Kernel], l)
			}
			return true
		})
	}
	return out
}

// Launched is those of kernels that functions launch.
func Launched(kernels []*Kernel, funcs []*Func) (out []*Kernel) {
	launches := Launches(funcs)
	for _, k := range kernels {
		if launches[k.Name] != nil {
			out = append(out, k)
		}
	}
	return out
}
