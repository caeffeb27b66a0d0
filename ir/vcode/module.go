package vcode

// Declarations: what a module of this family is made of.

import (
	"nessiec/ir"
	"nessiec/ir/types"
)

// Unknown is the number of inputs and outputs of a function before they are found, and the
// number of outputs of one that never returns.
const Unknown = -1

// Func is a function. It works on the Inputs topmost entries of the stack and leaves Outputs
// in their place. Takes and Yields are their types, the deepest first, once they are known;
// with names for entries, Params stand for Takes.
type Func struct {
	ir.Decl
	Name            string
	Inputs, Outputs int
	Takes, Yields   []*types.Type
	Params          []*Var `ir:"bind"`
	Body            Expr   `ir:"body"`
}

// Module is a whole program, which starts with its first function; in vcode.read with MAIN, if
// there is one.
type Module struct {
	Funcs []*Func
}

// Start is the function that a program starts with; nil if there is none.
func (m *Module) Start() *Func {
	for _, f := range m.Funcs {
		if f.Name == "MAIN" {
			return f
		}
	}
	if len(m.Funcs) > 0 {
		return m.Funcs[0]
	}
	return nil
}

// Find is the function called name; nil if there is none.
func (m *Module) Find(name string) *Func {
	for _, f := range m.Funcs {
		if f.Name == name {
			return f
		}
	}
	return nil
}
