package nesl

// Forms that the passes of the front end introduce.
//
//	resolve-names     Local, Global for Id; PatCon for PatData; PatNone; TyVar, TyCon for TyName, TyData
//	compile-patterns  Part, Contents
//
// and those that the command line adds to what the parser read: Quiet, Entry.
//
// A definition at top level is identified by its name and its version: 1 for
// the first definition of the name in the program, 2 for the next one, and so
// on, whatever they define. Version 0 is the library.

import "nessiec/ir"

// Local is a variable that is bound in the same top-level form, where its name
// is unique.
type Local struct {
	ir.Node
	Name string
}

// Global is a definition at top level: a function, a value or a constructor.
// In the library, names that begin with two underscores are primitives.
type Global struct {
	ir.Node
	Name    string
	Version int64
}

// PatCon takes a value of a datatype apart.
type PatCon struct {
	ir.Node
	Con     string
	Version int64
	Arg     Expr
}

// PatNone is a constructor that holds nothing, in an arm.
type PatNone struct {
	ir.Node
	Con     string
	Version int64
}

// TyVar is a type variable.
type TyVar struct {
	ir.Node
	Name string
}

// TyCon is a datatype applied to its parameters, if it has any.
type TyCon struct {
	ir.Node
	Con     string
	Version int64
	Args    []Expr
}

// Part is a component of a pair: 0 is the left one, 1 the right one.
type Part struct {
	ir.Node
	Index int64
	Of    Expr
}

// Contents is what a value of a datatype holds.
type Contents struct {
	ir.Node
	Con     string
	Version int64
	Of      Expr
}

// Quiet is a top-level form of a file that was loaded: its answer is not
// printed.
type Quiet struct {
	ir.Node
	Inner Expr `ir:"body"`
}

// Entry names the function Fn that is compiled as the entry of the program:
// its argument is read, its result printed. Sig is its type there, or Untyped.
type Entry struct {
	ir.Node
	Fn, Sig Expr
}
