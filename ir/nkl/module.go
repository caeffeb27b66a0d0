package nkl

// Declarations: what a module of this family is made of.

import (
	"nessiec/ir"
	"nessiec/ir/program"
	"nessiec/ir/types"
)

// Func is a top-level function. TypeParams is empty once monomorphic.
type Func struct {
	ir.Decl
	Name       string
	TypeParams []*types.Type
	Params     []*Var `ir:"bind"`
	Result     *types.Type
	Body       Expr `ir:"body"`
}

// Lifted is a function pre-lifted for use under a map: Params are the active
// count and one sequence per parameter of Of; Body is an apply-to-each.
type Lifted struct {
	ir.Decl
	Name   string
	Of     string
	Params []*Var `ir:"bind"`
	Result *types.Type
	Body   Expr `ir:"body"`
}

// Lifting says that By is the lifted version of Fn: a map calls it in place of Fn, once
// for all elements. It takes a sequence for each parameter of Fn and yields the sequence
// of what Fn does, or of what the program cannot tell from that.
type Lifting struct {
	ir.Decl
	Fn, By string
}

// Datatype is a recursive datatype: what the values of types.Recursive(Name, ...)
// with TypeParams as arguments are made of. Cons are constructors (types.Con).
type Datatype struct {
	ir.Decl
	Name       string
	TypeParams []*types.Type
	Cons       []*types.Type
}

// Table is a table of rows, of which there are as many as are allocated (Scope,
// Alloc): Columns are base types.
type Table struct {
	ir.Decl
	Name    string
	Columns []*types.Type
}

// Module is a whole program: functions, and the actions of the top level.
type Module struct {
	Datatypes []*Datatype
	Tables    []*Table
	Funcs     []*Func
	Liftings  []*Lifting
	Lifteds   []*Lifted
	Actions   []*program.Action
}

// LiftedBy is the lifted versions that Liftings name, by function.
func (m *Module) LiftedBy() map[string]string {
	by := make(map[string]string, len(m.Liftings))
	for _, l := range m.Liftings {
		by[l.Fn] = l.By
	}
	return by
}

// WithFuncs is m with other functions; Lifteds are none.
func (m *Module) WithFuncs(fs []*Func) *Module {
	out := *m
	out.Funcs, out.Lifteds = fs, nil
	return &out
}
