package flatten

// Apply-to-each: its index space, and its generators lifted over it.

import (
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
)

// each translates apply-to-each.
//
//	on the host:  the body, lifted over the elements of the sequences
//	lifted:       the body, lifted over the elements of all inner sequences
func (t *translator) each(b *block, s *scope, e *nkl.EachCaptured, ty *types.Type) rep {
	if s.host() {
		seqs := make([]uniformSeq, len(e.Seqs))
		for i, x := range e.Seqs {
			seqs[i] = t.expr(b, s, x, nil).(uniformSeq)
		}
		t.makeRows(b, s, e, seqs)
		in := &scope{sp: spaceOf(seqs), vars: map[*nkl.Var]rep{}, parent: s, once: s.once}
		for i, v := range e.Binds {
			in.vars[v] = b.learnElems(in.sp, e.Seqs[i], v, seqs[i].elems)
		}
		elem := b.elementType(ty, in.sp)
		return uniformSeq{elems: b.learnLifted(in.sp, elem, b.lift(t.expr(b, in, e.Body, elem), in.sp)), n: seqs[0].n}
	}
	if s.allUniform(b, e) && !t.effects.in(e) {
		return t.uniformWork(b, s, ty, func(b *block, s *scope) rep { return t.each(b, s, e, ty) })
	}
	sp, gens := t.generators(b, s, e.Seqs)
	in := s.segments(sp)
	for i, v := range e.Binds {
		in.vars[v] = b.learnElems(sp, e.Seqs[i], v, gens[i])
	}
	elem := b.elementType(ty, sp)
	return &nestedSeq{data: b.learnLifted(sp, elem, b.lift(t.expr(b, in, e.Body, elem), sp)), packed: sp}
}

// learnElems is learnLifted of r, the elements of seq, which are v. Their sizes
// have two names: with the index of the map, and with that of sp, as in the type
// of what the map makes.
func (b *block) learnElems(sp *indexSpace, seq nkl.Expr, v *nkl.Var, r rep) rep {
	r = b.learnLifted(sp, v.Type, r)
	if t := typeOf(seq); t.Kind == types.KSeq {
		r = b.learnLifted(sp, b.elementType(t, sp), r)
	}
	return r
}

// spaceOf is the space of the elements of sequences of equal length: a
// segmented one if elements that have no vector yet need it.
func spaceOf(seqs []uniformSeq) *indexSpace {
	for _, u := range seqs {
		var flat []rep
		new(block).outer(u.elems, &flat)
		for _, r := range flat {
			if t, ok := r.(*delayed); ok && t.bySeg {
				return t.sp
			}
		}
	}
	return &indexSpace{n: seqs[0].n}
}

// generators is the space of an inner apply-to-each and its generators lifted
// over it. The lengths of the sequences agree: that was checked.
func (t *translator) generators(b *block, s *scope, seqs []nkl.Expr) (*indexSpace, []rep) {
	reps := make([]rep, len(seqs))
	for i, x := range seqs {
		reps[i] = b.withRegular(s.sp.n, typeOf(x), t.expr(b, s, x, nil))
	}
	sp := b.common(s.sp.n, reps)
	out := make([]rep, len(seqs))
	for i, r := range reps {
		if v, ok := r.(*nestedSeq); ok && v.packed != nil && !sameAtom(b.representative(v.packed.sd), b.representative(sp.sd)) {
			b.uniteDescriptors(b.representative(v.packed.sd), sp.sd)
		}
		out[i] = b.elementsOver(r, sp)
	}
	return sp, out
}

// common is the space of the elements of sequences of n active elements, lifted
// or shared by all: of a shared one, which tells that all are equally long, of
// one that is packed, or of the first.
func (b *block) common(n fkl.Expr, seqs []rep) *indexSpace {
	var first *nestedSeq
	for _, r := range seqs {
		switch r := r.(type) {
		case uniformSeq:
			return b.regularSpace(n, r.n)
		case *nestedSeq:
			if first == nil || r.packed != nil && (first.packed == nil || r.packed.regular && !first.packed.regular) {
				first = r
			}
		}
	}
	sp, _ := b.pack(first)
	return sp
}

// elementsOver is the lifted value over sp of the elements of a sequence whose
// lengths are those of the segments of sp.
func (b *block) elementsOver(r rep, sp *indexSpace) rep {
	local := func(eb *block, seg, idx fkl.Expr) fkl.Expr {
		return eb.sub(idx, eb.at(types.Int, b.starts(sp.sd), seg))
	}
	switch r := r.(type) {
	case uniformSeq:
		return b.gather(r.elems, sp, true, local)
	case *nestedSeq:
		if r.packed != nil && (r.packed == sp || sameAtom(r.packed.sd, sp.sd)) {
			return r.data
		}
		if r.packed != nil { // equal lengths, so the positions are the same
			return r.data
		}
		if r.inOrder {
			if own, data := b.pack(r); own == sp {
				return data
			}
		}
		starts := r.starts
		return b.gather(r.data, sp, true, func(eb *block, seg, idx fkl.Expr) fkl.Expr {
			return eb.add(readAt(eb, starts, seg), local(eb, seg, idx))
		})
	}
	panic("flatten: generator is not a sequence")
}
