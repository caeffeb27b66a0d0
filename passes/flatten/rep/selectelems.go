package rep

// Appending and combining lifted values.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
)

// Count is the number of elements of a lifted value that has vectors.
func Count(b *emit.Block, r Value) fkl.Expr {
	switch r := r.(type) {
	case Vector:
		return b.Length(r.Vec)
	case *Delayed:
		return r.Space.N
	case Tuple:
		return Count(b, r[0])
	case *Nested:
		if r.Packed != nil {
			return emit.Memo(b, emit.Key{Of: r.Packed.Sd.(*fkl.Ref).Var, What: "count"}, func() fkl.Expr {
				return b.Let("n", types.Int, &fkl.SdCount{Sd: r.Packed.Sd})
			})
		}
		return Count(b, r.Starts)
	}
	panic("flatten: count of a uniform value")
}

// A Selection tells, in element code, which of several values an element comes
// from: the first whose condition holds, or the last one, and at which index.
type Selection struct {
	Conds []fkl.Expr // one fewer than values
	Idxs  []fkl.Expr
}

// SelectFrom emits one Map over sp whose elements are chosen among the elements of
// the values rs (lifted, or uniform ones, read as they are), for all leaves.
// Sequences keep their data when it is the same for all, else it is appended.
func SelectFrom(b *emit.Block, rs []Value, sp *emit.Space, choose func(eb *emit.Block, seg, idx fkl.Expr) Selection) Value {
	return selectElems(b, &leafSelection{b: b}, rs, sp, choose)
}

func selectElems(b *emit.Block, m *leafSelection, rs []Value, sp *emit.Space, choose func(eb *emit.Block, seg, idx fkl.Expr) Selection) Value {
	build := m.plan(rs)
	m.vs = MapOver(b, sp, m.types, func(eb *emit.Block, seg, idx fkl.Expr) []fkl.Expr {
		return m.emit(eb, choose(eb, seg, idx), 0)
	})
	return build()
}

// SelectOne is merge of two values.
func SelectOne(b *emit.Block, x, y Value, sp *emit.Space, choose func(eb *emit.Block, seg, idx fkl.Expr) (c, ix, iy fkl.Expr)) Value {
	return SelectFrom(b, []Value{x, y}, sp, func(eb *emit.Block, seg, idx fkl.Expr) Selection {
		c, ix, iy := choose(eb, seg, idx)
		return Selection{[]fkl.Expr{c}, []fkl.Expr{ix, iy}}
	})
}

// A leafSelection lists the leaves of the values to merge: leaves[k][i] is leaf i of
// value k, which shifts[i][k] moves.
type leafSelection struct {
	b      *emit.Block
	types  []*types.Type
	leaves [][]Value
	shifts [][]dataShift
	vs     []fkl.Expr // the merged vectors
	all    bool       // each element of the values is chosen
}

// add adds a leaf and returns its number.
func (m *leafSelection) add(rs []Value, shifts []dataShift, t *types.Type) int {
	m.types = append(m.types, t)
	m.leaves, m.shifts = append(m.leaves, rs), append(m.shifts, shifts)
	return len(m.types) - 1
}

// plan lists the leaves of rs and returns how to build the merged value.
func (m *leafSelection) plan(rs []Value) func() Value {
	if first, ok := rs[0].(Tuple); ok {
		parts := make([]func() Value, len(first))
		for i := range first {
			part := make([]Value, len(rs))
			for k, r := range rs {
				part[k] = r.(Tuple)[i]
			}
			parts[i] = m.plan(part)
		}
		return func() Value {
			out := make(Tuple, len(parts))
			for i, p := range parts {
				out[i] = p()
			}
			return out
		}
	}
	if t := BaseType(rs[0]); t != nil {
		i := m.add(rs, nil, t)
		return func() Value { return Vector{m.vs[i], t} }
	}
	starts, lens := make([]Value, len(rs)), make([]Value, len(rs))
	datas, whole := make([]Value, len(rs)), m.all
	for k, r := range rs {
		v := bounds(m.b, r)
		starts[k], lens[k], datas[k] = v.Starts, v.Lens, v.Data
		whole = whole && v.CoversData
	}
	data, shifts := concatData(m.b, datas)
	s, l := m.add(starts, shifts, types.Int), m.add(lens, nil, types.Int)
	return func() Value {
		return &Nested{Starts: Vector{m.vs[s], types.Int}, Lens: Vector{m.vs[l], types.Int}, Data: data, CoversData: whole}
	}
}

