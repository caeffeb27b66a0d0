// Package rep is the representation of values while programs are flattened: which vectors
// hold a value, known statically, and the operations on values, which emit flat code.
//
//	rep, columns                the kinds of values
//	forms, packed               as lists of vectors and scalars: views, or without gaps
//	vectors                     as vectors that a kernel reads
//	sizes, lengths, totals      what is known of lengths; sizeparams passes totals to functions
//	selectelems, split, choose, concatdata, literals   gathering, dividing, joining
//	room, window                data that loops append to
//	write, row, rowupdates      sequences of which elements or rows are replaced
//
// The flat languages have no tuples: a structured value is several vectors. A nested
// sequence is a view, as long as nobody asks for more. The package imports emit, passes/sizes
// and ir; it knows no rule of the pass and nothing of functions, branches and loops
// (boundary).
package rep

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
)

// A Value tells how a value is represented. Uniform values are one; lifted
// values are one for every element of a space.
type Value interface{ isValue() }

type (
	// Scalar is a uniform base value: an atom of host code.
	Scalar struct{ Atom fkl.Expr }
	// Seq is a uniform sequence.
	Seq struct {
		Elems  Value // lifted over the elements
		N      fkl.Expr
		Of     *Slice  // data of which they are those from an index on, if that is known
		Window *Window // where they are in data with room, nil if they have vectors of their own
		part   bool    // of a sequence that a loop hands on
	}
	// Vector is a lifted base value: a vector.
	Vector struct {
		Vec  fkl.Expr
		Type *types.Type
	}
	// Delayed is a lifted base value that has no vector yet: it is computed where it is used.
	Delayed struct {
		Type  *types.Type
		Pos   ir.Pos
		Space *emit.Space
		BySeg bool // Gen needs seg
		Reads bool // Gen reads a vector
		Same  bool // all elements are the same
		Runs  Runs // the elements are consecutive ints; nil for others
		// Gen computes the element at (seg, idx) of Space; seg is nil where only idx is known.
		Gen func(eb *emit.Block, seg, idx fkl.Expr) fkl.Expr
	}
	// Nested is a lifted sequence: element s has data[starts[s] .. +lens[s]). Starts and Lens
	// are nil if it is packed.
	Nested struct {
		Starts, Lens Value       // lifted ints
		Data         Value       // lifted over its own index space
		Packed       *emit.Space // of the elements: the segments of its descriptor are all of Data, in order
		InOrder      bool        // such a descriptor can be made from Lens
		Total        *Total      // the sum of Lens, as far as it is known
		PackedStarts Value       // where the sequences start once they are packed; nil if nobody knows
		Crossed      bool        // it comes from the other side of a call, which says nothing of its lengths
		Own          bool        // sequences do not overlap, as those of packed ones do not
		Whole        bool        // nor do these, and they have all elements of Data
		CoversData   bool        // they have all elements of Data, or all that variables of loops have
		of           []*Slice    // where they are in other data, if that is known
		Cut          *Cut        // they are parts of sequences of one length, which are cut alike
		Part         *Nested     // the same sequences where they were cut out of others; nil if they are no parts
	}
	// Cut says where sequences that are Each elements long are cut into parts, and how long these are.
	Cut struct {
		Each         fkl.Expr
		Starts, Lens []fkl.Expr
	}
	// Concat is a lifted sequence that is the concatenation of parts and has no
	// vectors yet; plain makes them. packed is the space that they will have, if all
	// are of one length that is known.
	Concat struct {
		Parts  []*Nested
		Lens   Value
		Packed *emit.Space
	}
	// Tuple is a tuple, uniform or lifted component by component.
	Tuple []Value
)

func (Scalar) isValue()   {}
func (Seq) isValue()      {}
func (Vector) isValue()   {}
func (*Delayed) isValue() {}
func (*Nested) isValue()  {}
func (*Concat) isValue()  {}
func (Tuple) isValue()    {}

// Runs makes the first of consecutive ints: of a segment, in element code, or of all where there
// are no segments.
type Runs func(eb *emit.Block, seg fkl.Expr) fkl.Expr

// FromZero is the runs that begin with 0.
func FromZero(*emit.Block, fkl.Expr) fkl.Expr { return emit.Num(0) }

// A Slice is what stands in data from Start on.
type Slice struct {
	Start fkl.Expr
	Data  Value
}

// Uniform reports whether r holds a single value.
func Uniform(r Value) bool {
	switch r := r.(type) {
	case Scalar, Seq:
		return true
	case Tuple:
		for _, c := range r {
			if !Uniform(c) {
				return false
			}
		}
		return true
	}
	return false
}

// WhereCut is the sequences of v where they were cut out of others, if they were: who reads single
// elements there needs no copies.
func (v *Nested) WhereCut() *Nested {
	if v.Part != nil {
		return v.Part
	}
	return v
}

// OfOneData is the sequences rs as parts of one data, if those that have other data were cut out
// of it: then nothing is copied. It is rs if they were not.
func OfOneData(rs []Value) []Value {
	var one *Nested
	for _, r := range rs {
		switch v, ok := r.(*Nested); {
		case !ok:
			return rs
		case v.Part == nil:
			one = v
		case one == nil:
			one = v.Part
		}
	}
	out := make([]Value, len(rs))
	for i, r := range rs {
		v := r.(*Nested)
		if v.Part != nil && SameData(v.Part.Data, one.Data) {
			v = v.Part
		}
		if out[i] = v; !SameData(v.Data, one.Data) {
			return rs
		}
	}
	return out
}

// SameData reports whether two lifted values are the very same vectors.
func SameData(a, b Value) bool {
	switch a := a.(type) {
	case Vector:
		b, ok := b.(Vector)
		return ok && SameVar(a.Vec, b.Vec)
	case *Delayed:
		return a == b
	case Tuple:
		b, ok := b.(Tuple)
		if !ok || len(a) != len(b) {
			return false
		}
		for i := range a {
			if !SameData(a[i], b[i]) {
				return false
			}
		}
		return true
	case *Nested:
		b, ok := b.(*Nested)
		return ok && (a == b || a.Packed == nil && b.Packed == nil &&
			SameData(a.Starts, b.Starts) && SameData(a.Lens, b.Lens) && SameData(a.Data, b.Data))
	}
	return false
}

// SameVar reports whether two atoms are the same variable.
func SameVar(a, b fkl.Expr) bool {
	x, ok := a.(*fkl.Ref)
	y, ok2 := b.(*fkl.Ref)
	return ok && ok2 && x.Var == y.Var
}

// Nodes is the number of sequences in a type.
func Nodes(t *types.Type) int {
	switch t.Kind {
	case types.KTuple:
		n := 0
		for _, c := range t.Elems {
			n += Nodes(c)
		}
		return n
	case types.KSeq:
		return 1 + Nodes(t.Elem())
	}
	return 0
}

// Identity is the index of every element of sp.
func Identity(sp *emit.Space) Value {
	d := &Delayed{Type: types.Int, Space: sp, Gen: func(_ *emit.Block, _, idx fkl.Expr) fkl.Expr { return idx }}
	if sp.Sd == nil {
		d.Runs = FromZero
	}
	return d
}
