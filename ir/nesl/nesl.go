// Package nesl is the surface of NESL: the tree that the parser builds, before
// names are resolved and types are known.
//
// This file is the whole definition of the family as it is parsed; resolved.go
// adds the forms of later passes. Everything mechanical (form numbers,
// traversals, text codec) is generated from the two into nesl_gen.go.
// format.go and its neighbours print a module as NESL.
//
// One sort, Expr, covers four kinds of form; a position holds one kind only:
//
//	expressions     Id ... Keyword
//	patterns        PatVar ... PatDefault    (Pat, Param)
//	surface types   TyName ... TyFun         (Type, and Signature around it)
//	top level       Function ... SetArgCheck (Module.Forms)
//
// Always true of a tree that the parser returns:
//   - Names, operators included, are in lower case; characters are bytes.
//   - Tuples are right-nested pairs: (a,b,c) is Pair{a, Pair{b, c}}, in
//     patterns and in types too. Parentheses are not kept.
//   - A comprehension has its body spelt out: {a in e | p} is the tree of
//     {a : a in e | p}.
//   - The position of a Binary is that of its operator, of an Index that of its
//     bracket, of a definition that of the name it defines; of every other
//     form, that of its first character.
package nesl

import "nessiec/ir"

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

// Module is a source file: its top-level forms in order.
type Module struct {
	Forms []Expr
}

// ---- names and literals

// Id is a name: a variable, a function, a constant or a constructor.
//
//irgen:atom
type Id struct {
	ir.Node
	Name string `ir:"name"`
}

// Int is an integer literal. A literal never has a sign.
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

// Bool is t or f.
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

// String is a string literal: bytes, escapes resolved.
//
//irgen:atom
type String struct {
	ir.Node
	Val string
}

// ---- operators and application

// Unary is a prefix operator: - # @.
type Unary struct {
	ir.Node
	Op  string
	Arg Expr
}

// Binary is an infix operator of the table Infix, by its token: + <- and.
type Binary struct {
	ir.Node
	Op          string
	Left, Right Expr
}

// Apply is application, with parentheses or by juxtaposition: f(x), f x.
type Apply struct {
	ir.Node
	Fn, Arg Expr
}

// Index is a[i].
type Index struct {
	ir.Node
	Seq, At Expr
}

// Keyword is a keyword argument, part of the argument of an Apply: y := 3.
type Keyword struct {
	ir.Node
	Name string
	Arg  Expr
}

// Time is time(e).
type Time struct {
	ir.Node
	Arg Expr `ir:"body"`
}

// ---- tuples and sequences

// Pair is a, b.
type Pair struct {
	ir.Node
	Left, Right Expr
}

// Seq is a sequence with its elements, at least one: [a, b].
type Seq struct {
	ir.Node
	Elems []Expr
}

// Empty is the empty sequence with the type of its elements: [] t.
type Empty struct {
	ir.Node
	Elem Expr
}

// Range is [lo : hi], without hi.
type Range struct {
	ir.Node
	Lo, Hi Expr
}

// RangeStep is [lo : hi : step], without hi.
type RangeStep struct {
	ir.Node
	Lo, Hi, Step Expr
}

// ---- binding and control

// If chooses between two expressions.
type If struct {
	ir.Node
	Cond       Expr
	Then, Else Expr `ir:"body"`
}

// Let makes bindings in order; each sees the ones before it.
type Let struct {
	ir.Node
	Binds []Expr // Bind
	Body  Expr   `ir:"body"`
}

// Bind is one binding of a Let: pat = rhs.
type Bind struct {
	ir.Node
	Pat Expr
	Rhs Expr `ir:"body"`
}

// Case takes a value of a datatype with alternatives apart: its value is that of
// the first arm whose pattern fits.
type Case struct {
	ir.Node
	Of   Expr
	Arms []Expr `ir:"body"` // Arm
}

// Arm is an arm of a Case: pat => body. Pat is a PatData, or a PatVar, which is a
// constructor that holds nothing or, last, any value.
type Arm struct {
	ir.Node
	Pat  Expr
	Body Expr `ir:"body"`
}

// Lambda is an anonymous function: pat => body.
type Lambda struct {
	ir.Node
	Pat  Expr
	Body Expr `ir:"body"`
}

