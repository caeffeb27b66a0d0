package nkl

// Check of the top level: every action calls a function that exists with
// values that exist.

import (
	"fmt"

	"nessiec/ir/program"
	"nessiec/ir/types"
)

func checkActions(m *Module, sigs *Sigs) error {
	env := map[string]*types.Type{}
	for i, a := range m.Actions {
		var err error
		switch a.Kind {
		case program.Eval:
			err = checkEval(a, sigs, env)
		case program.Read:
			env[a.Result] = a.Type
		}
		if err != nil {
			return fmt.Errorf("action %d: %w", i+1, err)
		}
	}
	return nil
}

// checkEval also adds the result to env.
func checkEval(a *program.Action, sigs *Sigs, env map[string]*types.Type) error {
	f := sigs.Funcs[a.Fn]
	switch {
	case f == nil:
		return fmt.Errorf("there is no function %s", a.Fn)
	case len(f.TypeParams) > 0:
		return fmt.Errorf("%s is polymorphic", a.Fn)
	case len(a.Args) != len(f.Params):
		return fmt.Errorf("%s gets %d arguments, expected %d", a.Fn, len(a.Args), len(f.Params))
	case !sameRep(a.Type, f.Result):
		return fmt.Errorf("the result of %s has type %v, not %v", a.Fn, f.Result, a.Type)
	}
	for i, name := range a.Args {
		t := env[name]
		if t == nil {
			return fmt.Errorf("argument %s has no value yet", name)
		}
		if p := f.Params[i].Type; !sameRep(t, p) {
			return fmt.Errorf("argument %s of %s has type %v, expected %v", name, a.Fn, t, p)
		}
	}
	if a.Result != "" {
		env[a.Result] = f.Result
	}
	return nil
}

// sameRep reports whether values of the types a and b look the same once sums
// are tuples, datatypes are erased and function values are their captures:
// actions keep source types.
func sameRep(a, b *types.Type) bool { return Same(a, b) || Rep(a) == Rep(b) }

// Rep is the type of the representation of values of the source type t from
// erase-datatypes on: tuples for sums, contents of datatypes, captures of functions (the one
// capture itself; a bool if there is none).
func Rep(t *types.Type) *types.Type {
	return plain(t.Tagged()).Map(func(t *types.Type) *types.Type {
		switch t.Kind {
		case types.KData:
			return t.Elems[0]
		case types.KFun:
			switch captures := t.Elems[0].Elems; len(captures) {
			case 0:
				return types.Bool
			case 1:
				return captures[0]
			default:
				return types.Tuple(captures...)
			}
		}
		return t
	})
}
