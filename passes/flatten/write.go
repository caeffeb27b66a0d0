package flatten

// Updates: sequences of which some elements are replaced. (PASSES G5.)

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// write is d, lifted over sp, with element dest[j] replaced by element j of
// vals, the last one where several j store to the same place.
//
//	a few places in every sequence:  a scatter into d, in place if nobody else holds d
//	otherwise:                       the winner of every place is found first, then
//	                                 every place reads its winner
func (b *lets) write(d rep, sp *space, dest fkl.Expr, from *space, vals rep) rep {
	if v, ok := d.(*lview); ok && from.sd == nil && isInt(from.n, 1) && b.isNewRow(v, vals) {
		return b.storeRow(v, dest, vals)
	}
	if k := from.few(); k > 0 {
		return b.store(d, b.lastOf(dest, from, k), vals)
	}
	none := b.mapOver(&space{n: sp.n}, []*types.Type{types.Int}, func(*lets, fkl.Expr, fkl.Expr) []fkl.Expr {
		return []fkl.Expr{num(-1)}
	})[0]
	order := b.vec(identity(&space{n: from.n}))
	win := b.let("winner", types.Vec(types.Int), &fkl.Scatter{Node: ir.At(b.pos), Op: prim.RMax, Into: none, Idx: dest, Vals: order})
	memo(b, winnersOf(dest, sp), func() fkl.Expr { return win })
	return b.either(vals, d, &space{n: sp.n}, func(eb *lets, _, idx fkl.Expr) (c, ix, iy fkl.Expr) {
		w := eb.at(types.Int, win, idx)
		return eb.prim("ge", types.Bool, w, num(0)), w, idx
	})
}

// winnersOf is the key of the vector that says which index of dest every place of sp
// is stored at by.
func winnersOf(dest fkl.Expr, sp *space) memoKey {
	type key struct {
		dest *fkl.Var
		n    any
	}
	n := any(sp.n)
	if r, ok := sp.n.(*fkl.Ref); ok {
		n = r.Var
	}
	return memoKey{key{dest.(*fkl.Ref).Var, n}, "winners"}
}

// winners is that vector, nil if there is none.
func (b *lets) winners(dest fkl.Expr, sp *space) fkl.Expr {
	for o := b; o != nil; o = o.parent {
		if v, ok := o.memos[winnersOf(dest, sp)]; ok {
			return v.(fkl.Expr)
		}
	}
	return nil
}

// fewPlaces is how many places are compared with each other.
const fewPlaces = 8

// few is how many elements sp has in every segment, if that is known and these are few; or 0.
func (sp *space) few() int64 {
	n := sp.each
	if sp.sd == nil {
		n = sp.n
	}
	if k, ok := n.(*fkl.Int); ok && k.Val <= fewPlaces {
		return k.Val
	}
	return 0
}

// lastOf is dest, of which k elements belong together, with those negative that come again
// later: places differ then.
func (b *lets) lastOf(dest fkl.Expr, from *space, k int64) fkl.Expr {
	if k == 1 {
		return dest
	}
	return b.mapOver(&space{n: from.n}, []*types.Type{types.Int}, func(eb *lets, _, idx fkl.Expr) []fkl.Expr {
		at := eb.at(types.Int, dest, idx)
		j := eb.prim("rem", types.Int, idx, num(k))
		out := at
		for i := int64(1); i < k; i++ {
			next := eb.add(idx, num(i))
			later := eb.prim("lt", types.Bool, eb.add(j, num(i)), num(k))
			again := eb.prim("and", types.Bool, later, eb.prim("eq", types.Bool, at, eb.at(types.Int, dest, next)))
			out = eb.prim("select", types.Int, again, num(-1), out)
		}
		return []fkl.Expr{out}
	})[0]
}

// store is d with element dest[j] replaced by element j of vals; the places
// differ. Sequences replace their starts and lens, and their data grows.
func (b *lets) store(d rep, dest fkl.Expr, vals rep) rep {
	switch d := d.(type) {
	case tup:
		out := make(tup, len(d))
		for i, c := range d {
			out[i] = b.store(c, dest, vals.(tup)[i])
		}
		return out
	case *lview:
		v := b.bounds(b.within(d.data, vals))
		data, shifts := b.together([]rep{d.data, v.data})
		starts := &lthunk{t: types.Int, pos: b.pos, sp: &space{n: b.count(vals)}, gen: func(eb *lets, seg, idx fkl.Expr) fkl.Expr {
			return shifts[1].of(eb, readAt(eb, v.starts, idx))
		}}
		b.vecs(b.startsOf(d), b.lensOf(d))
		return &lview{starts: b.store(b.startsOf(d), dest, starts), lens: b.store(b.lensOf(d), dest, v.lens), data: data}
	}
	t := baseType(d)
	into := b.vec(d)
	return lbase{b.let("write", types.Vec(t), &fkl.Scatter{Node: ir.At(b.pos), Op: prim.RSet, Into: into, Idx: dest, Vals: b.vec(vals)}), t}
}

// within is vals as views of data, if they are known to be parts of it.
func (b *lets) within(data, vals rep) rep {
	v, ok := vals.(*lview)
	if !ok || len(v.of) == 0 {
		return vals
	}
	starts := make([]rep, len(v.of))
	for i, p := range v.of {
		if p == nil || !sameData(p.data, data) {
			return vals
		}
		starts[i] = scalar{p.start}
	}
	return &lview{starts: b.literal(types.Int, starts), lens: v.lens, data: data}
}

// liftedWrite replaces elements of the sequence of every element of s. Where
// sequences do not overlap, their data need not be packed before.
func (b *lets) liftedWrite(s *scope, d, idx, vals rep) rep {
	from, places := b.packedOf(idx, s)
	values := b.spread(b.lift(vals, s.sp), from)
	b.force(values)
	if v := b.lift(d, s.sp).(*lview); v.own && v.packed == nil && from.few() > 0 {
		starts := b.startsOf(v)
		dest := b.mapOver(from, []*types.Type{types.Int}, func(eb *lets, seg, i fkl.Expr) []fkl.Expr {
			return []fkl.Expr{eb.add(readAt(eb, starts, seg), readOwn(eb, places, seg, i))}
		})[0]
		return &lview{starts: starts, lens: b.lensOf(v), data: b.store(v.data, b.lastOf(dest, from, from.few()), values), own: true, total: v.total, at: v.at}
	}
	sp, data := b.packedOf(d, s)
	return &lview{data: b.write(data, sp, b.inSegments(places, from, sp), from, values), packed: sp}
}
