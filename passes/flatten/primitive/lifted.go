package primitive

// Primitives under a map: one application for every active element.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/rep"
)

// Lifted applies a sequence primitive, whose result has type ty, for every active element; some operand
// differs by element.
func Lifted(b *emit.Block, active *emit.Space, op *prim.Prim, args []rep.Value, ty *types.Type) rep.Value {
	if fold, ok := op.Lift.(prim.Reduction); ok {
		sp, data := rep.Pack(b, args[0].(*rep.Nested))
		v := b.Let(op.Name, types.Vec(ty), &fkl.SegReduce{Node: ir.At(b.Pos), Op: fold.Op, Sd: sp.Sd, Vec: column(b, data, sp)})
		return rep.Vector{Vec: v, Type: ty}
	}
	alike := func(r rep.Value) rep.Value { return rep.WithRegular(b, active.N, ty, r) } // as long as the result
	if scan, ok := op.Lift.(prim.Scanning); ok {
		sp, data := rep.Pack(b, alike(args[0]).(*rep.Nested))
		v := b.Let(op.Name, types.Vec(ty.Elem()), &fkl.SegScan{Node: ir.At(b.Pos), Op: scan.Op, Sd: sp.Sd, Vec: rep.Vec(b, data)})
		return &rep.Nested{Data: rep.Vector{Vec: v, Type: ty.Elem()}, Packed: sp}
	}
	switch op.Code {
	case prim.Length:
		return rep.LensOf(b, args[0].(*rep.Nested))
	case prim.Elt:
		return liftedElt(b, active, args[0], args[1])
	case prim.Index:
		sp := rep.SpaceFor(b, active, ty, args[0])
		b.Starts(sp.Sd) // made here, not once in each branch
		return &rep.Nested{Packed: sp, Data: &rep.Delayed{Type: types.Int, Space: sp, BySeg: true, Runs: rep.FromZero, Gen: func(eb *emit.Block, seg, idx fkl.Expr) fkl.Expr {
			return eb.Sub(idx, eb.At(types.Int, eb.HostOf().Starts(sp.Sd), seg))
		}}}
	case prim.Dist:
		sp := rep.SpaceFor(b, active, ty, args[1])
		return &rep.Nested{Packed: sp, Data: rep.Replicate(b, rep.Lift(b, args[0], active), sp)}
	case prim.Pack:
		return liftedPack(b, active, args[0], args[1])
	case prim.Append:
		return liftedAppend(b, active, args[0], args[1], ty)
	case prim.Flatten:
		return liftedFlatten(b, args[0].(*rep.Nested))
	case prim.Partition:
		return liftedPartition(b, active, args[0], args[1], ty)
	case prim.Get:
		return liftedGet(b, active, args[0], args[1])
	case prim.Permute:
		return liftedPermute(b, active, alike(args[0]), args[1])
	case prim.Write:
		return liftedWrite(b, active, args[0], args[1], args[2], ty)
	case prim.Rank, prim.RankDown:
		sp, data := rep.Pack(b, alike(args[0]).(*rep.Nested))
		v := b.Let("rank", types.Vec(types.Int), &fkl.Rank{Node: ir.At(b.Pos), Down: op.Code == prim.RankDown, Sd: sp.Sd, Keys: rep.Vec(b, data)})
		return &rep.Nested{Data: rep.Vector{Vec: v, Type: types.Int}, Packed: sp}
	}
	panic("flatten: no rule for primitive " + op.Name + " under a map")
}

// liftedElt indexes a sequence per element; a sequence that all share is read
// in place, and an element that is a sequence is a view.
func liftedElt(b *emit.Block, active *emit.Space, xs, i rep.Value) rep.Value {
	if u, ok := xs.(rep.Seq); ok {
		return rep.Gather(b, u.Elems, active, active.Sd != nil, func(eb *emit.Block, seg, idx fkl.Expr) fkl.Expr { return rep.ReadOwn(eb, i, seg, idx) })
	}
	v := xs.(*rep.Nested)
	if _, part, ok := shares(v, i); ok {
		if parts, ok := v.Data.(*rep.Nested); ok && parts.Cut != nil {
			return partOf(b, active, parts, int(part))
		}
	}
	starts, at := rep.StartsOf(b, v), rep.Lift(b, i, active)
	out := rep.Gather(b, v.Data, active, active.Sd != nil, func(eb *emit.Block, seg, idx fkl.Expr) fkl.Expr {
		return eb.Add(rep.ReadOwn(eb, starts, seg, idx), rep.ReadOwn(eb, at, seg, idx))
	})
	if k, share, ok := shares(v, i); ok {
		rep.EachPair(out, v.Data, func(to, from *rep.Nested) { to.Total = &rep.Total{Of: from, Each: k, Share: share} })
	}
	return out
}

