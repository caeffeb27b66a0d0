package rep

// Literals of lifted sequences, and values that nobody looks at.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
)

// Literal is the lifted value whose elements are the uniform values rs.
func Literal(b *emit.Block, t *types.Type, rs []Value) Value {
	switch {
	case t.IsBase():
		v := &fkl.Vec{Node: ir.At(b.Pos), Elem: t}
		for _, r := range rs {
			v.Vals = append(v.Vals, r.(Scalar).Atom)
		}
		return Vector{b.Let("lit", types.Vec(t), v), t}
	case t.Kind == types.KTuple:
		out := make(Tuple, len(t.Elems))
		for i, c := range t.Elems {
			part := make([]Value, len(rs))
			for j, r := range rs {
				part[j] = r.(Tuple)[i]
			}
			out[i] = Literal(b, c, part)
		}
		return out
	}
	if len(rs) == 0 {
		return FromLeaves(b, t, true, Empty(b, t, true))
	}
	starts, lens, datas := make([]Value, len(rs)), make([]Value, len(rs)), make([]Value, len(rs))
	for i, r := range rs {
		u := r.(Seq)
		lens[i], datas[i] = Scalar{u.N}, u.Elems
	}
	data, shifts := concatData(b, datas)
	for i, at := range shifts {
		starts[i] = Scalar{at.of(b, emit.Num(0))}
	}
	totals := make([]*Total, len(rs))
	of := make([]*Slice, len(rs))
	for i, r := range rs {
		totals[i], of[i] = &Total{N: r.(Seq).N}, r.(Seq).Of
	}
	return &Nested{Starts: Literal(b, types.Int, starts), Lens: Literal(b, types.Int, lens), Data: data, Total: SumOf(totals...), of: of, CoversData: true}
}

// AppendAll appends lifted values, at least one, pairwise, so that k of them
// cost log k copies.
func AppendAll(b *emit.Block, rs []Value) Value {
	if len(rs) == 1 {
		return rs[0]
	}
	m := len(rs) / 2
	return AppendElems(b, AppendAll(b, rs[:m]), AppendAll(b, rs[m:]))
}

// Empty lists the leaves of a value of type t that nobody looks at: zeros, or
// vectors without elements.
func Empty(b *emit.Block, t *types.Type, lifted bool) []fkl.Expr {
	return None(b, LeafTypes(t, lifted))
}

// None is a leaf of each type, without elements, that nobody looks at.
func None(b *emit.Block, ts []*types.Type) []fkl.Expr {
	out := make([]fkl.Expr, len(ts))
	for i, lt := range ts {
		if lt.Kind == types.KVec {
			out[i] = b.Let("none", lt, &fkl.Vec{Elem: lt.Elem()})
		} else {
			out[i] = fkl.Zero(lt)
		}
	}
	return out
}
