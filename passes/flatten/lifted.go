package flatten

// Primitives under a map: one application for every active element.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// liftedPrim applies a sequence primitive for every element of s; some operand
// differs by element.
func (t *translator) liftedPrim(b *block, s *scope, op *prim.Prim, args []rep, ty *types.Type) rep {
	if fold, ok := op.Lift.(prim.Reduction); ok {
		sp, data := b.pack(args[0].(*nestedSeq))
		v := b.let(op.Name, types.Vec(ty), &fkl.SegReduce{Node: ir.At(b.pos), Op: fold.Op, Sd: sp.sd, Vec: b.column(data, sp)})
		return vector{v, ty}
	}
	if scan, ok := op.Lift.(prim.Scanning); ok {
		sp, data := b.pack(args[0].(*nestedSeq))
		v := b.let(op.Name, types.Vec(ty.Elem()), &fkl.SegScan{Node: ir.At(b.pos), Op: scan.Op, Sd: sp.sd, Vec: b.vec(data)})
		return &nestedSeq{data: vector{v, ty.Elem()}, packed: sp}
	}
	switch op.Code {
	case prim.Length:
		return b.lensOf(args[0].(*nestedSeq))
	case prim.Elt:
		return t.liftedElt(b, s, args[0], args[1])
	case prim.Index:
		sp := b.spaceFor(s.sp, ty, args[0])
		b.starts(sp.sd) // made here, not once in each branch
		return &nestedSeq{packed: sp, data: &delayed{t: types.Int, sp: sp, bySeg: true, gen: func(eb *block, seg, idx fkl.Expr) fkl.Expr {
			return eb.sub(idx, eb.at(types.Int, eb.hostOf().starts(sp.sd), seg))
		}}}
	case prim.Dist:
		sp := b.spaceFor(s.sp, ty, args[1])
		return &nestedSeq{packed: sp, data: b.replicate(b.lift(args[0], s.sp), sp)}
	case prim.Pack:
		return b.liftedPack(s, args[0], args[1])
	case prim.Append:
		return b.liftedAppend(s, args[0], args[1], ty)
	case prim.Flatten:
		return b.liftedFlatten(args[0].(*nestedSeq))
	case prim.Partition:
		return b.liftedPartition(s, args[0], args[1])
	case prim.Get:
		return b.liftedGet(s, args[0], args[1])
	case prim.Permute:
		return b.liftedPermute(s, args[0], args[1])
	case prim.Write:
		return b.liftedWrite(s, args[0], args[1], args[2])
	case prim.Rank, prim.RankDown:
		sp, data := b.pack(args[0].(*nestedSeq))
		v := b.let("rank", types.Vec(types.Int), &fkl.Rank{Node: ir.At(b.pos), Down: op.Code == prim.RankDown, Sd: sp.sd, Keys: b.vec(data)})
		return &nestedSeq{data: vector{v, types.Int}, packed: sp}
	}
	panic("flatten: no rule for primitive " + op.Name + " under a map")
}

// liftedElt indexes a sequence per element; a sequence that all share is read
// in place, and an element that is a sequence is a view.
func (t *translator) liftedElt(b *block, s *scope, xs, i rep) rep {
	if u, ok := xs.(uniformSeq); ok {
		return b.gather(u.elems, s.sp, s.sp.sd != nil, func(eb *block, seg, idx fkl.Expr) fkl.Expr { return readOwn(eb, i, seg, idx) })
	}
	v := xs.(*nestedSeq)
	starts, at := b.startsOf(v), b.lift(i, s.sp)
	out := b.gather(v.data, s.sp, s.sp.sd != nil, func(eb *block, seg, idx fkl.Expr) fkl.Expr {
		return eb.add(readOwn(eb, starts, seg, idx), readOwn(eb, at, seg, idx))
	})
	if k, share, ok := v.shares(i); ok {
		eachPair(out, v.data, func(to, from *nestedSeq) { to.total = &totalSize{of: from, each: k, share: share} })
	}
	return out
}

