package rep

// Lengths of what calls return, computed from lengths that are known before: so
// nobody waits for a recursion to hear how much it has made of how much.

import (
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/sizing"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/sizes"
)

// atomsOf lists the parts of s that are no arithmetic, of which nothing is known
// but what they are called; ok is false if s cannot be computed.
func atomsOf(s *types.Size) (out []*types.Size, ok bool) {
	switch {
	case s.Op == types.SizeConst:
		return nil, true
	case s.Op == types.SizeIndex, s.Op == types.SizeSum, s.IsOpenIndex():
		return nil, false
	case s.Op == types.SizeVar, s.Op == types.SizeApp && sizing.Primitive(s.Name) == 0:
		return []*types.Size{s}, true
	}
	for _, a := range s.Args {
		more, ok := atomsOf(a)
		if !ok {
			return nil, false
		}
		out = append(out, more...)
	}
	return out, true
}

// compute emits the arithmetic of s, whose atoms have the values that value gives.
func compute(b *emit.Block, s *types.Size, value func(atom *types.Size) fkl.Expr) fkl.Expr {
	op := sizing.Primitive(s.Name)
	switch s.Op {
	case types.SizeConst:
		return emit.Num(s.N)
	case types.SizeAdd:
		return computeSum(b, s, value)
	case types.SizeMul:
		op = prim.Mul
	}
	if op == 0 {
		return value(s)
	}
	out := compute(b, s.Args[0], value)
	for _, a := range s.Args[1:] {
		out = b.Prim(op, types.Int, out, compute(b, a, value))
	}
	return out
}

// computeSum is compute of a sum; what is taken away comes last.
func computeSum(b *emit.Block, s *types.Size, value func(*types.Size) fkl.Expr) fkl.Expr {
	out := emit.Num(0)
	for _, a := range s.Args {
		if positive(a) {
			out = b.Add(out, compute(b, a, value))
		}
	}
	for _, a := range s.Args {
		if !positive(a) {
			out = b.Sub(out, compute(b, types.MulSize(types.ConstSize(-1), a), value))
		}
	}
	return out
}

// positive reports whether a term of a sum is to be added.
func positive(s *types.Size) bool {
	if s.Op == types.SizeMul {
		s = s.Args[0]
	}
	return s.Op != types.SizeConst || s.N >= 0
}

// sequencesOf is a value over sp whose sequences have size s, nil if there is none.
func sequencesOf(b *emit.Block, s *types.Size, sp *emit.Space) *Nested {
	for o := b; o != nil; o = o.Parent {
		if v, ok := o.Memos[emit.Key{Of: sized{s, sp}, What: "lengths"}]; ok {
			return v.(*Nested)
		}
	}
	return nil
}

// measured is v, lifted over sp, whose sequences have size s, with lengths and a
// total that do not depend on what has made v, if that can be.
func measured(b *emit.Block, sp *emit.Space, s *types.Size, v *Nested) *Nested {
	out := *v
	out.Crossed = false
	if w := sequencesOf(b, s, sp); w != nil {
		out.Lens, out.Total, out.PackedStarts = LensOf(b, w), Sequences(b, w, sp), w.PackedStarts
		return &out
	}
	atoms, ok := atomsOf(s)
	if !ok || v.Packed != nil {
		return v
	}
	lens := map[*types.Size]Value{}
	for _, a := range atoms {
		w := sequencesOf(b, a, sp)
		if w == nil {
			return v
		}
		lens[a] = LensOf(b, w)
	}
	out.Lens = &Delayed{Type: types.Int, Pos: b.Pos, Space: sp, BySeg: sp.Sd != nil, Gen: func(eb *emit.Block, seg, idx fkl.Expr) fkl.Expr {
		return compute(eb, s, func(a *types.Size) fkl.Expr { return ReadOwn(eb, lens[a], seg, idx) })
	}}
	if total := totalOf(b, s, sp); total != nil {
		out.Total = total
	}
	return &out
}

// totalOf is the total of sequences over sp that have size s, if that is a sum of
// what others have.
func totalOf(b *emit.Block, s *types.Size, sp *emit.Space) *Total {
	switch {
	case s.Op == types.SizeConst && s.N >= 0:
		return &Total{N: emit.Num(s.N), times: sp.N}
	case s.Op == types.SizeMul && len(s.Args) == 2 && s.Args[0].Op == types.SizeConst && s.Args[0].N >= 0:
		return timesOf(totalOf(b, s.Args[1], sp), emit.Num(s.Args[0].N))
	case s.Op == types.SizeAdd:
		var terms []*Total
		for _, a := range s.Args {
			terms = append(terms, totalOf(b, a, sp))
		}
		return SumOf(terms...)
	}
	if w := sequencesOf(b, s, sp); w != nil {
		return Sequences(b, w, sp)
	}
	return nil
}

// KnownLength is the number that size s stands for, if the host has a sequence of that length or
// can compute it; else nil.
func KnownLength(b *emit.Block, s *types.Size) fkl.Expr {
	if n := LengthOf(b, s); n != nil {
		return n
	}
	return lengthBefore(b, s)
}

// KnownParts lists the lengths that sequences of size s have, of which the index of the innermost
// level chooses one, if the host knows all of them; else nil.
func KnownParts(b *emit.Block, s *types.Size) []fkl.Expr {
	_, alternatives, ok := sizes.Alternatives(s)
	if !ok {
		return nil
	}
	lens := make([]fkl.Expr, len(alternatives))
	for i, a := range alternatives {
		if lens[i] = KnownLength(b, a); lens[i] == nil {
			return nil
		}
	}
	return lens
}

// lengthBefore is the number that size s stands for, computed from lengths that
// the host has, nil if it cannot be.
func lengthBefore(b *emit.Block, s *types.Size) fkl.Expr {
	atoms, ok := atomsOf(s)
	if !ok {
		return nil
	}
	for _, a := range atoms {
		if LengthOf(b, a) == nil {
			return nil
		}
	}
	return emit.Memo(b, emit.Key{Of: s, What: "length"}, func() fkl.Expr {
		return compute(b, s, func(a *types.Size) fkl.Expr { return LengthOf(b, a) })
	})
}

// isRead reports whether n is what the device has to be asked for.
func isRead(b *emit.Block, n fkl.Expr) bool {
	r, ok := n.(*fkl.Ref)
	if !ok {
		return false
	}
	for _, s := range b.Steps {
		for _, v := range s.Binds {
			if v == r.Var {
				_, at := s.Rhs.(*fkl.At)
				return at
			}
		}
	}
	return false
}

// Force makes the vectors of all outer leaves of r, thunks of one space at once.
func Force(b *emit.Block, r Value) {
	var flat []Value
	Outer(b, r, &flat)
	Vecs(b, flat...)
}
