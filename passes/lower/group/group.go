// Package group writes what a group of work-items does with its part of an index
// space. Serial groups have one work-item and go through their part in a loop;
// parallel ones divide it among their work-items. Where the two differ is behind the
// interface Group.
//
//	group       the interface
//	index       indices, and their division among groups
//	monoid      what reductions and scans combine
//	scan        what a scan does with its elements
//	space       segments, rows of one length
//	serial      groups of one work-item
//	walk        the pieces of segments in the part of a serial group
//	parallel    groups of several work-items
//	warp, tile  folds and scans across the work-items of a parallel group
//	locate      the segments of the elements of a tile
//	chained     scans in which groups hand on their sums
//	flagged     flags as bits of ints, and the indices whose bits are set
//	directory   where rank directories have what
//
// "Uniform" values are the same for all work-items of a group. The order in which
// floats are added depends on the constants of the target and on the number of
// elements, never on the machine.
package group

import (
	"nessiec/ir/kir"
	"nessiec/ir/target"
	"nessiec/passes/device/build"
)

// A Group writes the code of a group into a kernel.
type Group interface {
	// Chunk is the bounds of the part of n elements that this group has.
	Chunk(k *build.Kernel, n kir.Expr) (lo, hi kir.Expr)
	// Divide says that groups divide the steps of a space, if anybody wants to know (Space.Divided).
	Divide(k *build.Kernel, sp Space) Space
	// PerGroup is the access of an array of which a group writes the element with its number.
	PerGroup() kir.Access
	// PerSegment is that of an array of which it writes elements for the segments that end in its chunk.
	PerSegment() kir.Access
	// Share is Chunk, and says that the group touches no other elements (kir.Share).
	Share(k *build.Kernel, n kir.Expr) (lo, hi kir.Expr)
	// Each writes body for every index below n: serial groups take a chunk, parallel
	// ones an index for each work-item.
	Each(k *build.Kernel, n kir.Expr, cut Cut, body func(i Index))
	// Over writes body for the indices of a range: in turn, or cyclically.
	Over(k *build.Kernel, r Range, body func(i Index))
	// First writes body for one work-item.
	First(k *build.Kernel, body func())
	// Sync waits for the work-items of the group.
	Sync(k *build.Kernel)
	// Fold combines the values of elem, in any order unless functions combine them; uniform.
	Fold(k *build.Kernel, ms []Monoid, r Range, elem func(i Index) []kir.Expr) []kir.Expr
	// FoldInOrder is Fold, with elements combined in their order.
	FoldInOrder(k *build.Kernel, ms []Monoid, r Range, elem func(i Index) []kir.Expr) []kir.Expr
	// Scan scans a range and returns the last segment id, if there are any, and sum; uniform.
	Scan(k *build.Kernel, s Scan, r Range) (id kir.Expr, sum []kir.Expr)
	// SumBefore goes through the ints below n, a constant: it evaluates val of each, and
	// gives emit the sum of those before it. It returns that of all; uniform. A Sync stands
	// between this and the next.
	SumBefore(k *build.Kernel, n int, val func(i kir.Expr) kir.Expr, emit func(i, before kir.Expr)) kir.Expr
	// Segments writes what visit says for every position of this group's part of a space.
	Segments(k *build.Kernel, sp Space, visit Visit)
	// Before is the sum of all chunks before this one; part has the sums of chunks, scanned
	// for parallel groups if functions combine them; uniform.
	Before(k *build.Kernel, ms []Monoid, part []*kir.Var) []kir.Expr
	// Groups is how many groups Each needs for n elements, on the host.
	Groups(c *build.Code, n kir.Expr) kir.Expr
}

// Of is the groups of a target.
func Of(t target.Desc) Group {
	if t.Serial() {
		return serial{t}
	}
	return parallel{t}
}