// shares reports whether index i, the same for all, chooses one of the k elements
// that all sequences of v have, and which.
func (v *nestedSeq) shares(i rep) (k, share int64, ok bool) {
	if v.packed == nil {
		return 0, 0, false
	}
	each, known := v.packed.each.(*fkl.Int)
	at, same := i.(hostScalar)
	if !known || !same {
		return 0, 0, false
	}
	c, ok := at.a.(*fkl.Int)
	if !ok || c.Val < 0 || c.Val >= each.Val {
		return 0, 0, false
	}
	return each.Val, c.Val, true
}

// packedOf sees a sequence, lifted if need be, as a packed one.
func (b *block) packedOf(r rep, s *scope) (*indexSpace, rep) {
	if u, ok := r.(uniformSeq); ok {
		sp := b.regularSpace(s.sp.n, u.n)
		return sp, b.elementsOver(u, sp)
	}
	return b.pack(b.lift(r, s.sp).(*nestedSeq))
}

// liftedPack keeps, per element, what its flags say. The selected elements of all
// elements stand one after another; the ranks tell where those of an element
// start and how many they are.
func (b *block) liftedPack(s *scope, xs, flags rep) rep {
	sp, fl := b.packedOf(flags, s)
	ranks, _, kept := b.packBy(b.elementsOver(b.lift(xs, s.sp), sp), b.vec(fl), true)
	off, lens := b.starts(sp.sd), b.lens(sp.sd)
	int1 := func(gen func(eb *block, idx fkl.Expr) fkl.Expr) rep {
		return &delayed{t: types.Int, sp: s.sp, gen: func(eb *block, _, idx fkl.Expr) fkl.Expr { return gen(eb, idx) }}
	}
	start := func(eb *block, idx fkl.Expr) fkl.Expr { return eb.at(types.Int, ranks, eb.at(types.Int, off, idx)) }
	starts := int1(start)
	return &nestedSeq{data: kept, inOrder: true, total: &totalSize{n: b.at(types.Int, ranks, sp.n), deviceOnly: true}, starts: starts, packedStarts: starts,
		lens: int1(func(eb *block, idx fkl.Expr) fkl.Expr {
			end := eb.add(eb.at(types.Int, off, idx), eb.at(types.Int, lens, idx))
			return eb.sub(eb.at(types.Int, ranks, end), start(eb, idx))
		})}
}

// liftedAppend concatenates the sequences of every element, when they are
// needed: a ++ b ++ c is copied once.
func (b *block) liftedAppend(s *scope, xs, ys rep, ty *types.Type) rep {
	var parts []*nestedSeq
	for _, r := range []rep{xs, ys} {
		if a, ok := r.(*concat); ok {
			parts = append(parts, a.parts...)
		} else {
			parts = append(parts, b.lift(r, s.sp).(*nestedSeq))
		}
	}
	lens := make([]rep, len(parts))
	for k, p := range parts {
		lens[k] = b.lensOf(p)
	}
	sum := &delayed{t: types.Int, sp: s.sp, bySeg: s.sp.sd != nil, gen: func(eb *block, seg, idx fkl.Expr) fkl.Expr {
		n := readOwn(eb, lens[0], seg, idx)
		for _, l := range lens[1:] {
			n = eb.add(n, readOwn(eb, l, seg, idx))
		}
		return n
	}}
	out := &concat{parts: parts, lens: sum}
	if len(ty.Sizes) == 1 {
		if n := b.lengthOf(ty.Sizes[0]); n != nil {
			out.packed = b.regularSpace(s.sp.n, n)
		}
	}
	return out
}

// plain makes the vectors of concatenations in r: each position of the result
// reads the part it comes from.
func (b *block) plain(r rep) rep {
	switch r := r.(type) {
	case tuple:
		out := make(tuple, len(r))
		for i, c := range r {
			out[i] = b.plain(c)
		}
		return out
	case *concat:
		return memo(b, memoKey{r, "plain"}, func() rep { return b.hostOf().concatenate(r) })
	}
	return r
}

