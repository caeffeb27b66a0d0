package rep

// Values as lists of vectors and scalars.

import (
	"fmt"

	"nessiec/ir/fkl"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
)

// A form says what stands for a nested sequence, in front of its data.
type form struct {
	front []*types.Type
	of    func(b *emit.Block, v *Nested) (front []Value, data Value)
	made  func(b *emit.Block, front []fkl.Expr, data Value) *Nested
}

// canonical is the form in which nested sequences are views at every level.
var canonical = form{
	front: []*types.Type{types.Vec(types.Int), types.Vec(types.Int)},
	of:    func(b *emit.Block, v *Nested) ([]Value, Value) { return []Value{StartsOf(b, v), LensOf(b, v)}, v.Data },
	made: func(_ *emit.Block, front []fkl.Expr, data Value) *Nested {
		return &Nested{Starts: Vector{front[0], types.Int}, Lens: Vector{front[1], types.Int}, Data: data}
	},
}

// types is the types of the vectors and scalars that hold a value of type t.
func (f form) types(t *types.Type, lifted bool) []*types.Type {
	switch {
	case t.IsBase() && lifted:
		return []*types.Type{types.Vec(t)}
	case t.IsBase():
		return []*types.Type{t}
	case t.Kind == types.KTuple:
		var out []*types.Type
		for _, c := range t.Elems {
			out = append(out, f.types(c, lifted)...)
		}
		return out
	case t.Kind == types.KSeq && lifted:
		return append(f.front[:len(f.front):len(f.front)], f.types(t.Elem(), true)...)
	case t.Kind == types.KSeq:
		return f.types(t.Elem(), true)
	}
	panic(fmt.Sprintf("flatten: no representation of type %s", t))
}

// flatten lists the base values of r.
func (f form) flatten(b *emit.Block, r Value, out *[]Value) {
	switch r := r.(type) {
	case Tuple:
		for _, c := range r {
			f.flatten(b, c, out)
		}
	case Seq:
		f.flatten(b, r.Elems, out)
	case *Nested:
		front, data := f.of(b, r)
		*out = append(*out, front...)
		f.flatten(b, data, out)
	default:
		*out = append(*out, r)
	}
}

// build builds a value of type t from the first of these vectors and scalars, which it takes off.
func (f form) build(b *emit.Block, t *types.Type, lifted bool, vs *[]fkl.Expr) Value {
	next := func(n int) []fkl.Expr {
		xs := (*vs)[:n]
		*vs = (*vs)[n:]
		return xs
	}
	switch {
	case t.IsBase() && lifted:
		return Vector{next(1)[0], t}
	case t.IsBase():
		return Scalar{next(1)[0]}
	case t.Kind == types.KTuple:
		out := make(Tuple, len(t.Elems))
		for i, c := range t.Elems {
			out[i] = f.build(b, c, lifted, vs)
		}
		return out
	case lifted:
		front := next(len(f.front))
		return f.made(b, front, f.build(b, t.Elem(), true, vs))
	}
	elems := f.build(b, t.Elem(), true, vs)
	return Seq{Elems: elems, N: Count(b, elems)}
}

// LeafTypes returns the types of the vectors and scalars that hold a value of
// type t, in canonical form.
func LeafTypes(t *types.Type, lifted bool) []*types.Type { return canonical.types(t, lifted) }

// FromLeaves builds the canonical value of a value of type t from its leaves.
func FromLeaves(b *emit.Block, t *types.Type, lifted bool, leaves []fkl.Expr) Value {
	r := canonical.build(b, t, lifted, &leaves)
	if len(leaves) != 0 {
		panic(fmt.Sprintf("flatten: %d leaves left over for %s", len(leaves), t))
	}
	return r
}

// Leaves lists the vectors and scalars of r in canonical form. Lifted values
// (lifted true) are made so over sp first.
func Leaves(b *emit.Block, r Value, lifted bool, sp *emit.Space) []fkl.Expr {
	if lifted {
		r = Lift(b, r, sp)
	}
	var flat []Value
	Flatten(b, r, &flat)
	return Values(b, flat)
}

// Flatten lists the base values of r; nested sequences contribute starts, lens
// and their data.
func Flatten(b *emit.Block, r Value, out *[]Value) { canonical.flatten(b, r, out) }
