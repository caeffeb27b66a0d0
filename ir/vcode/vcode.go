// Package vcode is VCODE, the stack code that compilers of NESL wrote for a machine of
// vectors: first as it is in files, a stack and its instructions (vcode.read to
// vcode.typed), then with names for the entries of the stack (vcode.named, vcode.looped).
//
//	forms          this file and module.go: everything mechanical is generated from them
//	Opcode         the instructions, their operands and results (opcodes.go)
//	entry types    what is on the stack, and what instructions make of it (types.go, typing.go)
//	Verify         scope and types of programs with names (check.go)
//	errors         what stops a program (errors.go)
//
// Always true: a vector is flat; a scalar is a vector with one element; a segment descriptor
// is an entry like any other and belongs to data by the instruction that takes both.
package vcode

import (
	"nessiec/ir"
	"nessiec/ir/types"
)

//go:generate go run nessiec/tools/irgen

// Expr is implemented by every form below.
type Expr interface {
	Form() ir.Form
	Pos() ir.Pos
	MovedTo(ir.Pos) Expr
	Children(func(i int, e Expr))
	Walk(func(Expr) bool)
	MapChildren(func(Expr) Expr) Expr
	MapOperands(func(Expr) Expr) Expr
	MapBodies(func(Expr) Expr) Expr
}

// Var is a binder; a use of it is a Ref.
type Var = types.Var

// ---- literals and names

// Int is an integer literal.
//
//irgen:atom
type Int struct {
	ir.Node
	Val int64
}

// Float is a floating-point literal.
//
//irgen:atom
type Float struct {
	ir.Node
	Val float64
}

// Bool is T or F.
//
//irgen:atom
type Bool struct {
	ir.Node
	Val bool
}

// Ref uses a variable.
//
//irgen:atom
type Ref struct {
	ir.Node
	Var *Var `ir:"use"`
}

// ---- instructions of the stack (gone after name-entries)

// Block is instructions, one after another.
type Block struct {
	ir.Node
	Code []Expr `ir:"body"`
}

// Copy pushes copies of the Count entries above which Depth others lie.
//
//irgen:pos
type Copy struct {
	ir.Node
	Count, Depth int
}

// Pop removes the Count entries above which Depth others lie.
//
//irgen:pos
type Pop struct {
	ir.Node
	Count, Depth int
}

// Move is CPOP: it moves the Count entries above which Depth others lie to the top.
//
//irgen:pos
type Move struct {
	ir.Node
	Count, Depth int
}

// Pair makes one entry of the two on top.
//
//irgen:pos
type Pair struct {
	ir.Node
}

// Unpair undoes Pair.
//
//irgen:pos
type Unpair struct {
	ir.Node
}

// Invoke is CALL: the function works on the stack as it is.
//
//irgen:pos
type Invoke struct {
	ir.Node
	Fn string
}

// Branch is IF: it takes a truth value from the stack. Both parts are blocks; without
// ELSE the second is empty.
//
//irgen:pos
type Branch struct {
	ir.Node
	Then Expr `ir:"body"`
	Else Expr `ir:"body"`
}

// Instr is an instruction that takes operands from the stack and pushes results. Type is
// the word behind it: int, float, bool, char or sd<>; nil if it has none.
//
//irgen:pos
type Instr struct {
	ir.Node
	Op   Opcode
	Type *types.Type
}

// ---- with a stack and without

// Const is a constant: a scalar (int, float, bool), a vector (vec<int> ...), or the
// descriptor of one segment (sd<#1>) with the length that Vals says.
type Const struct {
	ir.Node
	Type *types.Type
	Vals []Expr
}

// Exit ends the program. What follows is never reached.
//
//irgen:pos
type Exit struct {
	ir.Node
}

// ---- with names for entries

// Let binds the results of Rhs, one variable each.
type Let struct {
	ir.Node
	Binds []*Var `ir:"bind"`
	Rhs   Expr   `ir:"body"`
	Body  Expr   `ir:"body"`
}

// Ret yields its operands.
type Ret struct {
	ir.Node
	Vals []Expr
}

// If evaluates one of two bodies.
//
//irgen:pos
type If struct {
	ir.Node
	Cond Expr
	Then Expr `ir:"body"`
	Else Expr `ir:"body"`
}

// Call applies a function.
//
//irgen:pos
type Call struct {
	ir.Node
	Fn   string
	Args []Expr
}

// Apply is an instruction with its operands, the deepest of the stack first.
//
//irgen:pos
type Apply struct {
	ir.Node
	Op   Opcode
	Type *types.Type
	Args []Expr
}

// Timed yields the results of Body and the seconds that it took.
//
//irgen:pos
type Timed struct {
	ir.Node
	Body Expr `ir:"body"`
}

// Loop binds Binds to Inits and evaluates Body; Recur in tail position of Body is the next
// iteration.
type Loop struct {
	ir.Node
	Binds []*Var `ir:"bind"`
	Inits []Expr
	Body  Expr `ir:"body"`
}

// Recur is the next iteration of the innermost Loop.
type Recur struct {
	ir.Node
	Args []Expr
}
