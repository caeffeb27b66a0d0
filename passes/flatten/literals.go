package flatten

// Sequences written out, on the host and lifted.

import (
	"slices"

	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/primitive"
	"nessiec/passes/flatten/rep"
)

// seq translates a sequence literal.
//
//	on the host:  a vector of the elements
//	lifted:       interleaved: element i of every literal, then element i+1, ...
func (t *translator) seq(b *emit.Block, s *scope, e *nkl.Seq) rep.Value {
	k := len(e.Elems)
	reps := make([]rep.Value, k)
	all := true
	for i, x := range e.Elems {
		reps[i] = t.expr(b, s, x, e.Elem)
		all = all && rep.Uniform(reps[i])
	}
	if all {
		return rep.Seq{Elems: rep.Literal(b, e.Elem, reps), N: emit.Num(int64(k))}
	}
	for i := range reps {
		reps[i] = rep.Lift(b, reps[i], s.sp)
	}
	sp := b.SdRegular(s.sp.N, emit.Num(int64(k)))
	if n := commonLength(b, e.Elems); n != nil && allPacked(reps) {
		for i, x := range e.Elems {
			reps[i] = rep.WithRegular(b, s.sp.N, rep.TypeOf(x), reps[i])
		}
		return &rep.Nested{Data: primitive.InterleaveRows(b, reps, sp, n), Packed: sp}
	}
	return &rep.Nested{Data: primitive.Interleave(b, reps, sp), Packed: sp}
}

// allPacked reports whether the sequences rs have data of their own, all of it: of views of others,
// views are made, which copy nothing.
func allPacked(rs []rep.Value) bool {
	return !slices.ContainsFunc(rs, func(r rep.Value) bool { return r.(*rep.Nested).Packed == nil })
}

// commonLength is the length that all of es have for all elements, if they are sequences of scalars
// of one size; else nil.
func commonLength(b *emit.Block, es []nkl.Expr) fkl.Expr {
	var size *types.Size
	for _, e := range es {
		t := rep.TypeOf(e)
		if t.Kind != types.KSeq || rep.Nodes(t) != 1 || t.Sizes[0].Varies() || size != nil && t.Sizes[0] != size {
			return nil
		}
		size = t.Sizes[0]
	}
	if size == nil {
		return nil
	}
	return rep.KnownLength(b, size)
}
