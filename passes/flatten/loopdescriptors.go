package flatten

// Sequences in sequences whose lengths a loop of the host does not change, as their type
// says: descriptors are made once, before the loop, and it carries only the data.
//
//	loop (starts, lens, data) = ..    =>    sd = ..; loop (data) = ..

import (
	"nessiec/ir/fkl"
	"nessiec/ir/types"
)

// sameLengths reports whether sequences in sequences of types t and u have the same
// lengths, at every depth.
func sameLengths(t, u *types.Type) bool {
	if t.Kind != types.KSeq || u.Kind != types.KSeq || nodes(t) < 2 {
		return false
	}
	var same func(t, u *types.Type) bool
	same = func(t, u *types.Type) bool {
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

// packedDeep is r with the sequences in it packed, at every depth.
func (b *block) packedDeep(r rep) rep {
	switch r := r.(type) {
	case tuple:
		out := make(tuple, len(r))
		for i, c := range r {
			out[i] = b.packedDeep(c)
		}
		return out
	case *nestedSeq:
		sp, data := b.pack(r)
		return &nestedSeq{packed: sp, data: b.packedDeep(data)}
	}
	return r
}

// withDescriptors is r, whose sequences are as long as those of like, with the descriptors of like;
// ok is whether that copies nothing.
func (b *block) withDescriptors(r, like rep) (out rep, ok bool) {
	switch like := like.(type) {
	case tuple:
		cs := make(tuple, len(like))
		ok = true
		for i, c := range like {
			c, free := b.withDescriptors(r.(tuple)[i], c)
			cs[i], ok = c, ok && free
		}
		return cs, ok
	case *nestedSeq:
		v := r.(*nestedSeq)
		data := v.data
		if v.packed == nil {
			data = b.packed(v, like.packed)
		}
		data, ok = b.withDescriptors(data, like.data)
		return &nestedSeq{packed: like.packed, data: data}, ok && v.packed != nil
	}
	return r, true
}

// dataOf lists the base reps of the data of r, whose sequences are packed.
func dataOf(r rep, out *[]rep) {
	switch r := r.(type) {
	case tuple:
		for _, c := range r {
			dataOf(c, out)
		}
	case *nestedSeq:
		dataOf(r.data, out)
	default:
		*out = append(*out, r)
	}
}

// withData is like with other data, vector by vector.
func withData(like rep, next func() fkl.Expr) rep {
	switch like := like.(type) {
	case tuple:
		out := make(tuple, len(like))
		for i, c := range like {
			out[i] = withData(c, next)
		}
		return out
	case *nestedSeq:
		return &nestedSeq{packed: like.packed, data: withData(like.data, next)}
	}
	return vector{next(), baseType(like)}
}

// loopReps lists the base reps of r, a component of a loop: its data if the descriptors
// of like stay, else its leaves in canonical form. unfit is called if r has to be copied.
func (b *block) loopReps(r, like rep, unfit func(), out *[]rep) {
	if like == nil {
		b.flatten(r, out)
		return
	}
	elems, ok := b.withDescriptors(r.(uniformSeq).elems, like)
	if !ok {
		unfit()
	}
	dataOf(elems, out)
}

// loopTypes is the types of the vectors and scalars of a component of type t of a loop.
func loopTypes(t *types.Type, like rep) []*types.Type {
	if like == nil {
		return leafTypes(t, false)
	}
	var data []rep
	dataOf(like, &data)
	return leafTypesOf(data)
}

// fromLoop builds a component of type t, of n elements if the descriptors of like stay,
// from its vectors and scalars.
func fromLoop(b *block, t *types.Type, like rep, n fkl.Expr, leaves []fkl.Expr) rep {
	if like == nil {
		return fromLeaves(b, t, false, leaves)
	}
	return uniformSeq{elems: withData(like, taking(leaves)), n: n}
}

// assemble builds a value of type t from its components.
func assemble(t *types.Type, components []rep) rep {
	next := 0
	var build func(t *types.Type) rep
	build = func(t *types.Type) rep {
		if t.Kind != types.KTuple {
			next++
			return components[next-1]
		}
		out := make(tuple, len(t.Elems))
		for i, c := range t.Elems {
			out[i] = build(c)
		}
		return out
	}
	return build(t)
}