// shares reports whether index i, the same for all, chooses one of the k elements
// that all sequences of v have, and which.
func shares(v *rep.Nested, i rep.Value) (k, share int64, ok bool) {
	if v.Packed == nil {
		return 0, 0, false
	}
	each, known := v.Packed.Each.(*fkl.Int)
	at, same := i.(rep.Scalar)
	if !known || !same {
		return 0, 0, false
	}
	c, ok := at.Atom.(*fkl.Int)
	if !ok || c.Val < 0 || c.Val >= each.Val {
		return 0, 0, false
	}
	return each.Val, c.Val, true
}

// Packed sees a sequence, lifted if need be, as a packed one.
func Packed(b *emit.Block, r rep.Value, active *emit.Space) (*emit.Space, rep.Value) {
	if u, ok := r.(rep.Seq); ok {
		sp := rep.RegularSpace(b, active.N, u.N)
		return sp, ElementsOver(b, u, sp)
	}
	return rep.Pack(b, rep.Lift(b, r, active).(*rep.Nested))
}

// liftedPack keeps, per element, what its flags say. The selected elements of all
// elements stand one after another; the ranks tell where those of an element
// start and how many they are.
func liftedPack(b *emit.Block, active *emit.Space, xs, flags rep.Value) rep.Value {
	sp, fl := Packed(b, flags, active)
	if first := runsOver(b, xs, sp); first != nil {
		return packRuns(b, active, sp, fl, first)
	}
	var ranks, n fkl.Expr
	var kept rep.Value
	if u, shared := xs.(rep.Seq); shared && manyTested(xs) && sp.Each != nil {
		ranks, n, kept = packPlaces(b, u, sp, rep.Vec(b, fl))
	} else {
		ranks, n, kept = rep.PackBy(b, ElementsOver(b, rep.Lift(b, xs, active), sp), rep.Vec(b, fl), !manyTested(xs))
	}
	return keptBySegment(b, active, sp, ranks, n, kept)
}

// keptBySegment is kept, the elements over sp that flags of these ranks select, n of them, as sequences by segment.
func keptBySegment(b *emit.Block, active, sp *emit.Space, ranks, n fkl.Expr, kept rep.Value) *rep.Nested {
	off, lens := b.Starts(sp.Sd), b.Lens(sp.Sd)
	int1 := func(gen func(eb *emit.Block, idx fkl.Expr) fkl.Expr) rep.Value {
		return &rep.Delayed{Type: types.Int, Space: active, Gen: func(eb *emit.Block, _, idx fkl.Expr) fkl.Expr { return gen(eb, idx) }}
	}
	start := func(eb *emit.Block, idx fkl.Expr) fkl.Expr {
		return eb.At(types.Int, ranks, eb.At(types.Int, off, idx))
	}
	starts := int1(start)
	total := &rep.Total{N: n}
	if n == nil {
		total = &rep.Total{N: b.At(types.Int, ranks, sp.N), DeviceOnly: true}
	}
	return &rep.Nested{Data: kept, InOrder: true, Total: total, Starts: starts, PackedStarts: starts,
		Lens: int1(func(eb *emit.Block, idx fkl.Expr) fkl.Expr {
			end := eb.Add(eb.At(types.Int, off, idx), eb.At(types.Int, lens, idx))
			return eb.Sub(eb.At(types.Int, ranks, end), start(eb, idx))
		})}
}

// runsOver makes the first of the consecutive ints of every segment of sp, if those are the elements of xs; else it is nil.
func runsOver(b *emit.Block, xs rep.Value, sp *emit.Space) rep.Runs {
	v, ok := xs.(*rep.Nested)
	if !ok || v.Packed == nil || sp.Sd == nil {
		return nil
	}
	return rep.RunsOf(b, v.Data)
}

