package flatten

// The packed form of values at actions: nested sequences as descriptor and data,
// without gaps. (docs/values.md)

import (
	"nessiec/ir/fkl"
	"nessiec/ir/types"
)

// packedTypes returns the types of the vectors and scalars of the packed form.
func packedTypes(t *types.Type, lifted bool) []*types.Type {
	switch {
	case t.IsBase():
		return leafTypes(t, lifted)
	case t.Kind == types.KTuple:
		var out []*types.Type
		for _, c := range t.Elems {
			out = append(out, packedTypes(c, lifted)...)
		}
		return out
	case lifted:
		return append([]*types.Type{types.Sd}, packedTypes(t.Elem(), true)...)
	}
	return packedTypes(t.Elem(), true)
}

// encode lists the atoms of the packed form of r.
func (b *block) encode(r rep) []fkl.Expr {
	var flat []rep
	b.packedReps(r, &flat)
	return b.values(flat)
}

func (b *block) packedReps(r rep, out *[]rep) {
	switch r := r.(type) {
	case tuple:
		for _, c := range r {
			b.packedReps(c, out)
		}
	case uniformSeq:
		b.packedReps(r.elems, out)
	case *nestedSeq:
		sp, data := b.pack(r)
		*out = append(*out, hostScalar{sp.sd})
		b.packedReps(data, out)
	default:
		*out = append(*out, r)
	}
}

// decode builds the rep of a value of type t from its packed form.
func (b *block) decode(t *types.Type, lifted bool, vs *[]fkl.Expr) rep {
	next := func() fkl.Expr {
		x := (*vs)[0]
		*vs = (*vs)[1:]
		return x
	}
	switch {
	case t.IsBase() && lifted:
		return vector{next(), t}
	case t.IsBase():
		return hostScalar{next()}
	case t.Kind == types.KTuple:
		out := make(tuple, len(t.Elems))
		for i, c := range t.Elems {
			out[i] = b.decode(c, lifted, vs)
		}
		return out
	case lifted:
		sd := next()
		data := b.decode(t.Elem(), true, vs) // without gaps: as many elements as the descriptor has
		return &nestedSeq{packed: &indexSpace{n: b.count(data), sd: sd}, data: data}
	}
	elems := b.decode(t.Elem(), true, vs)
	return uniformSeq{elems: elems, n: b.count(elems)}
}
