// Package lcu is the kernel language λcu [lcu §4]: second-order array
// combinators (SOACs) that apply thunks to an index space, in kernels, run by
// host code.
//
// Always true: a thunk computes scalars for one index and is pure; it reads
// arrays with At at any index, At(a, own index) being the read that fusion may
// replace. Segmented SOACs take offsets (one more than there are segments), or
// the count and the length of equal segments, and thunks of two indices
// (segment, flat position). Iteration sizes are explicit
// operands. Before outline-kernels SOACs stand in host code; after it every
// kernel holds SOACs and the host runs kernels.
package lcu

import (
	"nessiec/ir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

//go:generate go run nessiec/tools/irgen

// Expr is implemented by every form of the family.
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

// Bool is a truth value.
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

// ---- control, on the host and in thunks

// Let binds the results of Rhs, one variable each.
type Let struct {
	ir.Node
	Binds []*Var `ir:"bind"`
	Rhs   Expr   `ir:"body"`
	Body  Expr   `ir:"body"`
}

// Ret yields its operands as results.
type Ret struct {
	ir.Node
	Vals []Expr
}

// If evaluates one of two expressions.
type If struct {
	ir.Node
	Cond Expr
	Then Expr `ir:"body"`
	Else Expr `ir:"body"`
}

// Call applies a host function.
//
//irgen:pos
type Call struct {
	ir.Node
	Fn   string
	Args []Expr
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

// Check stops the program with the run-time error Error unless Cond holds.
//
//irgen:pos
type Check struct {
	ir.Node
	Cond  Expr
	Error string
	Then  Expr `ir:"body"`
}

// Time yields the results of Body and the seconds it took; host only.
//
//irgen:pos
type Time struct {
	ir.Node
	Body Expr `ir:"body"`
}

// Prim applies a scalar primitive, or an effect on the host.
//
//irgen:pos
type Prim struct {
	ir.Node
	Op   *prim.Prim
	Args []Expr
}

// At reads one element of an array; out of range it yields zero.
type At struct {
	ir.Node
	Vec, Idx Expr
}

// Put is the state Vec of an Update with element Idx replaced by Val; out of range
// it is Vec. It stands in thunks of Updates only.
type Put struct {
	ir.Node
	Vec, Idx, Val Expr
}

// Length is the number of elements of an array.
type Length struct {
	ir.Node
	Vec Expr
}

// Vec is an array of the given scalars.
type Vec struct {
	ir.Node
	Elem *types.Type
	Vals []Expr
}

// Str is an array of characters.
type Str struct {
	ir.Node
	Val string
}

// Run runs a kernel. Its iteration sizes are among the arguments.
//
//irgen:pos
type Run struct {
	ir.Node
	Kernel string
	Args   []Expr
}

// Copy is a Run in a Cluster whose results are not stored: every run of the cluster
// that reads an element computes it.
//
//irgen:pos
type Copy struct {
	ir.Node
	Kernel string
	Args   []Expr
}

// Cluster yields the results of Body, lets of Runs that are to become one
// kernel; what Body binds and does not yield is used nowhere else. Host only.
type Cluster struct {
	ir.Node
	Body Expr `ir:"body"`
}