// packRuns is liftedPack of consecutive ints: what is kept is where in all of sp they stand. From that follows which they are,
// once it is known of which segment, so none is made that is not kept.
func packRuns(b *emit.Block, active, sp *emit.Space, flags rep.Value, first rep.Runs) rep.Value {
	ranks, n, places := rep.PackBy(b, rep.Identity(&emit.Space{N: sp.N}), rep.Vec(b, flags), false)
	off := b.Starts(sp.Sd)
	own, places := rep.Pack(b, keptBySegment(b, active, sp, ranks, n, places))
	return &rep.Nested{Packed: own, Data: &rep.Delayed{Type: types.Int, Pos: b.Pos, Space: own, BySeg: true, Reads: true, Gen: func(eb *emit.Block, seg, idx fkl.Expr) fkl.Expr {
		return eb.Add(eb.Sub(rep.ReadOwn(eb, places, seg, idx), eb.At(types.Int, off, seg)), first(eb, seg))
	}}}
}

// packPlaces is PackBy of the elements of u, which all elements of the map go over: where they are in u is
// computed for those that are kept only.
func packPlaces(b *emit.Block, u rep.Seq, sp *emit.Space, flags fkl.Expr) (ranks, n fkl.Expr, kept rep.Value) {
	place := &rep.Delayed{Type: types.Int, Space: &emit.Space{N: sp.N}, Gen: func(eb *emit.Block, _, idx fkl.Expr) fkl.Expr {
		return eb.Prim(prim.Rem, types.Int, idx, sp.Each)
	}}
	ranks, n, places := rep.PackBy(b, place, flags, false)
	return ranks, n, rep.Gather(b, u.Elems, &emit.Space{N: n}, false, func(eb *emit.Block, _, idx fkl.Expr) fkl.Expr { return rep.ReadAt(eb, places, idx) })
}

// manyTested reports whether all elements of the map go over one sequence xs, and so over many more
// than are there: those that are kept get no more memory than they need. A sequence of a few elements
// is none, as the host would have to wait for the number of those that are kept.
func manyTested(xs rep.Value) bool {
	u, shared := xs.(rep.Seq)
	if !shared {
		return false
	}
	n, known := u.N.(*fkl.Int)
	return !known || n.Val > fewTested
}

// fewTested is how many elements a sequence has at most of which what is kept gets room for all.
const fewTested = 32

// liftedAppend concatenates the sequences of every element, when they are
// needed: a ++ b ++ c is copied once.
func liftedAppend(b *emit.Block, active *emit.Space, xs, ys rep.Value, ty *types.Type) rep.Value {
	var parts []*rep.Nested
	for _, r := range []rep.Value{xs, ys} {
		if a, ok := r.(*rep.Concat); ok {
			parts = append(parts, a.Parts...)
		} else {
			parts = append(parts, rep.Lift(b, r, active).(*rep.Nested))
		}
	}
	lens := make([]rep.Value, len(parts))
	for k, p := range parts {
		lens[k] = rep.LensOf(b, p)
	}
	sum := &rep.Delayed{Type: types.Int, Space: active, BySeg: active.Sd != nil, Gen: func(eb *emit.Block, seg, idx fkl.Expr) fkl.Expr {
		n := rep.ReadOwn(eb, lens[0], seg, idx)
		for _, l := range lens[1:] {
			n = eb.Add(n, rep.ReadOwn(eb, l, seg, idx))
		}
		return n
	}}
	out := &rep.Concat{Parts: parts, Lens: sum}
	if len(ty.Sizes) == 1 {
		if n := rep.KnownLength(b, ty.Sizes[0]); n != nil {
			out.Packed = rep.RegularSpace(b, active.N, n)
		}
	}
	return out
}

// liftedFlatten concatenates, per element, the sequences in its sequence:
// packed data does not move.
func liftedFlatten(b *emit.Block, xss *rep.Nested) rep.Value {
	outer, mid := rep.Pack(b, xss)
	inner := mid.(*rep.Nested)
	sp, data := rep.Pack(b, withVectorBounds(b, inner))
	return &rep.Nested{Data: data, Packed: b.SdJoin(outer, sp)}
}

// withVectorBounds gives the bounds of a view vectors, so that packing asks them once.
func withVectorBounds(b *emit.Block, v *rep.Nested) *rep.Nested {
	if v.Packed == nil {
		rep.Vecs(b, v.Starts, v.Lens)
	}
	return v
}

