package flatten

// Appending and combining lifted values.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/types"
)

// count is the number of elements of a lifted rep that has vectors.
func (b *lets) count(r rep) fkl.Expr {
	switch r := r.(type) {
	case lbase:
		return b.length(r.v)
	case *lthunk:
		return r.sp.n
	case tup:
		return b.count(r[0])
	case *lview:
		if r.packed != nil {
			return memo(b, memoKey{r.packed.sd.(*fkl.Ref).Var, "count"}, func() fkl.Expr {
				return b.let("n", types.Int, &fkl.SdCount{Sd: r.packed.sd})
			})
		}
		return b.count(r.starts)
	}
	panic("flatten: count of a uniform value")
}

// A choice tells, in element code, which of several values an element comes
// from: the first whose condition holds, or the last one, and at which index.
type choice struct {
	conds []fkl.Expr // one fewer than values
	idxs  []fkl.Expr
}

// merge emits one Map over sp whose elements are chosen among the elements of
// the values rs (lifted, or uniform ones, read as they are), for all leaves.
// Sequences keep their data when it is the same for all, else it is appended.
func (b *lets) merge(rs []rep, sp *space, choose func(eb *lets, seg, idx fkl.Expr) choice) rep {
	return b.merged(&merger{b: b}, rs, sp, choose)
}

func (b *lets) merged(m *merger, rs []rep, sp *space, choose func(eb *lets, seg, idx fkl.Expr) choice) rep {
	build := m.plan(rs)
	m.vs = b.mapOver(sp, m.types, func(eb *lets, seg, idx fkl.Expr) []fkl.Expr {
		return m.pick(eb, choose(eb, seg, idx), 0)
	})
	return build()
}

// either is merge of two values.
func (b *lets) either(x, y rep, sp *space, choose func(eb *lets, seg, idx fkl.Expr) (c, ix, iy fkl.Expr)) rep {
	return b.merge([]rep{x, y}, sp, func(eb *lets, seg, idx fkl.Expr) choice {
		c, ix, iy := choose(eb, seg, idx)
		return choice{[]fkl.Expr{c}, []fkl.Expr{ix, iy}}
	})
}

// A merger lists the leaves of the values to merge: leaves[k][i] is leaf i of
// value k, which shifts[i][k] moves.
type merger struct {
	b      *lets
	types  []*types.Type
	leaves [][]rep
	shifts [][]shift
	vs     []fkl.Expr // the merged vectors
	all    bool       // each element of the values is chosen
}

// add adds a leaf and returns its number.
func (m *merger) add(rs []rep, shifts []shift, t *types.Type) int {
	m.types = append(m.types, t)
	m.leaves, m.shifts = append(m.leaves, rs), append(m.shifts, shifts)
	return len(m.types) - 1
}

// plan lists the leaves of rs and returns how to build the merged value.
func (m *merger) plan(rs []rep) func() rep {
	if first, ok := rs[0].(tup); ok {
		parts := make([]func() rep, len(first))
		for i := range first {
			part := make([]rep, len(rs))
			for k, r := range rs {
				part[k] = r.(tup)[i]
			}
			parts[i] = m.plan(part)
		}
		return func() rep {
			out := make(tup, len(parts))
			for i, p := range parts {
				out[i] = p()
			}
			return out
		}
	}
	if t := baseType(rs[0]); t != nil {
		i := m.add(rs, nil, t)
		return func() rep { return lbase{m.vs[i], t} }
	}
	starts, lens := make([]rep, len(rs)), make([]rep, len(rs))
	datas, whole := make([]rep, len(rs)), m.all
	for k, r := range rs {
		v := m.b.bounds(r)
		starts[k], lens[k], datas[k] = v.starts, v.lens, v.data
		whole = whole && v.whole
	}
	data, shifts := m.b.together(datas)
	s, l := m.add(starts, shifts, types.Int), m.add(lens, nil, types.Int)
	return func() rep {
		return &lview{starts: lbase{m.vs[s], types.Int}, lens: lbase{m.vs[l], types.Int}, data: data, whole: whole}
	}
}

// pick emits the choice among the values from number k on.
func (m *merger) pick(eb *lets, c choice, k int) []fkl.Expr {
	if k == len(c.conds) {
		return m.value(eb, k, c.idxs[k])
	}
	then, els := eb.block(), eb.block()
	x := m.value(then, k, c.idxs[k])
	y := m.pick(els, c, k+1)
	return eb.letN("c", m.types, &fkl.If{Cond: c.conds[k], Then: then.ret(x...), Else: els.ret(y...)})
}

// value reads all leaves of value k at an index.
func (m *merger) value(eb *lets, k int, idx fkl.Expr) []fkl.Expr {
	out := make([]fkl.Expr, len(m.leaves))
	for i, rs := range m.leaves {
		if u, ok := rs[k].(scalar); ok {
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
	case scalar:
		return atomType(r.a)
	case lbase:
		return r.t
	case *lthunk:
		return r.t
	}
	return nil
}

// bounds sees a sequence, uniform or lifted, as starts, lens and data.
func (b *lets) bounds(r rep) *lview {
	switch r := r.(type) {
	case useq:
		return &lview{starts: scalar{num(0)}, lens: scalar{r.n}, data: r.elems, whole: true}
	case *lview:
		return &lview{starts: b.startsOf(r), lens: b.lensOf(r), data: r.data, whole: r.covers()}
	}
	panic("flatten: bounds of a value that is not a sequence")
}

// appendElems is the lifted value with the elements of x, then those of y.
func (b *lets) appendElems(x, y rep) rep {
	nx := b.count(x)
	sp := &space{n: b.prim("add_size", types.Int, nx, b.count(y))}
	return b.merged(&merger{b: b, all: true}, []rep{x, y}, sp, func(eb *lets, _, idx fkl.Expr) choice {
		return choice{[]fkl.Expr{eb.prim("lt", types.Bool, idx, nx)}, []fkl.Expr{idx, eb.sub(idx, nx)}}
	})
}

// covers reports whether the sequences of v have all elements of its data, as far as that
// is known.
func (v *lview) covers() bool { return v.whole || v.packed != nil || v.tight }

// outer lists the base reps of r that have one value per element of its space:
// starts and lens of sequences, not their data.
func (b *lets) outer(r rep, out *[]rep) {
	switch r := r.(type) {
	case tup:
		for _, c := range r {
			b.outer(c, out)
		}
	case *lview:
		*out = append(*out, b.startsOf(r), b.lensOf(r))
	case lbase, *lthunk:
		*out = append(*out, r)
	}
}

// rebuild is r with the vectors listed by outer replaced by vs.
func (b *lets) rebuild(r rep, vs []fkl.Expr, i *int) rep {
	next := func(t *types.Type) rep {
		v := vs[*i]
		*i++
		return lbase{v, t}
	}
	switch r := r.(type) {
	case tup:
		out := make(tup, len(r))
		for j, c := range r {
			out[j] = b.rebuild(c, vs, i)
		}
		return out
	case *lview:
		s := next(types.Int)
		return &lview{starts: s, lens: next(types.Int), data: r.data, own: r.own || r.packed != nil}
	case lbase, *lthunk:
		return next(baseType(r))
	}
	return r
}

// packBy keeps the elements of r whose flag is set (one value per element of
// the space of flags). It returns the ranks, and how many elements there are;
// a loose pack leaves their number to the ranks.
func (b *lets) packBy(r rep, flags fkl.Expr, loose bool) (ranks, n fkl.Expr, kept rep) {
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
