package flatten

// Update blocks: loops that replace elements of sequences of their own. All
// elements run their block at once, each on its own sequences, which stand one
// after another.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
)

// update translates an update block.
//
//	on the host:  one index, whose segments are the sequences
//	lifted:       an index for each active element; sequences are packed before
func (t *translator) update(b *block, s *scope, e *nkl.Update, ty *types.Type) rep {
	if !s.host() && s.allUniform(b, e) {
		return t.uniformWork(b, s, ty, func(b *block, s *scope) rep { return t.update(b, s, e, ty) })
	}
	u := &updateBuilder{b: b, form: &fkl.Update{Node: ir.At(e.Pos()), N: num(1), Idx: types.NewVar("i", types.Int)}}
	if !s.host() {
		u.form.N = s.sp.n
	}
	eb := &block{host: b, sp: &indexSpace{n: u.form.N}, pos: b.pos}
	x := &elemTranslator{vars: map[*nkl.Var]elemValue{}}
	for i, v := range e.Binds {
		r := t.expr(b, s, e.Inits[i], v.Type)
		if s.host() {
			seq := r.(uniformSeq)
			x.vars[v] = u.state(v, updatedSeq{elems: seq.elems, n: seq.n, sd: b.sdRegular(num(1), seq.n).sd})
			continue
		}
		sp, data := b.packedOf(r, s)
		x.vars[v] = u.state(v, updatedSeq{elems: data, sp: sp, sd: sp.sd})
	}
	for k, v := range e.Scratch {
		x.vars[v] = u.scratch(v, e.Sizes[k])
	}
	for _, v := range nkl.FreeVars(e.Body) { // what does not change is read once, before everything else
		if x.vars[v] == nil {
			x.vars[v] = ownElem(eb, s.lookup(b, v), nil, ref(u.form.Idx))
		}
	}
	u.form.Body = x.tail(eb, e.Body, ty)
	ts := leafTypes(ty, false)
	for i, lt := range ts {
		if lt.IsBase() {
			ts[i] = types.Vec(lt)
		}
	}
	return u.results(s, ty, b.letN("u", ts, u.form))
}

// updateBuilder is an update that is being made.
type updateBuilder struct {
	b    *block
	form *fkl.Update
	of   []updatedSeq // of its states
}

// updatedSeq is the sequences that an update block begins with.
type updatedSeq struct {
	elems rep
	n     fkl.Expr    // on the host: how many
	sp    *indexSpace // lifted: their space
	sd    fkl.Expr
}

// state makes the states of the vectors of a sequence v, and the value that v has in
// element code.
func (u *updateBuilder) state(v *nkl.Var, own updatedSeq) elemValue {
	var leaves []rep
	u.b.outer(own.elems, &leaves)
	var refs []fkl.Expr
	for i, vec := range u.b.vecs(leaves...) {
		st := types.NewVar(v.Name, types.Vec(baseType(leaves[i])))
		u.form.States, u.form.Sds, u.form.Into = append(u.form.States, st), append(u.form.Sds, own.sd), append(u.form.Into, vec)
		u.of, refs = append(u.of, own), append(refs, ref(st))
	}
	return elemFromAtoms(v.Type, &refs)
}

// scratch makes the scratch states of v, a sequence of n elements.
func (u *updateBuilder) scratch(v *nkl.Var, n int) elemValue {
	var refs []fkl.Expr
	for _, t := range leafTypes(v.Type, false) {
		st := types.NewVar(v.Name, t)
		u.form.Scratch, u.form.Sizes, refs = append(u.form.Scratch, st), append(u.form.Sizes, n), append(refs, ref(st))
	}
	return elemFromAtoms(v.Type, &refs)
}

// results is the value of type t that the vectors vs hold.
func (u *updateBuilder) results(s *scope, t *types.Type, vs []fkl.Expr) rep {
	states, next := u.form.Outcome(), 0
	var build func(t *types.Type) rep
	build = func(t *types.Type) rep {
		switch t.Kind {
		case types.KTuple:
			out := make(tuple, len(t.Elems))
			for i, c := range t.Elems {
				out[i] = build(c)
			}
			return out
		case types.KSeq:
			own, n := u.of[states[next]], len(leafTypes(t, false))
			data := fromLeaves(u.b, t.Elem(), true, vs[next:next+n])
			next += n
			if own.sp == nil {
				return uniformSeq{elems: data, n: own.n}
			}
			return &nestedSeq{packed: own.sp, data: data}
		}
		v := vs[next]
		next++
		if s.host() {
			return hostScalar{u.b.at(t, v, num(0))}
		}
		return vector{v, t}
	}
	return build(t)
}