// liftedPartition cuts the sequence of every element into parts. A result of type ty that has the
// same few parts for all elements, of sequences of one length, is cut where the host says.
func liftedPartition(b *emit.Block, active *emit.Space, xs, lens rep.Value, ty *types.Type) rep.Value {
	sp, data := Packed(b, xs, active)
	outer, parts := Packed(b, lens, active)
	if _, same := lens.(rep.Seq); same && sp.Regular && sp.Each != nil {
		if sizes := rep.KnownParts(b, ty.Elem().Sizes[0]); sizes != nil {
			return &rep.Nested{Packed: outer, Data: cutAlike(b, outer, data, sp.Each, sizes)}
		}
	}
	return &rep.Nested{Packed: outer, Data: &rep.Nested{Data: data, Packed: b.SdMake(rep.Vec(b, parts), sp.N)}}
}

// liftedGet gathers, per element, from its sequence or from a shared one. Of consecutive places
// it is a part of that.
func liftedGet(b *emit.Block, active *emit.Space, xs, idx rep.Value) rep.Value {
	sp, places := Packed(b, idx, active)
	of := &rep.Nested{}
	start := func(*emit.Block, fkl.Expr) fkl.Expr { return emit.Num(0) }
	switch xs := xs.(type) {
	case rep.Seq:
		of.Data = xs.Elems
	case *rep.Nested:
		of = xs.WhereCut()
		starts := rep.StartsOf(b, of)
		rep.Vecs(b, starts)
		start = func(eb *emit.Block, seq fkl.Expr) fkl.Expr { return rep.ReadAt(eb, starts, seq) }
	}
	out := &rep.Nested{Packed: sp, Data: rep.Gather(b, of.Data, sp, true, func(eb *emit.Block, seg, i fkl.Expr) fkl.Expr {
		return eb.Add(start(eb, seg), rep.ReadOwn(eb, places, seg, i))
	})}
	if first := rep.RunsOf(b, places); first != nil {
		out.Part = &rep.Nested{Data: of.Data, Own: of.Own || of.Packed != nil, Total: &rep.Total{N: sp.N}, Lens: rep.LensOf(b, out),
			Starts: &rep.Delayed{Type: types.Int, Space: active, Gen: func(eb *emit.Block, _, idx fkl.Expr) fkl.Expr {
				return eb.Add(start(eb, idx), first(eb, idx))
			}}}
	}
	return out
}

// flatPositions are the flat positions of places counted within segments of sp.
func flatPositions(b *emit.Block, places rep.Value, from, sp *emit.Space) fkl.Expr {
	off := b.Starts(sp.Sd)
	return rep.MapOver(b, from, []*types.Type{types.Int}, func(eb *emit.Block, seg, idx fkl.Expr) []fkl.Expr {
		return []fkl.Expr{eb.Add(eb.At(types.Int, off, seg), rep.ReadOwn(eb, places, seg, idx))}
	})[0]
}

func liftedPermute(b *emit.Block, active *emit.Space, xs, idx rep.Value) rep.Value {
	sp, data := Packed(b, xs, active)
	from, places := Packed(b, idx, active)
	return &rep.Nested{Data: permute(b, data, flatPositions(b, places, from, sp), &emit.Space{N: sp.N}), Packed: sp}
}

// liftedWrite replaces elements of the sequence of every active element. Where
// sequences do not overlap, their data need not be packed before.
func liftedWrite(b *emit.Block, active *emit.Space, d, idx, vals rep.Value, ty *types.Type) rep.Value {
	from, places := Packed(b, idx, active)
	values := ElementsOver(b, rep.Lift(b, vals, active), from)
	rep.Force(b, values)
	if v := rep.Lift(b, d, active).(*rep.Nested); v.Own && v.Packed == nil {
		starts := rep.StartsOf(b, v)
		dest := func(b *emit.Block) fkl.Expr {
			return rep.MapOver(b, from, []*types.Type{types.Int}, func(eb *emit.Block, seg, i fkl.Expr) []fkl.Expr {
				return []fkl.Expr{eb.Add(rep.ReadAt(eb, starts, seg), rep.ReadOwn(eb, places, seg, i))}
			})[0]
		}
		if data := writeOwn(b, v.Data, dest, from, values); data != nil {
			return &rep.Nested{Starts: starts, Lens: rep.LensOf(b, v), Data: data, Own: true, Total: v.Total, PackedStarts: v.PackedStarts}
		}
	}
	sp, data := Packed(b, rep.WithRegular(b, active.N, ty, d), active)
	return &rep.Nested{Data: rep.Write(b, data, sp, flatPositions(b, places, from, sp), from, values), Packed: sp}
}
