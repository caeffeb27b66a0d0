package boundary

// Sequences in sequences that functions of the host take and return, and that have one length at
// every depth, as their types say: they are their data, and the lengths as numbers.
//
//	f(starts, lens, data)    =>    f(count, length, data)

import (
	"slices"

	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/rep"
)

// A HostComponent is a component of a parameter or of the result of a function of the host.
type HostComponent struct {
	Fn        string
	Param     int // -1: the result
	Component int
}

// RegularTypes lists the sequences of t and the types of its vectors.
func RegularTypes(t *types.Type) (seqs []*types.Type, data []*types.Type) {
	switch t.Kind {
	case types.KSeq:
		seqs, data = RegularTypes(t.Elem())
		return append([]*types.Type{t}, seqs...), data
	case types.KTuple:
		for _, c := range t.Elems {
			s, d := RegularTypes(c)
			seqs, data = append(seqs, s...), append(data, d...)
		}
		return seqs, data
	}
	return nil, []*types.Type{types.Vec(t)}
}

// RegularLeafTypes is the types of the lengths of sequences of type t, then those of their vectors.
func RegularLeafTypes(t *types.Type) []*types.Type {
	seqs, data := RegularTypes(t)
	return append(slices.Repeat([]*types.Type{types.Int}, len(seqs)), data...)
}

// RegularData lists the lengths and the data of the sequences in r, count values, and reports whether
// nothing is copied for it.
func RegularData(b *emit.Block, r rep.Value, count fkl.Expr, lengths, data *[]rep.Value) bool {
	switch r := r.(type) {
	case rep.Tuple:
		ok := true
		for _, c := range r {
			ok = RegularData(b, c, count, lengths, data) && ok
		}
		return ok
	case *rep.Nested:
		sp, elems := rep.Pack(b, r)
		each := sp.Each
		if each == nil {
			each = b.Prim(prim.Div, types.Int, sp.N, b.Prim(prim.Max, types.Int, count, emit.Num(1)))
		}
		*lengths = append(*lengths, rep.Scalar{Atom: each})
		return RegularData(b, elems, sp.N, lengths, data) && r.Packed != nil
	}
	*data = append(*data, r)
	return true
}

// RegularFrom is count elements of type t from their lengths and vectors.
func RegularFrom(b *emit.Block, count fkl.Expr, t *types.Type, lengths, vectors func() fkl.Expr) rep.Value {
	switch t.Kind {
	case types.KTuple:
		out := make(rep.Tuple, len(t.Elems))
		for i, c := range t.Elems {
			out[i] = RegularFrom(b, count, c, lengths, vectors)
		}
		return out
	case types.KSeq:
		sp := rep.RegularSpace(b, count, LengthNamed(b, t, lengths()))
		return &rep.Nested{Packed: sp, Data: RegularFrom(b, sp.N, t.Elem(), lengths, vectors)}
	}
	return rep.Vector{Vec: vectors(), Type: t}
}

// LengthNamed is the length n of sequences of type t, which others may be as long as; or what that was
// known to be before.
func LengthNamed(b *emit.Block, t *types.Type, n fkl.Expr) fkl.Expr {
	if len(t.Sizes) != 1 || t.Sizes[0].Varies() {
		return n
	}
	if known := rep.LengthOf(b, t.Sizes[0]); known != nil {
		return known
	}
	return emit.Memo(b, emit.Key{Of: t.Sizes[0], What: "length"}, func() fkl.Expr { return n })
}
