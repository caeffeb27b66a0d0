// Package fkl is the flat kernel language: what remains when apply-to-each is
// gone. Sequences are vectors of base types, segment descriptors and views;
// host code is a tree of lets, conditionals, calls and loops over whole
// vectors; element code lives in the bodies of Map and SegMap.
//
// Always true: a Map body reads vectors with At at any index, so dist, index,
// gather and segmented distribution are Maps and nothing else. A nested
// sequence is packed (a descriptor and the data of its elements) or a view
// (starts, lens, data): the s-th element is data[starts[s] .. starts[s]+lens[s]).
package fkl

import (
	"nessiec/ir"
	"nessiec/ir/prim"
	"nessiec/ir/program"
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

// ---- control, on the host and in element code

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

// Call applies a function; host only.
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

// ---- scalars and vectors

// Prim applies a scalar primitive, or an effect on the host.
//
//irgen:pos
type Prim struct {
	ir.Node
	Op   *prim.Prim
	Args []Expr
}

// At reads one element of a vector. Out of range it yields zero: programs
// check before they use.
type At struct {
	ir.Node
	Vec, Idx Expr
}

// Length is the number of elements of a vector.
type Length struct {
	ir.Node
	Vec Expr
}

// Vec is a vector of the given scalars.
type Vec struct {
	ir.Node
	Elem *types.Type
	Vals []Expr
}

// Str is a vector of characters.
type Str struct {
	ir.Node
	Val string
}

// Map evaluates Body for Idx = 0..N-1; every result becomes a vector of N
// elements. Body is element code: scalar forms, At and Length. N <= 0 is empty.
type Map struct {
	ir.Node
	N    Expr
	Idx  *Var `ir:"bind"`
	Body Expr `ir:"body"`
}

// SegMap evaluates Body for every element of a segmented space: Seg is the
// number of its segment, Idx its flat position. N is total(Sd), an operand so
// that a host that knows it need not ask the device.
type SegMap struct {
	ir.Node
	N    Expr
	Sd   Expr
	Seg  *Var `ir:"bind"`
	Idx  *Var `ir:"bind"`
	Body Expr `ir:"body"`
}

// Reduce folds a vector from the identity of Op.
type Reduce struct {
	ir.Node
	Op  prim.Rop
	Vec Expr
}

// SegReduce folds every segment of Vec; the result has count(Sd) elements.
type SegReduce struct {
	ir.Node
	Op      prim.Rop
	Sd, Vec Expr
}

// Scan is the exclusive scan of a vector.
type Scan struct {
	ir.Node
	Op  prim.Rop
	Vec Expr
}

// Offsets is the sums of the sizes before every element of Vec, and of all of
// them: one more, the total than there are sizes. By add_offset, sums that are too
// large for an int still say where segments begin in relation to each other.
type Offsets struct {
	ir.Node
	Op  prim.Rop
	Vec Expr
}

// SegScan is the exclusive scan of every segment of Vec.
type SegScan struct {
	ir.Node
	Op      prim.Rop
	Sd, Vec Expr
}

// Fold combines the elements of vectors, tuple by tuple in order, by Body; with
// Scan it yields, for every tuple, the combination of those before it. Params are
// the components of one tuple, then those of the next; Body yields what they
// combine to. It is associative element code, which cannot fail and uses nothing
// else, and tuples of zeros are its identity.
type Fold struct {
	ir.Node
	Scan   bool
	Vecs   []Expr
	Params []*Var `ir:"bind"`
	Body   Expr   `ir:"body"`
}

// SegFold is Fold in every segment.
type SegFold struct {
	ir.Node
	Scan   bool
	Sd     Expr
	Vecs   []Expr
	Params []*Var `ir:"bind"`
	Body   Expr   `ir:"body"`
}

// Pack keeps, of every vector, the elements whose flag is set. The last result
// is the ranks: the number of set flags before every position, and of all of
// them, one more, the total than there are flags. The results of a Loose pack have
// as many elements as there are flags, and what stands behind the selected elements is
// not determined: nobody has to ask the device how many there are.
type Pack struct {
	ir.Node
	Loose bool
	Flags Expr
	Vecs  []Expr
}

// Split is Pack for the set flags, then Pack for the others: twice as many
// results as vectors, and the ranks.
type Split struct {
	ir.Node
	Flags Expr
	Vecs  []Expr
}

// Scatter is Into with, for every j, element Idx[j] combined with Vals[j] by Op
// (set, arbitrary or max). A negative index stores nothing. With set, indices that are
// not negative are distinct. With arbitrary, one of the values for an index remains, and
// nothing may depend on which: they are equal, or a check fails.
type Scatter struct {
	ir.Node
	Op              prim.Rop
	Into, Idx, Vals Expr
}

// Update evaluates Body for Idx = 0..N-1, each with segments of its own: of States[k]
// these are the segments of Into[k] that Sds[k] says. A state is a vector in Body,
// indexed from its segment's start; Put makes the next one of it, and the one
// before is not read any more. Results that are states are Into with all
// segments as they are at the end; a scalar result is a vector of N elements.
// Scratch[k] is one more state, a vector of Sizes[k] elements for each Idx, which is
// no result: an element has no value before Put gives it one.
type Update struct {
	ir.Node
	N         Expr
	Idx       *Var   `ir:"bind"`
	States    []*Var `ir:"bind"`
	Sds, Into []Expr
	Scratch   []*Var `ir:"bind"`
	Sizes     []int
	Body      Expr `ir:"body"`
}

// Put is the state Vec with element Idx replaced by Val; out of range it is Vec.
// It stands in the body of an Update only.
type Put struct {
	ir.Node
	Vec, Idx, Val Expr
}

// Rank gives every element its position in the stable sorted order of its
// segment, from 0; Keys are ints, floats (in bit order) or chars.
type Rank struct {
	ir.Node
	Down     bool
	Sd, Keys Expr
}

// ---- tables of rows (gone after thread-regions)

// Scope evaluates Body with the table called Table, which at first has the rows whose
// columns are Rows, vectors of one length; no rows if there are none. In functions that
// are called in Body, the name means this table, unless they have a scope of their own.
type Scope struct {
	ir.Node
	Table string
	Rows  []Expr
	Body  Expr `ir:"body"`
}

// Extend adds N rows to a table: Vals is a vector of N elements for each column. It
// yields the number of the first of them.
type Extend struct {
	ir.Node
	Table string
	N     Expr
	Vals  []Expr
}

// Reserve adds N rows to a table, whose contents Stores say later. It yields the number of
// the first of them.
type Reserve struct {
	ir.Node
	Table string
	N     Expr
}

// Store puts into row Rows[i] of a table, which a Reserve has added, element i of Vals, a
// vector for each column. Rows are distinct, but for negative ones, which store nothing.
// It yields true.
type Store struct {
	ir.Node
	Table string
	Rows  Expr
	Vals  []Expr
}

// Column is column Index of a table as it is now, or longer.
type Column struct {
	ir.Node
	Table string
	Index int
	Exact bool // without room for more rows
}

// ---- segment descriptors (abstract; gone after choose-descriptors)

// SdMake makes a descriptor from the lengths of the segments.
type SdMake struct {
	ir.Node
	Lens Expr
}

// SdGiven is what SdMake makes of Lens, where it is known already that the
// segments start at Starts and have Total elements in all.
type SdGiven struct {
	ir.Node
	Lens, Starts, Total Expr
}

// SdJoin is a descriptor of the segments of Outer, which are made of segments of
// Inner, with the elements of those.
type SdJoin struct {
	ir.Node
	Outer, Inner Expr
}

// SdRegular is a descriptor of Count segments of length Len each.
type SdRegular struct {
	ir.Node
	Count, Len Expr
}

// SdLens is the vector of segment lengths.
type SdLens struct {
	ir.Node
	Sd Expr
}

// SdStarts is the vector of the positions where segments start.
type SdStarts struct {
	ir.Node
	Sd Expr
}

// SdCount is the number of segments.
type SdCount struct {
	ir.Node
	Sd Expr
}

// SdTotal is the number of elements of all segments.
type SdTotal struct {
	ir.Node
	Sd Expr
}

// ---- declarations

// Func is a host function with any number of results.
type Func struct {
	ir.Decl
	Name    string
	Params  []*Var `ir:"bind"`
	Results []*types.Type
	Body    Expr `ir:"body"`
}

// Table is a table of rows (Scope): Columns are base types.
type Table struct {
	ir.Decl
	Name    string
	Columns []*types.Type
}

// Module is a whole program.
type Module struct {
	Tables  []*Table
	Funcs   []*Func
	Actions []*program.Action
}
