package flatten

// Sequences written out, on the host and lifted.

import (
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
	reps, ts := make([]rep.Value, k), make([]*types.Type, k)
	all := true
	for i, x := range e.Elems {
		reps[i], ts[i] = t.expr(b, s, x, e.Elem), rep.TypeOf(x)
		all = all && rep.Uniform(reps[i])
	}
	if all {
		return rep.Seq{Elems: rep.Literal(b, e.Elem, reps), N: emit.Num(int64(k))}
	}
	for i := range reps {
		reps[i] = rep.Lift(b, reps[i], s.sp)
	}
	sp := b.SdRegular(s.sp.N, emit.Num(int64(k)))
	n := primitive.CommonLength(b, ts)
	if n == nil {
		reps = rep.OfOneData(reps)
	} else if primitive.AllPacked(reps) {
		for i, r := range reps {
			reps[i] = rep.WithRegular(b, s.sp.N, ts[i], r)
		}
		return &rep.Nested{Data: primitive.InterleaveRows(b, reps, sp, n), Packed: sp}
	}
	return &rep.Nested{Data: primitive.Interleave(b, reps, sp), Packed: sp}
}
