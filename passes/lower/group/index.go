package group

// Indices, and their division among groups.

import (
	"nessiec/ir/kir"
	"nessiec/ir/target"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
)

// An Index is an element of a range.
type Index struct {
	I     kir.Expr
	Below *bool // whether it is below the cut, if that is known
}

// A Cut is where element code falls into two parts: it asks whether its index is
// below this. Serial groups have a loop for the indices below and one for the others,
// neither of which asks. Nil: nowhere.
type Cut func() kir.Expr

// A Range is the indices Lo <= i < Hi.
type Range struct {
	Lo, Hi kir.Expr
	Cut    Cut
}

// A piece is the indices of a range on one side of its cut.
type piece struct {
	Lo, Hi kir.Expr
	below  *bool
}

// pieces is a range cut in two, or all of it.
func (r Range) pieces(k *build.Kernel) []piece {
	if r.Cut == nil {
		return []piece{{Lo: r.Lo, Hi: r.Hi}}
	}
	mid := k.Def("mid", op.Max(r.Lo, op.Min(r.Hi, r.Cut())))
	below, above := true, false
	return []piece{{r.Lo, mid, &below}, {mid, r.Hi, &above}}
}

// ChunkSize is how many of n elements a group takes.
func ChunkSize(t target.Desc, n kir.Expr) kir.Expr {
	return op.Max(op.N(t.Grain), op.Mul(op.N(t.Local), op.CeilDiv(n, op.N(t.Chunks*t.Local))))
}

// Chunks is how many groups share n elements in chunks, on the host.
func Chunks(c *build.Code, t target.Desc, n kir.Expr) kir.Expr {
	size := c.Atom("chunk", ChunkSize(t, n))
	return c.Atom("groups", op.CeilDiv(n, size))
}

// sharedChunk is chunk, which is the share of the group.
func sharedChunk(k *build.Kernel, t target.Desc, n kir.Expr) (lo, hi kir.Expr) {
	c := k.Def("chunk", ChunkSize(t, n))
	k.Share(c, n, op.N(1))
	return part(k, c, n)
}

func chunk(k *build.Kernel, t target.Desc, n kir.Expr) (lo, hi kir.Expr) {
	return part(k, k.Def("chunk", ChunkSize(t, n)), n)
}

// part is the bounds of the part of c elements that this group has.
func part(k *build.Kernel, c, n kir.Expr) (lo, hi kir.Expr) {
	lo = k.Def("lo", op.Min(n, op.Mul(op.GroupID(), c)))
	return lo, k.Def("hi", op.Min(n, op.Add(lo, c)))
}
