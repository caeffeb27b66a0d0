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
func (t *translator) liftedPrim(b *lets, s *scope, op *prim.Prim, args []rep, ty *types.Type) rep {
	if rop, ok := reductions[op.Name]; ok {
		sp, data := b.pack(args[0].(*lview))
		v := b.let(op.Name, types.Vec(ty), &fkl.SegReduce{Node: ir.At(b.pos), Op: rop, Sd: sp.sd, Vec: b.vec(data)})
		return lbase{v, ty}
	}
	if rop, ok := scans[op.Name]; ok {
		sp, data := b.pack(args[0].(*lview))
		v := b.let(op.Name, types.Vec(ty.Elem()), &fkl.SegScan{Node: ir.At(b.pos), Op: rop, Sd: sp.sd, Vec: b.vec(data)})
		return &lview{data: lbase{v, ty.Elem()}, packed: sp}
	}
	switch op.Name {
	case "length":
		return b.lensOf(args[0].(*lview))
	case "elt":
		return t.liftedElt(b, s, args[0], args[1])
	case "index":
		sp := b.sdMake(b.vec(b.lift(args[0], s.sp)))
		starts := b.starts(sp.sd)
		return &lview{packed: sp, data: &lthunk{t: types.Int, sp: sp, bySeg: true, gen: func(eb *lets, seg, idx fkl.Expr) fkl.Expr {
			return eb.sub(idx, eb.at(types.Int, starts, seg))
		}}}
	case "dist":
		sp := b.sdMake(b.vec(b.lift(args[1], s.sp)))
		return &lview{packed: sp, data: b.distribute(b.lift(args[0], s.sp), sp)}
	case "pack":
		return b.liftedPack(s, args[0], args[1])
	case "append":
		return b.liftedAppend(s, args[0], args[1])
	case "flatten":
		return b.liftedFlatten(args[0].(*lview))
	case "partition":
		return b.liftedPartition(s, args[0], args[1])
	case "get":
		return b.liftedGet(s, args[0], args[1])
	case "permute":
		return b.liftedPermute(s, args[0], args[1])
	case "write":
		return b.liftedWrite(s, args[0], args[1], args[2])
	case "rank", "rank_down":
		sp, data := b.pack(args[0].(*lview))
		v := b.let("rank", types.Vec(types.Int), &fkl.Rank{Node: ir.At(b.pos), Down: op.Name == "rank_down", Sd: sp.sd, Keys: b.vec(data)})
		return &lview{data: lbase{v, types.Int}, packed: sp}
	}
	panic("flatten: no rule for primitive " + op.Name + " under a map")
}

// liftedElt indexes a sequence per element; a sequence that all share is read
// in place, and an element that is a sequence is a view.
func (t *translator) liftedElt(b *lets, s *scope, xs, i rep) rep {
	if u, ok := xs.(useq); ok {
		return b.gather(u.elems, s.sp, true, func(eb *lets, seg, idx fkl.Expr) fkl.Expr { return readOwn(eb, i, seg, idx) })
	}
	v := xs.(*lview)
	starts, i := b.startsOf(v), b.lift(i, s.sp)
	return b.gather(v.data, s.sp, true, func(eb *lets, seg, idx fkl.Expr) fkl.Expr {
		return eb.add(readOwn(eb, starts, seg, idx), readOwn(eb, i, seg, idx))
	})
}

// packed sees a sequence, lifted if need be, as a packed one.
func (b *lets) packedOf(r rep, s *scope) (*space, rep) { return b.pack(b.lift(r, s.sp).(*lview)) }

func (b *lets) liftedPack(s *scope, xs, flags rep) rep {
	sp, fl := b.packedOf(flags, s)
	fv := b.vec(fl)
	_, kept := b.packBy(b.spread(b.lift(xs, s.sp), sp), fv)
	ones := b.ones(fv, &space{n: sp.n})
	lens := b.let("kept", types.Vec(types.Int), &fkl.SegReduce{Node: ir.At(b.pos), Op: prim.RAdd, Sd: sp.sd, Vec: ones})
	return &lview{data: kept, packed: b.sdMake(lens)}
}

