package interp

// The top level of a program: its actions in order, whatever the family.

import (
	"nessiec/ir/program"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// A Machine evaluates functions of one module on values of type V, the
// representation of its level.
type Machine[V any] interface {
	// Call applies a function of the module.
	Call(fn string, args []V) (V, *Error)
	// Encode represents a value of the source type t.
	Encode(v value.Value, t *types.Type) V
	// Decode is the value of the source type t that v represents.
	Decode(v V, t *types.Type) value.Value
}

// A Result is what one action did. Value is nil unless it was an Eval.
type Result struct {
	Action *program.Action
	Value  value.Value
}

// Run does the actions in order. inputs are the values of the Read actions.
// Every Result but those of Reads goes to emit, if that is not nil, before the
// next action starts, and to the list. The first failure ends the run.
func Run[V any](m Machine[V], actions []*program.Action, inputs []value.Value, emit func(Result)) ([]Result, *Error) {
	r := runner[V]{m: m, env: map[string]V{}, inputs: inputs}
	for _, a := range actions {
		n := len(r.results)
		if err := r.do(a); err != nil {
			return r.results, err
		}
		if emit != nil && len(r.results) > n {
			emit(r.results[n])
		}
	}
	return r.results, nil
}

type runner[V any] struct {
	m       Machine[V]
	env     map[string]V
	inputs  []value.Value
	results []Result
}

func (r *runner[V]) do(a *program.Action) *Error {
	switch a.Kind {
	case program.Read:
		if len(r.inputs) == 0 {
			return Bug(a.Pos(), "no input for %s", a.Result)
		}
		r.env[a.Result] = r.m.Encode(r.inputs[0], a.Type)
		r.inputs = r.inputs[1:]
		return nil
	case program.Eval:
		return r.eval(a)
	}
	r.results = append(r.results, Result{Action: a})
	return nil
}

func (r *runner[V]) eval(a *program.Action) *Error {
	args := make([]V, len(a.Args))
	for i, name := range a.Args {
		v, ok := r.env[name]
		if !ok {
			return Bug(a.Pos(), "%s has no value yet", name)
		}
		args[i] = v
	}
	v, err := r.m.Call(a.Fn, args)
	if err != nil {
		return err
	}
	if a.Result != "" {
		r.env[a.Result] = v
	}
	r.results = append(r.results, Result{a, r.m.Decode(v, a.Type)})
	return nil
}