func (b *block) concatenate(a *concat) rep {
	sp := a.packed
	if sp == nil {
		sp = b.sdMake(b.vec(a.lens), b.known(b.appendedTotal(a), true))
	}
	off := b.starts(sp.sd)
	datas := make([]rep, len(a.parts))
	starts, lens := make([]rep, len(a.parts)), make([]rep, len(a.parts))
	for k, p := range a.parts {
		datas[k], starts[k], lens[k] = p.data, b.startsOf(p), b.lensOf(p)
	}
	b.vecs(append(append([]rep(nil), starts...), lens...)...)
	data := b.selectFrom(datas, sp, func(eb *block, seg, idx fkl.Expr) selection {
		var c selection
		p := eb.sub(idx, eb.at(types.Int, off, seg))
		for k := range a.parts {
			c.idxs = append(c.idxs, eb.add(readAt(eb, starts[k], seg), p))
			if k < len(a.parts)-1 {
				n := readAt(eb, lens[k], seg)
				c.conds = append(c.conds, eb.prim(prim.Lt, types.Bool, p, n))
				p = eb.sub(p, n)
			}
		}
		return c
	})
	return &nestedSeq{data: data, packed: sp}
}

// liftedFlatten concatenates, per element, the sequences in its sequence:
// packed data does not move.
func (b *block) liftedFlatten(xss *nestedSeq) rep {
	outer, mid := b.pack(xss)
	inner := mid.(*nestedSeq)
	sp, data := b.pack(b.withVectorBounds(inner))
	return &nestedSeq{data: data, packed: b.sdJoin(outer, sp)}
}

// withVectorBounds gives the bounds of a view vectors, so that packing asks them once.
func (b *block) withVectorBounds(v *nestedSeq) *nestedSeq {
	if v.packed == nil {
		b.vecs(v.starts, v.lens)
	}
	return v
}

// liftedPartition cuts the sequence of every element into parts.
func (b *block) liftedPartition(s *scope, xs, lens rep) rep {
	sp, data := b.packedOf(xs, s)
	outer, parts := b.packedOf(lens, s)
	return &nestedSeq{packed: outer, data: &nestedSeq{data: data, packed: b.sdMake(b.vec(parts), sp.n)}}
}

// liftedGet gathers, per element, from its sequence or from a shared one.
func (b *block) liftedGet(s *scope, xs, idx rep) rep {
	sp, places := b.packedOf(idx, s)
	if u, ok := xs.(uniformSeq); ok {
		return &nestedSeq{packed: sp, data: b.gather(u.elems, sp, true, func(eb *block, seg, i fkl.Expr) fkl.Expr { return readOwn(eb, places, seg, i) })}
	}
	v := xs.(*nestedSeq)
	starts := b.startsOf(v)
	b.vecs(starts)
	return &nestedSeq{packed: sp, data: b.gather(v.data, sp, true, func(eb *block, seg, i fkl.Expr) fkl.Expr {
		return eb.add(readAt(eb, starts, seg), readOwn(eb, places, seg, i))
	})}
}

// flatPositions are the flat positions of places counted within segments of sp.
func (b *block) flatPositions(places rep, from, sp *indexSpace) fkl.Expr {
	off := b.starts(sp.sd)
	return b.mapOver(from, []*types.Type{types.Int}, func(eb *block, seg, idx fkl.Expr) []fkl.Expr {
		return []fkl.Expr{eb.add(eb.at(types.Int, off, seg), readOwn(eb, places, seg, idx))}
	})[0]
}

func (b *block) liftedPermute(s *scope, xs, idx rep) rep {
	sp, data := b.packedOf(xs, s)
	from, places := b.packedOf(idx, s)
	return &nestedSeq{data: b.permute(data, b.flatPositions(places, from, sp), &indexSpace{n: sp.n}), packed: sp}
}
