package rep

// Data of several values in one. What has been put together before is known by its
// parts, so that two values that grew from one have its data once.

import (
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
)

// A dataPart is data that stands in other data from at on.
type dataPart struct {
	data Value
	at   fkl.Expr
}

// A dataShift says where elements of data are in what it was put together with: those
// before the end of a range move by its distance; the last range has no end.
type dataShift []shiftedRange

type shiftedRange struct{ end, delta fkl.Expr }

// of is the place of the element at i.
func (s dataShift) of(b *emit.Block, i fkl.Expr) fkl.Expr {
	last := len(s) - 1
	out := b.Add(i, s[last].delta)
	for k := last - 1; k >= 0; k-- {
		out = b.Prim(prim.Select, types.Int, b.Prim(prim.Lt, types.Bool, i, s[k].end), b.Add(i, s[k].delta), out)
	}
	return out
}

// A concatenated is data that was put together, with its parts.
type concatenated struct {
	data Value
	of   []dataPart
}

// maxParts is the number of parts by which data is known.
const maxParts = 8

// concatData is one value that holds the elements of all of rs, data of views, and where
// those of each are. No view reaches over several parts. Parts that are the same are held once.
//
//	together(d, x ++ d)  =>  x ++ d
func concatData(b *emit.Block, rs []Value) (Value, []dataShift) {
	most, first := 0, false
	parts := make([][]dataPart, len(rs))
	for k, r := range rs {
		parts[k] = partsOf(b, r)
		if grows := GrownFrom(b, r) != nil; grows && !first || grows == first && len(parts[k]) > len(parts[most]) {
			most, first = k, grows
		}
	}
	all := append([]dataPart(nil), parts[most]...)
	datas, end := []Value{rs[most]}, UsedOf(b, rs[most])
	for k := range rs {
		for _, p := range parts[k] {
			if find(all, p.data) == nil {
				all, datas = append(all, dataPart{p.data, end}), append(datas, p.data)
				end = b.Add(end, Count(b, p.data))
			}
		}
	}
	shifts := make([]dataShift, len(rs))
	for k := range rs {
		for i, p := range parts[k] {
			by := offsetBetween(b, p.at, find(all, p.data).at)
			switch {
			case i > 0 && emit.IsInt(by, 0) && emit.IsInt(shifts[k][len(shifts[k])-1].delta, 0):
				continue
			case i > 0:
				shifts[k][len(shifts[k])-1].end = p.at
			}
			shifts[k] = append(shifts[k], shiftedRange{delta: by})
		}
	}
	data := together(b, datas)
	if len(datas) > 1 && len(all) <= maxParts {
		note(b, data, partsNote, concatenated{data, all})
	}
	return data, shifts
}

// find is the part of ps with the data r, nil if there is none.
func find(ps []dataPart, r Value) *dataPart {
	for i := range ps {
		if SameData(ps[i].data, r) {
			return &ps[i]
		}
	}
	return nil
}

// partsOf lists what has been put together in r.
func partsOf(b *emit.Block, r Value) []dataPart {
	if c, ok := noted[concatenated](b, r, partsNote); ok && SameData(c.data, r) {
		return c.of
	}
	return []dataPart{{r, emit.Num(0)}}
}

// leafOf is the first vector of r, nil if it has none yet.
func leafOf(r Value) any {
	switch r := r.(type) {
	case Vector:
		return r.Vec.(*fkl.Ref).Var
	case Tuple:
		return leafOf(r[0])
	case *Nested:
		if r.Packed == nil {
			return leafOf(r.Starts)
		}
	}
	return nil
}

// offsetBetween is how far to is behind from.
func offsetBetween(b *emit.Block, from, to fkl.Expr) fkl.Expr {
	if SameVar(from, to) || emit.IsInt(from, 0) && emit.IsInt(to, 0) {
		return emit.Num(0)
	}
	return b.Sub(to, from)
}
