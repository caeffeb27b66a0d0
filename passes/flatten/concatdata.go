package flatten

// Data of several values in one. What has been put together before is known by its
// parts, so that two values that grew from one have its data once.

import (
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// A dataPart is data that stands in other data from at on.
type dataPart struct {
	data rep
	at   fkl.Expr
}

// A dataShift says where elements of data are in what it was put together with: those
// before the end of a range move by its distance; the last range has no end.
type dataShift []shiftedRange

type shiftedRange struct{ end, delta fkl.Expr }

// of is the place of the element at i.
func (s dataShift) of(b *block, i fkl.Expr) fkl.Expr {
	last := len(s) - 1
	out := b.add(i, s[last].delta)
	for k := last - 1; k >= 0; k-- {
		out = b.prim(prim.Select, types.Int, b.prim(prim.Lt, types.Bool, i, s[k].end), b.add(i, s[k].delta), out)
	}
	return out
}

// A concatenated is data that was put together, with its parts.
type concatenated struct {
	data rep
	of   []dataPart
}

// maxParts is the number of parts by which data is known.
const maxParts = 8

// concatData is one value that holds the elements of all of rs, data of views, and where
// those of each are. No view reaches over several parts. Parts that are the same are held once.
//
//	together(d, x ++ d)  =>  x ++ d
func (b *block) concatData(rs []rep) (rep, []dataShift) {
	most := 0
	parts := make([][]dataPart, len(rs))
	for k, r := range rs {
		parts[k] = b.partsOf(r)
		if len(parts[k]) > len(parts[most]) {
			most = k
		}
	}
	all := append([]dataPart(nil), parts[most]...)
	datas, end := []rep{rs[most]}, b.count(rs[most])
	for k := range rs {
		for _, p := range parts[k] {
			if find(all, p.data) == nil {
				all, datas = append(all, dataPart{p.data, end}), append(datas, p.data)
				end = b.add(end, b.count(p.data))
			}
		}
	}
	shifts := make([]dataShift, len(rs))
	for k := range rs {
		for i, p := range parts[k] {
			by := b.offsetBetween(p.at, find(all, p.data).at)
			switch {
			case i > 0 && isInt(by, 0) && isInt(shifts[k][len(shifts[k])-1].delta, 0):
				continue
			case i > 0:
				shifts[k][len(shifts[k])-1].end = p.at
			}
			shifts[k] = append(shifts[k], shiftedRange{delta: by})
		}
	}
	data := b.appendAll(datas)
	if len(datas) > 1 && len(all) <= maxParts {
		memo(b, memoKey{leafOf(data), "parts"}, func() concatenated { return concatenated{data, all} })
	}
	return data, shifts
}

// find is the part of ps with the data r, nil if there is none.
func find(ps []dataPart, r rep) *dataPart {
	for i := range ps {
		if sameData(ps[i].data, r) {
			return &ps[i]
		}
	}
	return nil
}

// partsOf lists what has been put together in r.
func (b *block) partsOf(r rep) []dataPart {
	leaf := leafOf(r)
	for o := b; o != nil && leaf != nil; o = o.parent {
		if c, ok := o.memos[memoKey{leaf, "parts"}].(concatenated); ok && sameData(c.data, r) {
			return c.of
		}
	}
	return []dataPart{{r, num(0)}}
}

// leafOf is the first vector of r, nil if it has none yet.
func leafOf(r rep) any {
	switch r := r.(type) {
	case vector:
		return r.v.(*fkl.Ref).Var
	case tuple:
		return leafOf(r[0])
	case *nestedSeq:
		if r.packed == nil {
			return leafOf(r.starts)
		}
	}
	return nil
}

// offsetBetween is how far to is behind from.
func (b *block) offsetBetween(from, to fkl.Expr) fkl.Expr {
	if sameAtom(from, to) || isInt(from, 0) && isInt(to, 0) {
		return num(0)
	}
	return b.sub(to, from)
}
