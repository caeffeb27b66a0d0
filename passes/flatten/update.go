package flatten

// Update blocks: loops that replace elements of sequences of their own. All
// elements run their block at once, each on its own sequences, which stand one
// after another.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/flatten/element"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/primitive"
	"nessiec/passes/flatten/rep"
)

// update translates an update block.
//
//	on the host:  one index, whose segments are the sequences
//	lifted:       an index for each active element; sequences are packed before
func (t *translator) update(b *emit.Block, s *scope, e *nkl.Update, ty *types.Type) rep.Value {
	if !s.host() && s.allUniform(b, e) {
		return t.uniformWork(b, s, ty, func(b *emit.Block, s *scope) rep.Value { return t.update(b, s, e, ty) })
	}
	u := &updateBuilder{b: b, form: &fkl.Update{Node: ir.At(e.Pos()), N: emit.Num(1), Idx: types.NewVar("i", types.Int)}}
	if !s.host() {
		u.form.N = s.sp.N
	}
	eb := &emit.Block{Host: b, Space: &emit.Space{N: u.form.N}, Pos: b.Pos}
	x := &element.Translator{Vars: map[*nkl.Var]element.Value{}}
	for i, v := range e.Binds {
		r := t.expr(b, s, e.Inits[i], v.Type)
		if s.host() {
			seq := r.(rep.Seq)
			data, start := seq.Widened()
			n := seq.N
			if seq.Window != nil {
				n = rep.Count(b, data)
			}
			x.Vars[v] = u.state(v, updatedSeq{elems: data, seq: seq, sd: b.SdRegular(emit.Num(1), n).Sd})
			if seq.Window != nil {
				x.Vars[v] = element.Part(x.Vars[v], start, seq.N)
			}
			continue
		}
		rep.Lose(r)
		sp, data := primitive.Packed(b, r, s.sp)
		x.Vars[v] = u.state(v, updatedSeq{elems: data, sp: sp, sd: sp.Sd})
	}
	for k, v := range e.Scratch {
		x.Vars[v] = u.scratch(v, e.Sizes[k])
	}
	for _, v := range nkl.FreeVars(e.Body) { // what does not change is read once, before everything else
		if x.Vars[v] == nil {
			x.Vars[v] = element.Own(eb, s.lookup(b, v), nil, emit.Ref(u.form.Idx))
		}
	}
	u.form.Body = x.Tail(eb, e.Body, ty)
	ts := rep.LeafTypes(ty, false)
	for i, lt := range ts {
		if lt.IsBase() {
			ts[i] = types.Vec(lt)
		}
	}
	return u.results(s, ty, b.LetN("u", ts, u.form))
}

// updateBuilder is an update that is being made.
type updateBuilder struct {
	b    *emit.Block
	form *fkl.Update
	of   []updatedSeq // of its states
}

// updatedSeq is the sequences that an update block begins with.
type updatedSeq struct {
	elems rep.Value
	seq   rep.Seq     // on the host
	sp    *emit.Space // lifted: their space
	sd    fkl.Expr
}

// state makes the states of the vectors of a sequence v, and the value that v has in
// element code.
func (u *updateBuilder) state(v *nkl.Var, own updatedSeq) element.Value {
	var leaves []rep.Value
	rep.Outer(u.b, own.elems, &leaves)
	var refs []fkl.Expr
	for i, vec := range rep.Vecs(u.b, leaves...) {
		st := types.NewVar(v.Name, types.Vec(rep.BaseType(leaves[i])))
		u.form.States, u.form.Sds, u.form.Into = append(u.form.States, st), append(u.form.Sds, own.sd), append(u.form.Into, vec)
		u.of, refs = append(u.of, own), append(refs, emit.Ref(st))
	}
	return element.FromAtoms(v.Type, &refs)
}

// scratch makes the scratch states of v, a sequence of n elements.
func (u *updateBuilder) scratch(v *nkl.Var, n int) element.Value {
	var refs []fkl.Expr
	for _, t := range rep.LeafTypes(v.Type, false) {
		st := types.NewVar(v.Name, t)
		u.form.Scratch, u.form.Sizes, refs = append(u.form.Scratch, st), append(u.form.Sizes, n), append(refs, emit.Ref(st))
	}
	return element.FromAtoms(v.Type, &refs)
}

// results is the value of type t that the vectors vs hold.
func (u *updateBuilder) results(s *scope, t *types.Type, vs []fkl.Expr) rep.Value {
	states, next := u.form.Outcome(), 0
	var build func(t *types.Type) rep.Value
	build = func(t *types.Type) rep.Value {
		switch t.Kind {
		case types.KTuple:
			out := make(rep.Tuple, len(t.Elems))
			for i, c := range t.Elems {
				out[i] = build(c)
			}
			return out
		case types.KSeq:
			own, n := u.of[states[next]], len(rep.LeafTypes(t, false))
			data := rep.FromLeaves(u.b, t.Elem(), true, vs[next:next+n])
			next += n
			if own.sp == nil {
				return own.seq.Updated(u.b, data)
			}
			return &rep.Nested{Packed: own.sp, Data: data}
		}
		v := vs[next]
		next++
		if s.host() {
			return rep.Scalar{Atom: u.b.At(t, v, emit.Num(0))}
		}
		return rep.Vector{Vec: v, Type: t}
	}
	return build(t)
}
