// Package harlan evaluates programs of Harlan as the language says: assignments assign,
// procedures are Go closures, data are Go pointers, vectors are changed in place. It is the
// oracle for the passes of the front end, from harlan.typed on, and shares nothing with the
// evaluators below.
//
//	Run      the program (this file)
//	code     a compiled expression (compile.go; vectors in vectors.go, operators in ops.go)
//	value    what expressions yield (values.go), and its text
package harlan

import (
	"nessiec/backends/ref/interp"
	"nessiec/ir"
	"nessiec/ir/harlan"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// Errors of programs, beside those of primitives.
const (
	errAssert = "Assertion failed."
	errEmpty  = "A reduction of an empty vector."
	errShort  = "A source of a kernel has fewer elements than the first one."
	errOpen   = "A file cannot be opened."
)

// Run runs the function main of a program in a world, which gets its exit status.
func Run(m *harlan.Module, n value.Num, w *interp.World) (cost interp.Counters, failed *interp.Error) {
	r := &machine{num: n, world: w, sigs: m.Sigs(), funcs: map[string]*function{}, cons: map[string]*constructor{}}
	for _, d := range m.Datatypes {
		for _, c := range d.Cons {
			r.cons[c.Name] = &constructor{c.Name, c.Fields}
		}
	}
	for _, f := range m.Funcs {
		r.funcs[f.Name] = &function{}
	}
	for _, f := range m.Funcs {
		r.compile(r.funcs[f.Name], nil, f.Params, f.Body)
	}
	defer func() {
		cost.Work = r.steps
		switch e := recover().(type) {
		case nil:
		case *interp.Error:
			failed = e
		default:
			panic(e)
		}
	}()
	if status, ok := r.call(r.funcs["main"], nil, nil, ir.Pos{}).(int64); ok {
		w.Status = status
	}
	return cost, failed
}

// A machine runs a program.
type machine struct {
	num   value.Num
	world *interp.World
	sigs  *harlan.Sigs
	funcs map[string]*function
	cons  map[string]*constructor
	steps int64
	depth int
}

// A function is code with the slots of its variables: those that it captures, its
// parameters, and others.
type function struct {
	params int
	slots  int
	body   code
}

// A constructor makes data.
type constructor struct {
	name   string
	fields []*types.Type
}

// A frame is a call in progress.
type frame struct {
	slots  []any
	caller *frame
	at     ir.Pos // of the call
}

// maxDepth is how many calls may be in progress.
const maxDepth = 1000000

// call calls a function with what it captures and its arguments.
func (r *machine) call(f *function, caller *frame, args []any, at ir.Pos) any {
	r.step(caller)
	if r.depth++; r.depth > maxDepth {
		panic(&interp.Error{Kind: interp.Memory, Msg: "The program nests calls too deep.", Pos: at})
	}
	fr := &frame{make([]any, f.slots), caller, at}
	copy(fr.slots, args)
	v := f.body(fr)
	r.depth--
	return v
}

// step counts a step.
func (r *machine) step(f *frame) {
	if r.steps++; r.world.MaxSteps > 0 && r.steps > r.world.MaxSteps {
		panic(&interp.Error{Kind: interp.Steps, Msg: interp.MsgSteps})
	}
}

// fail stops the program at a place in a frame.
func (r *machine) fail(f *frame, at ir.Pos, msg string) {
	var calls []ir.Pos
	for ; f != nil; f = f.caller {
		calls = append(calls, f.at)
	}
	panic(interp.Fail(at, msg).Through(interp.Calls(calls)))
}
