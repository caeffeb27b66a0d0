package lcu

// The second-order array combinators and their thunks.

import (
	"nessiec/ir"
	"nessiec/ir/prim"
)

// Thunk is element code: Params are one index (i) or two (segment, position),
// or for predicates the component values. Its free variables are the captures.
type Thunk struct {
	ir.Node
	Params []*Var `ir:"bind"`
	Body   Expr   `ir:"body"`
}

// Once evaluates a thunk without parameters one time, on the device.
type Once struct {
	ir.Node
	T *Thunk
}

// Map evaluates T for every index below N; every result is an array of N elements.
type Map struct {
	ir.Node
	N Expr
	T *Thunk
}

// SegMap evaluates T for every (segment, position) of the space of Segs: the
// offsets of its segments, or the count and the length of segments that are
// equally long. Here and below N is the number of positions, which is the last
// offset, or count times length.
type SegMap struct {
	ir.Node
	N    Expr
	Segs []Expr
	T    *Thunk
}

// Reduce folds the results of T for every index below N, from the identities
// of Ops. A result is a scalar, or with the operator id the array itself.
//
// Here and below the results with the operator join are combined by Joins, in
// order: each takes as many as it yields, next to each other. Its parameters are
// these of what comes first, then those of what follows. It is associative, cannot
// fail, has no captures, and zeros are its identity.
type Reduce struct {
	ir.Node
	Ops   []prim.Rop
	N     Expr
	T     *Thunk
	Joins []*Thunk `ir:"rest"`
}

// SegReduce folds the results of T over every segment. A result has one
// element per segment, or with the operator id one per position.
type SegReduce struct {
	ir.Node
	Ops   []prim.Rop
	N     Expr
	Segs  []Expr
	T     *Thunk
	Joins []*Thunk `ir:"rest"`
}

// Scan makes the exclusive scan of the results of T (inclusive when Incl);
// with the operator id a result is the array itself.
type Scan struct {
	ir.Node
	Ops   []prim.Rop
	Incl  bool
	N     Expr
	T     *Thunk
	Joins []*Thunk `ir:"rest"`
}

// Prefix is the exclusive Scan with one more, the total, what all elements combine to;
// with the operator id a result is the array itself, of N elements.
type Prefix struct {
	ir.Node
	Ops []prim.Rop
	N   Expr
	T   *Thunk
}

// Directory makes a rank directory of every flag that T yields, for which the operator is
// rank: from it the number of selected elements before an index follows in constant time. With the
// operator id a result is the array itself. A directory has the number of all
// selected elements, then for every 32 indices, and for those that are less, or none, at the end: how many come
// before them, and their flags, as bits of an int, the first one lowest. [G. Jacobson,
// Space-efficient static trees and graphs, FOCS 1989]
type Directory struct {
	ir.Node
	Ops []prim.Rop
	N   Expr
	T   *Thunk
}

// SegScan is Scan within every segment.
type SegScan struct {
	ir.Node
	Ops   []prim.Rop
	Incl  bool
	N     Expr
	Segs  []Expr
	T     *Thunk
	Joins []*Thunk `ir:"rest"`
}

// Filter keeps the results of T for which Pred, applied to them, holds. The
// arrays have as many elements as are selected, or N, undefined behind the selected elements,
// when Loose. The last result is the ranks: the number of selected elements before
// every index, and of all of them, N+1 entries.
type Filter struct {
	ir.Node
	Loose bool
	N     Expr
	T     *Thunk
	Pred  *Thunk
}

// Partition is Filter for the selected elements, then Filter for the others, and the
// ranks.
type Partition struct {
	ir.Node
	N    Expr
	T    *Thunk
	Pred *Thunk
}

// Compact places what filters keep. Part k puts results k of T into array
// Into[k], one after another from index Start[k] on: those of the selected elements
// that Ranks[k] counts, or of the others with Rest[k]. Ranks have N+1 entries,
// Sizes and Loose have an entry for every array. Array Ends[k] has Last[k] as its
// last element. Parts do not overlap; they fill their array, but for that, unless it is
// loose: then the other elements are undefined. If the compaction is Flagged, T has a second
// result for each part, after all others: whether Ranks[k] counts the element. Directories, one for
// each part, may stand in place of Ranks, of which there are none then.
type Compact struct {
	ir.Node
	N     Expr
	Sizes []Expr
	Loose []bool
	T     *Thunk
	Into  []int
	Start []Expr
	Ranks []Expr
	Rest  []bool
	Ends  []int
	Last  []Expr

	Directories []Expr `ir:"rest"`
}

// Selects is what says which elements part k places: ranks, or a directory.
func (s *Compact) Selects(k int) Expr {
	if s.Directories != nil {
		return s.Directories[k]
	}
	return s.Ranks[k]
}

// Select says of the next part that it places what part k of another compaction does.
func (s *Compact) Select(of *Compact, k int) {
	if of.Directories != nil {
		s.Directories = append(s.Directories, of.Directories[k])
	} else {
		s.Ranks = append(s.Ranks, of.Ranks[k])
	}
}

// Flagged reports whether T yields flags.
func (s *Compact) Flagged() bool { return len(Sigs{}.ResultTypes(s.T.Body)) > len(s.Into) }

// FlagOf is the number of the result of T that is the flag of part k, if there is one.
func (s *Compact) FlagOf(k int) int { return len(s.Into) + k }

// Epilogue is Soac, a reduction or scan, plain or segmented, with T in place of
// storing what its operators combine. T gets the index of such a result (none
// of a plain Reduce, the segment of a SegReduce, i of a Scan or Prefix, segment and
// position of a SegScan) and then the results of all operators but id, in order.
// The results are those of T, then those with the operator id. Those of a Prefix are
// stored, too, with their total, between the two. Whatever Soac
// does with elements more than once, T runs once for every index, after all
// that Soac computes for it.
type Epilogue struct {
	ir.Node
	Soac Expr `ir:"body"`
	T    *Thunk
}

// Scatter is Into, with result k of T at index i combined by Op (set, arbitrary, max)
// with element Dest(i) of Into[k]. Dest has one result for all arrays, or one for each.
// Negative destinations store nothing. With set, the others are distinct. With arbitrary, one of the results for a destination remains, and
// nothing may depend on which: they are equal, or a check fails.
type Scatter struct {
	ir.Node
	Op   prim.Rop
	N    Expr
	Into []Expr
	T    *Thunk
	Dest *Thunk
}

// Places is how many destinations an index has: one, or one for each array.
func (s *Scatter) Places() int { return len(Sigs{}.ResultTypes(s.Dest.Body)) }

// Update evaluates T for every index below N. The parameters of T are states, those of
// Into, then scratch states, and the index. State k is the segment of Into[k] that belongs to the index, an array of its
// own: Segs[k] is the offsets of the segments, or the length that all have. A
// result of T that is a state stands for Into with all segments as T leaves them;
// a scalar one makes an array of N elements. A scratch state is an array of Sizes[k]
// elements for each index, which is no result: an element has no value before Put
// gives it one. States are used linearly (linear.go).
type Update struct {
	ir.Node
	N          Expr
	Segs, Into []Expr
	Sizes      []int
	T          *Thunk
}

// Rank gives every position its place, from 0, in the stable order of its
// segment by the one result of T.
type Rank struct {
	ir.Node
	Down bool
	N    Expr
	Segs []Expr
	T    *Thunk
}

// Sort puts the one result of T at every index below N into order.
type Sort struct {
	ir.Node
	Down bool
	N    Expr
	T    *Thunk
}