// emit emits the choice among the values from number k on.
func (m *leafSelection) emit(eb *emit.Block, c Selection, k int) []fkl.Expr {
	if k == len(c.Conds) {
		return m.value(eb, k, c.Idxs[k])
	}
	then, els := eb.Nested(), eb.Nested()
	x := m.value(then, k, c.Idxs[k])
	y := m.emit(els, c, k+1)
	return eb.LetN("c", m.types, &fkl.If{Cond: c.Conds[k], Then: then.Ret(x...), Else: els.Ret(y...)})
}

// value reads all leaves of value k at an index.
func (m *leafSelection) value(eb *emit.Block, k int, idx fkl.Expr) []fkl.Expr {
	out := make([]fkl.Expr, len(m.leaves))
	for i, rs := range m.leaves {
		if u, ok := rs[k].(Scalar); ok {
			out[i] = u.Atom
		} else {
			out[i] = ReadAt(eb, rs[k], idx)
		}
		if m.shifts[i] != nil {
			out[i] = m.shifts[i][k].of(eb, out[i])
		}
	}
	return out
}

// BaseType is the type of a base value, nil for a sequence or a tuple.
func BaseType(r Value) *types.Type {
	switch r := r.(type) {
	case Scalar:
		return AtomType(r.Atom)
	case Vector:
		return r.Type
	case *Delayed:
		return r.Type
	}
	return nil
}

// bounds sees a sequence, uniform or lifted, as starts, lens and data.
func bounds(b *emit.Block, r Value) *Nested {
	switch r := r.(type) {
	case Seq:
		return &Nested{Starts: Scalar{emit.Num(0)}, Lens: Scalar{r.N}, Data: r.Elems, CoversData: true}
	case *Nested:
		return &Nested{Starts: StartsOf(b, r), Lens: LensOf(b, r), Data: r.Data, CoversData: r.Covers()}
	}
	panic("flatten: bounds of a value that is not a sequence")
}

// AppendElems is the lifted value with the elements of x, then those of y.
func AppendElems(b *emit.Block, x, y Value) Value {
	nx := Count(b, x)
	sp := &emit.Space{N: b.Prim(prim.AddSize, types.Int, nx, Count(b, y))}
	return selectElems(b, &leafSelection{b: b, all: true}, []Value{x, y}, sp, func(eb *emit.Block, _, idx fkl.Expr) Selection {
		return Selection{[]fkl.Expr{eb.Prim(prim.Lt, types.Bool, idx, nx)}, []fkl.Expr{idx, eb.Sub(idx, nx)}}
	})
}

// Covers reports whether the sequences of v have all elements of its data, as far as that
// is known.
func (v *Nested) Covers() bool { return v.CoversData || v.Packed != nil || v.InOrder }

// Outer lists the base values of r that have one value per element of its space:
// starts and lens of sequences, not their data. Of parts of others that is where they were cut out.
func Outer(b *emit.Block, r Value, out *[]Value) {
	switch r := r.(type) {
	case Tuple:
		for _, c := range r {
			Outer(b, c, out)
		}
	case *Nested:
		r = r.WhereCut()
		*out = append(*out, StartsOf(b, r), LensOf(b, r))
	case Vector, *Delayed:
		*out = append(*out, r)
	}
}

// Rebuild is r with the vectors listed by outer replaced by vs.
func Rebuild(b *emit.Block, r Value, vs []fkl.Expr, i *int) Value {
	next := func(t *types.Type) Value {
		v := vs[*i]
		*i++
		return Vector{v, t}
	}
	switch r := r.(type) {
	case Tuple:
		out := make(Tuple, len(r))
		for j, c := range r {
			out[j] = Rebuild(b, c, vs, i)
		}
		return out
	case *Nested:
		r = r.WhereCut()
		s := next(types.Int)
		return &Nested{Starts: s, Lens: next(types.Int), Data: r.Data, Own: r.Own || r.Packed != nil}
	case Vector, *Delayed:
		return next(BaseType(r))
	}
	return r
}

// PackBy keeps the elements of r whose flag is set (one value per element of
// the space of flags). It returns the ranks, and how many elements there are;
// a loose pack leaves their number to the ranks.
func PackBy(b *emit.Block, r Value, flags fkl.Expr, loose bool) (ranks, n fkl.Expr, kept Value) {
	var flat []Value
	Outer(b, r, &flat)
	vecs := Vecs(b, flat...)
	ts := make([]*types.Type, len(vecs), len(vecs)+1)
	for i, v := range vecs {
		ts[i] = v.(*fkl.Ref).Var.Type.Erase()
	}
	out := b.LetN("kept", append(ts, types.Vec(types.Int)), &fkl.Pack{Node: ir.At(b.Pos), Loose: loose, Flags: flags, Vecs: vecs})
	i := 0
	kept = Rebuild(b, r, out, &i)
	if !loose {
		n = b.Length(out[0])
	}
	return out[len(out)-1], n, kept
}
