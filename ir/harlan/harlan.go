// Package harlan is Harlan once forms have a meaning: from the program without
// macros (harlan.parsed) to one without assignment and procedures
// (harlan.firstorder). Before that, programs are data (package datum).
//
// This file and module.go are the whole definition of the family. Everything
// mechanical (forms, traversals, text form) is generated into harlan_gen.go.
//
// Types are those of package types, in these forms (types.go):
//
//	int float bool char     the base types
//	<>                      void
//	data<str <>>            texts; data<u64 <>>, unsigned ints of 64 bits
//	[t]                     (vec t)
//	data<ptr <> t>          (ptr t)
//	data<N <>>              the datatype N, by name, so that it may contain itself
//	fun<clo<k> <a b> r>     (closure (a b) -> r); k is the set of the lambdas whose values
//	                        may meet there
//
// Always true: variables are identified by pointer and bound once in a function.
package harlan

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

// Var is a binder; a use of it is a Ref. Its type is nil before types are known.
type Var = types.Var

// ---- atoms

// Ref uses a variable.
//
//irgen:atom
type Ref struct {
	ir.Node
	Var *Var `ir:"use"`
}

// Int is an integer literal; before types are known, it may be of any type of numbers.
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

// Bool is #t or #f.
//
//irgen:atom
type Bool struct {
	ir.Node
	Val bool
}

// Char is a character literal.
//
//irgen:atom
type Char struct {
	ir.Node
	Val byte
}

// Str is a text.
//
//irgen:atom
type Str struct {
	ir.Node
	Val string
}

// U64 is an unsigned literal, its bits as an int.
type U64 struct {
	ir.Node
	Val int64
}

// Void is no value.
type Void struct {
	ir.Node
}

// ---- operations

// Op applies an operator to two values of one type, numbers; of any type for =.
//
//irgen:pos
type Op struct {
	ir.Node
	Op          Operator
	Left, Right Expr
}

// Call applies a function, or an extern.
//
//irgen:pos
type Call struct {
	ir.Node
	Fn   string
	Args []Expr
}

// Construct makes a value of a datatype.
type Construct struct {
	ir.Node
	Con  string
	Args []Expr
}

// Apply applies a procedure.
//
//irgen:pos
type Apply struct {
	ir.Node
	Fun  Expr
	Args []Expr
}

// Lambda is a procedure. It has the values of variables as they are where it is made.
// Label is its name in the program; Type is nil before types are known.
type Lambda struct {
	ir.Node
	Label  string
	Type   *types.Type
	Params []*Var `ir:"bind"`
	Body   Expr   `ir:"body"`
}

// Cast is a value of type From as one of type To.
type Cast struct {
	ir.Node
	From, To *types.Type
	Of       Expr
}

// ---- vectors

// Vector is a vector of its elements, of type Elem, which is nil before types are known.
type Vector struct {
	ir.Node
	Elem  *types.Type
	Elems []Expr
}

// Iota is the vector 0, 1, ... Of-1.
//
//irgen:pos
type Iota struct {
	ir.Node
	Of Expr
}

// VectorRef is an element.
//
//irgen:pos
type VectorRef struct {
	ir.Node
	Vec, Index Expr
}

// Length is the number of elements of a vector.
type Length struct {
	ir.Node
	Of Expr
}

// Pointer is a pointer to the elements of the vector Of, which are read through it.
type Pointer struct {
	ir.Node
	Of Expr
}

// Kernel is the vector of the values of Body for the elements of Seqs, as many as the
// first has; the others have as many at least.
//
//irgen:pos
type Kernel struct {
	ir.Node
	Binds []*Var `ir:"bind"`
	Seqs  []Expr
	Body  Expr `ir:"body"`
}

// Reduce combines the elements of Of, at least one, in their order. Body is what X and Y
// combine to, and associative.
//
//irgen:pos
type Reduce struct {
	ir.Node
	X    *Var `ir:"bind"`
	Y    *Var `ir:"bind"`
	Of   Expr
	Body Expr `ir:"body"`
}

