package flatten

// The rules for the forms of NKL, on the host and lifted.

import (
	"fmt"

	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
)

// expr translates e, of type ty, in s: its code goes to b.
func (t *translator) expr(b *lets, s *scope, e nkl.Expr, ty *types.Type) rep {
	return b.plain(t.lazily(b, s, e, ty))
}

// lazily is expr, but concatenations may have no vectors yet.
func (t *translator) lazily(b *lets, s *scope, e nkl.Expr, ty *types.Type) rep {
	b.stands(e)
	switch e := e.(type) {
	case *nkl.Ref:
		return s.lookup(b, e.Var)
	case *nkl.Int:
		return scalar{&fkl.Int{Node: ir.At(e.Pos()), Val: e.Val}}
	case *nkl.Float:
		return scalar{&fkl.Float{Node: ir.At(e.Pos()), Val: e.Val}}
	case *nkl.Bool:
		return scalar{&fkl.Bool{Node: ir.At(e.Pos()), Val: e.Val}}
	case *nkl.Char:
		return scalar{&fkl.Char{Node: ir.At(e.Pos()), Val: e.Val}}
	case *nkl.Str:
		v := b.let("str", types.Vec(types.Char), &fkl.Str{Node: ir.At(e.Pos()), Val: e.Val})
		return useq{lbase{v, types.Char}, b.length(v)}
	case *nkl.Tuple:
		out := make(tup, len(e.Elems))
		for i, c := range e.Elems {
			out[i] = t.expr(b, s, c, ty.Elems[i])
		}
		return out
	case *nkl.Proj:
		return t.expr(b, s, e.Of, nil).(tup)[e.Index]
	case *nkl.Seq:
		return t.seq(b, s, e)
	case *nkl.Let:
		s.vars[e.Bind] = t.lazily(b, s, e.Rhs, e.Bind.Type)
		if s.host() {
			s.vars[e.Bind] = b.learn(e.Bind.Type, s.vars[e.Bind])
		}
		return t.lazily(b, s, e.Body, ty)
	case *nkl.Check:
		t.check(b, s, e)
		return t.expr(b, s, e.Then, ty)
	case *nkl.Elem:
		return t.elem(b, s, e, ty)
	case *nkl.If:
		return t.conditional(b, s, e, ty)
	case *nkl.EachCaptured:
		return t.each(b, s, e, ty)
	case *nkl.Prim:
		return t.prim(b, s, e, ty)
	case *nkl.Call:
		return t.call(b, s, e.Pos(), e.Fn, e.Args, ty)
	case *nkl.CallLifted:
		return t.callLifted(b, s, e, ty)
	case *nkl.Loop:
		return t.loop(b, s, e, ty)
	case *nkl.Time:
		return t.time(b, s, e, ty)
	}
	panic(fmt.Sprintf("flatten: unexpected %T", e))
}

// An ending lists what a block yields for its value.
type ending func(b *lets, r rep) []fkl.Expr

// canonical ends host code with the leaves of the value.
func canonical(b *lets, r rep) []fkl.Expr { return b.leaves(r, false, nil) }

// tail translates e in tail position: it ends the block, and those of its arms.
func (t *translator) tail(b *lets, s *scope, e nkl.Expr, ty *types.Type, end ending) fkl.Expr {
	b.stands(e)
	switch e := e.(type) {
	case *nkl.Let:
		s.vars[e.Bind] = t.lazily(b, s, e.Rhs, e.Bind.Type)
		if s.host() {
			s.vars[e.Bind] = b.learn(e.Bind.Type, s.vars[e.Bind])
		}
		return t.tail(b, s, e.Body, ty, end)
	case *nkl.Check:
		t.check(b, s, e)
		return t.tail(b, s, e.Then, ty, end)
	case *nkl.If:
		if c := t.expr(b, s, e.Cond, types.Bool); uniform(c) {
			return b.in(&fkl.If{Node: ir.At(e.Pos()), Cond: c.(scalar).a,
				Then: t.tail(b.block(), s, e.Then, ty, end), Else: t.tail(b.block(), s, e.Else, ty, end)})
		}
	case *nkl.Recur:
		r := &fkl.Recur{Node: ir.At(e.Pos())}
		for _, a := range e.Args {
			r.Args = append(r.Args, b.leaves(t.expr(b, s, a, nil), false, nil)...)
		}
		return b.in(r)
	}
	return b.ret(end(b, t.expr(b, s, e, ty))...)
}

