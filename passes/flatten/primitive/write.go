package primitive

// Updates of sequences of the host. A loop that updates some places of a sequence finds which value is the
// last one for each without a look at all of the sequence; values are then stored in place if nobody else
// holds it. A vector of ints says it itself, as its elements at these places are written anyway.
//
//	d <- (places, vals)
//	  =>  if #places < #d / 4 then
//	        let l = scatter (max, scatter (d, places, -1), places, 0..)
//	        in scatter (l, {p in places such that l[p] is its number}, vals)
//	      else ..

import (
	"slices"

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
	if rep.RunsOf(b, idx.Elems) != nil { // these places differ
		write = func(b *emit.Block, d rep.Value, _ *emit.Space, dest fkl.Expr, _ *emit.Space, vals rep.Value) rep.Value {
			return rep.Store(b, d, dest, vals)
		}
	} else if is, _ := d.HandedOn(b); is {
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

// How long a sequence is at least, for each of the places that are written alone: where a vector says which
// value is the last one, and where places are sorted.
const (
	marked = 4
	sorted = 32
)

// writeSparse is Write for d, over sp, that a loop hands on.
func writeSparse(b *emit.Block, d rep.Value, sp *emit.Space, dest fkl.Expr, from *emit.Space, vals rep.Value) rep.Value {
	if !rep.IsBase(d) || rep.Few(from) > 0 || rep.AllSame(vals) {
		return rep.Write(b, d, sp, dest, from, vals)
	}
	part := func(b *emit.Block, by fkl.Expr, few, many func(b *emit.Block) rep.Value) rep.Value {
		then, els := b.Nested(), b.Nested()
		cond := b.Prim(prim.Lt, types.Bool, from.N, b.Prim(prim.Div, types.Int, sp.N, by))
		return rep.Joined(b, "written", b.Pos, cond, then, els, few(then), many(els))
	}
	all := func(b *emit.Block) rep.Value { return rep.Write(b, d, sp, dest, from, vals) }
	if hasInts(b, d) {
		return part(b, emit.Num(marked), func(b *emit.Block) rep.Value { return storeLast(b, d, dest, from, vals) }, all)
	}
	store := func(again func(b *emit.Block, dest, n fkl.Expr) fkl.Expr) func(b *emit.Block) rep.Value {
		return func(b *emit.Block) rep.Value {
			return rep.Store(b, d, without(b, dest, from.N, again(b, dest, from.N)), vals)
		}
	}
	return part(b, b.Prim(prim.Max, types.Int, from.N, emit.Num(1)), store(comparedAgain), func(b *emit.Block) rep.Value {
		return part(b, emit.Num(sorted), store(sortedAgain), all)
	})
}

// writeOwn is Write for elements d of sequences that do not overlap, if it need not look at all of d; else nil.
func writeOwn(b *emit.Block, d rep.Value, places func(b *emit.Block) fkl.Expr, from *emit.Space, vals rep.Value) rep.Value {
	switch k := rep.Few(from); {
	case k > 0:
		return rep.Store(b, d, rep.DropOverwritten(b, places(b), from, k), vals)
	case rep.IsBase(d) && rep.AllSame(vals):
		return rep.Write(b, d, nil, places(b), from, vals)
	case rep.IsBase(d) && hasInts(b, d):
		return storeLast(b, d, places(b), from, vals)
	}
	return nil
}

// intLeaf is the first of leaves that has ints, -1 if none has.
func intLeaf(leaves []rep.Value) int {
	return slices.IndexFunc(leaves, func(r rep.Value) bool { return rep.BaseType(r) == types.Int })
}

func hasInts(b *emit.Block, d rep.Value) bool { return intLeaf(leavesOf(b, d)) >= 0 }

func leavesOf(b *emit.Block, d rep.Value) (leaves []rep.Value) {
	rep.Outer(b, d, &leaves)
	return leaves
}

// storeLast is d with the last of the values for every place. A vector of ints says first which is the
// last one: its elements there are written anyway.
func storeLast(b *emit.Block, d rep.Value, dest fkl.Expr, from *emit.Space, vals rep.Value) rep.Value {
	rep.Force(b, vals)
	leaves := leavesOf(b, d)
	vs, k := rep.Vecs(b, leaves...), intLeaf(leaves)
	scatter := func(op prim.Rop, vals rep.Value) {
		vs[k] = b.Let("last", types.Vec(types.Int), &fkl.Scatter{Node: ir.At(b.Pos), Op: op, Into: vs[k], Idx: dest, Vals: rep.Vec(b, vals)})
	}
	scatter(prim.RArbitrary, rep.Lift(b, rep.Scalar{Atom: emit.Num(-1)}, from))
	scatter(prim.RMax, rep.Identity(from))
	last := rep.MapOver(b, from, []*types.Type{types.Int}, func(eb *emit.Block, _, i fkl.Expr) []fkl.Expr {
		at := eb.At(types.Int, dest, i)
		is := eb.Prim(prim.Eq, types.Bool, eb.At(types.Int, vs[k], at), i)
		return []fkl.Expr{eb.Prim(prim.Select, types.Int, is, at, emit.Num(-1))}
	})[0]
	at := 0
	return rep.Store(b, rep.Rebuild(b, d, vs, &at), last, vals)
}

// without is the n places dest, those negative of which again holds.
func without(b *emit.Block, dest, n, again fkl.Expr) fkl.Expr {
	return rep.MapOver(b, &emit.Space{N: n}, []*types.Type{types.Int}, func(eb *emit.Block, _, i fkl.Expr) []fkl.Expr {
		return []fkl.Expr{eb.Prim(prim.Select, types.Int, eb.At(types.Bool, again, i), emit.Num(-1), eb.At(types.Int, dest, i))}
	})[0]
}

// comparedAgain is which of the n places dest come again later: they are compared with each other.
func comparedAgain(b *emit.Block, dest, n fkl.Expr) fkl.Expr {
	pairs := rep.RegularSpace(b, n, n)
	same := rep.MapOver(b, pairs, []*types.Type{types.Bool}, func(eb *emit.Block, seg, i fkl.Expr) []fkl.Expr {
		other := eb.Sub(i, eb.Prim(prim.Mul, types.Int, seg, n))
		later := eb.Prim(prim.Gt, types.Bool, other, seg)
		return []fkl.Expr{eb.Prim(prim.And, types.Bool, later, eb.Prim(prim.Eq, types.Bool, eb.At(types.Int, dest, seg), eb.At(types.Int, dest, other)))}
	})[0]
	return b.Let("again", types.Vec(types.Bool), &fkl.SegReduce{Node: ir.At(b.Pos), Op: prim.ROr, Sd: pairs.Sd, Vec: same})
}

// sortedAgain is comparedAgain by sorting: equal places follow each other.
func sortedAgain(b *emit.Block, dest, n fkl.Expr) fkl.Expr {
	ranks := b.Let("rank", types.Vec(types.Int), &fkl.Rank{Node: ir.At(b.Pos), Sd: b.SdRegular(emit.Num(1), n).Sd, Keys: dest})
	order := permute(b, rep.Vector{Vec: dest, Type: types.Int}, ranks, &emit.Space{N: n})
	return rep.MapOver(b, &emit.Space{N: n}, []*types.Type{types.Bool}, func(eb *emit.Block, _, i fkl.Expr) []fkl.Expr {
		next := eb.Add(eb.At(types.Int, ranks, i), emit.Num(1))
		is := eb.Prim(prim.Eq, types.Bool, rep.ReadAt(eb, order, eb.Prim(prim.Min, types.Int, next, eb.Sub(n, emit.Num(1)))), eb.At(types.Int, dest, i))
		return []fkl.Expr{eb.Prim(prim.And, types.Bool, eb.Prim(prim.Lt, types.Bool, next, n), is)}
	})[0]
}
