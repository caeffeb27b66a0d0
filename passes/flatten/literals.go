package flatten

// Sequences written out, on the host and lifted.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// seq translates a sequence literal.
//
//	on the host:  a vector of the elements
//	lifted:       interleaved: element i of every literal, then element i+1, ...
func (t *translator) seq(b *block, s *scope, e *nkl.Seq) rep {
	k := len(e.Elems)
	reps := make([]rep, k)
	all := true
	for i, x := range e.Elems {
		reps[i] = t.expr(b, s, x, e.Elem)
		all = all && uniform(reps[i])
	}
	if all {
		return uniformSeq{elems: b.literal(e.Elem, reps), n: num(int64(k))}
	}
	for i := range reps {
		reps[i] = b.lift(reps[i], s.sp)
	}
	sp := b.sdRegular(s.sp.n, num(int64(k)))
	return &nestedSeq{data: b.interleave(reps, s.sp, sp), packed: sp}
}

// literal is the lifted value whose elements are the uniform values rs.
func (b *block) literal(t *types.Type, rs []rep) rep {
	switch {
	case t.IsBase():
		v := &fkl.Vec{Node: ir.At(b.pos), Elem: t}
		for _, r := range rs {
			v.Vals = append(v.Vals, r.(hostScalar).a)
		}
		return vector{b.let("lit", types.Vec(t), v), t}
	case t.Kind == types.KTuple:
		out := make(tuple, len(t.Elems))
		for i, c := range t.Elems {
			part := make([]rep, len(rs))
			for j, r := range rs {
				part[j] = r.(tuple)[i]
			}
			out[i] = b.literal(c, part)
		}
		return out
	}
	if len(rs) == 0 {
		return fromLeaves(b, t, true, b.empty(t, true))
	}
	starts, lens, datas := make([]rep, len(rs)), make([]rep, len(rs)), make([]rep, len(rs))
	for i, r := range rs {
		u := r.(uniformSeq)
		lens[i], datas[i] = hostScalar{u.n}, u.elems
	}
	data, shifts := b.concatData(datas)
	for i, at := range shifts {
		starts[i] = hostScalar{at.of(b, num(0))}
	}
	totals := make([]*totalSize, len(rs))
	of := make([]*slice, len(rs))
	for i, r := range rs {
		totals[i], of[i] = &totalSize{n: r.(uniformSeq).n}, r.(uniformSeq).of
	}
	return &nestedSeq{starts: b.literal(types.Int, starts), lens: b.literal(types.Int, lens), data: data, total: sumOf(totals...), of: of, coversData: true}
}

// appendAll appends lifted values, at least one, pairwise, so that k of them
// cost log k copies.
func (b *block) appendAll(rs []rep) rep {
	if len(rs) == 1 {
		return rs[0]
	}
	m := len(rs) / 2
	return b.appendElems(b.appendAll(rs[:m]), b.appendAll(rs[m:]))
}

// interleave is the lifted value over sp, the regular space of k elements per
// element of from, whose element i*k+j is element i of rs[j]. Sequences
// interleave their bounds; their data is appended.
func (b *block) interleave(rs []rep, from, sp *indexSpace) rep {
	k := int64(len(rs))
	return b.ofAll(b.selectFrom(rs, sp, func(eb *block, _, idx fkl.Expr) selection {
		i := eb.prim(prim.Div, types.Int, idx, num(k))
		j := eb.sub(idx, eb.prim(prim.Mul, types.Int, i, num(k)))
		var c selection
		for n := range rs {
			if n < len(rs)-1 {
				c.conds = append(c.conds, eb.prim(prim.Eq, types.Bool, j, num(int64(n))))
			}
			c.idxs = append(c.idxs, i)
		}
		return c
	}), rs)
}
