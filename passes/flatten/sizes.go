package flatten

// Sizes: what types say of lengths (ARCHITECTURE, Shapes). Where the sequences
// of all elements have one length that the host knows, their descriptor is
// regular: no lengths are computed, added up or read back.

import (
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
)

// learn remembers the lengths of the sequences in r, a host value of type t,
// and returns r with lengths that were known before, and with regular
// descriptors where its segments have one length.
func (b *lets) learn(t *types.Type, r rep) rep {
	switch r := r.(type) {
	case tup:
		out := make(tup, len(r))
		for i, c := range r {
			out[i] = b.learn(t.Elems[i], c)
		}
		return out
	case useq:
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
		if v, ok := r.elems.(*lview); ok && v.packed != nil {
			r.elems = b.even(r.n, t.Elem(), v)
		}
		return r
	}
	return r
}

// lengthOf is the number that size s stands for, nil if the host has no
// sequence of that length or if elements differ.
func (b *lets) lengthOf(s *types.Size) fkl.Expr {
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
	sp   *space
}

// learnLifted remembers the lengths of the sequences in r, a value of type t over
// sp, and the space of their elements, for others that are as long. It returns r
// with lengths that were known before the call that has made it.
func (b *lets) learnLifted(sp *space, t *types.Type, r rep) rep {
	if tr, ok := r.(tup); ok {
		out := make(tup, len(tr))
		for i, c := range tr {
			out[i] = b.learnLifted(sp, t.Elems[i], c)
		}
		return out
	}
	v, ok := r.(*lview)
	if !ok || len(t.Sizes) != 1 {
		return r
	}
	if v.returned {
		v = b.measured(sp, t.Sizes[0], v)
	}
	key := sized{t.Sizes[0], sp}
	if v.packed != nil {
		memo(b, memoKey{key, "space"}, func() *space { return v.packed })
	}
	memo(b, memoKey{key, "lengths"}, func() *lview { return v })
	return v
}

// learnAll is learnLifted of the values rs of vs; those behind them are left out.
func (b *lets) learnAll(sp *space, vs []*nkl.Var, rs []rep) []rep {
	out := make([]rep, len(vs))
	for i, v := range vs {
		out[i] = b.learnLifted(sp, v.Type, rs[i])
	}
	return out
}

// spaceFor is the space of the elements of sequences of type t over sp, which
// have the lengths lens.
func (b *lets) spaceFor(sp *space, t *types.Type, lens rep) *space {
	for o := b; o != nil && len(t.Sizes) == 1; o = o.parent {
		if known, ok := o.memos[memoKey{sized{t.Sizes[0], sp}, "space"}]; ok {
			return known.(*space)
		}
	}
	return b.sdMake(b.vec(b.lift(lens, sp)), nil)
}

// even is r, count values of type t, packed with a regular descriptor if it is
// a sequence that has the same known length in all of them.
func (b *lets) even(count fkl.Expr, t *types.Type, r rep) rep {
	v, ok := r.(*lview)
	if !ok || len(t.Sizes) == 0 || v.packed != nil && v.packed.regular {
		return r
	}
	n := b.lengthOf(t.Sizes[0])
	if n == nil {
		return r
	}
	sp := b.evenly(count, n)
	if v.packed != nil {
		return &lview{data: v.data, packed: sp}
	}
	type key struct {
		v  *lview
		sp *space
	}
	return memo(b, memoKey{key{v, sp}, "even"}, func() *lview { return &lview{packed: sp, data: b.packed(v, sp)} })
}

// evenly is the space of count segments of length n, made once.
func (b *lets) evenly(count, n fkl.Expr) *space {
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
	return memo(b, memoKey{key{id(count), id(n)}, "even"}, func() *space { return b.sdRegular(count, n) })
}

// packed is the elements of the sequences of v over sp, whose segments have
// their lengths.
func (b *lets) packed(v *lview, sp *space) rep {
	b = b.hostOf()
	if v.tight { // data may be longer than the segments
		return b.gather(v.data, sp, false, func(_ *lets, _, idx fkl.Expr) fkl.Expr { return idx })
	}
	off, starts := b.starts(sp.sd), b.vec(v.starts)
	return b.gather(v.data, sp, true, func(eb *lets, seg, idx fkl.Expr) fkl.Expr {
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
