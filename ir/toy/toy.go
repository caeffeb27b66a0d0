// Package toy is a family with one field of every kind that irgen knows, for
// tests only: of irgen, the text runtime, package vars, grammar, the driver and
// the golden runner.
package toy

import (
	"nessiec/ir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

//go:generate go run nessiec/tools/irgen

// Expr is implemented by every form.
type Expr interface {
	Form() ir.Form
	Pos() ir.Pos
	Children(func(i int, e Expr))
	Walk(func(Expr) bool)
	MapChildren(func(Expr) Expr) Expr
	MapOperands(func(Expr) Expr) Expr
	MapBodies(func(Expr) Expr) Expr
}

// Var is a binder.
type Var = types.Var

// An Op is an enum.
type Op uint8

// The operators.
const (
	Plus Op = iota
	Times
)

var opNames = [...]string{"plus", "times"}

func (o Op) String() string { return opNames[o] }

// ParseOp reads the name of an operator.
func ParseOp(s string) (Op, bool) {
	for i, n := range opNames {
		if n == s {
			return Op(i), true
		}
	}
	return 0, false
}

// Ref uses a variable.
//
//irgen:atom
type Ref struct {
	ir.Node
	Var *Var `ir:"use"`
}

// Int is an integer.
//
//irgen:atom
type Int struct {
	ir.Node
	Val int64
}

// Float is a float.
//
//irgen:atom
type Float struct {
	ir.Node
	Val float64
}

// Bool is a truth value.
//
//irgen:atom
type Bool struct {
	ir.Node
	Val bool
}

// Char is a character.
//
//irgen:atom
type Char struct {
	ir.Node
	Val byte
}

// Str is a string, an atom with quotes.
//
//irgen:atom
type Str struct {
	ir.Node
	Val string
}

// Let binds one variable. This sentence is not in the schema.
type Let struct {
	ir.Node
	Bind *Var `ir:"bind"`
	Rhs  Expr `ir:"body"`
	Body Expr `ir:"body"`
}

// If evaluates one of two expressions.
type If struct {
	ir.Node
	Cond       Expr
	Then, Else Expr `ir:"body"`
}

// Prim applies a primitive.
//
//irgen:pos
type Prim struct {
	ir.Node
	Op   *prim.Prim
	Args []Expr
}

// Tuple has a slice as its only field.
type Tuple struct {
	ir.Node
	Elems []Expr
}

// Block runs statements.
type Block struct {
	ir.Node
	Stmts []Expr `ir:"body"`
}

// Thunk is element code.
type Thunk struct {
	ir.Node
	Params []*Var `ir:"bind"`
	Body   Expr   `ir:"body"`
}

// Map has a child that must be a Thunk, and captures.
type Map struct {
	ir.Node
	N        Expr
	T        *Thunk
	Others   []*Thunk
	Captures []*Var `ir:"use,set"`
	First    *Var   `ir:"use"`
}

// Nop has no fields.
type Nop struct{ ir.Node }

// Misc has the attributes that no other form has.
type Misc struct {
	ir.Node
	Type   *types.Type
	Types  []*types.Type
	Prims  []*prim.Prim
	Name   string
	Names  []string
	N      int
	Ns     []int
	Small  uint8
	F      float64
	Fs     []float64
	B      bool
	C      byte
	Where  ir.Pos
	How    Op
	Hows   []Op
	Record *Site
}

// Site is a record.
type Site struct {
	ir.Decl
	Error string
	At    ir.Pos
}

// Local is a record with an expression and variables, inside a declaration.
type Local struct {
	ir.Decl
	Bind *Var `ir:"bind"`
	Init Expr
}

// Func is a declaration.
type Func struct {
	ir.Decl
	Name   string
	Params []*Var `ir:"bind"`
	Locals []*Local
	Result *types.Type
	Body   Expr `ir:"body"`
}

// Entry is a declaration of which a module has one or none.
type Entry struct {
	ir.Decl
	Body Expr `ir:"body"`
}

// Module is a whole program.
type Module struct {
	Title  string
	Inputs []string
	Entry  *Entry
	Funcs  []*Func
	Sites  []*Site
	Loose  []Expr
}
