// Package fkl executes programs of the flat family, at every language of it.
//
//	New        a compiled module in a world: a vm.Program
//	compiler   from trees to code of package vm (compile.go, vector.go)
//	Watch      Run that tells what operations cost (watch.go)
package fkl

import (
	"nessiec/backends/ref/interp"
	"nessiec/backends/ref/vm"
	"nessiec/ir/fkl"
	"nessiec/ir/value"
)

// New compiles m, a checked module, for the widths num.
func New(m *fkl.Module, num value.Num, w *interp.World) *vm.Program {
	return newProgram(m, num, w, nil)
}

func newProgram(m *fkl.Module, num value.Num, w *interp.World, watch *watch) *vm.Program {
	x := vm.NewProgram(num, w)
	sigs := m.Sigs()
	cs := make([]*compiler, len(m.Funcs))
	for i, f := range m.Funcs {
		cs[i] = newCompiler(f, sigs, num, x.Funcs)
		cs[i].watch = watch
		x.Funcs[f.Name] = cs[i].fn
	}
	for i, f := range m.Funcs {
		cs[i].function(f)
	}
	return x
}

// Run does the actions of m in order; emit is told every result as soon as it
// is there.
func Run(m *fkl.Module, num value.Num, w *interp.World, inputs []value.Value, emit func(interp.Result)) (interp.Counters, *interp.Error) {
	x := New(m, num, w)
	err := x.Run(m.Actions, inputs, emit)
	return x.Cost, err
}
