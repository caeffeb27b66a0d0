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
func (t *translator) update(b *lets, s *scope, e *nkl.Update, ty *types.Type) rep {
	if !s.host() && s.allUniform(b, e) {
		return t.once(b, s, ty, func(b *lets, s *scope) rep { return t.update(b, s, e, ty) })
	}
	u := &updating{b: b, form: &fkl.Update{Node: ir.At(e.Pos()), N: num(1), Idx: types.NewVar("i", types.Int)}}
	if !s.host() {
		u.form.N = s.sp.n
	}
	eb := &lets{host: b, sp: &space{n: u.form.N}, pos: b.pos}
	x := &elemTr{vars: map[*nkl.Var]ev{}}
	for i, v := range e.Binds {
		r := t.expr(b, s, e.Inits[i], v.Type)
		if s.host() {
			seq := r.(useq)
			x.vars[v] = u.state(v, owned{elems: seq.elems, n: seq.n, sd: b.sdRegular(num(1), seq.n).sd})
			continue
		}
		sp, data := b.packedOf(r, s)
		x.vars[v] = u.state(v, owned{elems: data, sp: sp, sd: sp.sd})
	}
	for k, v := range e.Scratch {
		x.vars[v] = u.scratch(v, e.Sizes[k])
	}
	for _, v := range nkl.FreeVars(e.Body) { // what does not change is read once, before everything else
		if x.vars[v] == nil {
			x.vars[v] = ownEv(eb, s.lookup(b, v), nil, ref(u.form.Idx))
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

// updating is an update that is being made.
type updating struct {
	b    *lets
	form *fkl.Update
	of   []owned // of its states
}

// owned is the sequences that an update block begins with.
type owned struct {
	elems rep
	n     fkl.Expr // on the host: how many
	sp    *space   // lifted: their space
	sd    fkl.Expr
}

// state makes the states of the vectors of a sequence v, and the value that v has in
// element code.
func (u *updating) state(v *nkl.Var, own owned) ev {
	var leaves []rep
	u.b.outer(own.elems, &leaves)
	var refs []fkl.Expr
	for i, vec := range u.b.vecs(leaves...) {
		st := types.NewVar(v.Name, types.Vec(baseType(leaves[i])))
		u.form.States, u.form.Sds, u.form.Into = append(u.form.States, st), append(u.form.Sds, own.sd), append(u.form.Into, vec)
		u.of, refs = append(u.of, own), append(refs, ref(st))
	}
	return evFrom(v.Type, &refs)
}

// scratch makes the scratch states of v, a sequence of n elements.
func (u *updating) scratch(v *nkl.Var, n int) ev {
	var refs []fkl.Expr
	for _, t := range leafTypes(v.Type, false) {
		st := types.NewVar(v.Name, t)
		u.form.Scratch, u.form.Sizes, refs = append(u.form.Scratch, st), append(u.form.Sizes, n), append(refs, ref(st))
	}
	return evFrom(v.Type, &refs)
}

// results is the value of type t that the vectors vs hold.
func (u *updating) results(s *scope, t *types.Type, vs []fkl.Expr) rep {
	states, next := u.form.Outcome(), 0
	var build func(t *types.Type) rep
	build = func(t *types.Type) rep {
		switch t.Kind {
		case types.KTuple:
			out := make(tup, len(t.Elems))
			for i, c := range t.Elems {
				out[i] = build(c)
			}
			return out
		case types.KSeq:
			own, n := u.of[states[next]], len(leafTypes(t, false))
			data := fromLeaves(u.b, t.Elem(), true, vs[next:next+n])
			next += n
			if own.sp == nil {
				return useq{elems: data, n: own.n}
			}
			return &lview{packed: own.sp, data: data}
		}
		v := vs[next]
		next++
		if s.host() {
			return scalar{u.b.at(t, v, num(0))}
		}
		return lbase{v, t}
	}
	return build(t)
}
