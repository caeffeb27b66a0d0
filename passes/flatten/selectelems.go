package flatten

// Appending and combining lifted values.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// count is the number of elements of a lifted rep that has vectors.
func (b *block) count(r rep) fkl.Expr {
	switch r := r.(type) {
	case vector:
		return b.length(r.v)
	case *delayed:
		return r.sp.n
	case tuple:
		return b.count(r[0])
	case *nestedSeq:
		if r.packed != nil {
			return memo(b, memoKey{r.packed.sd.(*fkl.Ref).Var, "count"}, func() fkl.Expr {
				return b.let("n", types.Int, &fkl.SdCount{Sd: r.packed.sd})
			})
		}
		return b.count(r.starts)
	}
	panic("flatten: count of a uniform value")
}

// A selection tells, in element code, which of several values an element comes
// from: the first whose condition holds, or the last one, and at which index.
type selection struct {
	conds []fkl.Expr // one fewer than values
	idxs  []fkl.Expr
}

// selectFrom emits one Map over sp whose elements are chosen among the elements of
// the values rs (lifted, or uniform ones, read as they are), for all leaves.
// Sequences keep their data when it is the same for all, else it is appended.
func (b *block) selectFrom(rs []rep, sp *indexSpace, choose func(eb *block, seg, idx fkl.Expr) selection) rep {
	return b.selectElems(&leafSelection{b: b}, rs, sp, choose)
}

func (b *block) selectElems(m *leafSelection, rs []rep, sp *indexSpace, choose func(eb *block, seg, idx fkl.Expr) selection) rep {
	build := m.plan(rs)
	m.vs = b.mapOver(sp, m.types, func(eb *block, seg, idx fkl.Expr) []fkl.Expr {
		return m.emit(eb, choose(eb, seg, idx), 0)
	})
	return build()
}

// selectOne is merge of two values.
func (b *block) selectOne(x, y rep, sp *indexSpace, choose func(eb *block, seg, idx fkl.Expr) (c, ix, iy fkl.Expr)) rep {
	return b.selectFrom([]rep{x, y}, sp, func(eb *block, seg, idx fkl.Expr) selection {
		c, ix, iy := choose(eb, seg, idx)
		return selection{[]fkl.Expr{c}, []fkl.Expr{ix, iy}}
	})
}

// A leafSelection lists the leaves of the values to merge: leaves[k][i] is leaf i of
// value k, which shifts[i][k] moves.
type leafSelection struct {
	b      *block
	types  []*types.Type
	leaves [][]rep
	shifts [][]dataShift
	vs     []fkl.Expr // the merged vectors
	all    bool       // each element of the values is chosen
}

// add adds a leaf and returns its number.
func (m *leafSelection) add(rs []rep, shifts []dataShift, t *types.Type) int {
	m.types = append(m.types, t)
	m.leaves, m.shifts = append(m.leaves, rs), append(m.shifts, shifts)
	return len(m.types) - 1
}

// plan lists the leaves of rs and returns how to build the merged value.
func (m *leafSelection) plan(rs []rep) func() rep {
	if first, ok := rs[0].(tuple); ok {
		parts := make([]func() rep, len(first))
		for i := range first {
			part := make([]rep, len(rs))
			for k, r := range rs {
				part[k] = r.(tuple)[i]
			}
			parts[i] = m.plan(part)
		}
		return func() rep {
			out := make(tuple, len(parts))
			for i, p := range parts {
				out[i] = p()
			}
			return out
		}
	}
	if t := baseType(rs[0]); t != nil {
		i := m.add(rs, nil, t)
		return func() rep { return vector{m.vs[i], t} }
	}
	starts, lens := make([]rep, len(rs)), make([]rep, len(rs))
	datas, whole := make([]rep, len(rs)), m.all
	for k, r := range rs {
		v := m.b.bounds(r)
		starts[k], lens[k], datas[k] = v.starts, v.lens, v.data
		whole = whole && v.coversData
	}
	data, shifts := m.b.concatData(datas)
	s, l := m.add(starts, shifts, types.Int), m.add(lens, nil, types.Int)
	return func() rep {
		return &nestedSeq{starts: vector{m.vs[s], types.Int}, lens: vector{m.vs[l], types.Int}, data: data, coversData: whole}
	}
}

