package rep

// Updates of rows that are of one length: the elements of the new rows take the places of
// those of the old ones, and the descriptor stays.

import (
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
)

// StoreRows is d with element dest[j] replaced by element j of vals, for the places of from;
// sequences are regular and replace their elements.
func StoreRows(b *emit.Block, d Value, dest fkl.Expr, from *emit.Space, vals Value) Value {
	switch d := d.(type) {
	case Tuple:
		out := make(Tuple, len(d))
		for i, c := range d {
			out[i] = StoreRows(b, c, dest, from, vals.(Tuple)[i])
		}
		return out
	case *Nested:
		v, each := vals.(*Nested), d.Packed.Each
		off := b.Starts(v.Packed.Sd)
		places := MapOver(b, v.Packed, []*types.Type{types.Int}, func(eb *emit.Block, seg, i fkl.Expr) []fkl.Expr {
			at := eb.At(types.Int, dest, seg)
			p := eb.Add(eb.Prim(prim.Mul, types.Int, at, each), eb.Sub(i, eb.At(types.Int, off, seg)))
			return []fkl.Expr{eb.Prim(prim.Select, types.Int, eb.Prim(prim.Lt, types.Bool, at, emit.Num(0)), emit.Num(-1), p)}
		})[0]
		return &Nested{Packed: d.Packed, Data: StoreRows(b, d.Data, places, &emit.Space{N: v.Packed.N}, v.Data)}
	}
	return Store(b, d, dest, vals)
}

// AppendRows is an append on the host of rows of one length that are regular on one side, or nil if
// e is none: all of them are regular.
func AppendRows(b *emit.Block, e *nkl.Prim, args []Value, ty *types.Type) Value {
	if e.Op.Code != prim.Append || Nodes(ty) < 2 {
		return nil
	}
	x, y, row := args[0].(Seq), args[1].(Seq), ty.Elem()
	if !LengthsKnown(b, row) || !RegularDeep(b, x.Elems) && !RegularDeep(b, y.Elems) {
		return nil
	}
	xs, ys := WithRegularDeep(b, x.N, row, x.Elems), WithRegularDeep(b, y.N, row, y.Elems)
	if xs == nil || ys == nil {
		return nil
	}
	n := b.Add(x.N, y.N)
	return Seq{Elems: appendRegular(b, n, row, xs, ys), N: n}
}

// appendRegular is the n elements of type t of x, then those of y, with regular descriptors at every depth.
func appendRegular(b *emit.Block, n fkl.Expr, t *types.Type, x, y Value) Value {
	switch x := x.(type) {
	case Tuple:
		out := make(Tuple, len(x))
		for i, c := range x {
			out[i] = appendRegular(b, n, t.Elems[i], c, y.(Tuple)[i])
		}
		return out
	case *Nested:
		sp := RegularSpace(b, n, LengthOf(b, t.Sizes[0]))
		return &Nested{Packed: sp, Data: appendRegular(b, sp.N, t.Elem(), x.Data, y.(*Nested).Data)}
	}
	return AppendElems(b, x, y)
}

// SameSizes reports whether the sequences of types t and u have the same lengths, at every depth.
func SameSizes(t, u *types.Type) bool {
	switch t.Kind {
	case types.KTuple:
		for i, c := range t.Elems {
			if !SameSizes(c, u.Elems[i]) {
				return false
			}
		}
	case types.KSeq:
		return len(t.Sizes) == 1 && len(u.Sizes) == 1 && t.Sizes[0] == u.Sizes[0] && SameSizes(t.Elem(), u.Elem())
	}
	return true
}

// RegularDeep reports whether the sequences in r are regular, at every depth.
func RegularDeep(b *emit.Block, r Value) bool {
	switch r := r.(type) {
	case Tuple:
		for _, c := range r {
			if !RegularDeep(b, c) {
				return false
			}
		}
	case *Nested:
		return r.Packed != nil && r.Packed.Regular && r.Packed.Each != nil && RegularDeep(b, r.Data)
	}
	return true
}

// WithRegularDeep is r, count values of type t, with regular descriptors at every depth; nil if a
// length is not known.
func WithRegularDeep(b *emit.Block, count fkl.Expr, t *types.Type, r Value) Value {
	switch r := r.(type) {
	case Tuple:
		out := make(Tuple, len(r))
		for i, c := range r {
			if out[i] = WithRegularDeep(b, count, t.Elems[i], c); out[i] == nil {
				return nil
			}
		}
		return out
	case *Nested:
		v := WithRegular(b, count, t, r).(*Nested)
		if v.Packed == nil || !v.Packed.Regular {
			return nil
		}
		data := WithRegularDeep(b, v.Packed.N, t.Elem(), v.Data)
		if data == nil {
			return nil
		}
		return &Nested{Packed: v.Packed, Data: data}
	}
	return r
}

// IsWithin reports whether sequences in vals are parts of the data of those in d.
func IsWithin(b *emit.Block, d, vals Value) bool {
	ds, vs := Parts(d), Parts(vals)
	for i, c := range ds {
		v, ok := c.(*Nested)
		if !ok {
			continue
		}
		if w, ok := within(b, v.Data, vs[i]).(*Nested); ok && SameData(w.Data, v.Data) {
			return true
		}
	}
	return false
}

// A Continuation is what follows the host code that is translated, innermost first.
type Continuation struct {
	Body nkl.Expr
	Up   *Continuation
}

// LengthsKnown reports whether the sequences of type t have lengths that the host knows, at every depth.
func LengthsKnown(b *emit.Block, t *types.Type) bool {
	switch t.Kind {
	case types.KTuple:
		for _, c := range t.Elems {
			if !LengthsKnown(b, c) {
				return false
			}
		}
	case types.KSeq:
		return len(t.Sizes) == 1 && LengthOf(b, t.Sizes[0]) != nil && LengthsKnown(b, t.Elem())
	}
	return true
}
