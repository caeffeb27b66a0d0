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
	Lifteds   []*Lifted
	Actions   []*program.Action
}

// WithFuncs is m with other functions; Lifteds are none.
func (m *Module) WithFuncs(fs []*Func) *Module {
	out := *m
	out.Funcs, out.Lifteds = fs, nil
	return &out
}
