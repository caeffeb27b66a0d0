package flatten

// Apply-to-each: its index space, and its generators lifted over it.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/primitive"
	"nessiec/passes/flatten/rep"
)

// each translates apply-to-each.
//
//	on the host:  the body, lifted over the elements of the sequences
//	lifted:       the body, lifted over the elements of all inner sequences
func (t *translator) each(b *emit.Block, s *scope, e *nkl.EachCaptured, ty *types.Type) rep.Value {
	if s.host() {
		seqs := make([]rep.Seq, len(e.Seqs))
		for i, x := range e.Seqs {
			seqs[i] = t.expr(b, s, x, nil).(rep.Seq)
		}
		t.makeRows(b, s, e, seqs)
		in := &scope{sp: spaceOf(seqs), vars: map[*nkl.Var]rep.Value{}, parent: s, once: s.once}
		for i, v := range e.Binds {
			in.vars[v] = learnElems(b, in.sp, e.Seqs[i], v, seqs[i].Elems)
		}
		elem := b.ElementType(ty, in.sp)
		return rep.Seq{Elems: rep.LearnLifted(b, in.sp, elem, rep.Lift(b, t.expr(b, in, e.Body, elem), in.sp)), N: seqs[0].N}
	}
	if s.allUniform(b, e) && !t.effects.Act(e) {
		return t.uniformWork(b, s, ty, func(b *emit.Block, s *scope) rep.Value { return t.each(b, s, e, ty) })
	}
	sp, gens := t.generators(b, s, e.Seqs)
	in := s.segments(sp)
	for i, v := range e.Binds {
		in.vars[v] = learnElems(b, sp, e.Seqs[i], v, gens[i])
	}
	elem := b.ElementType(ty, sp)
	return &rep.Nested{Data: rep.LearnLifted(b, sp, elem, rep.Lift(b, t.expr(b, in, e.Body, elem), sp)), Packed: sp}
}

// learnElems is LearnLifted of r, the elements of seq, which are v. Their sizes
// have two names: with the index of the map, and with that of sp, as in the type
// of what the map makes.
func learnElems(b *emit.Block, sp *emit.Space, seq nkl.Expr, v *nkl.Var, r rep.Value) rep.Value {
	r = rep.LearnLifted(b, sp, v.Type, r)
	if t := rep.TypeOf(seq); t.Kind == types.KSeq {
		r = rep.LearnLifted(b, sp, b.ElementType(t, sp), r)
	}
	return r
}

// spaceOf is the space of the elements of sequences of equal length: a
// segmented one if elements that have no vector yet need it.
func spaceOf(seqs []rep.Seq) *emit.Space {
	for _, u := range seqs {
		var flat []rep.Value
		rep.Outer(new(emit.Block), u.Elems, &flat)
		for _, r := range flat {
			if t, ok := r.(*rep.Delayed); ok && t.BySeg {
				return t.Space
			}
		}
	}
	return &emit.Space{N: seqs[0].N}
}

// generators is the space of an inner apply-to-each and its generators lifted
// over it. The lengths of the sequences agree: that was checked.
func (t *translator) generators(b *emit.Block, s *scope, seqs []nkl.Expr) (*emit.Space, []rep.Value) {
	reps := make([]rep.Value, len(seqs))
	for i, x := range seqs {
		reps[i] = rep.WithRegular(b, s.sp.N, rep.TypeOf(x), t.expr(b, s, x, nil))
	}
	sp := primitive.CommonSpace(b, s.sp.N, reps)
	out := make([]rep.Value, len(seqs))
	for i, r := range reps {
		if v, ok := r.(*rep.Nested); ok && v.Packed != nil && !rep.SameVar(b.Representative(v.Packed.Sd), b.Representative(sp.Sd)) {
			b.UniteDescriptors(b.Representative(v.Packed.Sd), sp.Sd)
		}
		out[i] = primitive.ElementsOver(b, r, sp)
	}
	return sp, out
}
