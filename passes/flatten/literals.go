package flatten

// Sequences written out, on the host and lifted.

import (
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
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
	return &rep.Nested{Data: interleave(b, reps, s.sp, sp), Packed: sp}
}

// interleave is the lifted value over sp, the regular space of k elements per
// element of from, whose element i*k+j is element i of rs[j]. Sequences
// interleave their bounds; their data is appended.
func interleave(b *emit.Block, rs []rep.Value, from, sp *emit.Space) rep.Value {
	k := int64(len(rs))
	return rep.OfAll(b, rep.SelectFrom(b, rs, sp, func(eb *emit.Block, _, idx fkl.Expr) rep.Selection {
		i := eb.Prim(prim.Div, types.Int, idx, emit.Num(k))
		j := eb.Sub(idx, eb.Prim(prim.Mul, types.Int, i, emit.Num(k)))
		var c rep.Selection
		for n := range rs {
			if n < len(rs)-1 {
				c.Conds = append(c.Conds, eb.Prim(prim.Eq, types.Bool, j, emit.Num(int64(n))))
			}
			c.Idxs = append(c.Idxs, i)
		}
		return c
	}), rs)
}
