package boundary

// Sequences in sequences whose lengths a loop of the host does not change, as their type
// says: descriptors are made once, before the loop, and it carries only the data.
//
//	loop (starts, lens, data) = ..    =>    sd = ..; loop (data) = ..

import (
	"nessiec/ir/fkl"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/rep"
)

// SameLengths reports whether sequences in sequences of types t and u have the same
// lengths, at every depth.
func SameLengths(t, u *types.Type) bool {
	if t.Kind != types.KSeq || u.Kind != types.KSeq || rep.Nodes(t) < 2 {
		return false
	}
	var same func(t, u *types.Type) bool
	same = func(t, u *types.Type) bool {
		if len(t.Elems) != len(u.Elems) || len(t.Elems) > 0 && t.Kind != u.Kind {
			return false
		}
		switch t.Kind {
		case types.KTuple:
			for i, c := range t.Elems {
				if !same(c, u.Elems[i]) {
					return false
				}
			}
		case types.KSeq:
			return len(t.Sizes) == 1 && len(u.Sizes) == 1 && t.Sizes[0] == u.Sizes[0] && same(t.Elem(), u.Elem())
		}
		return true
	}
	return same(t, u)
}

// PackedDeep is r with the sequences in it packed, at every depth.
func PackedDeep(b *emit.Block, r rep.Value) rep.Value {
	switch r := r.(type) {
	case rep.Tuple:
		out := make(rep.Tuple, len(r))
		for i, c := range r {
			out[i] = PackedDeep(b, c)
		}
		return out
	case *rep.Nested:
		sp, data := rep.Pack(b, r)
		return &rep.Nested{Packed: sp, Data: PackedDeep(b, data)}
	}
	return r
}

// withDescriptors is r, whose sequences are as long as those of like, with the descriptors of like;
// ok is whether that copies nothing.
func withDescriptors(b *emit.Block, r, like rep.Value) (out rep.Value, ok bool) {
	switch like := like.(type) {
	case rep.Tuple:
		cs := make(rep.Tuple, len(like))
		ok = true
		for i, c := range like {
			c, free := withDescriptors(b, r.(rep.Tuple)[i], c)
			cs[i], ok = c, ok && free
		}
		return cs, ok
	case *rep.Nested:
		v := r.(*rep.Nested)
		data := v.Data
		if v.Packed == nil {
			data = rep.Packed(b, v, like.Packed)
		}
		data, ok = withDescriptors(b, data, like.Data)
		return &rep.Nested{Packed: like.Packed, Data: data}, ok && v.Packed != nil
	}
	return r, true
}

// dataOf lists the base values of the data of r, whose sequences are packed.
func dataOf(r rep.Value, out *[]rep.Value) {
	switch r := r.(type) {
	case rep.Tuple:
		for _, c := range r {
			dataOf(c, out)
		}
	case *rep.Nested:
		dataOf(r.Data, out)
	default:
		*out = append(*out, r)
	}
}

// withData is like with other data, vector by vector.
func withData(like rep.Value, next func() fkl.Expr) rep.Value {
	switch like := like.(type) {
	case rep.Tuple:
		out := make(rep.Tuple, len(like))
		for i, c := range like {
			out[i] = withData(c, next)
		}
		return out
	case *rep.Nested:
		return &rep.Nested{Packed: like.Packed, Data: withData(like.Data, next)}
	}
	return rep.Vector{Vec: next(), Type: rep.BaseType(like)}
}

// LoopReps lists the base values of r, a component of a loop: its data if the descriptors
// of like stay, else its leaves in canonical form. unfit is called if r has to be copied.
func LoopReps(b *emit.Block, r, like rep.Value, unfit func(), out *[]rep.Value) {
	if like == nil {
		rep.Flatten(b, r, out)
		return
	}
	elems, ok := withDescriptors(b, r.(rep.Seq).Elems, like)
	if !ok {
		unfit()
	}
	dataOf(elems, out)
}

// LoopTypes is the types of the vectors and scalars of a component of type t of a loop.
func LoopTypes(t *types.Type, like rep.Value) []*types.Type {
	if like == nil {
		return rep.LeafTypes(t, false)
	}
	var data []rep.Value
	dataOf(like, &data)
	return rep.LeafTypesOf(data)
}

// FromLoop builds a component of type t, of n elements if the descriptors of like stay,
// from its vectors and scalars.
func FromLoop(b *emit.Block, t *types.Type, like rep.Value, n fkl.Expr, leaves []fkl.Expr) rep.Value {
	if like == nil {
		return rep.FromLeaves(b, t, false, leaves)
	}
	return rep.Seq{Elems: withData(like, Taking(leaves)), N: n}
}

// Assemble builds a value of type t from its components.
func Assemble(t *types.Type, components []rep.Value) rep.Value {
	next := 0
	var build func(t *types.Type) rep.Value
	build = func(t *types.Type) rep.Value {
		if t.Kind != types.KTuple {
			next++
			return components[next-1]
		}
		out := make(rep.Tuple, len(t.Elems))
		for i, c := range t.Elems {
			out[i] = build(c)
		}
		return out
	}
	return build(t)
}
