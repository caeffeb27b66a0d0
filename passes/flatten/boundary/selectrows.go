package boundary

// Sequences that are chosen among those of several values. Their elements are copied if the data
// of these has many more; otherwise all data is appended, and a recursion that takes a row from either of
// two lists at each level would hand on many times what it has.
//
//	if #d1 + #d2 > limit(sum(lens)) then packed (elements of d1 and d2) else views of d1 ++ d2

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/rep"
)

// A choice tells which of several values an element comes from, and at which index.
type choice func(eb *emit.Block, seg, idx fkl.Expr) rep.Selection

// selectRows is SelectFrom of rs over sp, whose sequences have little data beside their elements.
func selectRows(b *emit.Block, rs []rep.Value, sp *emit.Space, of choice) rep.Value {
	switch first := rs[0].(type) {
	case rep.Tuple:
		if dataDiffer(rs) {
			out := make(rep.Tuple, len(first))
			for i := range first {
				out[i] = selectRows(b, components(rs, i), sp, of)
			}
			return out
		}
	case *rep.Nested:
		if dataDiffer(rs) {
			return selectSequences(b, rs, sp, of)
		}
	}
	return rep.SelectFrom(b, rs, sp, of)
}

// components lists component i of each of rs.
func components(rs []rep.Value, i int) []rep.Value {
	out := make([]rep.Value, len(rs))
	for k, r := range rs {
		out[k] = r.(rep.Tuple)[i]
	}
	return out
}

// dataDiffer reports whether sequences among rs are views of different data.
func dataDiffer(rs []rep.Value) bool {
	switch first := rs[0].(type) {
	case rep.Tuple:
		for i := range first {
			if dataDiffer(components(rs, i)) {
				return true
			}
		}
	case *rep.Nested:
		return slices.ContainsFunc(rs[1:], func(r rep.Value) bool {
			v, ok := r.(*rep.Nested)
			return ok && !rep.SameData(v.Data, first.Data)
		})
	}
	return false
}

// selectSequences is selectRows of sequences.
func selectSequences(b *emit.Block, rs []rep.Value, sp *emit.Space, of choice) rep.Value {
	bounds, datas, size := make([]rep.Value, len(rs)), make([]rep.Value, len(rs)), emit.Num(0)
	for k, r := range rs {
		v := r.(*rep.Nested)
		rep.Force(b, v)
		datas[k] = v.Data
		bounds[k] = rep.Tuple{rep.Scalar{Atom: emit.Num(int64(k))}, rep.StartsOf(b, v), rep.LensOf(b, v)}
		if !slices.ContainsFunc(datas[:k], func(d rep.Value) bool { return rep.SameData(d, v.Data) }) {
			size = b.AddSize(size, rep.UsedOf(b, v.Data))
		}
	}
	chosen := rep.SelectFrom(b, bounds, sp, of).(rep.Tuple)
	which, starts, lens := rep.Vec(b, chosen[0]), rep.Vec(b, chosen[1]), rep.Vec(b, chosen[2])
	n := b.Let("sum", types.Int, &fkl.Reduce{Node: ir.At(b.Pos), Op: prim.RSize, Vec: lens})
	much := b.Prim(prim.Gt, types.Bool, size, GrowthLimit(b, n))
	out := rep.Choose(b, much, func(b *emit.Block) *rep.Nested {
		in := b.SdMake(lens, n)
		off := b.Starts(in.Sd)
		return &rep.Nested{Packed: in, Data: selectRows(b, datas, in, func(eb *emit.Block, seg, idx fkl.Expr) rep.Selection {
			k := eb.At(types.Int, which, seg)
			place := eb.Add(eb.At(types.Int, starts, seg), eb.Sub(idx, eb.At(types.Int, off, seg)))
			c := rep.Selection{Idxs: []fkl.Expr{place}}
			for i := range len(datas) - 1 {
				c.Conds = append(c.Conds, eb.Prim(prim.Eq, types.Bool, k, emit.Num(int64(i))))
				c.Idxs = append(c.Idxs, place)
			}
			return c
		})}
	}, func(b *emit.Block) *rep.Nested { return rep.SelectFrom(b, rs, sp, of).(*rep.Nested) })
	out.Total = &rep.Total{N: n}
	return out
}
