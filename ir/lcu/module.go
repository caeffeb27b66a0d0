package lcu

// Declarations: what a module of this family is made of.

import (
	"nessiec/ir"
	"nessiec/ir/program"
	"nessiec/ir/types"
)

// Kernel is device code: lets of SOACs ending in Ret. It is closed.
type Kernel struct {
	ir.Decl
	Name    string
	Params  []*Var `ir:"bind"`
	Results []*types.Type
	Body    Expr `ir:"body"`
}

// Func is a host function with any number of results.
type Func struct {
	ir.Decl
	Name    string
	Params  []*Var `ir:"bind"`
	Results []*types.Type
	Body    Expr `ir:"body"`
}

// Module is a whole program.
type Module struct {
	Kernels []*Kernel
	Funcs   []*Func
	Actions []*program.Action
}
