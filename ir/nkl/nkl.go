// Package nkl is the nested kernel language: typed, with apply-to-each still
// nested. It spans the pipeline from type inference (nkl.elaborated, still
// polymorphic, with function values and filters) to shapes (nkl.shaped).
//
// This file and module.go are the whole definition of the family. Everything
// mechanical (forms, traversals, text form) is generated into nkl_gen.go.
//
// Always true: variables are identified by pointer and bound once in a
// function; NESL pairs are tuples of two (n-tuples nest to the right); every
// function value has a type that names its code (types.Clo).
package nkl

import (
	"nessiec/ir"
	"nessiec/ir/prim"
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

// ---- atoms

// Ref uses a variable.
//
//irgen:atom
type Ref struct {
	ir.Node
	Var *Var `ir:"use"`
}

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

// Str is a string literal, a sequence of characters.
type Str struct {
	ir.Node
	Val string
}

// ---- operations

// Prim applies a primitive.
//
//irgen:pos
type Prim struct {
	ir.Node
	Op   *prim.Prim
	Args []Expr
}

// Call applies a top-level function.
//
//irgen:pos
type Call struct {
	ir.Node
	Fn       string
	TypeArgs []*types.Type
	Args     []Expr
}

// FunVal is a top-level function as a value; its type is Fun(Clo(Fn), Arg, Res).
type FunVal struct {
	ir.Node
	Fn   string
	Type *types.Type
}

// Lambda is a function value made here; its captures are the free variables
// of its body, in the order of Captures.
type Lambda struct {
	ir.Node
	Label    string
	Captures []*Var `ir:"use"`
	Param    *Var   `ir:"bind"`
	Body     Expr   `ir:"body"`
}

// Apply applies a function value.
//
//irgen:pos
type Apply struct {
	ir.Node
	Fun, Arg Expr
}

// FoldBy folds the elements of Seq with a function value: it is Then applied to
// what Fun, which is associative, combines them to, if Fun is elementary code;
// otherwise it is Else, which has the same value. Then gets whether there was
// anything to combine, and the combination: zeros if there was nothing; with Scan
// the sequence of that for the elements before every element.
type FoldBy struct {
	ir.Node
	Scan           bool
	Fun, Seq, Then Expr
	Else           Expr `ir:"body"`
}

// Tuple builds a tuple.
type Tuple struct {
	ir.Node
	Elems []Expr
}

// Proj selects a component of a tuple.
type Proj struct {
	ir.Node
	Index int
	Of    Expr
}

// Con wraps contents as a value of a datatype.
type Con struct {
	ir.Node
	Type *types.Type
	Of   Expr
}

// Uncon yields the contents of a value of a datatype.
type Uncon struct {
	ir.Node
	Of Expr
}

// Variant is a value of a sum or of a recursive datatype: the constructor Con of
// Type, with its fields.
type Variant struct {
	ir.Node
	Type *types.Type
	Con  string
	Args []Expr
}

// Case takes a value of a sum or of a recursive datatype apart: its value is that
// of the arm in which the constructor is. Every constructor is in one arm.
type Case struct {
	ir.Node
	Of   Expr
	Arms []Expr `ir:"body"` // Arm
}

// Arm is an arm of a Case: what values of one of the constructors Cons become.
// Binds are the fields, if there is one constructor, or nothing.
type Arm struct {
	ir.Node
	Cons  []string
	Binds []*Var `ir:"bind"`
	Body  Expr   `ir:"body"`
}

// Seq is a sequence literal.
type Seq struct {
	ir.Node
	Elem  *types.Type
	Elems []Expr
}

// Range is the sequence Lo, Lo+Step, ... below Hi.
//
//irgen:pos
type Range struct {
	ir.Node
	Lo, Hi, Step Expr
}

// ---- binding and control

// Let binds one variable.
type Let struct {
	ir.Node
	Bind *Var `ir:"bind"`
	Rhs  Expr `ir:"body"`
	Body Expr `ir:"body"`
}

// If evaluates one of two expressions.
type If struct {
	ir.Node
	Cond Expr
	Then Expr `ir:"body"`
	Else Expr `ir:"body"`
}

// Each is apply-to-each: { Body : Binds in Seqs }; the lengths agree.
//
//irgen:pos
type Each struct {
	ir.Node
	Binds []*Var `ir:"bind"`
	Seqs  []Expr
	Body  Expr `ir:"body"`
}

// EachIf is apply-to-each with a filter: { Body : Binds in Seqs | Cond }. The
// filter comes first; Body is evaluated for survivors only.
//
//irgen:pos
type EachIf struct {
	ir.Node
	Binds []*Var `ir:"bind"`
	Seqs  []Expr
	Cond  Expr `ir:"body"`
	Body  Expr `ir:"body"`
}

// Fold combines the elements of Seq, scalars or tuples of scalars, in order: with
// Scan, for every element, those before it. Body is what X followed by Y combine
// to: elementary code, which is associative, cannot fail, uses X and Y alone, and
// for which zeros are the identity.
type Fold struct {
	ir.Node
	Scan bool
	X    *Var `ir:"bind"`
	Y    *Var `ir:"bind"`
	Seq  Expr
	Body Expr `ir:"body"`
}

// Check stops the program with the run-time error Error unless Cond holds.
//
//irgen:pos
type Check struct {
	ir.Node
	Cond  Expr
	Error string
	Then  Expr `ir:"body"`
}

// Time pairs the value of Body with the seconds it took.
//
//irgen:pos
type Time struct {
	ir.Node
	Body Expr `ir:"body"`
}

// FoldIn evaluates Body with part Num of the random key (ir/prim/random.go).
type FoldIn struct {
	ir.Node
	Num  int
	Body Expr `ir:"body"`
}

// NewKey evaluates Body with the next random key after the seed.
type NewKey struct {
	ir.Node
	Body Expr `ir:"body"`
}

// Loop binds Binds to Inits and evaluates Body; Recur in tail position of Body
// starts the next iteration.
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

// ---- values of recursive datatypes: rows of tables

// Scope evaluates Body with the table called Table, which at first has the rows whose
// columns are Rows, sequences of one length; no rows if there are none. Only host code,
// that of functions which actions call, gives rows. In functions that are called in Body,
// the name means this table, unless they have a scope of their own.
type Scope struct {
	ir.Node
	Table string
	Rows  []Expr
	Body  Expr `ir:"body"`
}

// Alloc adds the row Vals to a table; its value is the number of the row. Rows
// never change, so an Alloc, or AllocAll, may be dropped, copied, shared and moved.
type Alloc struct {
	ir.Node
	Table string
	Vals  []Expr
}

// AllocAll adds rows to a table, one after another: row i has element i of each of
// Seqs, sequences of one length. Its value is the number of the first row.
type AllocAll struct {
	ir.Node
	Table string
	Seqs  []Expr
}

// Reserve adds a row to a table if Cond holds: its value is the number of the row, and any
// number if there is none. A Store says later what is in the row.
type Reserve struct {
	ir.Node
	Table string
	Cond  Expr
}

// Store puts Vals into Row of a table, which a Reserve with this Cond has yielded, if Cond
// holds. Its value is true.
type Store struct {
	ir.Node
	Table string
	Row   Expr
	Cond  Expr
	Vals  []Expr
}

// Column is column Index of a table as a sequence, which has at least the rows that
// there are once After have values. It may be longer, by what is no row unless it is Exact.
type Column struct {
	ir.Node
	Table string
	Index int
	Exact bool
	After []Expr
}

// Collect may leave out rows of Tables that nobody refers to any more. Its value is that of Inits, one or a tuple,
// with references to the rows that stay. Code says what stays: First is, for each table, the number of rows that may not move;
// Columns is those of all Tables; the value of Code is Binds and then Columns as they are behind it. It
// stands where code from here on knows the rows behind First only by Inits.
type Collect struct {
	ir.Node
	Tables  []string
	First   []*Var `ir:"bind"`
	Columns []*Var `ir:"bind"`
	Binds   []*Var `ir:"bind"`
	Inits   []Expr
	Code    Expr `ir:"body"`
}

// Unused is a value of the recursive datatype Type that nobody looks at: what a slot of a sum has
// that its constructor leaves unused. Two of them are equal.
type Unused struct {
	ir.Node
	Type *types.Type
}

// ---- forms of the middle end

// Anywhere asks whether Cond, a bool, holds for any element of the maps around it. It is true where Cond
// holds. Where Cond does not, it may be either: a program means the same then.
type Anywhere struct {
	ir.Node
	Cond Expr
}

// Elem is an element block: scalar code that stays scalar. Its value is a
// scalar or a tuple of scalars; sequences occur in it only as the first
// operand of elt and length.
type Elem struct {
	ir.Node
	Body Expr `ir:"body"`
}

// Update is an update block: element code that replaces elements of sequences of
// scalars, one after the other. Binds are the sequences Inits as the block
// begins; its value is scalars and sequences that come of Binds by Put. Scratch[k] is
// a sequence of Sizes[k] elements of the block's own, which do not leave it: an
// element has no value before Put gives it one.
type Update struct {
	ir.Node
	Binds   []*Var `ir:"bind"`
	Inits   []Expr
	Scratch []*Var `ir:"bind"`
	Sizes   []int
	Body    Expr `ir:"body"`
}

// Put is Seq with element Idx replaced by Val, in an update block; Seq is not used
// any more behind it.
type Put struct {
	ir.Node
	Seq, Idx, Val Expr
}

// EachCaptured is apply-to-each with its free variables listed: Uniform ones
// are scalars (or tuples of scalars), Shared ones hold sequences.
//
//irgen:pos
type EachCaptured struct {
	ir.Node
	Uniform []*Var `ir:"use,set"`
	Shared  []*Var `ir:"use,set"`
	Binds   []*Var `ir:"bind"`
	Seqs    []Expr
	Body    Expr `ir:"body"`
}

// Regular asks whether the sequences in Args, at every depth and for all elements of the maps
// around it, have one length each. It may say no though they have: a program means the same
// whatever it says, and evaluators say yes.
type Regular struct {
	ir.Node
	Args []Expr
}

// CallLifted is a Call under a map whose lifted target is Target: a Lifted, or the function
// that a Lifting names.
//
//irgen:pos
type CallLifted struct {
	ir.Node
	Fn     string
	Target string
	Args   []Expr
}
