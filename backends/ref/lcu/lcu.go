// Package lcu executes programs of the kernel family, at every language of it.
//
//	Machine    a compiled module in a world; it does the actions of a program
//	           (interp.Run) and calls single functions
//	compiler   from trees to code of package vm (compile.go, soac.go)
//
// A kernel is code of its own that Run calls; a SOAC in host code is a kernel
// of its own. The value of an argument or result is what value.Pack makes of
// it: scalars and flat vectors, nested sequences as offsets and data.
package lcu

import (
	"nessiec/backends/ref/interp"
	"nessiec/backends/ref/vm"
	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// Machine executes the functions of one module.
type Machine struct {
	Cost  interp.Counters
	funcs map[string]*vm.Func
	vm    *vm.Machine
}

// New compiles m, a checked module, for the widths num.
func New(m *lcu.Module, num value.Num, w *interp.World) *Machine {
	x := &Machine{funcs: make(map[string]*vm.Func, len(m.Funcs))}
	x.vm = vm.NewMachine(num, w, &x.Cost)
	env := &env{funcs: x.funcs, kernels: make(map[string]*vm.Func, len(m.Kernels)), sigs: m.Sigs(), num: num}
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
		x.funcs[f.Name] = cs[i].fn
	}
	for i, f := range m.Funcs {
		cs[i].function(f.Body, f.Results)
	}
	return x
}

// Call applies a function to scalars and flat vectors.
func (x *Machine) Call(fn string, args []value.Value) ([]value.Value, *interp.Error) {
	f := x.funcs[fn]
	if f == nil {
		return nil, interp.Bug(ir.Pos{}, "no function %s", fn)
	}
	if len(args) != len(f.Params) {
		return nil, interp.Bug(ir.Pos{}, "%s takes %d flat arguments, not %d", fn, len(f.Params), len(args))
	}
	return x.vm.Call(f, args)
}

// A top adapts a Machine to interp.Run, where a value is a list of leaves.
type top struct{ *Machine }

func (t top) Call(fn string, args [][]value.Value) ([]value.Value, *interp.Error) {
	var flat []value.Value
	for _, a := range args {
		flat = append(flat, a...)
	}
	return t.Machine.Call(fn, flat)
}

func (top) Encode(v value.Value, t *types.Type) []value.Value { return value.Pack(v, t) }

func (top) Decode(v []value.Value, t *types.Type) value.Value {
	x, err := value.Unpack(v, t)
	if err != nil {
		panic("lcu: result of a function: " + err.Error())
	}
	return x
}

// Run does the actions of m in order; emit is told every result as soon as it
// is there.
func Run(m *lcu.Module, num value.Num, w *interp.World, inputs []value.Value, emit func(interp.Result)) (interp.Counters, *interp.Error) {
	x := New(m, num, w)
	_, err := interp.Run(top{x}, m.Actions, inputs, emit)
	return x.Cost, err
}
