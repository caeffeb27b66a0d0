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

// Module is a whole program: functions, and the actions of the top level.
type Module struct {
	Funcs   []*Func
	Lifteds []*Lifted
	Actions []*program.Action
}
