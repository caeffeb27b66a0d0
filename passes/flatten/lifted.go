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
		v := b.let(op.Name, types.Vec(ty), &fkl.SegReduce{Node: ir.At(b.pos), Op: rop, Sd: sp.sd, Vec: b.column(data, sp)})
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
		sp := b.spaceFor(s.sp, ty, args[0])
		b.starts(sp.sd) // made here, not once in each arm
		return &lview{packed: sp, data: &lthunk{t: types.Int, sp: sp, bySeg: true, gen: func(eb *lets, seg, idx fkl.Expr) fkl.Expr {
			return eb.sub(idx, eb.at(types.Int, eb.hostOf().starts(sp.sd), seg))
		}}}
	case "dist":
		sp := b.spaceFor(s.sp, ty, args[1])
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
		return b.gather(u.elems, s.sp, s.sp.sd != nil, func(eb *lets, seg, idx fkl.Expr) fkl.Expr { return readOwn(eb, i, seg, idx) })
	}
	v := xs.(*lview)
	starts, at := b.startsOf(v), b.lift(i, s.sp)
	out := b.gather(v.data, s.sp, s.sp.sd != nil, func(eb *lets, seg, idx fkl.Expr) fkl.Expr {
		return eb.add(readOwn(eb, starts, seg, idx), readOwn(eb, at, seg, idx))
	})
	if k, share, ok := v.shares(i); ok {
		eachPair(out, v.data, func(to, from *lview) { to.total = &sum{of: from, each: k, share: share} })
	}
	return out
}

// shares reports whether index i, the same for all, chooses one of the k elements
// that all sequences of v have, and which.
func (v *lview) shares(i rep) (k, share int64, ok bool) {
	if v.packed == nil {
		return 0, 0, false
	}
	each, known := v.packed.each.(*fkl.Int)
	at, same := i.(scalar)
	if !known || !same {
		return 0, 0, false
	}
	c, ok := at.a.(*fkl.Int)
	if !ok || c.Val < 0 || c.Val >= each.Val {
		return 0, 0, false
	}
	return each.Val, c.Val, true
}

// packed sees a sequence, lifted if need be, as a packed one.
func (b *lets) packedOf(r rep, s *scope) (*space, rep) { return b.pack(b.lift(r, s.sp).(*lview)) }

// liftedPack keeps, per element, what its flags say. The survivors of all
// elements stand one after another; the ranks tell where those of an element
// start and how many they are.
func (b *lets) liftedPack(s *scope, xs, flags rep) rep {
	sp, fl := b.packedOf(flags, s)
	ranks, _, kept := b.packBy(b.spread(b.lift(xs, s.sp), sp), b.vec(fl), true)
	off, lens := b.starts(sp.sd), b.lens(sp.sd)
	int1 := func(gen func(eb *lets, idx fkl.Expr) fkl.Expr) rep {
		return &lthunk{t: types.Int, sp: s.sp, gen: func(eb *lets, _, idx fkl.Expr) fkl.Expr { return gen(eb, idx) }}
	}
	start := func(eb *lets, idx fkl.Expr) fkl.Expr { return eb.at(types.Int, ranks, eb.at(types.Int, off, idx)) }
	starts := int1(start)
	return &lview{data: kept, tight: true, total: &sum{n: b.at(types.Int, ranks, sp.n), late: true}, starts: starts, at: starts,
		lens: int1(func(eb *lets, idx fkl.Expr) fkl.Expr {
			end := eb.add(eb.at(types.Int, off, idx), eb.at(types.Int, lens, idx))
			return eb.sub(eb.at(types.Int, ranks, end), start(eb, idx))
		})}
}

// liftedAppend concatenates the sequences of every element, when they are
// needed: a ++ b ++ c is copied once.
func (b *lets) liftedAppend(s *scope, xs, ys rep) rep {
	var parts []*lview
	for _, r := range []rep{xs, ys} {
		if a, ok := r.(*lappend); ok {
			parts = append(parts, a.parts...)
		} else {
			parts = append(parts, b.lift(r, s.sp).(*lview))
		}
	}
	lens := make([]rep, len(parts))
	for k, p := range parts {
		lens[k] = b.lensOf(p)
	}
	sum := &lthunk{t: types.Int, sp: s.sp, bySeg: s.sp.sd != nil, gen: func(eb *lets, seg, idx fkl.Expr) fkl.Expr {
		n := readOwn(eb, lens[0], seg, idx)
		for _, l := range lens[1:] {
			n = eb.add(n, readOwn(eb, l, seg, idx))
		}
		return n
	}}
	return &lappend{parts, sum}
}

// plain makes the vectors of concatenations in r: each position of the result
// reads the part it comes from.
func (b *lets) plain(r rep) rep {
	switch r := r.(type) {
	case tup:
		out := make(tup, len(r))
		for i, c := range r {
			out[i] = b.plain(c)
		}
		return out
	case *lappend:
		return memo(b, memoKey{r, "plain"}, func() rep { return b.hostOf().concatenate(r) })
	}
	return r
}

func (b *lets) concatenate(a *lappend) rep {
	sp := b.sdMake(b.vec(a.lens), b.known(b.appendedTotal(a), true))
	off := b.starts(sp.sd)
	datas := make([]rep, len(a.parts))
	starts, lens := make([]rep, len(a.parts)), make([]rep, len(a.parts))
	for k, p := range a.parts {
		datas[k], starts[k], lens[k] = p.data, b.startsOf(p), b.lensOf(p)
	}
	b.vecs(append(append([]rep(nil), starts...), lens...)...)
	data := b.merge(datas, sp, func(eb *lets, seg, idx fkl.Expr) choice {
		var c choice
		p := eb.sub(idx, eb.at(types.Int, off, seg))
		for k := range a.parts {
			c.idxs = append(c.idxs, eb.add(readAt(eb, starts[k], seg), p))
			if k < len(a.parts)-1 {
				n := readAt(eb, lens[k], seg)
				c.conds = append(c.conds, eb.prim("lt", types.Bool, p, n))
				p = eb.sub(p, n)
			}
		}
		return c
	})
	return &lview{data: data, packed: sp}
}

// liftedFlatten concatenates, per element, the sequences in its sequence:
// packed data does not move.
func (b *lets) liftedFlatten(xss *lview) rep {
	outer, mid := b.pack(xss)
	inner := mid.(*lview)
	sp, data := b.pack(b.made1(inner))
	return &lview{data: data, packed: b.sdJoin(outer, sp)}
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
	sp, data := b.packedOf(xs, s)
	outer, parts := b.packedOf(lens, s)
	return &lview{packed: outer, data: &lview{data: data, packed: b.sdMake(b.vec(parts), sp.n)}}
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
