package flatten

// Results of elements that leave a loop, at any depth: they are added to those before, in
// place if there is room.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// ownNodes is how many sequences of a type have data of their own.
func ownNodes(t *types.Type, from []dataAlias) int {
	n := 0
	switch t.Kind {
	case types.KTuple:
		for _, c := range t.Elems {
			n += ownNodes(c, from)
			from = from[nodes(c):]
		}
	case types.KSeq:
		if from[0] == noAlias {
			n = 1 + ownNodes(t.Elem(), from[1:])
		}
	}
	return n
}

// counts lists how many elements the data of sequences in r has that is their own.
func (b *block) counts(r rep, from []dataAlias) (out []fkl.Expr) {
	node := 0
	var walk func(r rep)
	walk = func(r rep) {
		switch r := r.(type) {
		case tuple:
			for _, c := range r {
				walk(c)
			}
		case *nestedSeq:
			if from[node] != noAlias {
				node += depths(r)
				return
			}
			node++
			out = append(out, b.count(r.data))
			walk(r.data)
		}
	}
	walk(r)
	return out
}

// depths is the number of sequences in r.
func depths(r rep) int {
	n := 0
	eachDepth(r, nil, func(*nestedSeq, rep) { n++ })
	return n
}

// An appender adds elements to data of which the first ones count. from and used are those of
// the sequences that come next, ends how many elements count afterwards.
type appender struct {
	b    *block
	from []dataAlias
	used []fkl.Expr
	ends []fkl.Expr
}

// add is data with the n elements of more behind those that count, whose sequences get
// places in the data of those in data.
func (x *appender) add(data, more rep, n fkl.Expr) rep {
	used := x.used[0]
	x.used, x.ends = x.used[1:], append(x.ends, x.b.addSize(used, n))
	end := x.ends[len(x.ends)-1]
	more = x.inner(data, more)
	return x.b.placed(data, used, end, more, n)
}

// inner is more, elements whose sequences are views of what those of data are views of.
func (x *appender) inner(data, more rep) rep {
	switch more := more.(type) {
	case tuple:
		out := make(tuple, len(more))
		for i, c := range more {
			out[i] = x.inner(data.(tuple)[i], c)
		}
		return out
	case *nestedSeq:
		if x.from[0] != noAlias {
			x.from = x.from[depths(more):]
			return more
		}
		x.from = x.from[1:]
		b, v := x.b, more
		if !v.covers() {
			v = b.gatherData(v)
		}
		starts, off := b.startsOf(v), x.used[0]
		b.force(v.data)
		shifted := &delayed{t: types.Int, pos: b.pos, sp: &indexSpace{n: b.count(v)}, gen: func(eb *block, _, i fkl.Expr) fkl.Expr {
			return eb.add(readAt(eb, starts, i), off)
		}}
		return &nestedSeq{starts: shifted, lens: b.lensOf(v), data: x.add(data.(*nestedSeq).data, v.data, b.count(v.data))}
	}
	return more
}

// placed is data, of which the first used elements count, with the n elements of more behind
// them, up to end: in place if there is room, and else in data with room for as many
// again as there were. Sequences in more are views of the data that results have.
func (b *block) placed(data rep, used, end fkl.Expr, more rep, n fkl.Expr) rep {
	var old, new tuple
	b.outer(data, (*[]rep)(&old))
	b.outer(more, (*[]rep)(&new))
	olds, news := b.vecs(old...), b.vecs(new...)
	fits := b.prim(prim.Le, types.Bool, end, b.length(olds[0]))
	here, moved := b.nested(), b.nested()
	idx := here.mapOver(&indexSpace{n: n}, []*types.Type{types.Int}, func(eb *block, _, i fkl.Expr) []fkl.Expr {
		return []fkl.Expr{eb.add(used, i)}
	})[0]
	stored := make([]fkl.Expr, len(olds))
	for i, v := range olds {
		stored[i] = here.let("more", atomType(v), &fkl.Scatter{Node: ir.At(b.pos), Op: prim.RSet, Into: v, Idx: idx, Vals: news[i]})
	}
	joined := moved.selectOne(old, new, &indexSpace{n: moved.addSize(end, used)}, func(eb *block, _, i fkl.Expr) (c, ix, iy fkl.Expr) {
		return eb.prim(prim.Lt, types.Bool, i, used), i, eb.sub(i, used)
	})
	vs := b.letN("data", leafTypesOf(old), &fkl.If{Node: ir.At(b.pos), Cond: fits, Then: here.ret(stored...), Else: moved.ret(moved.vecs(joined.(tuple)...)...)})
	at := 0
	return b.rebuild(more, vs, &at)
}
