package vm

// The compiled functions of a module, as whoever executes programs sees them.

import (
	"nessiec/backends/ref/interp"
	"nessiec/ir"
	"nessiec/ir/program"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// A Program is the functions of one module in a world. The value of an argument or result is
// what value.Pack makes of it: scalars and flat vectors, nested sequences as offsets and data.
type Program struct {
	Cost    interp.Counters
	Funcs   map[string]*Func
	machine *Machine
}

// NewProgram is a program whose functions are not there yet.
func NewProgram(num value.Num, w *interp.World) *Program {
	p := &Program{Funcs: map[string]*Func{}}
	p.machine = NewMachine(num, w, &p.Cost)
	return p
}

// Call applies a function to scalars and flat vectors.
func (p *Program) Call(fn string, args []value.Value) ([]value.Value, *interp.Error) {
	f := p.Funcs[fn]
	if f == nil {
		return nil, interp.Bug(ir.Pos{}, "no function %s", fn)
	}
	if len(args) != len(f.Params) {
		return nil, interp.Bug(ir.Pos{}, "%s takes %d flat arguments, not %d", fn, len(f.Params), len(args))
	}
	return p.machine.Call(f, args)
}

// Run does actions in order; emit is told every result as soon as it is there.
func (p *Program) Run(actions []*program.Action, inputs []value.Value, emit func(interp.Result)) *interp.Error {
	_, err := interp.Run(top{p}, actions, inputs, emit)
	return err
}

// A top adapts a Program to interp.Run, where a value is a list of leaves.
type top struct{ *Program }

func (t top) Call(fn string, args [][]value.Value) ([]value.Value, *interp.Error) {
	var flat []value.Value
	for _, a := range args {
		flat = append(flat, a...)
	}
	return t.Program.Call(fn, flat)
}

func (top) Encode(v value.Value, t *types.Type) []value.Value { return value.Pack(v, t) }

func (top) Decode(v []value.Value, t *types.Type) value.Value {
	x, err := value.Unpack(v, t)
	if err != nil {
		panic("vm: result of a function: " + err.Error())
	}
	return x
}
