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
func (t *translator) each(b *lets, s *scope, e *nkl.EachCaptured, ty *types.Type) rep {
	elem := ty.Elem()
	if s.host() {
		seqs := make([]useq, len(e.Seqs))
		for i, x := range e.Seqs {
			seqs[i] = t.expr(b, s, x, nil).(useq)
		}
		in := &scope{sp: spaceOf(seqs), vars: map[*nkl.Var]rep{}, parent: s}
		for i, v := range e.Binds {
			in.vars[v] = b.learnElems(in.sp, e.Seqs[i], v, seqs[i].elems)
		}
		return useq{elems: b.learnLifted(in.sp, elem, b.lift(t.expr(b, in, e.Body, elem), in.sp)), n: seqs[0].n}
	}
	if s.allUniform(b, e) && !t.effects.in(e) {
		return t.once(b, s, ty, func(b *lets, s *scope) rep { return t.each(b, s, e, ty) })
	}
	sp, gens := t.generators(b, s, e.Seqs)
	in := s.segments(sp)
	for i, v := range e.Binds {
		in.vars[v] = b.learnElems(sp, e.Seqs[i], v, gens[i])
	}
	return &lview{data: b.learnLifted(sp, elem, b.lift(t.expr(b, in, e.Body, elem), sp)), packed: sp}
}

// learnElems is learnLifted of r, the elements of seq, which are v. Their sizes
// have two names: with the index of the map, and with that of the level, as in
// the type of what the map makes.
func (b *lets) learnElems(sp *space, seq nkl.Expr, v *nkl.Var, r rep) rep {
	r = b.learnLifted(sp, v.Type, r)
	if t := typeOf(seq); t.Kind == types.KSeq {
		r = b.learnLifted(sp, t.Elem(), r)
	}
	return r
}

// spaceOf is the space of the elements of sequences of equal length: a
// segmented one if elements that have no vector yet need it.
func spaceOf(seqs []useq) *space {
	for _, u := range seqs {
		var flat []rep
		new(lets).outer(u.elems, &flat)
		for _, r := range flat {
			if t, ok := r.(*lthunk); ok && t.bySeg {
				return t.sp
			}
		}
	}
	return &space{n: seqs[0].n}
}

// generators is the space of an inner apply-to-each and its generators lifted
// over it. The lengths of the sequences agree: that was checked.
func (t *translator) generators(b *lets, s *scope, seqs []nkl.Expr) (*space, []rep) {
	reps := make([]rep, len(seqs))
	for i, x := range seqs {
		reps[i] = b.even(s.sp.n, typeOf(x), t.expr(b, s, x, nil))
	}
	sp := b.common(s.sp.n, reps)
	out := make([]rep, len(seqs))
	for i, r := range reps {
		if v, ok := r.(*lview); ok && v.packed != nil && !sameAtom(b.alike(v.packed.sd), b.alike(sp.sd)) {
			b.setAlike(b.alike(v.packed.sd), sp.sd)
		}
		out[i] = b.spread(r, sp)
	}
	return sp, out
}

// common is the space of the elements of sequences of n active elements, lifted
// or shared by all: of a shared one, which tells that all are equally long, of
// one that is packed, or of the first.
func (b *lets) common(n fkl.Expr, seqs []rep) *space {
	var first *lview
	for _, r := range seqs {
		switch r := r.(type) {
		case useq:
			return b.evenly(n, r.n)
		case *lview:
			if first == nil || r.packed != nil && (first.packed == nil || r.packed.regular && !first.packed.regular) {
				first = r
			}
		}
	}
	sp, _ := b.pack(first)
	return sp
}

// spread is the lifted value over sp of the elements of a sequence whose
// lengths are those of the segments of sp.
func (b *lets) spread(r rep, sp *space) rep {
	local := func(eb *lets, seg, idx fkl.Expr) fkl.Expr {
		return eb.sub(idx, eb.at(types.Int, b.starts(sp.sd), seg))
	}
	switch r := r.(type) {
	case useq:
		return b.gather(r.elems, sp, true, local)
	case *lview:
		if r.packed != nil && (r.packed == sp || sameAtom(r.packed.sd, sp.sd)) {
			return r.data
		}
		if r.packed != nil { // equal lengths, so the positions are the same
			return r.data
		}
		if r.tight {
			if own, data := b.pack(r); own == sp {
				return data
			}
		}
		starts := r.starts
		return b.gather(r.data, sp, true, func(eb *lets, seg, idx fkl.Expr) fkl.Expr {
			return eb.add(readAt(eb, starts, seg), local(eb, seg, idx))
		})
	}
	panic("flatten: generator is not a sequence")
}