// Scan is, for every element of Of, Init combined with those before it; see Reduce.
//
//irgen:pos
type Scan struct {
	ir.Node
	X        *Var `ir:"bind"`
	Y        *Var `ir:"bind"`
	Init, Of Expr
	Body     Expr `ir:"body"`
}

// Filter is the elements X of Of for which Cond holds.
//
//irgen:pos
type Filter struct {
	ir.Node
	X    *Var `ir:"bind"`
	Of   Expr
	Cond Expr `ir:"body"`
}

// ---- binding and control

// Let binds one variable.
type Let struct {
	ir.Node
	Bind *Var `ir:"bind"`
	Rhs  Expr `ir:"body"`
	Body Expr `ir:"body"`
}

// Begin evaluates Steps in order; its value is that of the last.
type Begin struct {
	ir.Node
	Steps []Expr `ir:"body"`
}

// If evaluates one of two expressions.
type If struct {
	ir.Node
	Cond Expr
	Then Expr `ir:"body"`
	Else Expr `ir:"body"`
}

// Match evaluates the arm of the constructor that made a value.
//
//irgen:pos
type Match struct {
	ir.Node
	Of   Expr
	Arms []Expr `ir:"body"` // Arm, one for each constructor of a datatype
}

// Arm is a part of a Match; Binds are the fields.
type Arm struct {
	ir.Node
	Con   string
	Binds []*Var `ir:"bind"`
	Body  Expr   `ir:"body"`
}

// Assert stops the program unless Cond holds.
//
//irgen:pos
type Assert struct {
	ir.Node
	Cond Expr
}

// Fail stops the program with a message, where a value of Type is expected, which is nil
// before types are known.
//
//irgen:pos
type Fail struct {
	ir.Node
	Message string
	Type    *types.Type
}

// ---- effects

// Print prints a value. Symbolic says that a truth value is #t or #f, not 1 or 0.
//
//irgen:pos
type Print struct {
	ir.Node
	Symbolic bool
	Of       Expr
}

// Write is Print to a file.
//
//irgen:pos
type Write struct {
	ir.Node
	Symbolic bool
	Of, To   Expr
}

// While evaluates Body as long as Cond holds.
//
//irgen:pos
type While struct {
	ir.Node
	Cond Expr `ir:"body"`
	Body Expr `ir:"body"`
}

// Set assigns a value to a variable.
type Set struct {
	ir.Node
	Var *Var `ir:"use"`
	Rhs Expr
}

// VectorSet replaces an element of a vector in place.
//
//irgen:pos
type VectorSet struct {
	ir.Node
	Vec, Index, Rhs Expr
}

// ---- forms of later passes

// Tuple is several values.
type Tuple struct {
	ir.Node
	Elems []Expr
}

// Proj is one of the values of a Tuple.
type Proj struct {
	ir.Node
	Index int
	Of    Expr
}

// Put is a vector like Vec, but for one element.
//
//irgen:pos
type Put struct {
	ir.Node
	Vec, Index, Rhs Expr
}

// Loop binds Binds to Inits and evaluates Body, of type Type; Recur in tail position of
// Body begins the next iteration.
//
//irgen:pos
type Loop struct {
	ir.Node
	Type  *types.Type
	Binds []*Var `ir:"bind"`
	Inits []Expr
	Body  Expr `ir:"body"`
}

// Recur is the next iteration of the innermost Loop.
type Recur struct {
	ir.Node
	Args []Expr
}

// Total combines the elements of Of, at least one, with an operator of a fixed meaning.
//
//irgen:pos
type Total struct {
	ir.Node
	Op Folding
	Of Expr
}

// Running is Scan with an operator of a fixed meaning.
//
//irgen:pos
type Running struct {
	ir.Node
	Op       Folding
	Init, Of Expr
}
