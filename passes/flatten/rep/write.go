package rep

// Updates: sequences of which some elements are replaced.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
)

// Write is d, lifted over sp, with element dest[j] replaced by element j of
// vals, the last one where several j store to the same place.
//
//	a few places in every sequence:  a scatter into d, in place if nobody else holds d
//	one value for all places:        the same, in any order
//	otherwise:                       the winner of every place is found first, then
//	                                 every place reads its winner
func Write(b *emit.Block, d Value, sp *emit.Space, dest fkl.Expr, from *emit.Space, vals Value) Value {
	if v, ok := d.(*Nested); ok && from.Sd == nil && emit.IsInt(from.N, 1) && isNewRow(b, v, vals) {
		return storeRow(b, v, dest, vals)
	}
	if k := Few(from); k > 0 {
		return Store(b, d, DropOverwritten(b, dest, from, k), vals)
	}
	if AllSame(vals) {
		return store(b, prim.RArbitrary, d, dest, vals)
	}
	none := MapOver(b, &emit.Space{N: sp.N}, []*types.Type{types.Int}, func(*emit.Block, fkl.Expr, fkl.Expr) []fkl.Expr {
		return []fkl.Expr{emit.Num(-1)}
	})[0]
	order := Vec(b, Identity(&emit.Space{N: from.N}))
	win := b.Let("winner", types.Vec(types.Int), &fkl.Scatter{Node: ir.At(b.Pos), Op: prim.RMax, Into: none, Idx: dest, Vals: order})
	return SelectOne(b, vals, d, &emit.Space{N: sp.N}, func(eb *emit.Block, _, idx fkl.Expr) (c, ix, iy fkl.Expr) {
		w := eb.At(types.Int, win, idx)
		return eb.Prim(prim.Ge, types.Bool, w, emit.Num(0)), w, idx
	})
}

// AllSame reports whether a lifted base value, or a tuple of such, is the same for all elements.
func AllSame(v Value) bool {
	switch v := v.(type) {
	case *Delayed:
		return v.Same
	case Tuple:
		return !slices.ContainsFunc(v, func(c Value) bool { return !AllSame(c) })
	}
	return false
}

// fewPlaces is how many places are compared with each other.
const fewPlaces = 8

// Few is how many elements sp has in every segment, if that is known and these are few; or 0.
func Few(sp *emit.Space) int64 {
	n := sp.Each
	if sp.Sd == nil {
		n = sp.N
	}
	if k, ok := n.(*fkl.Int); ok && k.Val <= fewPlaces {
		return k.Val
	}
	return 0
}

// DropOverwritten is dest, of which k elements belong together, with those negative that come again
// later: places differ then.
func DropOverwritten(b *emit.Block, dest fkl.Expr, from *emit.Space, k int64) fkl.Expr {
	if k == 1 {
		return dest
	}
	return MapOver(b, &emit.Space{N: from.N}, []*types.Type{types.Int}, func(eb *emit.Block, _, idx fkl.Expr) []fkl.Expr {
		at := eb.At(types.Int, dest, idx)
		j := eb.Prim(prim.Rem, types.Int, idx, emit.Num(k))
		out := at
		for i := int64(1); i < k; i++ {
			next := eb.Add(idx, emit.Num(i))
			later := eb.Prim(prim.Lt, types.Bool, eb.Add(j, emit.Num(i)), emit.Num(k))
			again := eb.Prim(prim.And, types.Bool, later, eb.Prim(prim.Eq, types.Bool, at, eb.At(types.Int, dest, next)))
			out = eb.Prim(prim.Select, types.Int, again, emit.Num(-1), out)
		}
		return []fkl.Expr{out}
	})[0]
}

// Store is d with element dest[j] replaced by element j of vals; the places differ.
// Sequences replace their starts and lens, and their data grows.
func Store(b *emit.Block, d Value, dest fkl.Expr, vals Value) Value {
	return store(b, prim.RSet, d, dest, vals)
}

// store is Store by op, which says whether the places differ.
func store(b *emit.Block, op prim.Rop, d Value, dest fkl.Expr, vals Value) Value {
	switch d := d.(type) {
	case Tuple:
		out := make(Tuple, len(d))
		for i, c := range d {
			out[i] = store(b, op, c, dest, vals.(Tuple)[i])
		}
		return out
	case *Nested:
		v := bounds(b, within(b, d.Data, vals))
		data, shifts := concatData(b, []Value{d.Data, v.Data})
		starts := &Delayed{Type: types.Int, Pos: b.Pos, Space: &emit.Space{N: Count(b, vals)}, Gen: func(eb *emit.Block, seg, idx fkl.Expr) fkl.Expr {
			return shifts[1].of(eb, ReadAt(eb, v.Starts, idx))
		}}
		old := movedBy(b, shifts[0], StartsOf(b, d), Count(b, d))
		Vecs(b, old, LensOf(b, d))
		return &Nested{Starts: store(b, op, old, dest, starts), Lens: store(b, op, LensOf(b, d), dest, v.Lens), Data: data}
	}
	t := BaseType(d)
	into := Vec(b, d)
	return Vector{b.Let("write", types.Vec(t), &fkl.Scatter{Node: ir.At(b.Pos), Op: op, Into: into, Idx: dest, Vals: Vec(b, vals)}), t}
}

// movedBy is n places in data, moved as s says: in what it was put together with, data comes
// first unless the other one consists of more parts.
func movedBy(b *emit.Block, s dataShift, places Value, n fkl.Expr) Value {
	if len(s) == 1 && emit.IsInt(s[0].delta, 0) {
		return places
	}
	return &Delayed{Type: types.Int, Pos: b.Pos, Space: &emit.Space{N: n}, Gen: func(eb *emit.Block, _, idx fkl.Expr) fkl.Expr {
		return s.of(eb, ReadAt(eb, places, idx))
	}}
}

// within is vals as views of data, if they are known to be parts of it.
func within(b *emit.Block, data, vals Value) Value {
	v, ok := vals.(*Nested)
	if !ok || len(v.of) == 0 {
		return vals
	}
	starts := make([]Value, len(v.of))
	for i, p := range v.of {
		if p == nil || !SameData(p.Data, data) {
			return vals
		}
		starts[i] = Scalar{p.Start}
	}
	return &Nested{Starts: Literal(b, types.Int, starts), Lens: v.Lens, Data: data}
}