// check tests a condition: a uniform one on the host, where no active element
// means no error; a lifted one in a Map without results.
func (t *translator) check(b *lets, s *scope, e *nkl.Check) {
	switch c := t.expr(b, s, e.Cond, types.Bool).(type) {
	case scalar:
		cond := c.a
		if !s.host() {
			cond = b.prim("or", types.Bool, cond, b.prim("eq", types.Bool, s.sp.n, num(0)))
		}
		b.check(e.Pos(), cond, e.Error)
	default:
		pos := e.Pos()
		b.mapOver(s.sp, nil, func(eb *lets, seg, idx fkl.Expr) []fkl.Expr {
			eb.check(pos, readOwn(eb, c, seg, idx), e.Error)
			return nil
		})
	}
}

// elem translates an element block: a Map over the active elements, or host
// code when nothing in it varies.
func (t *translator) elem(b *lets, s *scope, e *nkl.Elem, ty *types.Type) rep {
	if s.allUniform(b, e) {
		host := func(b *lets, s *scope) rep {
			x := &elemTr{vars: map[*nkl.Var]ev{}, own: func(eb *lets, v *nkl.Var) ev {
				return ownEv(eb, s.lookup(b, v), nil, nil)
			}}
			return evRep(b, x.eval(b, e.Body, ty))
		}
		if s.host() || total(e.Body) {
			return host(b, s)
		}
		return t.once(b, s, ty, host)
	}
	ts := leafTypes(ty, false)
	vs := b.mapOver(s.sp, ts, func(eb *lets, seg, idx fkl.Expr) []fkl.Expr {
		x := &elemTr{vars: map[*nkl.Var]ev{}, own: func(eb *lets, v *nkl.Var) ev {
			return ownEv(eb, s.lookup(b, v), seg, idx)
		}}
		return evLeaves(x.eval(eb, e.Body, ty))
	})
	return fromLeaves(b, ty, true, vs)
}

// total reports whether scalar code can neither fail nor run forever.
func total(e nkl.Expr) bool {
	ok := true
	ir.Walk(e, func(e nkl.Expr) bool {
		switch e.(type) {
		case *nkl.Check, *nkl.Loop:
			ok = false
		}
		return ok
	})
	return ok
}

// conditional translates an If that is not element code.
//
//	uniform condition:  a plain branch
//	lifted condition:   split the variables of the arms, do each arm for its own
//	                    elements, and combine
func (t *translator) conditional(b *lets, s *scope, e *nkl.If, ty *types.Type) rep {
	c := t.expr(b, s, e.Cond, types.Bool)
	if u, ok := c.(scalar); ok {
		return t.branch(b, s, u.a, e, ty)
	}
	flags := b.vec(c)
	vs := t.liftedVars(b, s, e.Then, e.Else)
	rs := make([]rep, len(vs))
	for i, v := range vs {
		rs[i] = s.lookup(b, v)
	}
	p := b.split(flags, s.sp, rs)
	x := t.lazily(b, s.arm(p.sp1, vs, p.one), e.Then, ty)
	y := t.lazily(b, s.arm(p.sp2, vs, p.two), e.Else, ty)
	return b.joinArms(s.sp, flags, p, x, y)
}

// force makes the vectors of all outer leaves of r, thunks of one space at once.
func (b *lets) force(r rep) {
	var flat []rep
	b.outer(r, &flat)
	b.vecs(flat...)
}

