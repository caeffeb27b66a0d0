package boundary

// Concatenations whose vectors are needed.

import (
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/rep"
)

// Plain makes the vectors of concatenations in r: each position of the result
// reads the part it comes from.
func Plain(b *emit.Block, r rep.Value) rep.Value {
	switch r := r.(type) {
	case rep.Tuple:
		out := make(rep.Tuple, len(r))
		for i, c := range r {
			out[i] = Plain(b, c)
		}
		return out
	case *rep.Concat:
		return emit.Memo(b, emit.Key{Of: r, What: "plain"}, func() rep.Value { return concatenate(b.HostOf(), r) })
	}
	return r
}

func concatenate(b *emit.Block, a *rep.Concat) rep.Value {
	sp := a.Packed
	if sp == nil {
		sp = b.SdMake(rep.Vec(b, a.Lens), rep.Known(b, rep.AppendedTotal(b, a), true))
	}
	off := b.Starts(sp.Sd)
	datas := make([]rep.Value, len(a.Parts))
	starts, lens := make([]rep.Value, len(a.Parts)), make([]rep.Value, len(a.Parts))
	for k, p := range a.Parts {
		w := p.WhereCut() // each element is read once, so no copy is made before
		datas[k], starts[k], lens[k] = w.Data, rep.StartsOf(b, w), rep.LensOf(b, p)
	}
	rep.Vecs(b, append(append([]rep.Value(nil), starts...), lens...)...)
	data := rep.SelectFrom(b, datas, sp, func(eb *emit.Block, seg, idx fkl.Expr) rep.Selection {
		var c rep.Selection
		p := eb.Sub(idx, eb.At(types.Int, off, seg))
		for k := range a.Parts {
			c.Idxs = append(c.Idxs, eb.Add(rep.ReadAt(eb, starts[k], seg), p))
			if k < len(a.Parts)-1 {
				n := rep.ReadAt(eb, lens[k], seg)
				c.Conds = append(c.Conds, eb.Prim(prim.Lt, types.Bool, p, n))
				p = eb.Sub(p, n)
			}
		}
		return c
	})
	return &rep.Nested{Data: data, Packed: sp}
}
