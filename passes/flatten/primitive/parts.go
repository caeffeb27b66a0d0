package primitive

// Parts of sequences. Where sequences of one length are all cut alike, where a part starts is computed
// from its number, and no lengths are added up.

import (
	"slices"

	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/rep"
)

// cutAlike is the parts, over sp, of sequences of length each that stand one after another in data:
// lens are the lengths of the parts of every sequence.
func cutAlike(b *emit.Block, sp *emit.Space, data rep.Value, each fkl.Expr, lens []fkl.Expr) rep.Value {
	cut := &rep.Cut{Each: each, Lens: lens, Starts: []fkl.Expr{emit.Num(0)}}
	for k := range len(lens) - 1 {
		cut.Starts = append(cut.Starts, b.Add(cut.Starts[k], lens[k]))
	}
	part := func(of func(eb *emit.Block, seq fkl.Expr, k int) fkl.Expr) rep.Value {
		return &rep.Delayed{Type: types.Int, Space: &emit.Space{N: sp.N}, Gen: func(eb *emit.Block, _, idx fkl.Expr) fkl.Expr {
			return chosen(eb, alternative(eb, len(lens), idx), of, 0)
		}}
	}
	return &rep.Nested{Data: data, Cut: cut, InOrder: true, CoversData: true, Own: true,
		Starts: part(func(eb *emit.Block, seq fkl.Expr, k int) fkl.Expr {
			return eb.Add(eb.Prim(prim.Mul, types.Int, seq, each), cut.Starts[k])
		}),
		Lens: part(func(_ *emit.Block, _ fkl.Expr, k int) fkl.Expr { return lens[k] })}
}

// chosen is the int that of makes for the alternative that c chooses, from number k on.
func chosen(eb *emit.Block, c rep.Selection, of func(eb *emit.Block, seq fkl.Expr, k int) fkl.Expr, k int) fkl.Expr {
	if k == len(c.Conds) {
		return of(eb, c.Idxs[k], k)
	}
	return eb.Prim(prim.Select, types.Int, c.Conds[k], of(eb, c.Idxs[k], k), chosen(eb, c, of, k+1))
}

// partOf is part k of each of the sequences, over active, of which parts are the parts.
func partOf(b *emit.Block, active *emit.Space, parts *rep.Nested, k int) rep.Value {
	cut := parts.Cut
	number := func(gen func(eb *emit.Block, seq fkl.Expr) fkl.Expr) rep.Value {
		return &rep.Delayed{Type: types.Int, Space: active, Gen: func(eb *emit.Block, _, idx fkl.Expr) fkl.Expr { return gen(eb, idx) }}
	}
	return &rep.Nested{Data: parts.Data, Own: true,
		Total: &rep.Total{N: b.Prim(prim.MulSize, types.Int, active.N, cut.Lens[k])},
		Starts: number(func(eb *emit.Block, seq fkl.Expr) fkl.Expr {
			return eb.Add(eb.Prim(prim.Mul, types.Int, seq, cut.Each), cut.Starts[k])
		}),
		Lens: number(func(*emit.Block, fkl.Expr) fkl.Expr { return cut.Lens[k] })}
}

// AllPacked reports whether the sequences rs have data of their own, all of it: of views of others,
// views are made, which copy nothing.
func AllPacked(rs []rep.Value) bool {
	return !slices.ContainsFunc(rs, func(r rep.Value) bool { return r.(*rep.Nested).Packed == nil })
}

// CommonLength is the length that sequences of the types ts have for all elements, if they are of
// scalars and of one size; else nil.
func CommonLength(b *emit.Block, ts []*types.Type) fkl.Expr {
	for _, t := range ts {
		if t.Kind != types.KSeq || rep.Nodes(t) != 1 || t.Sizes[0].Varies() || t.Sizes[0] != ts[0].Sizes[0] {
			return nil
		}
	}
	return rep.KnownLength(b, ts[0].Sizes[0])
}
