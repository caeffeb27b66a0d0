package rep

// The packed form of values at actions: nested sequences as descriptor and data,
// without gaps. (docs/values.md)

import (
	"nessiec/ir/fkl"
	"nessiec/ir/sizing"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
)

// PackedTypes returns the types of the vectors and scalars of the packed form.
func PackedTypes(t *types.Type, lifted bool) []*types.Type {
	switch {
	case t.IsBase():
		return LeafTypes(t, lifted)
	case t.Kind == types.KTuple:
		var out []*types.Type
		for _, c := range t.Elems {
			out = append(out, PackedTypes(c, lifted)...)
		}
		return out
	case lifted:
		return append([]*types.Type{types.Sd}, PackedTypes(t.Elem(), true)...)
	}
	return PackedTypes(t.Elem(), true)
}

// PackedSizes is PackedTypes of a parameter or result of an action, with what its type says
// of sizes. It says nothing of levels below the second, whose elements are numbered anew.
func PackedSizes(t *types.Type) []*types.Type {
	switch {
	case t.Kind == types.KTuple:
		var out []*types.Type
		for _, c := range t.Elems {
			out = append(out, PackedSizes(c)...)
		}
		return out
	case t.Kind == types.KSeq && len(t.Sizes) == 1:
		return packedElems(t.Elem(), t.Sizes[0])
	}
	return PackedTypes(t, false)
}

// packedElems is the types of the packed form of n values of type t; n is nil where it is not
// known.
func packedElems(t *types.Type, n *types.Size) []*types.Type {
	switch {
	case t.Kind == types.KTuple:
		var out []*types.Type
		for _, c := range t.Elems {
			out = append(out, packedElems(c, n)...)
		}
		return out
	case n == nil:
		return PackedTypes(t, true)
	case t.IsBase():
		return []*types.Type{types.Vec(t).WithSizes(n)}
	case len(t.Sizes) == 1:
		each := t.Sizes[0]
		return append([]*types.Type{types.Sd.WithSizes(n, each)}, packedElems(t.Elem(), sizing.Total(n, each))...)
	}
	return PackedTypes(t, true)
}

// Encode lists the atoms of the packed form of r.
func Encode(b *emit.Block, r Value) []fkl.Expr {
	var flat []Value
	packedReps(b, r, &flat)
	return Values(b, flat)
}

func packedReps(b *emit.Block, r Value, out *[]Value) {
	switch r := r.(type) {
	case Tuple:
		for _, c := range r {
			packedReps(b, c, out)
		}
	case Seq:
		packedReps(b, r.Elems, out)
	case *Nested:
		sp, data := Pack(b, r)
		*out = append(*out, Scalar{sp.Sd})
		packedReps(b, data, out)
	default:
		*out = append(*out, r)
	}
}

// Decode builds the value of a value of type t from its packed form.
func Decode(b *emit.Block, t *types.Type, lifted bool, vs *[]fkl.Expr) Value {
	next := func() fkl.Expr {
		x := (*vs)[0]
		*vs = (*vs)[1:]
		return x
	}
	switch {
	case t.IsBase() && lifted:
		return Vector{next(), t}
	case t.IsBase():
		return Scalar{next()}
	case t.Kind == types.KTuple:
		out := make(Tuple, len(t.Elems))
		for i, c := range t.Elems {
			out[i] = Decode(b, c, lifted, vs)
		}
		return out
	case lifted:
		sd := next()
		data := Decode(b, t.Elem(), true, vs) // without gaps: as many elements as the descriptor has
		return &Nested{Packed: &emit.Space{N: Count(b, data), Sd: sd}, Data: data}
	}
	elems := Decode(b, t.Elem(), true, vs)
	return Seq{Elems: elems, N: Count(b, elems)}
}