// Each is apply-to-each: {body : gens}.
type Each struct {
	ir.Node
	Gens []Expr // Gen or GenName, at least one
	Body Expr   `ir:"body"`
}

// EachIf is apply-to-each with a filter: {body : gens | cond}.
type EachIf struct {
	ir.Node
	Gens []Expr
	Cond Expr `ir:"body"`
	Body Expr `ir:"body"`
}

// Serial is apply-to-each one element after another: {* body : gens}.
type Serial struct {
	ir.Node
	Gens []Expr
	Body Expr `ir:"body"`
}

// SerialIf is Serial with a filter: {* body : gens | cond}.
type SerialIf struct {
	ir.Node
	Gens []Expr
	Cond Expr `ir:"body"`
	Body Expr `ir:"body"`
}

// Gen is a generator: pat in seq.
type Gen struct {
	ir.Node
	Pat, Seq Expr
}

// GenName is the short generator: a, which means a in a.
type GenName struct {
	ir.Node
	Name string
}

// ---- patterns

// PatVar binds a name.
type PatVar struct {
	ir.Node
	Name string
}

// PatPair takes a pair apart.
type PatPair struct {
	ir.Node
	Left, Right Expr
}

// PatData takes a value of a datatype apart: pt(x, y).
type PatData struct {
	ir.Node
	Con string
	Arg Expr
}

// PatDefault is a keyword parameter with its default: y := 2. It stands in
// parameters of functions only, after the positional ones.
type PatDefault struct {
	ir.Node
	Name    string
	Default Expr
}

// ---- surface types

// TyName is a base type, a type variable, or a datatype without parameters.
type TyName struct {
	ir.Node
	Name string
}

// TyData is a datatype applied to its parameters, at least one: pr(int, a).
type TyData struct {
	ir.Node
	Name string
	Args []Expr
}

// TySeq is [elem].
type TySeq struct {
	ir.Node
	Elem Expr
}

// TyPair is left, right.
type TyPair struct {
	ir.Node
	Left, Right Expr
}

// TyFun is arg -> result.
type TyFun struct {
	ir.Node
	Arg, Result Expr
}

// Untyped stands where a header has no signature.
type Untyped struct {
	ir.Node
}

// Signature is the type in a header with its context:
// : type :: (a in number; b in any). Context holds Bounds and may be empty.
type Signature struct {
	ir.Node
	Type    Expr
	Context []Expr
}

// Bound is one item of a context: the type variable Var is of the class Class.
type Bound struct {
	ir.Node
	Var, Class string
}

// ---- top-level forms

// Function defines a function. Sig is Untyped or a Signature; Doc is the doc
// string, "" if there is none.
type Function struct {
	ir.Node
	Name  string
	Param Expr
	Sig   Expr
	Doc   string
	Body  Expr `ir:"body"`
}

// Stub announces a function that is defined later; Sig is a Signature.
type Stub struct {
	ir.Node
	Name  string
	Param Expr
	Sig   Expr
}

// Datatype defines a constructor and a type of the same name; Type is what the
// constructor holds, Context holds the Bounds of its parameters.
type Datatype struct {
	ir.Node
	Name    string
	Type    Expr
	Context []Expr
}

// Sum defines a datatype with alternatives, Constructors; Context has a Bound for
// each of its parameters, in order.
type Sum struct {
	ir.Node
	Name    string
	Context []Expr
	Cons    []Expr
}

// Constructor is an alternative of a Sum: Type is what it holds, or Untyped.
type Constructor struct {
	ir.Node
	Name string
	Type Expr
}

// Assign binds global constants: pat = rhs.
type Assign struct {
	ir.Node
	Pat Expr
	Rhs Expr `ir:"body"`
}

// Eval is an expression at top level; its value is printed and bound to it.
type Eval struct {
	ir.Node
	Body Expr `ir:"body"`
}

// Load is the command load "file"; Options holds Keywords (verbose, print). File
// is a String, or strings and names of strings with ++ between them.
type Load struct {
	ir.Node
	File    Expr
	Options []Expr
}

// SetPrintLength is the command set print_length n.
type SetPrintLength struct {
	ir.Node
	Val int64
}

// SetArgCheck is the command set arg_check on|off.
type SetArgCheck struct {
	ir.Node
	On bool
}
