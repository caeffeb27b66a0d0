package rep

// Splitting lifted values in two, by flags.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
)

// A SplitResult is the outcome of a split: the ranks, and for either side its
// space and the values that went there.
type SplitResult struct {
	Ranks    Value // number of set flags before every element
	Sp1, Sp2 *emit.Space
	One, Two []Value
}

// Split separates the lifted values among rs by flags: those of the elements
// whose flag is set, and the others. Sequences split their starts and lens
// only; where those of each side start once they are packed, and how many
// elements they have in all, is computed at the same time, so that the host
// learns all sizes at once.
func Split(b *emit.Block, flags fkl.Expr, sp *emit.Space, rs []Value) SplitResult {
	var flat []Value
	var cuts []*sideOffsets
	for _, r := range rs {
		Outer(b, r, &flat)
		EachView(b, r, func(v *Nested) { cuts = append(cuts, offsetsBySide(b, flags, sp, v)) })
	}
	for _, c := range cuts {
		flat = append(flat, c.at[0], c.at[1])
	}
	vecs, place := distinct(Vecs(b, flat...))
	k := len(vecs)
	ts := make([]*types.Type, 2*k, 2*k+1)
	for i, v := range vecs {
		ts[i], ts[k+i] = v.(*fkl.Ref).Var.Type.Erase(), v.(*fkl.Ref).Var.Type.Erase()
	}
	out := b.LetN("part", append(ts, types.Vec(types.Int)), &fkl.Split{Node: ir.At(b.Pos), Flags: flags, Vecs: vecs})
	ranks := out[2*k]
	side := func(which int) []Value {
		vs, i := make([]fkl.Expr, len(flat)), 0
		for n, p := range place {
			vs[n] = out[which*k+p]
		}
		at := vs[len(vs)-2*len(cuts):]
		rebuilt, j := make([]Value, len(rs)), 0
		for n, r := range rs {
			rebuilt[n] = Rebuild(b, r, vs, &i)
			EachView(b, rebuilt[n], func(v *Nested) {
				v.Total, v.PackedStarts = &Total{N: cuts[j].total[which]}, Vector{at[2*j+which], types.Int}
				j++
			})
		}
		return rebuilt
	}
	n1 := b.At(types.Int, ranks, sp.N)
	return SplitResult{Vector{ranks, types.Int}, &emit.Space{N: n1}, &emit.Space{N: b.Sub(sp.N, n1)}, side(0), side(1)}
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

// EachView calls f for the outermost sequences in r.
func EachView(b *emit.Block, r Value, f func(*Nested)) {
	switch r := r.(type) {
	case Tuple:
		for _, c := range r {
			EachView(b, c, f)
		}
	case *Nested:
		f(r)
	}
}

// A sideOffsets is, for the sequences whose flag is set, and for the others: where they
// start among those of their side, and how many elements they have in all.
type sideOffsets struct {
	at    [2]Value
	total [2]fkl.Expr
}

// offsetsBySide adds up the lengths of the sequences in v: each side sees the others as
// empty ones.
func offsetsBySide(b *emit.Block, flags fkl.Expr, sp *emit.Space, v *Nested) *sideOffsets {
	lens := Vector{Vec(b, LensOf(b, v)), types.Int}
	type key struct{ flags, lens *fkl.Var }
	return emit.Memo(b, emit.Key{Of: key{flags.(*fkl.Ref).Var, lens.Vec.(*fkl.Ref).Var}, What: "cut"}, func() *sideOffsets { return cachedOffsets(b, flags, sp, lens) })
}

func cachedOffsets(b *emit.Block, flags fkl.Expr, sp *emit.Space, lens Value) *sideOffsets {
	parts := MapOver(b, sp, []*types.Type{types.Int, types.Int}, func(eb *emit.Block, seg, idx fkl.Expr) []fkl.Expr {
		c, n := eb.At(types.Bool, flags, idx), ReadOwn(eb, lens, seg, idx)
		return []fkl.Expr{eb.Prim(prim.Select, types.Int, c, n, emit.Num(0)), eb.Prim(prim.Select, types.Int, c, emit.Num(0), n)}
	})
	c := &sideOffsets{}
	for k, n := range parts {
		side := b.SdMake(n, nil)
		c.at[k], c.total[k] = Vector{b.Starts(side.Sd), types.Int}, side.N
	}
	return c
}
