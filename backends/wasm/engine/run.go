package engine

// The actions of a program. Values stay in the module between actions, until the
// last that needs them, to which they are handed over.

import (
	"context"
	"fmt"
	"slices"

	"nessiec/backends/ref/interp"
	"nessiec/ir/kir"
	"nessiec/ir/program"
	"nessiec/ir/value"
)

// Run does the actions in order, in a world, until ctx is done. inputs are the values of the Read actions; every
// Result but those of Reads goes to emit before the next action starts. After a
// failure the machine cannot be used again.
func (m *Machine) Run(ctx context.Context, w *interp.World, inputs []value.Value, emit func(interp.Result)) (failed *interp.Error) {
	m.ctx, m.world, m.limit = ctx, w, value.PrintLength
	defer func() {
		if r := recover(); r != nil {
			s, ok := r.(stopped)
			if !ok {
				panic(r)
			}
			failed = s.failed
		}
	}()
	actions := m.program.Source.Actions
	last := lastUses(actions)
	env := map[string][]val{}
	for i, a := range actions {
		switch a.Kind {
		case program.Read:
			if len(inputs) == 0 {
				return interp.Bug(a.Pos(), "no input for %s", a.Result)
			}
			for _, leaf := range value.Pack(inputs[0], a.Type) {
				env[a.Result] = append(env[a.Result], m.upload(leaf))
			}
			inputs = inputs[1:]
			m.keep(env, a, last[i])
			continue
		case program.PrintLength:
			m.limit = a.N
		case program.Eval:
			out, err := m.eval(env, a, func(name string) bool { return last[i][name] })
			if err != nil {
				return err
			}
			emit(interp.Result{Action: a, Value: m.decode(out, a)})
			if a.Result != "" {
				env[a.Result] = out
				m.keep(env, a, last[i])
			} else {
				m.drop(out)
			}
			continue
		}
		emit(interp.Result{Action: a})
	}
	return nil
}

// lastUses finds, for every action, the names of which it is the last that needs
// the value; an action is that of its own result if no other needs it.
func lastUses(actions []*program.Action) []map[string]bool {
	out := make([]map[string]bool, len(actions))
	later := map[string]bool{} // needed from here on
	for i, a := range slices.Backward(actions) {
		out[i] = map[string]bool{}
		if a.Result != "" {
			out[i][a.Result] = !later[a.Result]
			delete(later, a.Result)
		}
		for _, name := range a.Args {
			if !later[name] {
				out[i][name] = true
				later[name] = true
			}
		}
	}
	return out
}

// keep drops the result of an action that nothing needs.
func (m *Machine) keep(env map[string][]val, a *program.Action, last map[string]bool) {
	if last[a.Result] {
		m.drop(env[a.Result])
		delete(env, a.Result)
	}
}

// eval calls the function of an action. The function owns its arguments: those that
// are needed later get one more owner.
func (m *Machine) eval(env map[string][]val, a *program.Action, last func(name string) bool) ([]val, *interp.Error) {
	var flat []uint64
	var all []val
	for _, name := range a.Args {
		vs, ok := env[name]
		if !ok {
			return nil, interp.Bug(a.Pos(), "%s has no value yet", name)
		}
		all = append(all, vs...)
	}
	if failed := m.caught(m.measure(a, all)); failed != nil {
		return nil, failed
	}
	for i, name := range a.Args {
		vs := env[name]
		handed := last(name) && !slices.Contains(a.Args[i+1:], name)
		for _, v := range vs {
			if !handed {
				m.retain(v)
			}
			flat = append(flat, v.raw)
		}
		if handed {
			delete(env, name)
		}
	}
	return m.callFunc(a.Fn, flat)
}

// callFunc calls a function of the program.
func (m *Machine) callFunc(fn string, args []uint64) ([]val, *interp.Error) {
	f := m.funcs[fn]
	if len(args) != len(f.Params) {
		return nil, interp.Bug(f.P, "%s takes %d flat arguments, not %d", fn, len(f.Params), len(args))
	}
	res, err := m.call(m.ctx, fn, args...)
	if failed := m.caught(err); failed != nil {
		return nil, failed
	}
	out := make([]val, len(f.Results))
	for i, t := range f.Results {
		out[i] = val{t, res[i]}
	}
	return out, nil
}

// retain and drop give and take an owner of an array.
func (m *Machine) retain(v val) {
	if kir.IsBuf(v.t) {
		m.must(m.call(m.ctx, "retain", v.raw))
	}
}

func (m *Machine) drop(vs []val) {
	for _, v := range vs {
		if kir.IsBuf(v.t) {
			m.must(m.call(m.ctx, "release", v.raw))
		}
	}
}

func (m *Machine) must(_ []uint64, err error) {
	if err != nil {
		panic(fmt.Sprintf("wasm: %v", err))
	}
}
