package primitive

// The elements of sequences, side by side.

import (
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/rep"
)

// CommonSpace is the space of the elements of sequences of n active elements, lifted
// or shared by all: of a shared one, which tells that all are equally long, of
// one that is packed, or of the first.
func CommonSpace(b *emit.Block, n fkl.Expr, seqs []rep.Value) *emit.Space {
	var first *rep.Nested
	for _, r := range seqs {
		switch r := r.(type) {
		case rep.Seq:
			return rep.RegularSpace(b, n, r.N)
		case *rep.Nested:
			if first == nil || r.Packed != nil && (first.Packed == nil || r.Packed.Regular && !first.Packed.Regular) {
				first = r
			}
		}
	}
	sp, _ := rep.Pack(b, first)
	return sp
}

// ElementsOver is the lifted value over sp of the elements of a sequence whose
// lengths are those of the segments of sp.
func ElementsOver(b *emit.Block, r rep.Value, sp *emit.Space) rep.Value {
	local := func(eb *emit.Block, seg, idx fkl.Expr) fkl.Expr {
		return eb.Sub(idx, eb.At(types.Int, b.Starts(sp.Sd), seg))
	}
	switch r := r.(type) {
	case rep.Seq:
		return rep.Gather(b, r.Elems, sp, true, local)
	case *rep.Nested:
		if r.Packed != nil { // equal lengths, so the positions are the same
			return r.Data
		}
		if r.InOrder {
			if own, data := rep.Pack(b, r); own == sp {
				return data
			}
		}
		starts := r.Starts
		return rep.Gather(b, r.Data, sp, true, func(eb *emit.Block, seg, idx fkl.Expr) fkl.Expr {
			return eb.Add(rep.ReadAt(eb, starts, seg), local(eb, seg, idx))
		})
	}
	panic("flatten: generator is not a sequence")
}

// InterleaveRows is Interleave of sequences that all have length n: they are copied side by side.
func InterleaveRows(b *emit.Block, rs []rep.Value, sp *emit.Space, n fkl.Expr) rep.Value {
	rows := rep.RegularSpace(b, sp.N, n)
	data := make([]rep.Value, len(rs))
	for k, r := range rs {
		_, data[k] = rep.Pack(b, r.(*rep.Nested))
	}
	if len(rs) == 1 {
		return &rep.Nested{Packed: rows, Data: data[0]}
	}
	return &rep.Nested{Packed: rows, Data: rep.SelectFrom(b, data, rows, func(eb *emit.Block, row, idx fkl.Expr) rep.Selection {
		c := alternative(eb, len(rs), row)
		at := eb.Sub(idx, eb.At(types.Int, eb.HostOf().Starts(rows.Sd), row))
		for k, i := range c.Idxs {
			c.Idxs[k] = eb.Add(eb.Prim(prim.Mul, types.Int, i, n), at)
		}
		return c
	})}
}

// Interleave is the lifted value over sp, the regular space of one element for each of
// the k values rs per active element, whose element i*k+j is element i of rs[j]. Sequences
// interleave their bounds; their data is appended.
func Interleave(b *emit.Block, rs []rep.Value, sp *emit.Space) rep.Value {
	return rep.OfAll(b, rep.SelectFrom(b, rs, sp, func(eb *emit.Block, _, idx fkl.Expr) rep.Selection {
		return alternative(eb, len(rs), idx)
	}), rs)
}

// alternative chooses element idx of k values side by side: idx/k of the one of number idx%k.
func alternative(eb *emit.Block, k int, idx fkl.Expr) (c rep.Selection) {
	i := eb.Prim(prim.Div, types.Int, idx, emit.Num(int64(k)))
	j := eb.Sub(idx, eb.Prim(prim.Mul, types.Int, i, emit.Num(int64(k))))
	for n := range k {
		if n < k-1 {
			c.Conds = append(c.Conds, eb.Prim(prim.Eq, types.Bool, j, emit.Num(int64(n))))
		}
		c.Idxs = append(c.Idxs, i)
	}
	return c
}
