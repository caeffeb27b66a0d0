package primitive

// Updates of sequences of the host. A loop that updates few places of a sequence compares them with each
// other, so that the last of equal ones is found without a look at all of the sequence; values are then
// stored in place if nobody else holds it.
//
//	d <- (places, vals)  =>  if #places < #d / #places then scatter (d, distinct places, vals) else ..

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/rep"
)

// writeSeq is d with element idx[j] replaced by element j of vals, the last one where several j store to
// the same place.
func writeSeq(b *emit.Block, d, idx, vals rep.Seq) rep.Seq {
	from, dest := &emit.Space{N: idx.N}, rep.Vec(b, idx.Elems)
	write := rep.Write
	if is, _ := d.HandedOn(b); is {
		write = writeSparse
	}
	w := d.Window
	if w == nil {
		return d.Updated(b, write(b, d.Elems, &emit.Space{N: d.N}, dest, from, vals.Elems))
	}
	if !emit.IsInt(w.Start, 0) {
		dest = rep.MapOver(b, from, []*types.Type{types.Int}, func(eb *emit.Block, _, i fkl.Expr) []fkl.Expr {
			return []fkl.Expr{eb.Add(w.Start, eb.At(types.Int, dest, i))}
		})[0]
	}
	data := write(b, w.Data, &emit.Space{N: rep.Count(b, w.Data)}, dest, from, vals.Elems)
	rep.Force(b, data)
	return d.Updated(b, data)
}

// writeSparse is Write for d, over sp, that a loop hands on.
func writeSparse(b *emit.Block, d rep.Value, sp *emit.Space, dest fkl.Expr, from *emit.Space, vals rep.Value) rep.Value {
	if !rep.IsBase(d) || rep.Few(from) > 0 || rep.AllSame(vals) {
		return rep.Write(b, d, sp, dest, from, vals)
	}
	few := b.Prim(prim.Lt, types.Bool, from.N, b.Prim(prim.Div, types.Int, sp.N, b.Prim(prim.Max, types.Int, from.N, emit.Num(1))))
	then, els := b.Nested(), b.Nested()
	return rep.Joined(b, "written", b.Pos, few, then, els,
		rep.Store(then, d, dropRepeated(then, dest, from.N), vals), rep.Write(els, d, sp, dest, from, vals))
}

// dropRepeated is the n places dest, those negative that come again later.
func dropRepeated(b *emit.Block, dest, n fkl.Expr) fkl.Expr {
	pairs := rep.RegularSpace(b, n, n)
	same := rep.MapOver(b, pairs, []*types.Type{types.Bool}, func(eb *emit.Block, seg, i fkl.Expr) []fkl.Expr {
		other := eb.Sub(i, eb.Prim(prim.Mul, types.Int, seg, n))
		later := eb.Prim(prim.Gt, types.Bool, other, seg)
		return []fkl.Expr{eb.Prim(prim.And, types.Bool, later, eb.Prim(prim.Eq, types.Bool, eb.At(types.Int, dest, seg), eb.At(types.Int, dest, other)))}
	})[0]
	again := b.Let("again", types.Vec(types.Bool), &fkl.SegReduce{Node: ir.At(b.Pos), Op: prim.ROr, Sd: pairs.Sd, Vec: same})
	return rep.MapOver(b, &emit.Space{N: n}, []*types.Type{types.Int}, func(eb *emit.Block, _, i fkl.Expr) []fkl.Expr {
		return []fkl.Expr{eb.Prim(prim.Select, types.Int, eb.At(types.Bool, again, i), emit.Num(-1), eb.At(types.Int, dest, i))}
	})[0]
}
