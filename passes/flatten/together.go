package flatten

// Data of several values in one. What has been put together before is known by its
// parts, so that two values that grew from one have its data once.

import (
	"nessiec/ir/fkl"
	"nessiec/ir/types"
)

// A portion is data that stands in other data from at on.
type portion struct {
	data rep
	at   fkl.Expr
}

// A shift says where elements of data are in what it was put together with: those
// before the end of a piece move by its distance; the last piece has no end.
type shift []piece

type piece struct{ end, by fkl.Expr }

// of is the place of the element at i.
func (s shift) of(b *lets, i fkl.Expr) fkl.Expr {
	last := len(s) - 1
	out := b.add(i, s[last].by)
	for k := last - 1; k >= 0; k-- {
		out = b.prim("select", types.Int, b.prim("lt", types.Bool, i, s[k].end), b.add(i, s[k].by), out)
	}
	return out
}

// A composite is data that was put together, with its portions.
type composite struct {
	data rep
	of   []portion
}

// maxParts is the number of parts by which data is known.
const maxParts = 8

// together is one value that holds the elements of all of rs, data of views, and where
// those of each are. No view reaches over several parts. Parts that are the same are held once.
//
//	together(d, x ++ d)  =>  x ++ d
func (b *lets) together(rs []rep) (rep, []shift) {
	most := 0
	parts := make([][]portion, len(rs))
	for k, r := range rs {
		parts[k] = b.partsOf(r)
		if len(parts[k]) > len(parts[most]) {
			most = k
		}
	}
	all := append([]portion(nil), parts[most]...)
	datas, end := []rep{rs[most]}, b.count(rs[most])
	for k := range rs {
		for _, p := range parts[k] {
			if find(all, p.data) == nil {
				all, datas = append(all, portion{p.data, end}), append(datas, p.data)
				end = b.add(end, b.count(p.data))
			}
		}
	}
	shifts := make([]shift, len(rs))
	for k := range rs {
		for i, p := range parts[k] {
			by := b.distance(p.at, find(all, p.data).at)
			switch {
			case i > 0 && isInt(by, 0) && isInt(shifts[k][len(shifts[k])-1].by, 0):
				continue
			case i > 0:
				shifts[k][len(shifts[k])-1].end = p.at
			}
			shifts[k] = append(shifts[k], piece{by: by})
		}
	}
	data := b.appendAll(datas)
	if len(datas) > 1 && len(all) <= maxParts {
		memo(b, memoKey{leafOf(data), "parts"}, func() composite { return composite{data, all} })
	}
	return data, shifts
}

// find is the part of ps with the data r, nil if there is none.
func find(ps []portion, r rep) *portion {
	for i := range ps {
		if sameData(ps[i].data, r) {
			return &ps[i]
		}
	}
	return nil
}

// partsOf lists what has been put together in r.
func (b *lets) partsOf(r rep) []portion {
	leaf := leafOf(r)
	for o := b; o != nil && leaf != nil; o = o.parent {
		if c, ok := o.memos[memoKey{leaf, "parts"}].(composite); ok && sameData(c.data, r) {
			return c.of
		}
	}
	return []portion{{r, num(0)}}
}

// leafOf is the first vector of r, nil if it has none yet.
func leafOf(r rep) any {
	switch r := r.(type) {
	case lbase:
		return r.v.(*fkl.Ref).Var
	case tup:
		return leafOf(r[0])
	case *lview:
		if r.packed == nil {
			return leafOf(r.starts)
		}
	}
	return nil
}

// distance is how far to is behind from.
func (b *lets) distance(from, to fkl.Expr) fkl.Expr {
	if sameAtom(from, to) || isInt(from, 0) && isInt(to, 0) {
		return num(0)
	}
	return b.sub(to, from)
}
