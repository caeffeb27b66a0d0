// Package kir is the language of device programs: kernels with memory, loops,
// barriers and work-groups, and the host program that allocates, launches,
// reads back and frees.
//
// A kernel is a list of statements run by every work-item of a grid of groups.
// Values are scalars of base types; memory is buffers (types.Buf, in the
// spaces global and local). Expressions are pure and may be nested; statements
// stand in Blocks. Kernels may also compute with lanes (types.Lanes): values of
// a base type side by side. Primitives, InRange, Load and Store work on lanes of
// equal number as on scalars, for lane 0 first; nothing is mixed with scalars
// but by Splat. Def, Mut and the like bind for the statements after them in
// the same Block. Host functions are made of the same statements and those of
// host.go; access.go says how kernels use their parameters.
//
// Always true: variables are bound once in a declaration; an index of Load and
// Store is in range, whatever the data; control flow around a Barrier
// or Shuffle is uniform in the group. Values flow out of a Choose by Yield,
// around a Loop by Recur and out of it by Exit; these and Return end a list of
// statements, as does an If whose two branches end so.
package kir

import (
	"nessiec/ir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

//go:generate go run nessiec/tools/irgen

// Expr is implemented by every form: expressions and statements alike; Verify
// says which may stand where.
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

// ---- expressions, in kernels and on the host

// Prim applies a scalar primitive; all are total.
type Prim struct {
	ir.Node
	Op   *prim.Prim
	Args []Expr
}

// Unit is the identity of a reduction operator on a base type.
type Unit struct {
	ir.Node
	Op   prim.Rop
	Type *types.Type
}

// Select is Then or Else by Cond, a scalar; only the chosen one is evaluated.
type Select struct {
	ir.Node
	Cond, Then, Else Expr
}

// InRange is 0 <= Idx < Size, where Size is not negative.
type InRange struct {
	ir.Node
	Idx, Size Expr
}

// ---- expressions of kernels

// Load reads an element of a buffer; at lanes of indices, one for each lane.
type Load struct {
	ir.Node
	Buf, Idx Expr
}

// Digit is byte Index, counted from the lowest, of the unsigned number whose
// order is that of Val: ints by value, chars by code, floats by the total order
// of their bits (-0.0 before 0.0). It lies in 0..255.
type Digit struct {
	ir.Node
	Val, Index Expr
}

// GroupId is the number of this work-group.
type GroupId struct{ ir.Node }

// NumGroups is the number of work-groups of the launch.
type NumGroups struct{ ir.Node }

// LocalId is the number of this work-item in its group.
type LocalId struct{ ir.Node }

// ---- expressions on lanes, in kernels

// Splat is a scalar in each of N lanes.
type Splat struct {
	ir.Node
	N   int
	Val Expr
}

// Ramp is the ints Base, Base+1 .. in N lanes; they wrap.
type Ramp struct {
	ir.Node
	N    int
	Base Expr
}

// MaskedLoad is Load in the lanes where Mask holds, and zero elsewhere: there the
// index may be out of range.
type MaskedLoad struct {
	ir.Node
	Buf, Idx, Mask Expr
}

// Any reports whether some lane of Mask holds.
type Any struct {
	ir.Node
	Mask Expr
}

// Fold is Init combined with one lane of Val after another, lane 0 first.
type Fold struct {
	ir.Node
	Op        prim.Rop
	Init, Val Expr
}

// ---- statements, in kernels and on the host

// Block runs statements in order.
type Block struct {
	ir.Node
	Stmts []Expr `ir:"body"`
}

// Def binds an immutable scalar.
type Def struct {
	ir.Node
	Bind *Var `ir:"bind"`
	Rhs  Expr
}

// If runs one of two blocks.
type If struct {
	ir.Node
	Cond Expr
	Then Expr `ir:"body"`
	Else Expr `ir:"body"`
}

// Choose runs one of two blocks and binds what it yields.
type Choose struct {
	ir.Node
	Binds []*Var `ir:"bind"`
	Cond  Expr
	Then  Expr `ir:"body"`
	Else  Expr `ir:"body"`
}

// Yield ends a block of the innermost Choose with its values.
type Yield struct {
	ir.Node
	Vals []Expr
}

// Loop runs Body with Vars bound to Inits, then again with the values of every
// Recur, and binds Binds to the values of the Exit.
type Loop struct {
	ir.Node
	Vars  []*Var `ir:"bind"`
	Inits []Expr
	Body  Expr   `ir:"body"`
	Binds []*Var `ir:"bind"`
}

// Recur ends Body of the innermost Loop with the next values of its Vars.
type Recur struct {
	ir.Node
	Args []Expr
}

// Exit ends the innermost Loop with its values.
type Exit struct {
	ir.Node
	Vals []Expr
}

// For runs Body for Var = Lo, Lo+Step, ... below Hi, which are evaluated once;
// Step is positive.
type For struct {
	ir.Node
	Var          *Var `ir:"bind"`
	Lo, Hi, Step Expr
	Body         Expr `ir:"body"`
}

// ---- statements of kernels

// Mut binds a variable that Set changes.
type Mut struct {
	ir.Node
	Bind *Var `ir:"bind"`
	Init Expr
}

// Set assigns to a variable made by Mut.
type Set struct {
	ir.Node
	Var *Var `ir:"use"`
	Rhs Expr
}

// While runs Body as long as Cond, evaluated anew each time, holds.
type While struct {
	ir.Node
	Cond Expr `ir:"body"`
	Body Expr `ir:"body"`
}

// Store writes an element of a buffer; at lanes of indices, one for each lane.
type Store struct {
	ir.Node
	Buf, Idx, Val Expr
}

// CopyRange stores element i + Off of buffer Src as element i of buffer Dst, for i from Lo to
// before Hi, both global and of one type: a loop of a Store and a Load, but that nothing moves
// where Off is the literal 0 and the launch works in place, so that the two are one buffer.
type CopyRange struct {
	ir.Node
	Dst, Src, Lo, Hi, Off Expr
}

// Stays reports whether elements have the same indices in both buffers.
func (c *CopyRange) Stays() bool { return IsInt(c.Off, 0) }

// From is where element i of Dst comes from.
func (c *CopyRange) From(i Expr) Expr {
	if c.Stays() {
		return i
	}
	return Apply(prim.Add, i, c.Off)
}

// LocalArray binds an array of Size elements, contents undefined: one that the
// work-items of the group share if Bind is local, one of each work-item if it is
// private. It stands in the outermost Block of a kernel.
type LocalArray struct {
	ir.Node
	Bind *Var `ir:"bind"`
	Size int
}

// Limit ends the groups whose number is not below Groups: it is as if the launch
// had that many, should it have more. It stands in the outermost Block of a
// kernel, once, after nothing but Defs that are the same for all groups.
type Limit struct {
	ir.Node
	Groups Expr
}

// ForItem runs Body in a work-item for each Var below Count: work-item l of group g has
// g*Local+l; those from Count on have nothing to do. It stands in the list of statements
// of a kernel.
type ForItem struct {
	ir.Node
	Var   *Var `ir:"bind"`
	Count Expr
	Body  Expr `ir:"body"`
}

// VectorFor runs Body for Var = each element of this work-item below Count: Width
// successive ones, of which those of work-item l of group g begin at
// (g*Local+l)*Width. Body reads every element of the buffers in Loads at Var, reads
// them nowhere else, and likewise writes those in Stores: a target may access the
// Width elements of one of them at a time. It is the last statement of a kernel, whose
// launches have groups for one element a work-item; those that the wider ones do not
// need have nothing to do.
type VectorFor struct {
	ir.Node
	Var           *Var `ir:"bind"`
	Count         Expr
	Width         int
	Loads, Stores []Expr
	Body          Expr `ir:"body"`
}

// Share says which part of the work a group has, of Count numbers in all: those from
// GroupId * Size on, Size of them, and for the last the ones behind Count too. Number s
// stands for Length elements, from s * Length on: rows of one length, or a single
// element. Accesses refer to it (access.go). It says nothing new: whoever divides a
// launch among devices reads it, and the simulator checks it. It stands in the outermost
// Block of a kernel, once; its operands are the same for all groups.
type Share struct {
	ir.Node
	Size, Count, Length Expr
}

// Window says where a group writes a parameter with the access packed: from Base + S(g) on
// up to Base + S(g+1), for group g, where S(g) is the element of Starts at the group's first
// number, or, with Rest, that number less the element. Beyond the last group's numbers, it is the
// last element of Starts. A parameter may have several windows, which do not overlap; the last
// group also writes what is behind the start of one of its windows and in none of any group. Like a
// Share, which comes before it, it says nothing new.
type Window struct {
	ir.Node
	Buf, Starts, Base Expr
	Rest              bool
}

// Merge is a Share of the merge of N positions and the ends of Count segments, which begin at
// Offs: the end of segment s comes before position p if Offs[s+1] <= p. Group g has the steps
// from GroupId * Size on, Size of them: the positions among these are its elements, and the
// segments that end there, and the next, its rows. Binds are two numbers of segments between
// which those lie that have ended before a step of one of the groups of a device: 0 and Count, or, on
// a rank, what these are for its own groups.
type Merge struct {
	ir.Node
	Binds                []*Var `ir:"bind"`
	Size, N, Count, Offs Expr
}

// Barrier waits for all work-items of the group and makes what they stored
// visible to each other.
type Barrier struct{ ir.Node }

// Shuffle exchanges values in warps: Width work-items (a power of two that
// divides the group) with successive numbers. Binds are the Vals of the
// work-item Delta before this one, its own if there is none in its warp. Like a
// Barrier it is reached by all work-items of the group; unlike one it orders no
// accesses to memory. Removed by legalise-target where a target has no warps.
type Shuffle struct {
	ir.Node
	Binds []*Var `ir:"bind"`
	Vals  []Expr
	Delta Expr
	Width int
}

// WarpCount counts in warps, which are those of Shuffle: the work-items of a warp, one
// after another in the order of their numbers, bind the element Idx of Buf, a local array
// of ints, and add one to it. A work-item whose Idx is negative binds 0. Between barriers
// no other warp touches these elements. Like a Barrier it is reached by all work-items of
// the group; it orders what a warp does with Buf. Rewritten by legalise-target where a
// target has no warps.
type WarpCount struct {
	ir.Node
	Bind     *Var `ir:"bind"`
	Buf, Idx Expr
	Width    int
}

// Vote asks the work-items of a warp, one of those of Shuffle: Bind is for how many of
// them Cond holds, which is the same in all warps of the group. Like a Barrier it is
// reached by all work-items of the group; it orders no accesses to memory. Rewritten by
// legalise-target where a target has no warps.
type Vote struct {
	ir.Node
	Bind  *Var `ir:"bind"`
	Cond  Expr
	Width int
}

// Chain hands sums on from group to group: Binds are the Vals of all groups
// before this one combined by Ops in the order of groups, or identities for
// group 0. If Keyed, the first value has no operator: it is a key, of which
// Binds get that of the group before (-1 for group 0), and other values are
// combined with those before them only if these have the same key. Groups wait for groups of lower
// numbers, which the target starts first. A Chain stands in the outermost Block of a kernel, which has but one.
type Chain struct {
	ir.Node
	Binds []*Var `ir:"bind"`
	Keyed bool
	Ops   []prim.Rop
	Vals  []Expr
}

// Atomic combines an element of a buffer of ints with Val by Op (add, max or
// min), indivisibly, and binds the value from before.
type Atomic struct {
	ir.Node
	Bind          *Var `ir:"bind"`
	Op            prim.Rop
	Buf, Idx, Val Expr
}

// Arbitrary is a Store that other work-items may make at the same time to the same
// element: an arbitrary concurrent write. One of the values remains, and nothing may
// depend on which: they are equal, or a check fails. At lanes of indices it is one for each lane.
type Arbitrary struct {
	ir.Node
	Buf, Idx, Val Expr
}

// Fail records that element Elem fails a check with the run-time error Error.
// Removed by insert-error-protocol.
//
//irgen:pos
type Fail struct {
	ir.Node
	Error string
	Elem  Expr
}
