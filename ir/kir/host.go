package kir

// Forms of the host program, and declarations. Buffers are reference-counted
// handles. Ownership: Alloc and its kin bind owned buffers; a call hands its
// arguments over to the function, which owns its parameters, and binds owned
// results; Return, Yield, Recur and Exit hand over likewise. All other forms
// borrow. Retain and Release are placed by plan-memory; before it, nothing is
// freed.
//
// The host learns the value of a buffer only by Read. Read, and every effect
// that is visible outside (CallRuntime, printing the result of an action, a
// CheckHost that fails), waits for the device and first tests the error word.

import (
	"nessiec/ir"
	"nessiec/ir/types"
)

// ---- expressions of the host

// Length is the number of elements of a buffer.
type Length struct {
	ir.Node
	Buf Expr
}

// ErrorWord is the buffer of the error protocol: element 0 is the word of the
// first failure, or the largest int; element 1+s is the lowest element that
// failed the check of site s.
type ErrorWord struct{ ir.Node }

// LaunchBase makes the base of the error words of one launch, whose first site
// is Site: the number of launches since the last synchronisation times the
// number of sites, plus Site. The runtime synchronises before it overflows.
type LaunchBase struct {
	ir.Node
	Site int
}

// ---- memory

// Alloc binds a new buffer of Count elements (none if negative), contents undefined.
//
//irgen:pos
type Alloc struct {
	ir.Node
	Bind  *Var `ir:"bind"`
	Count Expr
}

// AllocLoose is Alloc, but elements may be read that were never written: they
// have any value, and no result depends on it.
//
//irgen:pos
type AllocLoose struct {
	ir.Node
	Bind  *Var `ir:"bind"`
	Count Expr
}

// AllocOver binds From with one more owner if it has a single owner and Count
// elements, and is Alloc if not.
//
//irgen:pos
type AllocOver struct {
	ir.Node
	Bind  *Var `ir:"bind"`
	Count Expr
	From  Expr
}

// Copy binds a new buffer with the elements of From.
//
//irgen:pos
type Copy struct {
	ir.Node
	Bind *Var `ir:"bind"`
	From Expr
}

// CopyOver binds From with one more owner if it has a single owner, and is
// Copy if not.
//
//irgen:pos
type CopyOver struct {
	ir.Node
	Bind *Var `ir:"bind"`
	From Expr
}

// Const binds a new buffer filled from host scalars.
//
//irgen:pos
type Const struct {
	ir.Node
	Bind *Var `ir:"bind"`
	Vals []Expr
}

// ConstStr binds a new buffer of characters.
//
//irgen:pos
type ConstStr struct {
	ir.Node
	Bind *Var `ir:"bind"`
	Val  string
}

// Retain adds an owner to a buffer.
type Retain struct {
	ir.Node
	Buf Expr
}

// Release drops an owner of a buffer; the last one gives it back to the pool.
type Release struct {
	ir.Node
	Buf Expr
}

// ---- device and runtime

// Launch runs a kernel with Groups work-groups; nothing runs unless Groups is
// positive.
//
//irgen:pos
type Launch struct {
	ir.Node
	Kernel string
	Groups Expr
	Args   []Expr
}

// Fetch brings to each rank which has but a part of Bufs the elements of them that the launch
// after it reads there, and finds those of Dests that it writes. Kernel is its inspector: with Args
// and, for each of these arrays, one of as many marks, it marks the elements; so many groups as
// will be launched divide it alike. On one rank it does nothing.
//
//irgen:pos
type Fetch struct {
	ir.Node
	Kernel string
	Groups Expr
	Args   []Expr
	Bufs   []Expr
	Dests  []Expr
}

// Read copies single elements of buffers to host scalars: one synchronisation
// for all of them. An index out of range reads zero.
type Read struct {
	ir.Node
	Binds []*Var `ir:"bind"`
	Bufs  []Expr
	Idxs  []Expr
}

// ReadCount is Read of one int, of which is known that it is not negative and at
// most Most, unless a check has failed. Removed by schedule-transfers.
//
//irgen:pos
type ReadCount struct {
	ir.Node
	Bind           *Var `ir:"bind"`
	Buf, Idx, Most Expr
}

// CallHost calls a host function and binds its results.
//
//irgen:pos
type CallHost struct {
	ir.Node
	Binds []*Var `ir:"bind"`
	Fn    string
	Args  []Expr
}

// CallRuntime calls a routine of the runtime: an effect of the table of
// primitives, or clock, the time in seconds when the device is idle.
//
//irgen:pos
type CallRuntime struct {
	ir.Node
	Binds []*Var `ir:"bind"`
	Fn    string
	Args  []Expr
}

// CheckHost stops the program with the run-time error Error unless Cond holds.
//
//irgen:pos
type CheckHost struct {
	ir.Node
	Cond  Expr
	Error string
}

// CheckSize stops the program, out of memory, unless Count is a number of elements
// that launches can divide among groups: at most value.Num.MostElements.
//
//irgen:pos
type CheckSize struct {
	ir.Node
	Count Expr
}

// Return ends a host function with its results.
type Return struct {
	ir.Node
	Vals []Expr
}

// ---- declarations

// A Site is a place where a kernel may fail: the text of its error; its
// position is that of the declaration.
type Site struct {
	ir.Decl
	Error string
}

// Kernel is a device function. Its grids have one dimension of groups of Local
// work-items each. Access tells for every parameter how it is used.
type Kernel struct {
	ir.Decl
	Name   string
	Local  int
	Params []*Var `ir:"bind"`
	Access []Access
	Body   Expr `ir:"body"`
}

// Func is a host function with any number of results, given by Return.
type Func struct {
	ir.Decl
	Name    string
	Params  []*Var `ir:"bind"`
	Results []*types.Type
	Body    Expr `ir:"body"`
}
