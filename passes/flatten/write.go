package flatten

// Updates: sequences of which some elements are replaced.

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
func (b *block) write(d rep, sp *indexSpace, dest fkl.Expr, from *indexSpace, vals rep) rep {
	if v, ok := d.(*nestedSeq); ok && from.sd == nil && isInt(from.n, 1) && b.isNewRow(v, vals) {
		return b.storeRow(v, dest, vals)
	}
	if k := from.few(); k > 0 {
		return b.store(d, b.dropOverwritten(dest, from, k), vals)
	}
	none := b.mapOver(&indexSpace{n: sp.n}, []*types.Type{types.Int}, func(*block, fkl.Expr, fkl.Expr) []fkl.Expr {
		return []fkl.Expr{num(-1)}
	})[0]
	order := b.vec(identity(&indexSpace{n: from.n}))
	win := b.let("winner", types.Vec(types.Int), &fkl.Scatter{Node: ir.At(b.pos), Op: prim.RMax, Into: none, Idx: dest, Vals: order})
	memo(b, lastWritersKey(dest, sp), func() fkl.Expr { return win })
	return b.selectOne(vals, d, &indexSpace{n: sp.n}, func(eb *block, _, idx fkl.Expr) (c, ix, iy fkl.Expr) {
		w := eb.at(types.Int, win, idx)
		return eb.prim(prim.Ge, types.Bool, w, num(0)), w, idx
	})
}

// lastWritersKey is the key of the vector that says which index of dest every place of sp
// is stored at by.
func lastWritersKey(dest fkl.Expr, sp *indexSpace) memoKey {
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

// lastWriters is that vector, nil if there is none.
func (b *block) lastWriters(dest fkl.Expr, sp *indexSpace) fkl.Expr {
	for o := b; o != nil; o = o.parent {
		if v, ok := o.memos[lastWritersKey(dest, sp)]; ok {
			return v.(fkl.Expr)
		}
	}
	return nil
}

// fewPlaces is how many places are compared with each other.
const fewPlaces = 8

// few is how many elements sp has in every segment, if that is known and these are few; or 0.
func (sp *indexSpace) few() int64 {
	n := sp.each
	if sp.sd == nil {
		n = sp.n
	}
	if k, ok := n.(*fkl.Int); ok && k.Val <= fewPlaces {
		return k.Val
	}
	return 0
}

// dropOverwritten is dest, of which k elements belong together, with those negative that come again
// later: places differ then.
func (b *block) dropOverwritten(dest fkl.Expr, from *indexSpace, k int64) fkl.Expr {
	if k == 1 {
		return dest
	}
	return b.mapOver(&indexSpace{n: from.n}, []*types.Type{types.Int}, func(eb *block, _, idx fkl.Expr) []fkl.Expr {
		at := eb.at(types.Int, dest, idx)
		j := eb.prim(prim.Rem, types.Int, idx, num(k))
		out := at
		for i := int64(1); i < k; i++ {
			next := eb.add(idx, num(i))
			later := eb.prim(prim.Lt, types.Bool, eb.add(j, num(i)), num(k))
			again := eb.prim(prim.And, types.Bool, later, eb.prim(prim.Eq, types.Bool, at, eb.at(types.Int, dest, next)))
			out = eb.prim(prim.Select, types.Int, again, num(-1), out)
		}
		return []fkl.Expr{out}
	})[0]
}

// store is d with element dest[j] replaced by element j of vals; the places
// differ. Sequences replace their starts and lens, and their data grows.
func (b *block) store(d rep, dest fkl.Expr, vals rep) rep {
	switch d := d.(type) {
	case tuple:
		out := make(tuple, len(d))
		for i, c := range d {
			out[i] = b.store(c, dest, vals.(tuple)[i])
		}
		return out
	case *nestedSeq:
		v := b.bounds(b.within(d.data, vals))
		data, shifts := b.concatData([]rep{d.data, v.data})
		starts := &delayed{t: types.Int, pos: b.pos, sp: &indexSpace{n: b.count(vals)}, gen: func(eb *block, seg, idx fkl.Expr) fkl.Expr {
			return shifts[1].of(eb, readAt(eb, v.starts, idx))
		}}
		old := b.movedBy(shifts[0], b.startsOf(d), b.count(d))
		b.vecs(old, b.lensOf(d))
		return &nestedSeq{starts: b.store(old, dest, starts), lens: b.store(b.lensOf(d), dest, v.lens), data: data}
	}
	t := baseType(d)
	into := b.vec(d)
	return vector{b.let("write", types.Vec(t), &fkl.Scatter{Node: ir.At(b.pos), Op: prim.RSet, Into: into, Idx: dest, Vals: b.vec(vals)}), t}
}

// movedBy is n places in data, moved as s says: in what it was put together with, data comes
// first unless the other one consists of more parts.
func (b *block) movedBy(s dataShift, places rep, n fkl.Expr) rep {
	if len(s) == 1 && isInt(s[0].delta, 0) {
		return places
	}
	return &delayed{t: types.Int, pos: b.pos, sp: &indexSpace{n: n}, gen: func(eb *block, _, idx fkl.Expr) fkl.Expr {
		return s.of(eb, readAt(eb, places, idx))
	}}
}

// within is vals as views of data, if they are known to be parts of it.
func (b *block) within(data, vals rep) rep {
	v, ok := vals.(*nestedSeq)
	if !ok || len(v.of) == 0 {
		return vals
	}
	starts := make([]rep, len(v.of))
	for i, p := range v.of {
		if p == nil || !sameData(p.data, data) {
			return vals
		}
		starts[i] = hostScalar{p.start}
	}
	return &nestedSeq{starts: b.literal(types.Int, starts), lens: v.lens, data: data}
}

// liftedWrite replaces elements of the sequence of every element of s. Where
// sequences do not overlap, their data need not be packed before.
func (b *block) liftedWrite(s *scope, d, idx, vals rep) rep {
	from, places := b.packedOf(idx, s)
	values := b.elementsOver(b.lift(vals, s.sp), from)
	b.force(values)
	if v := b.lift(d, s.sp).(*nestedSeq); v.own && v.packed == nil && from.few() > 0 {
		starts := b.startsOf(v)
		dest := b.mapOver(from, []*types.Type{types.Int}, func(eb *block, seg, i fkl.Expr) []fkl.Expr {
			return []fkl.Expr{eb.add(readAt(eb, starts, seg), readOwn(eb, places, seg, i))}
		})[0]
		return &nestedSeq{starts: starts, lens: b.lensOf(v), data: b.store(v.data, b.dropOverwritten(dest, from, from.few()), values), own: true, total: v.total, packedStarts: v.packedStarts}
	}
	sp, data := b.packedOf(d, s)
	return &nestedSeq{data: b.write(data, sp, b.flatPositions(places, from, sp), from, values), packed: sp}
}
