package clike

// The entry: what a program does with the values that it reads, as a function.

import (
	"nessiec/ir/kir"
	"nessiec/ir/program"
	"nessiec/ir/value"
)

// An EntryPoint is the entry of a program with its function.
type EntryPoint struct {
	*program.EntryPoint
	Fn *kir.Func
}

// Entry finds it; nil if there is none.
func (e *Program) Entry() *EntryPoint {
	x := program.EntryPointOf(e.M.Actions)
	if x == nil {
		return nil
	}
	return &EntryPoint{x, e.Fn(x.Call)}
}

// Fn is the function of an evaluation.
func (e *Program) Fn(a *program.Action) *kir.Func { return e.funcs[a.Fn] }

// Params are the parameters of the function that callers pass: those of what is read.
func (x *EntryPoint) Params() (passed []*kir.Var) {
	x.EachArgument(func(a *program.Action, params []*kir.Var) {
		if a.Kind == program.Read {
			passed = append(passed, params...)
		}
	})
	return passed
}

// EachArgument tells f the parameters of the function that each action makes, in order.
func (x *EntryPoint) EachArgument(f func(a *program.Action, params []*kir.Var)) {
	rest := x.Fn.Params
	for _, name := range x.Call.Args {
		a := x.Of(name)
		n := value.Parts(a.Type)
		f(a, rest[:n])
		rest = rest[n:]
	}
}
