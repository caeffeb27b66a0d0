// Package flatten turns nested programs into flat ones: every apply-to-each
// becomes operations on whole vectors [shape §5].
//
//	rep         the representation of a value at compile time: which vectors hold it
//	indexSpace  an index space: n elements, or the elements of a descriptor
//	scope       where code is translated: on the host, or for all elements of a space
//	block       the code emitted so far
//
// The pass knows the representation of every value statically. It emits several
// plain vectors where the source has one structured value, and no tuple reaches
// the flat languages.
package flatten

import (
	"fmt"

	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/types"
)

// A rep tells how a value is represented. Uniform reps hold one value; lifted
// reps hold one value for every element of a space.
type rep interface{ isRep() }

type (
	// hostScalar is a uniform base value: an atom of host code.
	hostScalar struct{ a fkl.Expr }
	// uniformSeq is a uniform sequence of n elements; elems is lifted over them. of, if
	// it is known, is the data of which they are those from an index on.
	uniformSeq struct {
		elems rep
		n     fkl.Expr
		of    *slice
	}
	// vector is a lifted base value: a vector.
	vector struct {
		v fkl.Expr
		t *types.Type
	}
	// delayed is a lifted base value that has no vector yet: gen computes the
	// element at (seg, idx) of sp. seg is nil where only idx is known, which
	// gen must accept unless bySeg. reads says that it reads a vector.
	delayed struct {
		t     *types.Type
		pos   ir.Pos
		sp    *indexSpace
		bySeg bool
		reads bool
		gen   func(eb *block, seg, idx fkl.Expr) fkl.Expr
	}
	// nestedSeq is a lifted sequence: element s is data[starts[s] .. +lens[s]). It
	// is packed, and packed is the space of its elements, when there is a
	// descriptor whose segments are all of data, in order; tight, when one could
	// be made from lens. total is the sum of lens, as far as it is known; at,
	// unless it is nil, is where the sequences start once they are packed. own says
	// that sequences do not overlap, as those of packed ones do not, whole that they have
	// all elements of data, or all that variables of loops have. of, if it is known, is
	// where they are in other data.
	nestedSeq struct {
		starts, lens rep // lifted ints
		data         rep // lifted over its own index space
		packed       *indexSpace
		inOrder      bool
		total        *totalSize
		packedStarts rep
		returned     bool
		own          bool
		coversData   bool
		of           []*slice
	}
	// concat is a lifted sequence that is the concatenation of parts and has no
	// vectors yet; plain makes them. packed is the space that they will have, if all
	// are of one length that is known.
	concat struct {
		parts  []*nestedSeq
		lens   rep
		packed *indexSpace
	}
	// tuple is a tuple, uniform or lifted component by component.
	tuple []rep
)

func (hostScalar) isRep() {}
func (uniformSeq) isRep() {}
func (vector) isRep()     {}
func (*delayed) isRep()   {}
func (*nestedSeq) isRep() {}
func (*concat) isRep()    {}
func (tuple) isRep()      {}

// A slice is what stands in data from start on.
type slice struct {
	start fkl.Expr
	data  rep
}

// An indexSpace is an index space. With sd it is segmented: its elements are those
// of the segments of sd, in order.
type indexSpace struct {
	n       fkl.Expr
	sd      fkl.Expr
	regular bool     // all segments of sd have one length
	each    fkl.Expr // which is this, if it is known here

	index *types.Size // the number of an element, in sizes; nil while nobody has asked
}

// uniform reports whether r holds a single value.
func uniform(r rep) bool {
	switch r := r.(type) {
	case hostScalar, uniformSeq:
		return true
	case tuple:
		for _, c := range r {
			if !uniform(c) {
				return false
			}
		}
		return true
	}
	return false
}

// leafTypes returns the types of the vectors and scalars that hold a value of
// type t, in canonical form: nested sequences are views at every level.
func leafTypes(t *types.Type, lifted bool) []*types.Type {
	switch {
	case t.IsBase() && lifted:
		return []*types.Type{types.Vec(t)}
	case t.IsBase():
		return []*types.Type{t}
	case t.Kind == types.KTuple:
		var out []*types.Type
		for _, c := range t.Elems {
			out = append(out, leafTypes(c, lifted)...)
		}
		return out
	case t.Kind == types.KSeq && lifted:
		ints := types.Vec(types.Int)
		return append([]*types.Type{ints, ints}, leafTypes(t.Elem(), true)...)
	case t.Kind == types.KSeq:
		return leafTypes(t.Elem(), true)
	}
	panic(fmt.Sprintf("flatten: no representation of type %s", t))
}

// fromLeaves builds the canonical rep of a value of type t from its leaves.
func fromLeaves(b *block, t *types.Type, lifted bool, leaves []fkl.Expr) rep {
	next := func() fkl.Expr {
		x := leaves[0]
		leaves = leaves[1:]
		return x
	}
	var build func(t *types.Type, lifted bool) rep
	build = func(t *types.Type, lifted bool) rep {
		switch {
		case t.IsBase() && lifted:
			return vector{next(), t}
		case t.IsBase():
			return hostScalar{next()}
		case t.Kind == types.KTuple:
			cs := make(tuple, len(t.Elems))
			for i, c := range t.Elems {
				cs[i] = build(c, lifted)
			}
			return cs
		case lifted:
			s, l := next(), next()
			return &nestedSeq{starts: vector{s, types.Int}, lens: vector{l, types.Int}, data: build(t.Elem(), true)}
		}
		elems := build(t.Elem(), true)
		return uniformSeq{elems: elems, n: b.length(firstLeaf(elems))}
	}
	r := build(t, lifted)
	if len(leaves) != 0 {
		panic(fmt.Sprintf("flatten: %d leaves left over for %s", len(leaves), t))
	}
	return r
}

// firstLeaf returns a vector of a lifted rep that has no thunks.
func firstLeaf(r rep) fkl.Expr {
	switch r := r.(type) {
	case vector:
		return r.v
	case tuple:
		return firstLeaf(r[0])
	case *nestedSeq:
		if r.packed != nil {
			panic("flatten: first leaf of a packed sequence")
		}
		return firstLeaf(r.starts)
	}
	panic(fmt.Sprintf("flatten: first leaf of %T", r))
}

// sameData reports whether two lifted reps are the very same vectors.
func sameData(a, b rep) bool {
	switch a := a.(type) {
	case vector:
		b, ok := b.(vector)
		return ok && sameAtom(a.v, b.v)
	case *delayed:
		return a == b
	case tuple:
		b, ok := b.(tuple)
		if !ok || len(a) != len(b) {
			return false
		}
		for i := range a {
			if !sameData(a[i], b[i]) {
				return false
			}
		}
		return true
	case *nestedSeq:
		b, ok := b.(*nestedSeq)
		return ok && (a == b || a.packed == nil && b.packed == nil &&
			sameData(a.starts, b.starts) && sameData(a.lens, b.lens) && sameData(a.data, b.data))
	}
	return false
}

func sameAtom(a, b fkl.Expr) bool {
	x, ok := a.(*fkl.Ref)
	y, ok2 := b.(*fkl.Ref)
	return ok && ok2 && x.Var == y.Var
}
