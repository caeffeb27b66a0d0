// Package lcu executes programs of the kernel family, at every language of it.
//
//	New        a compiled module in a world: a vm.Program
//	compiler   from trees to code of package vm (compile.go, soac.go)
//
// A kernel is code of its own that Run calls; a SOAC in host code is a kernel
// of its own.
package lcu

import (
	"nessiec/backends/ref/interp"
	"nessiec/backends/ref/vm"
	"nessiec/ir/lcu"
	"nessiec/ir/value"
)

// New compiles m, a checked module, for the widths num.
func New(m *lcu.Module, num value.Num, w *interp.World) *vm.Program {
	x := vm.NewProgram(num, w)
	env := &env{funcs: x.Funcs, kernels: make(map[string]*vm.Func, len(m.Kernels)), sigs: m.Sigs(), num: num}
	if m.Target != nil {
		env.target = m.Target.Desc()
	}
	for _, k := range m.Kernels {
		c := env.compiler(k.Name, k.Params, k.Body)
		c.inKernel = true
		env.kernels[k.Name] = c.fn
		c.function(k.Body, k.Results)
	}
	cs := make([]*compiler, len(m.Funcs))
	for i, f := range m.Funcs {
		cs[i] = env.compiler(f.Name, f.Params, f.Body)
		x.Funcs[f.Name] = cs[i].fn
	}
	for i, f := range m.Funcs {
		cs[i].function(f.Body, f.Results)
	}
	return x
}

// Run does the actions of m in order; emit is told every result as soon as it
// is there.
func Run(m *lcu.Module, num value.Num, w *interp.World, inputs []value.Value, emit func(interp.Result)) (interp.Counters, *interp.Error) {
	x := New(m, num, w)
	err := x.Run(m.Actions, inputs, emit)
	return x.Cost, err
}