// emit emits the choice among the values from number k on.
func (m *leafSelection) emit(eb *block, c selection, k int) []fkl.Expr {
	if k == len(c.conds) {
		return m.value(eb, k, c.idxs[k])
	}
	then, els := eb.nested(), eb.nested()
	x := m.value(then, k, c.idxs[k])
	y := m.emit(els, c, k+1)
	return eb.letN("c", m.types, &fkl.If{Cond: c.conds[k], Then: then.ret(x...), Else: els.ret(y...)})
}

// value reads all leaves of value k at an index.
func (m *leafSelection) value(eb *block, k int, idx fkl.Expr) []fkl.Expr {
	out := make([]fkl.Expr, len(m.leaves))
	for i, rs := range m.leaves {
		if u, ok := rs[k].(hostScalar); ok {
			out[i] = u.a
		} else {
			out[i] = readAt(eb, rs[k], idx)
		}
		if m.shifts[i] != nil {
			out[i] = m.shifts[i][k].of(eb, out[i])
		}
	}
	return out
}

// baseType is the type of a base rep, nil for a sequence or a tuple.
func baseType(r rep) *types.Type {
	switch r := r.(type) {
	case hostScalar:
		return atomType(r.a)
	case vector:
		return r.t
	case *delayed:
		return r.t
	}
	return nil
}

// bounds sees a sequence, uniform or lifted, as starts, lens and data.
func (b *block) bounds(r rep) *nestedSeq {
	switch r := r.(type) {
	case uniformSeq:
		return &nestedSeq{starts: hostScalar{num(0)}, lens: hostScalar{r.n}, data: r.elems, coversData: true}
	case *nestedSeq:
		return &nestedSeq{starts: b.startsOf(r), lens: b.lensOf(r), data: r.data, coversData: r.covers()}
	}
	panic("flatten: bounds of a value that is not a sequence")
}

// appendElems is the lifted value with the elements of x, then those of y.
func (b *block) appendElems(x, y rep) rep {
	nx := b.count(x)
	sp := &indexSpace{n: b.prim(prim.AddSize, types.Int, nx, b.count(y))}
	return b.selectElems(&leafSelection{b: b, all: true}, []rep{x, y}, sp, func(eb *block, _, idx fkl.Expr) selection {
		return selection{[]fkl.Expr{eb.prim(prim.Lt, types.Bool, idx, nx)}, []fkl.Expr{idx, eb.sub(idx, nx)}}
	})
}

// covers reports whether the sequences of v have all elements of its data, as far as that
// is known.
func (v *nestedSeq) covers() bool { return v.coversData || v.packed != nil || v.inOrder }

// outer lists the base reps of r that have one value per element of its space:
// starts and lens of sequences, not their data.
func (b *block) outer(r rep, out *[]rep) {
	switch r := r.(type) {
	case tuple:
		for _, c := range r {
			b.outer(c, out)
		}
	case *nestedSeq:
		*out = append(*out, b.startsOf(r), b.lensOf(r))
	case vector, *delayed:
		*out = append(*out, r)
	}
}

// rebuild is r with the vectors listed by outer replaced by vs.
func (b *block) rebuild(r rep, vs []fkl.Expr, i *int) rep {
	next := func(t *types.Type) rep {
		v := vs[*i]
		*i++
		return vector{v, t}
	}
	switch r := r.(type) {
	case tuple:
		out := make(tuple, len(r))
		for j, c := range r {
			out[j] = b.rebuild(c, vs, i)
		}
		return out
	case *nestedSeq:
		s := next(types.Int)
		return &nestedSeq{starts: s, lens: next(types.Int), data: r.data, own: r.own || r.packed != nil}
	case vector, *delayed:
		return next(baseType(r))
	}
	return r
}

// packBy keeps the elements of r whose flag is set (one value per element of
// the space of flags). It returns the ranks, and how many elements there are;
// a loose pack leaves their number to the ranks.
func (b *block) packBy(r rep, flags fkl.Expr, loose bool) (ranks, n fkl.Expr, kept rep) {
	var flat []rep
	b.outer(r, &flat)
	vecs := b.vecs(flat...)
	ts := make([]*types.Type, len(vecs), len(vecs)+1)
	for i, v := range vecs {
		ts[i] = v.(*fkl.Ref).Var.Type
	}
	out := b.letN("kept", append(ts, types.Vec(types.Int)), &fkl.Pack{Node: ir.At(b.pos), Loose: loose, Flags: flags, Vecs: vecs})
	i := 0
	kept = b.rebuild(r, out, &i)
	if !loose {
		n = b.length(out[0])
	}
	return out[len(out)-1], n, kept
}
