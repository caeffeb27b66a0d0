package harlan

// Declarations: what a module of this family is made of.

import (
	"nessiec/ir"
	"nessiec/ir/types"
)

// Datatype is a datatype.
type Datatype struct {
	ir.Decl
	Name string
	Cons []*Constructor
}

// Constructor is one of the constructors of a datatype.
type Constructor struct {
	ir.Decl
	Name   string
	Fields []*types.Type
}

// Extern is a function of the world outside.
type Extern struct {
	ir.Decl
	Name   string
	Params []*types.Type
	Result *types.Type
}

// Func is a function; Result is nil before types are known.
type Func struct {
	ir.Decl
	Name   string
	Params []*Var `ir:"bind"`
	Result *types.Type
	Body   Expr `ir:"body"`
}

// Module is a whole program; it starts with the function main.
type Module struct {
	Datatypes []*Datatype
	Externs   []*Extern
	Funcs     []*Func
}
