package rep

// The packed form of values at actions: nested sequences as descriptor and data,
// without gaps. (docs/values.md)

import (
	"nessiec/ir/fkl"
	"nessiec/ir/sizing"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
)

// packed is that form. There are as many elements as the descriptor has.
var packed = form{
	front: []*types.Type{types.Sd},
	of: func(b *emit.Block, v *Nested) ([]Value, Value) {
		sp, data := Pack(b, v)
		return []Value{Scalar{sp.Sd}}, data
	},
	made: func(b *emit.Block, front []fkl.Expr, data Value) *Nested {
		return &Nested{Packed: &emit.Space{N: Count(b, data), Sd: front[0]}, Data: data}
	},
}

// PackedTypes returns the types of the vectors and scalars of the packed form.
func PackedTypes(t *types.Type, lifted bool) []*types.Type { return packed.types(t, lifted) }

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
	packed.flatten(b, r, &flat)
	return Values(b, flat)
}

// Decode builds the value of a value of type t from its packed form.
func Decode(b *emit.Block, t *types.Type, lifted bool, vs *[]fkl.Expr) Value {
	return packed.build(b, t, lifted, vs)
}
