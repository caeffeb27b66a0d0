package flatten

// Splitting lifted values in two, by flags.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// A splitResult is the outcome of a split: the ranks, and for either side its
// space and the values that went there.
type splitResult struct {
	ranks    rep // number of set flags before every element
	sp1, sp2 *indexSpace
	one, two []rep
}

// split separates the lifted values among rs by flags: those of the elements
// whose flag is set, and the others. Sequences split their starts and lens
// only; where those of each side start once they are packed, and how many
// elements they have in all, is computed at the same time, so that the host
// learns all sizes at once.
func (b *block) split(flags fkl.Expr, sp *indexSpace, rs []rep) splitResult {
	var flat []rep
	var cuts []*sideOffsets
	for _, r := range rs {
		b.outer(r, &flat)
		b.eachView(r, func(v *nestedSeq) { cuts = append(cuts, b.offsetsBySide(flags, sp, v)) })
	}
	for _, c := range cuts {
		flat = append(flat, c.at[0], c.at[1])
	}
	vecs, place := distinct(b.vecs(flat...))
	k := len(vecs)
	ts := make([]*types.Type, 2*k, 2*k+1)
	for i, v := range vecs {
		ts[i], ts[k+i] = v.(*fkl.Ref).Var.Type, v.(*fkl.Ref).Var.Type
	}
	out := b.letN("part", append(ts, types.Vec(types.Int)), &fkl.Split{Node: ir.At(b.pos), Flags: flags, Vecs: vecs})
	ranks := out[2*k]
	side := func(which int) []rep {
		vs, i := make([]fkl.Expr, len(flat)), 0
		for n, p := range place {
			vs[n] = out[which*k+p]
		}
		at := vs[len(vs)-2*len(cuts):]
		rebuilt, j := make([]rep, len(rs)), 0
		for n, r := range rs {
			rebuilt[n] = b.rebuild(r, vs, &i)
			b.eachView(rebuilt[n], func(v *nestedSeq) {
				v.total, v.packedStarts = &totalSize{n: cuts[j].total[which]}, vector{at[2*j+which], types.Int}
				j++
			})
		}
		return rebuilt
	}
	n1 := b.at(types.Int, ranks, sp.n)
	return splitResult{vector{ranks, types.Int}, &indexSpace{n: n1}, &indexSpace{n: b.sub(sp.n, n1)}, side(0), side(1)}
}

// distinct lists the vectors of vs once, and for each of vs its place in that list.
func distinct(vs []fkl.Expr) (list []fkl.Expr, place []int) {
	at := map[*fkl.Var]int{}
	for _, v := range vs {
		x := v.(*fkl.Ref).Var
		if _, ok := at[x]; !ok {
			at[x] = len(list)
			list = append(list, v)
		}
		place = append(place, at[x])
	}
	return list, place
}

// eachView calls f for the outermost sequences in r.
func (b *block) eachView(r rep, f func(*nestedSeq)) {
	switch r := r.(type) {
	case tuple:
		for _, c := range r {
			b.eachView(c, f)
		}
	case *nestedSeq:
		f(r)
	}
}

// A sideOffsets is, for the sequences whose flag is set, and for the others: where they
// start among those of their side, and how many elements they have in all.
type sideOffsets struct {
	at    [2]rep
	total [2]fkl.Expr
}

// offsetsBySide adds up the lengths of the sequences in v: each side sees the others as
// empty ones.
func (b *block) offsetsBySide(flags fkl.Expr, sp *indexSpace, v *nestedSeq) *sideOffsets {
	lens := vector{b.vec(b.lensOf(v)), types.Int}
	type key struct{ flags, lens *fkl.Var }
	return memo(b, memoKey{key{flags.(*fkl.Ref).Var, lens.v.(*fkl.Ref).Var}, "cut"}, func() *sideOffsets { return b.cachedOffsets(flags, sp, lens) })
}

func (b *block) cachedOffsets(flags fkl.Expr, sp *indexSpace, lens rep) *sideOffsets {
	parts := b.mapOver(sp, []*types.Type{types.Int, types.Int}, func(eb *block, seg, idx fkl.Expr) []fkl.Expr {
		c, n := eb.at(types.Bool, flags, idx), readOwn(eb, lens, seg, idx)
		return []fkl.Expr{eb.prim(prim.Select, types.Int, c, n, num(0)), eb.prim(prim.Select, types.Int, c, num(0), n)}
	})
	c := &sideOffsets{}
	for k, n := range parts {
		side := b.sdMake(n, nil)
		c.at[k], c.total[k] = vector{b.starts(side.sd), types.Int}, side.n
	}
	return c
}
