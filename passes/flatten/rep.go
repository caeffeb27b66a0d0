// Package flatten turns nested programs into flat ones: every apply-to-each
// becomes operations on whole vectors. (PASSES E; seed 003 §5, corrected.)
//
//	rep       compile-time description of a value: which vectors hold it
//	space     an index space: n elements, or the elements of a descriptor
//	scope     where code is translated: on the host, or for all elements of a space
//	lets      the code emitted so far
//
// The pass knows the representation of every value statically, so it emits
// several plain vectors where the source has one structured value: no tuple
// reaches the flat languages.
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
	// scalar is a uniform base value: an atom of host code.
	scalar struct{ a fkl.Expr }
	// useq is a uniform sequence of n elements; elems is lifted over them. of, if
	// it is known, is the data of which they are those from an index on.
	useq struct {
		elems rep
		n     fkl.Expr
		of    *slice
	}
	// lbase is a lifted base value: a vector.
	lbase struct {
		v fkl.Expr
		t *types.Type
	}
	// lthunk is a lifted base value that has no vector yet: gen computes the
	// element at (seg, idx) of sp. seg is nil where only idx is known, which
	// gen must accept unless bySeg. reads says that it reads a vector.
	lthunk struct {
		t     *types.Type
		pos   ir.Pos
		sp    *space
		bySeg bool
		reads bool
		gen   func(eb *lets, seg, idx fkl.Expr) fkl.Expr
	}
	// lview is a lifted sequence: element s is data[starts[s] .. +lens[s]). It
	// is packed, and packed is the space of its elements, when there is a
	// descriptor whose segments are all of data, in order; tight, when one could
	// be made from lens. total is the sum of lens, as far as it is known; at,
	// unless it is nil, is where the sequences start once they are packed. own says
	// that sequences do not overlap, as those of packed ones do not, whole that they have
	// all elements of data, or all that variables of loops have. of, if it is known, is
	// where they are in other data.
	lview struct {
		starts, lens rep // lifted ints
		data         rep // lifted over its own index space
		packed       *space
		tight        bool
		total        *sum
		at           rep
		returned     bool
		own          bool
		whole        bool
		of           []*slice
	}
	// lappend is a lifted sequence that is the concatenation of parts and has no
	// vectors yet; plain makes them.
	lappend struct {
		parts []*lview
		lens  rep
	}
	// tup is a tuple, uniform or lifted component by component.
	tup []rep
)

func (scalar) isRep()   {}
func (useq) isRep()     {}
func (lbase) isRep()    {}
func (*lthunk) isRep()  {}
func (*lview) isRep()   {}
func (*lappend) isRep() {}
func (tup) isRep()      {}

// A slice is what stands in data from start on.
type slice struct {
	start fkl.Expr
	data  rep
}

// A space is an index space. With sd it is segmented: its elements are those
// of the segments of sd, in order.
type space struct {
	n       fkl.Expr
	sd      fkl.Expr
	regular bool     // all segments of sd have one length
	each    fkl.Expr // which is this, if it is known here
}

// uniform reports whether r holds a single value.
func uniform(r rep) bool {
	switch r := r.(type) {
	case scalar, useq:
		return true
	case tup:
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
func fromLeaves(b *lets, t *types.Type, lifted bool, leaves []fkl.Expr) rep {
	next := func() fkl.Expr {
		x := leaves[0]
		leaves = leaves[1:]
		return x
	}
	var build func(t *types.Type, lifted bool) rep
	build = func(t *types.Type, lifted bool) rep {
		switch {
		case t.IsBase() && lifted:
			return lbase{next(), t}
		case t.IsBase():
			return scalar{next()}
		case t.Kind == types.KTuple:
			cs := make(tup, len(t.Elems))
			for i, c := range t.Elems {
				cs[i] = build(c, lifted)
			}
			return cs
		case lifted:
			s, l := next(), next()
			return &lview{starts: lbase{s, types.Int}, lens: lbase{l, types.Int}, data: build(t.Elem(), true)}
		}
		elems := build(t.Elem(), true)
		return useq{elems: elems, n: b.length(firstLeaf(elems))}
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
	case lbase:
		return r.v
	case tup:
		return firstLeaf(r[0])
	case *lview:
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
	case lbase:
		b, ok := b.(lbase)
		return ok && sameAtom(a.v, b.v)
	case *lthunk:
		return a == b
	case tup:
		b, ok := b.(tup)
		if !ok || len(a) != len(b) {
			return false
		}
		for i := range a {
			if !sameData(a[i], b[i]) {
				return false
			}
		}
		return true
	case *lview:
		b, ok := b.(*lview)
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