// liftedVars lists the free variables of the arms that differ by element.
func (t *translator) liftedVars(b *lets, s *scope, arms ...nkl.Expr) []*nkl.Var {
	var out []*nkl.Var
	seen := map[*nkl.Var]bool{}
	for _, a := range arms {
		for _, v := range nkl.FreeVars(a) {
			if !seen[v] && !uniform(s.lookup(b, v)) {
				out = append(out, v)
			}
			seen[v] = true
		}
	}
	return out
}

// branch is an If on a condition that all elements share.
func (t *translator) branch(b *lets, s *scope, cond fkl.Expr, e *nkl.If, ty *types.Type) rep {
	then, els := b.block(), b.block()
	if s.host() {
		vs := b.letN("r", leafTypes(ty, false), &fkl.If{Node: ir.At(e.Pos()), Cond: cond,
			Then: t.tail(then, s, e.Then, ty, canonical), Else: t.tail(els, s, e.Else, ty, canonical)})
		return fromLeaves(b, ty, false, vs)
	}
	x, y := t.expr(then, s, e.Then, ty), t.expr(els, s, e.Else, ty)
	if uniform(x) && uniform(y) {
		vs := b.letN("r", leafTypes(ty, false), &fkl.If{Node: ir.At(e.Pos()), Cond: cond,
			Then: then.ret(then.leaves(x, false, nil)...), Else: els.ret(els.leaves(y, false, nil)...)})
		return fromLeaves(b, ty, false, vs)
	}
	j := &join{}
	build := j.plan(then, els, then.lift(x, s.sp), els.lift(y, s.sp))
	vs := b.letN("r", leafTypesOf(j.one), &fkl.If{Node: ir.At(e.Pos()), Cond: cond,
		Then: then.ret(then.values(j.one)...), Else: els.ret(els.values(j.two)...)})
	return build(func() fkl.Expr {
		v := vs[0]
		vs = vs[1:]
		return v
	})
}

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
			in.vars[v] = seqs[i].elems
		}
		return useq{b.lift(t.expr(b, in, e.Body, elem), in.sp), seqs[0].n}
	}
	if s.allUniform(b, e) && !t.effects.in(e) {
		return t.once(b, s, ty, func(b *lets, s *scope) rep { return t.each(b, s, e, ty) })
	}
	sp, gens := t.generators(b, s, e.Seqs)
	in := s.segments(sp)
	for i, v := range e.Binds {
		in.vars[v] = gens[i]
	}
	return &lview{data: b.lift(t.expr(b, in, e.Body, elem), sp), packed: sp}
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
		starts := r.starts
		return b.gather(r.data, sp, true, func(eb *lets, seg, idx fkl.Expr) fkl.Expr {
			return eb.add(readAt(eb, starts, seg), local(eb, seg, idx))
		})
	}
	panic("flatten: generator is not a sequence")
}

// loop is a tail loop of the host; its variables are canonical leaves.
func (t *translator) loop(b *lets, s *scope, e *nkl.Loop, ty *types.Type) rep {
	if !s.host() {
		panic("flatten: a loop under a map that is no element block")
	}
	l := &fkl.Loop{Node: ir.At(e.Pos())}
	body := b.block()
	for i, v := range e.Binds {
		l.Inits = append(l.Inits, b.leaves(t.expr(b, s, e.Inits[i], v.Type), false, nil)...)
		var leaves []fkl.Expr
		for _, lt := range leafTypes(v.Type, false) {
			nv := types.NewVar(v.Name, lt)
			l.Binds, leaves = append(l.Binds, nv), append(leaves, ref(nv))
		}
		s.vars[v] = body.learn(v.Type, fromLeaves(body, v.Type, false, leaves))
	}
	l.Body = t.tail(body, s, e.Body, ty, canonical)
	return fromLeaves(b, ty, false, b.letN("r", leafTypes(ty, false), l))
}

