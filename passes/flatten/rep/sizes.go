package rep

// Sizes: what types say of lengths (docs/sizes.md). Where the sequences
// of all elements have one length that the host knows, their descriptor is
// regular: no lengths are computed, added up or read back.

import (
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
)

// Learn remembers the lengths of the sequences in r, a host value of type t,
// and returns r with lengths that were known before, and with regular
// descriptors where its segments have one length.
func Learn(b *emit.Block, t *types.Type, r Value) Value {
	switch r := r.(type) {
	case Tuple:
		out := make(Tuple, len(r))
		for i, c := range r {
			out[i] = Learn(b, t.Elems[i], c)
		}
		return out
	case Seq:
		if len(t.Sizes) == 1 {
			n := LengthOf(b, t.Sizes[0])
			if n == nil && isRead(b, r.N) {
				n = lengthBefore(b, t.Sizes[0])
			}
			if n != nil {
				r.N = n
			} else {
				emit.Memo(b, emit.Key{Of: t.Sizes[0], What: "length"}, func() fkl.Expr { return r.N })
			}
		}
		if v, ok := r.Elems.(*Nested); ok && v.Packed != nil {
			r.Elems = WithRegular(b, r.N, t.Elem(), v)
		}
		return r
	}
	return r
}

// DivideLengths finds the lengths of the packed sequences in r, of type t, that have one
// length: it is how many elements they have in all, divided by their number.
func DivideLengths(b *emit.Block, t *types.Type, r Value) {
	switch r := r.(type) {
	case Tuple:
		for i, c := range r {
			DivideLengths(b, t.Elems[i], c)
		}
	case Seq:
		DivideLengths(b, t.Elem(), r.Elems)
	case *Nested:
		if len(t.Sizes) == 1 && LengthOf(b, t.Sizes[0]) == nil && !t.Sizes[0].Varies() {
			emit.Memo(b, emit.Key{Of: t.Sizes[0], What: "length"}, func() fkl.Expr {
				count := b.Prim(prim.Max, types.Int, Count(b, r), emit.Num(1))
				return b.Prim(prim.Div, types.Int, Count(b, r.Data), count)
			})
		}
		DivideLengths(b, t.Elem(), r.Data)
	}
}

// LengthOf is the number that size s stands for, nil if the host has no
// sequence of that length or if elements differ.
func LengthOf(b *emit.Block, s *types.Size) fkl.Expr {
	if s.Op == types.SizeConst && s.N >= 0 {
		return emit.Num(s.N)
	}
	for o := b; o != nil && !s.Varies(); o = o.Parent {
		if n, ok := o.Memos[emit.Key{Of: s, What: "length"}]; ok {
			return n.(fkl.Expr)
		}
	}
	return nil
}

// A sized is the sequences of one size, for the elements of a space.
type sized struct {
	size *types.Size
	sp   *emit.Space
}

// LearnLifted remembers the lengths of the sequences in r, a value of type t over
// sp, and the space of their elements, for others that are as long. It returns r
// with lengths that were known before the call that has made it.
func LearnLifted(b *emit.Block, sp *emit.Space, t *types.Type, r Value) Value {
	if tr, ok := r.(Tuple); ok {
		out := make(Tuple, len(tr))
		for i, c := range tr {
			out[i] = LearnLifted(b, sp, t.Elems[i], c)
		}
		return out
	}
	if len(t.Sizes) != 1 {
		return r
	}
	if u, ok := r.(Seq); ok { // it may have been made for some elements, and have none if there are none of these
		if n := LengthOf(b, t.Sizes[0]); n != nil {
			u.N = n
		}
		return u
	}
	v, ok := r.(*Nested)
	if !ok {
		return r
	}
	if v.Crossed {
		v = measured(b, sp, t.Sizes[0], v)
	}
	key := sized{t.Sizes[0], sp}
	if v.Packed != nil {
		emit.Memo(b, emit.Key{Of: key, What: "space"}, func() *emit.Space { return v.Packed })
	}
	emit.Memo(b, emit.Key{Of: key, What: "lengths"}, func() *Nested { return v })
	return v
}

// LearnAll is LearnLifted of the values rs of vs; those behind them are left out.
func LearnAll(b *emit.Block, sp *emit.Space, vs []*nkl.Var, rs []Value) []Value {
	out := make([]Value, len(vs))
	for i, v := range vs {
		out[i] = LearnLifted(b, sp, v.Type, rs[i])
	}
	return out
}

// SpaceFor is the space of the elements of sequences of type t over sp, which
// have the lengths lens: a regular one if they have one length that is known.
func SpaceFor(b *emit.Block, sp *emit.Space, t *types.Type, lens Value) *emit.Space {
	for o := b; o != nil && len(t.Sizes) == 1; o = o.Parent {
		if known, ok := o.Memos[emit.Key{Of: sized{t.Sizes[0], sp}, What: "space"}]; ok {
			return known.(*emit.Space)
		}
	}
	if len(t.Sizes) == 1 {
		if n := KnownLength(b, t.Sizes[0]); n != nil {
			return RegularSpace(b, sp.N, n)
		}
	}
	return b.SdMake(Vec(b, Lift(b, lens, sp)), nil)
}

// WithRegular is r, count values of type t, packed with a regular descriptor if it is
// a sequence that has the same known length in all of them.
func WithRegular(b *emit.Block, count fkl.Expr, t *types.Type, r Value) Value {
	v, ok := r.(*Nested)
	if !ok || len(t.Sizes) == 0 || v.Packed != nil && v.Packed.Regular {
		return r
	}
	n := KnownLength(b, t.Sizes[0])
	if n == nil {
		return r
	}
	sp := RegularSpace(b, count, n)
	if v.Packed != nil {
		return &Nested{Data: v.Data, Packed: sp}
	}
	type key struct {
		v  *Nested
		sp *emit.Space
	}
	return emit.Memo(b, emit.Key{Of: key{v, sp}, What: "even"}, func() *Nested { return &Nested{Packed: sp, Data: Packed(b, v, sp)} })
}

// RegularSpace is the space of count segments of length n, made once.
func RegularSpace(b *emit.Block, count, n fkl.Expr) *emit.Space {
	type key struct{ count, n any }
	id := func(a fkl.Expr) any {
		switch a := a.(type) {
		case *fkl.Ref:
			return a.Var
		case *fkl.Int:
			return a.Val
		}
		return a
	}
	return emit.Memo(b, emit.Key{Of: key{id(count), id(n)}, What: "even"}, func() *emit.Space { return b.SdRegular(count, n) })
}

// Packed is the elements of the sequences of v over sp, whose segments have
// their lengths.
func Packed(b *emit.Block, v *Nested, sp *emit.Space) Value {
	b = b.HostOf()
	if v.InOrder { // data may be longer than the segments
		return Gather(b, v.Data, sp, false, func(_ *emit.Block, _, idx fkl.Expr) fkl.Expr { return idx })
	}
	starts := Vec(b, v.Starts)
	return Gather(b, v.Data, sp, true, func(eb *emit.Block, seg, idx fkl.Expr) fkl.Expr {
		// the starts of sp are asked for where they are used: another descriptor may be known to
		// have the same by then, and positions are those of the other
		p := eb.Sub(idx, eb.At(types.Int, b.Starts(sp.Sd), seg))
		return eb.Add(eb.At(types.Int, starts, seg), p)
	})
}

// TypeOf is the type of an operand; only variables hold sequences.
func TypeOf(e nkl.Expr) *types.Type {
	if x, ok := e.(*nkl.Ref); ok {
		return x.Var.Type
	}
	return types.Int
}
