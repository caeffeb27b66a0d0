package flatten

// Sizes: what types say of lengths (docs/sizes.md). Where the sequences
// of all elements have one length that the host knows, their descriptor is
// regular: no lengths are computed, added up or read back.

import (
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// learn remembers the lengths of the sequences in r, a host value of type t,
// and returns r with lengths that were known before, and with regular
// descriptors where its segments have one length.
func (b *block) learn(t *types.Type, r rep) rep {
	switch r := r.(type) {
	case tuple:
		out := make(tuple, len(r))
		for i, c := range r {
			out[i] = b.learn(t.Elems[i], c)
		}
		return out
	case uniformSeq:
		if len(t.Sizes) == 1 {
			n := b.lengthOf(t.Sizes[0])
			if n == nil && b.isRead(r.n) {
				n = b.lengthBefore(t.Sizes[0])
			}
			if n != nil {
				r.n = n
			} else {
				memo(b, memoKey{t.Sizes[0], "length"}, func() fkl.Expr { return r.n })
			}
		}
		if v, ok := r.elems.(*nestedSeq); ok && v.packed != nil {
			r.elems = b.withRegular(r.n, t.Elem(), v)
		}
		return r
	}
	return r
}

// divideLengths finds the lengths of the packed sequences in r, of type t, that have one
// length: it is how many elements they have in all, divided by their number.
func (b *block) divideLengths(t *types.Type, r rep) {
	switch r := r.(type) {
	case tuple:
		for i, c := range r {
			b.divideLengths(t.Elems[i], c)
		}
	case uniformSeq:
		b.divideLengths(t.Elem(), r.elems)
	case *nestedSeq:
		if len(t.Sizes) == 1 && b.lengthOf(t.Sizes[0]) == nil && !t.Sizes[0].Varies() {
			memo(b, memoKey{t.Sizes[0], "length"}, func() fkl.Expr {
				count := b.prim(prim.Max, types.Int, b.count(r), num(1))
				return b.prim(prim.Div, types.Int, b.count(r.data), count)
			})
		}
		b.divideLengths(t.Elem(), r.data)
	}
}

// lengthOf is the number that size s stands for, nil if the host has no
// sequence of that length or if elements differ.
func (b *block) lengthOf(s *types.Size) fkl.Expr {
	if s.Op == types.SizeConst && s.N >= 0 {
		return num(s.N)
	}
	for o := b; o != nil && !s.Varies(); o = o.parent {
		if n, ok := o.memos[memoKey{s, "length"}]; ok {
			return n.(fkl.Expr)
		}
	}
	return nil
}

// A sized is the sequences of one size, for the elements of a space.
type sized struct {
	size *types.Size
	sp   *indexSpace
}

// learnLifted remembers the lengths of the sequences in r, a value of type t over
// sp, and the space of their elements, for others that are as long. It returns r
// with lengths that were known before the call that has made it.
func (b *block) learnLifted(sp *indexSpace, t *types.Type, r rep) rep {
	if tr, ok := r.(tuple); ok {
		out := make(tuple, len(tr))
		for i, c := range tr {
			out[i] = b.learnLifted(sp, t.Elems[i], c)
		}
		return out
	}
	if len(t.Sizes) != 1 {
		return r
	}
	if u, ok := r.(uniformSeq); ok { // it may have been made for some elements, and have none if there are none of these
		if n := b.lengthOf(t.Sizes[0]); n != nil {
			u.n = n
		}
		return u
	}
	v, ok := r.(*nestedSeq)
	if !ok {
		return r
	}
	if v.returned {
		v = b.measured(sp, t.Sizes[0], v)
	}
	key := sized{t.Sizes[0], sp}
	if v.packed != nil {
		memo(b, memoKey{key, "space"}, func() *indexSpace { return v.packed })
	}
	memo(b, memoKey{key, "lengths"}, func() *nestedSeq { return v })
	return v
}

// learnAll is learnLifted of the values rs of vs; those behind them are left out.
func (b *block) learnAll(sp *indexSpace, vs []*nkl.Var, rs []rep) []rep {
	out := make([]rep, len(vs))
	for i, v := range vs {
		out[i] = b.learnLifted(sp, v.Type, rs[i])
	}
	return out
}

// spaceFor is the space of the elements of sequences of type t over sp, which
// have the lengths lens: a regular one if they have one length that is known.
func (b *block) spaceFor(sp *indexSpace, t *types.Type, lens rep) *indexSpace {
	for o := b; o != nil && len(t.Sizes) == 1; o = o.parent {
		if known, ok := o.memos[memoKey{sized{t.Sizes[0], sp}, "space"}]; ok {
			return known.(*indexSpace)
		}
	}
	if len(t.Sizes) == 1 {
		if n := b.lengthOf(t.Sizes[0]); n != nil {
			return b.regularSpace(sp.n, n)
		}
	}
	return b.sdMake(b.vec(b.lift(lens, sp)), nil)
}

// withRegular is r, count values of type t, packed with a regular descriptor if it is
// a sequence that has the same known length in all of them.
func (b *block) withRegular(count fkl.Expr, t *types.Type, r rep) rep {
	v, ok := r.(*nestedSeq)
	if !ok || len(t.Sizes) == 0 || v.packed != nil && v.packed.regular {
		return r
	}
	n := b.lengthOf(t.Sizes[0])
	if n == nil {
		return r
	}
	sp := b.regularSpace(count, n)
	if v.packed != nil {
		return &nestedSeq{data: v.data, packed: sp}
	}
	type key struct {
		v  *nestedSeq
		sp *indexSpace
	}
	return memo(b, memoKey{key{v, sp}, "even"}, func() *nestedSeq { return &nestedSeq{packed: sp, data: b.packed(v, sp)} })
}

// regularSpace is the space of count segments of length n, made once.
func (b *block) regularSpace(count, n fkl.Expr) *indexSpace {
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
	return memo(b, memoKey{key{id(count), id(n)}, "even"}, func() *indexSpace { return b.sdRegular(count, n) })
}

// packed is the elements of the sequences of v over sp, whose segments have
// their lengths.
func (b *block) packed(v *nestedSeq, sp *indexSpace) rep {
	b = b.hostOf()
	if v.inOrder { // data may be longer than the segments
		return b.gather(v.data, sp, false, func(_ *block, _, idx fkl.Expr) fkl.Expr { return idx })
	}
	off, starts := b.starts(sp.sd), b.vec(v.starts)
	return b.gather(v.data, sp, true, func(eb *block, seg, idx fkl.Expr) fkl.Expr {
		p := eb.sub(idx, eb.at(types.Int, off, seg))
		return eb.add(eb.at(types.Int, starts, seg), p)
	})
}

// typeOf is the type of an operand; only variables hold sequences.
func typeOf(e nkl.Expr) *types.Type {
	if x, ok := e.(*nkl.Ref); ok {
		return x.Var.Type
	}
	return types.Int
}