// time evaluates Body between two looks at the clock; all elements share it.
func (t *translator) time(b *lets, s *scope, e *nkl.Time, ty *types.Type) rep {
	in := b.block()
	r := t.expr(in, s, e.Body, ty.Elems[0])
	lifted := !uniform(r)
	ts := append(leafTypes(ty.Elems[0], lifted), types.Float)
	vs := b.letN("t", ts, &fkl.Time{Node: ir.At(e.Pos()), Body: in.ret(in.leaves(r, lifted, s.sp)...)})
	n := len(vs) - 1
	return tup{fromLeaves(b, ty.Elems[0], lifted, vs[:n]), scalar{vs[n]}}
}

// seq translates a sequence literal.
//
//	on the host:  a vector of the elements
//	lifted:       interleaved: element i of every literal, then element i+1, ...
func (t *translator) seq(b *lets, s *scope, e *nkl.Seq) rep {
	k := len(e.Elems)
	reps := make([]rep, k)
	all := true
	for i, x := range e.Elems {
		reps[i] = t.expr(b, s, x, e.Elem)
		all = all && uniform(reps[i])
	}
	if all {
		return useq{b.literal(e.Elem, reps), num(int64(k))}
	}
	for i := range reps {
		reps[i] = b.lift(reps[i], s.sp)
	}
	sp := b.sdRegular(s.sp.n, num(int64(k)))
	return &lview{data: b.interleave(reps, s.sp, sp), packed: sp}
}

// literal is the lifted value whose elements are the uniform values rs.
func (b *lets) literal(t *types.Type, rs []rep) rep {
	switch {
	case t.IsBase():
		v := &fkl.Vec{Node: ir.At(b.pos), Elem: t}
		for _, r := range rs {
			v.Vals = append(v.Vals, r.(scalar).a)
		}
		return lbase{b.let("lit", types.Vec(t), v), t}
	case t.Kind == types.KTuple:
		out := make(tup, len(t.Elems))
		for i, c := range t.Elems {
			part := make([]rep, len(rs))
			for j, r := range rs {
				part[j] = r.(tup)[i]
			}
			out[i] = b.literal(c, part)
		}
		return out
	}
	if len(rs) == 0 {
		return fromLeaves(b, t, true, b.empty(t, true))
	}
	starts, lens, datas := make([]rep, len(rs)), make([]rep, len(rs)), make([]rep, len(rs))
	for i, r := range rs {
		u := r.(useq)
		lens[i], datas[i] = scalar{u.n}, u.elems
	}
	data, shifts := b.together(datas)
	for i, at := range shifts {
		starts[i] = scalar{at}
	}
	return &lview{starts: b.literal(types.Int, starts), lens: b.literal(types.Int, lens), data: data}
}

// appendAll appends lifted values, at least one, pairwise, so that k of them
// cost log k copies.
func (b *lets) appendAll(rs []rep) rep {
	if len(rs) == 1 {
		return rs[0]
	}
	m := len(rs) / 2
	return b.appendElems(b.appendAll(rs[:m]), b.appendAll(rs[m:]))
}

// interleave is the lifted value over sp, the regular space of k elements per
// element of from, whose element i*k+j is element i of rs[j]. Sequences
// interleave their bounds; their data is appended.
func (b *lets) interleave(rs []rep, from, sp *space) rep {
	k := int64(len(rs))
	return b.merge(rs, sp, func(eb *lets, _, idx fkl.Expr) choice {
		i := eb.prim("div", types.Int, idx, num(k))
		j := eb.sub(idx, eb.prim("mul", types.Int, i, num(k)))
		var c choice
		for n := range rs {
			if n < len(rs)-1 {
				c.conds = append(c.conds, eb.prim("eq", types.Bool, j, num(int64(n))))
			}
			c.idxs = append(c.idxs, i)
		}
		return c
	})
}
