package module

import (
	"slices"

	"nessiec/ir/kir"
	"nessiec/ir/program"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// An entry is the function that the program is for: its types in NESL, and what callers
// pass and get. If it needs values of the top level, Values makes them, and Arguments are
// what the function takes, in order.
type entry struct {
	Types      []string   `json:"types"`
	Type       string     `json:"type"`
	Parameters []string   `json:"parameters"`
	Results    []string   `json:"results"`
	Values     []topValue `json:"values,omitempty"`
	Arguments  []argument `json:"arguments,omitempty"`
}

// A topValue is an evaluation of the top level, by an exported function.
type topValue struct {
	Function  string     `json:"function"`
	Arguments []argument `json:"arguments"`
	Results   []string   `json:"results"`
}

// An argument is a parameter of the entry, by its number, or a result of a top value:
// that of the value with number From.
type argument struct {
	From   *int `json:"from,omitempty"`
	Number int  `json:"number"`
}

// describeEntry describes the entry; nil if there is none.
func (p *Program) describeEntry() *entry {
	x := program.EntryPointOf(p.Source.Actions)
	if x == nil {
		return nil
	}
	f := functionOf(p.Source, x.Call)
	e := &entry{Types: []string{}, Type: x.Call.TypeText, Parameters: []string{}, Results: flatTypes(f.Results)}
	for _, r := range x.Reads {
		e.Types = append(e.Types, r.TypeText)
	}
	for _, a := range x.Values {
		e.Values = append(e.Values, topValue{a.Fn, p.arguments(x, a, nil), flatTypes(functionOf(p.Source, a).Results)})
	}
	args := p.arguments(x, x.Call, func(v *kir.Var) int {
		e.Parameters = append(e.Parameters, flatTypes(types.OfVars([]*kir.Var{v}))...)
		return len(e.Parameters) - 1
	})
	if len(x.Values) > 0 {
		e.Arguments = args
	}
	return e
}

// arguments are those of an evaluation; passed numbers a parameter that callers pass.
func (p *Program) arguments(x *program.EntryPoint, a *program.Action, passed func(*kir.Var) int) []argument {
	args, params := []argument{}, functionOf(p.Source, a).Params
	for _, name := range a.Args {
		b := x.Of(name)
		from := slices.Index(x.Values, b)
		for i := range value.Parts(b.Type) {
			if from >= 0 {
				args = append(args, argument{&from, i})
			} else {
				args = append(args, argument{Number: passed(params[len(args)])})
			}
		}
	}
	return args
}

// functionOf is the function of an evaluation.
func functionOf(m *kir.Module, a *program.Action) *kir.Func {
	return m.Funcs[slices.IndexFunc(m.Funcs, func(f *kir.Func) bool { return f.Name == a.Fn })]
}