// liftedAppend concatenates the sequences of every element: each position of
// the result reads the one it comes from.
func (b *lets) liftedAppend(s *scope, xs, ys rep) rep {
	x, y := b.lift(xs, s.sp).(*lview), b.lift(ys, s.sp).(*lview)
	xl, yl, xst, yst := b.lensOf(x), b.lensOf(y), b.startsOf(x), b.startsOf(y)
	lens := b.mapOver(s.sp, []*types.Type{types.Int}, func(eb *lets, seg, idx fkl.Expr) []fkl.Expr {
		return []fkl.Expr{eb.add(readOwn(eb, xl, seg, idx), readOwn(eb, yl, seg, idx))}
	})[0]
	sp := b.sdMake(lens)
	off := b.starts(sp.sd)
	b.vecs(xl, yl, xst, yst)
	data := b.either(x.data, y.data, sp, func(eb *lets, seg, idx fkl.Expr) (c, ix, iy fkl.Expr) {
		p := eb.sub(idx, eb.at(types.Int, off, seg))
		n := readAt(eb, xl, seg)
		ix = eb.add(readAt(eb, xst, seg), p)
		iy = eb.add(readAt(eb, yst, seg), eb.sub(p, n))
		return eb.prim("lt", types.Bool, p, n), ix, iy
	})
	return &lview{data: data, packed: sp}
}

// liftedFlatten concatenates, per element, the sequences in its sequence: new
// lengths are sums of lengths, and packed data does not move.
func (b *lets) liftedFlatten(xss *lview) rep {
	outer, mid := b.pack(xss)
	inner := mid.(*lview)
	sp, data := b.pack(b.made1(inner))
	lens := b.let("lens", types.Vec(types.Int), &fkl.SegReduce{Node: ir.At(b.pos), Op: prim.RAdd,
		Sd: outer.sd, Vec: b.lens(sp.sd)})
	_ = sp
	return &lview{data: data, packed: b.sdMake(lens)}
}

// made1 gives the bounds of a view vectors, so that packing asks them once.
func (b *lets) made1(v *lview) *lview {
	if v.packed == nil {
		b.vecs(v.starts, v.lens)
	}
	return v
}

// liftedPartition cuts the sequence of every element into parts.
func (b *lets) liftedPartition(s *scope, xs, lens rep) rep {
	_, data := b.packedOf(xs, s)
	outer, parts := b.packedOf(lens, s)
	return &lview{packed: outer, data: &lview{data: data, packed: b.sdMake(b.vec(parts))}}
}

// liftedGet gathers, per element, from its sequence or from a shared one.
func (b *lets) liftedGet(s *scope, xs, idx rep) rep {
	sp, places := b.packedOf(idx, s)
	if u, ok := xs.(useq); ok {
		return &lview{packed: sp, data: b.gather(u.elems, sp, true, func(eb *lets, seg, i fkl.Expr) fkl.Expr { return readOwn(eb, places, seg, i) })}
	}
	v := xs.(*lview)
	starts := b.startsOf(v)
	b.vecs(starts)
	return &lview{packed: sp, data: b.gather(v.data, sp, true, func(eb *lets, seg, i fkl.Expr) fkl.Expr {
		return eb.add(readAt(eb, starts, seg), readOwn(eb, places, seg, i))
	})}
}

// inSegments are the flat positions of places counted within segments of sp.
func (b *lets) inSegments(places rep, from, sp *space) fkl.Expr {
	off := b.starts(sp.sd)
	return b.mapOver(from, []*types.Type{types.Int}, func(eb *lets, seg, idx fkl.Expr) []fkl.Expr {
		return []fkl.Expr{eb.add(eb.at(types.Int, off, seg), readOwn(eb, places, seg, idx))}
	})[0]
}

func (b *lets) liftedPermute(s *scope, xs, idx rep) rep {
	sp, data := b.packedOf(xs, s)
	from, places := b.packedOf(idx, s)
	return &lview{data: b.permute(data, b.inSegments(places, from, sp), &space{n: sp.n}), packed: sp}
}

func (b *lets) liftedWrite(s *scope, d, idx, vals rep) rep {
	sp, data := b.packedOf(d, s)
	from, places := b.packedOf(idx, s)
	values := b.spread(b.lift(vals, s.sp), from)
	b.force(values)
	return &lview{data: b.write(data, sp, b.inSegments(places, from, sp), from, values), packed: sp}
}
