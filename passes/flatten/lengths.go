package flatten

// Lengths of what calls return, computed from lengths that are known before: so
// nobody waits for a recursion to hear how much it has made of how much.

import (
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// sizeFuncs are the primitives that functions of sizes stand for.
var sizeFuncs = map[string]prim.Code{"%div": prim.Div, "%rem": prim.Rem, "%min": prim.Min, "%max": prim.Max}

// atomsOf lists the parts of s that are no arithmetic, of which nothing is known
// but what they are called; ok is false if s cannot be computed.
func atomsOf(s *types.Size) (out []*types.Size, ok bool) {
	switch {
	case s.Op == types.SizeConst:
		return nil, true
	case s.Op == types.SizeIndex, s.Op == types.SizeSum, s.IsOpenIndex():
		return nil, false
	case s.Op == types.SizeVar, s.Op == types.SizeApp && sizeFuncs[s.Name] == 0:
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
func (b *block) compute(s *types.Size, value func(atom *types.Size) fkl.Expr) fkl.Expr {
	op := sizeFuncs[s.Name]
	switch s.Op {
	case types.SizeConst:
		return num(s.N)
	case types.SizeAdd:
		return b.computeSum(s, value)
	case types.SizeMul:
		op = prim.Mul
	}
	if op == 0 {
		return value(s)
	}
	out := b.compute(s.Args[0], value)
	for _, a := range s.Args[1:] {
		out = b.prim(op, types.Int, out, b.compute(a, value))
	}
	return out
}

// computeSum is compute of a sum; what is taken away comes last.
func (b *block) computeSum(s *types.Size, value func(*types.Size) fkl.Expr) fkl.Expr {
	out := num(0)
	for _, a := range s.Args {
		if positive(a) {
			out = b.add(out, b.compute(a, value))
		}
	}
	for _, a := range s.Args {
		if !positive(a) {
			out = b.sub(out, b.compute(types.MulSize(types.ConstSize(-1), a), value))
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
func (b *block) sequencesOf(s *types.Size, sp *indexSpace) *nestedSeq {
	for o := b; o != nil; o = o.parent {
		if v, ok := o.memos[memoKey{sized{s, sp}, "lengths"}]; ok {
			return v.(*nestedSeq)
		}
	}
	return nil
}

// measured is v, lifted over sp, whose sequences have size s, with lengths and a
// total that do not depend on what has made v, if that can be.
func (b *block) measured(sp *indexSpace, s *types.Size, v *nestedSeq) *nestedSeq {
	out := *v
	out.returned = false
	if w := b.sequencesOf(s, sp); w != nil {
		out.lens, out.total, out.packedStarts = b.lensOf(w), b.sequences(w, sp), w.packedStarts
		return &out
	}
	atoms, ok := atomsOf(s)
	if !ok || v.packed != nil {
		return v
	}
	lens := map[*types.Size]rep{}
	for _, a := range atoms {
		w := b.sequencesOf(a, sp)
		if w == nil {
			return v
		}
		lens[a] = b.lensOf(w)
	}
	out.lens = &delayed{t: types.Int, pos: b.pos, sp: sp, bySeg: sp.sd != nil, gen: func(eb *block, seg, idx fkl.Expr) fkl.Expr {
		return eb.compute(s, func(a *types.Size) fkl.Expr { return readOwn(eb, lens[a], seg, idx) })
	}}
	if total := b.totalOf(s, sp); total != nil {
		out.total = total
	}
	return &out
}

// totalOf is the total of sequences over sp that have size s, if that is a sum of
// what others have.
func (b *block) totalOf(s *types.Size, sp *indexSpace) *totalSize {
	switch {
	case s.Op == types.SizeConst && s.N >= 0:
		return &totalSize{n: num(s.N), times: sp.n}
	case s.Op == types.SizeMul && len(s.Args) == 2 && s.Args[0].Op == types.SizeConst && s.Args[0].N >= 0:
		return timesOf(b.totalOf(s.Args[1], sp), num(s.Args[0].N))
	case s.Op == types.SizeAdd:
		var terms []*totalSize
		for _, a := range s.Args {
			terms = append(terms, b.totalOf(a, sp))
		}
		return sumOf(terms...)
	}
	if w := b.sequencesOf(s, sp); w != nil {
		return b.sequences(w, sp)
	}
	return nil
}

// lengthBefore is the number that size s stands for, computed from lengths that
// the host has, nil if it cannot be.
func (b *block) lengthBefore(s *types.Size) fkl.Expr {
	atoms, ok := atomsOf(s)
	if !ok {
		return nil
	}
	for _, a := range atoms {
		if b.lengthOf(a) == nil {
			return nil
		}
	}
	return memo(b, memoKey{s, "length"}, func() fkl.Expr { return b.compute(s, b.lengthOf) })
}

// isRead reports whether n is what the device has to be asked for.
func (b *block) isRead(n fkl.Expr) bool {
	r, ok := n.(*fkl.Ref)
	if !ok {
		return false
	}
	for _, s := range b.steps {
		for _, v := range s.binds {
			if v == r.Var {
				_, at := s.rhs.(*fkl.At)
				return at
			}
		}
	}
	return false
}
