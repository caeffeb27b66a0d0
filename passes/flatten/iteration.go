package flatten

// From one iteration of a lockstep loop to the next: the elements that go on, and
// the results of those that leave.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// smallData is the number of elements of data that are not worth packing.
const smallData = 4096

// next lists the number of active elements, their numbers, how many there were
// when their data was packed, and their arguments; and limits of data that grows.
func (k *lockstep) next(b *block, ends []*loopExit, dense fkl.Expr) (out, limits []fkl.Expr) {
	m, idxs := num(0), make([]rep, len(ends))
	for i, l := range ends {
		m, idxs[i] = b.add(m, l.sp.n), l.idx
	}
	out = []fkl.Expr{m, b.vec(b.appendAll(idxs)), dense}
	var sparse []movedState
	for i, a := range k.args {
		if a.same {
			continue
		}
		rs := make([]rep, len(ends))
		for j, l := range ends {
			rs[j] = k.nextArg(b, a, i, l)
		}
		r := b.appendAll(rs)
		if a.growing != nil {
			v := *r.(*nestedSeq)
			data, limit := a.growing.next(b, v.data)
			if v.data = data; limit != nil {
				limits = append(limits, limit)
			}
			r = &v
		}
		if v, ok := r.(*nestedSeq); ok && a.moved() && v.own {
			sparse = append(sparse, movedState{a, v, len(out)})
		}
		out = append(out, k.vectors(b, a, r)...)
		if a.n != nil {
			total := num(0)
			for _, l := range ends {
				total = b.addSize(total, b.passTotal(a.total, l.nextArgs[i], l.sp))
			}
			out = append(out, total)
		}
	}
	if len(sparse) == 0 {
		return out, limits
	}
	// half of the elements have left: the others are packed, unless all is little
	size := num(0)
	for _, s := range sparse {
		size = b.addSize(size, b.count(s.v.data))
	}
	few := b.prim(prim.And, types.Bool, b.prim(prim.Le, types.Bool, b.add(m, m), dense), b.prim(prim.Gt, types.Bool, size, num(smallData)))
	then, els := b.nested(), b.nested()
	ts, one, two := []*types.Type{types.Int}, []fkl.Expr{m}, []fkl.Expr{dense}
	for _, s := range sparse {
		sp, data := then.pack(s.v)
		packed := k.vectors(then, s.a, &nestedSeq{packed: sp, data: data})
		for i, x := range packed {
			ts, one, two = append(ts, atomType(x)), append(one, x), append(two, out[s.at+i])
		}
	}
	vs := b.letN("s", ts, &fkl.If{Cond: few, Then: then.ret(one...), Else: els.ret(two...)})
	out[2], vs = vs[0], vs[1:]
	for _, s := range sparse {
		n := copy(out[s.at:], vs[:len(s.a.vars)])
		vs = vs[n:]
	}
	return out, limits
}

// A movedState is a state with data from before, v, whose vectors stand from at on.
type movedState struct {
	a  *loopParam
	v  *nestedSeq
	at int
}

// nextArg is argument i of l, whose sequences do not overlap if they have data of
// their own.
func (k *lockstep) nextArg(b *block, a *loopParam, i int, l *loopExit) rep {
	if v, ok := l.nextArgs[i].(*nestedSeq); ok && a.moved() {
		return b.disjoint(v)
	}
	return l.nextArgs[i]
}

// move notes that a sequence in an argument of the loop of fn has data of its own.
func (t *translator) move(fn string, o dataAlias) {
	if t.ownDataArgs[fn] == nil {
		t.ownDataArgs[fn] = map[dataAlias]bool{}
	}
	t.ownDataArgs[fn][o] = true
	t.sizeParams.changed = true
}

// disjoint is v in data where its sequences do not overlap: what is written to one
// of them changes no other.
func (b *block) disjoint(v *nestedSeq) *nestedSeq {
	if v.packed != nil || v.own || v.inOrder {
		return v
	}
	sp, data := b.pack(v)
	return &nestedSeq{packed: sp, data: data}
}

// inits lists the vectors that hold o before the first iteration.
func (o *loopResult) inits(b *block, sp *indexSpace) []fkl.Expr {
	zeros := func(t *types.Type) fkl.Expr {
		return b.mapOver(sp, []*types.Type{t}, func(*block, fkl.Expr, fkl.Expr) []fkl.Expr { return []fkl.Expr{zero(t)} })[0]
	}
	if o.t.Kind != types.KSeq {
		return []fkl.Expr{zeros(o.t)}
	}
	out := append([]fkl.Expr{zeros(types.Int), zeros(types.Int)}, b.none(ownTypes(o.t, o.from)[2:])...)
	if o.total.open() {
		out = append(out, num(0))
	}
	for range o.grows() {
		out = append(out, num(0))
	}
	return out
}

// grows is how many sequences of o have data of their own, to which results are added in place.
func (o *loopResult) grows() int { return ownNodes(o.t, o.from) }

// leave is outs with the results of the elements of l. If order says that elements
// stay in order, all of them at once are handed over as they are.
func (k *lockstep) leave(b *block, l *loopExit, outs [][]fkl.Expr, order bool) [][]fkl.Expr {
	some, none := b.nested(), b.nested()
	var ts []*types.Type
	var before []fkl.Expr
	for _, o := range outs {
		before = append(before, o...)
		for _, x := range o {
			ts = append(ts, atomType(x))
		}
	}
	cs := parts(l.value)
	totals := make([]fkl.Expr, len(cs))
	for i, o := range k.outs {
		if o.total.open() {
			totals[i] = b.passTotal(o.total, cs[i], l.sp)
		}
	}
	b.force(l.value)
	store := func(b *block) []fkl.Expr {
		var vs []fkl.Expr
		node := 0
		for i, o := range k.outs {
			vs = append(vs, k.store(b, o, node, outs[i], b.vec(l.idx), cs[i], totals[i])...)
			node += len(o.from)
		}
		return vs
	}
	var stored []fkl.Expr
	if order {
		all, part := some.nested(), some.nested()
		var whole []fkl.Expr
		node := 0
		for i, o := range k.outs {
			whole = append(whole, k.whole(all, o, node, cs[i], totals[i], nil)...)
			node += len(o.from)
		}
		stored = some.letN("out", ts, &fkl.If{Cond: some.prim(prim.Eq, types.Bool, l.sp.n, k.n),
			Then: all.ret(whole...), Else: part.ret(store(part)...)})
	} else {
		stored = store(some)
	}
	vs := b.letN("out", ts, &fkl.If{Cond: b.prim(prim.Gt, types.Bool, l.sp.n, num(0)),
		Then: some.ret(stored...), Else: none.ret(before...)})
	next := make([][]fkl.Expr, len(outs))
	for i := range outs {
		next[i], vs = vs[:len(outs[i])], vs[len(outs[i]):]
	}
	return next
}

// whole lists the vectors of o if r is the result of all elements, of whose data the first
// used elements count; nil: all of them.
func (k *lockstep) whole(b *block, o *loopResult, first int, r rep, total fkl.Expr, used []fkl.Expr) []fkl.Expr {
	var flat []rep
	b.own(r, o.t, o.from, k.t.params, &flat, func(node int) { k.t.setOwnData(k.of.Of, first+node) })
	out := b.values(flat)
	if o.total.open() {
		out = append(out, total)
	}
	if used == nil && o.grows() > 0 {
		used = b.counts(r, o.from)
	}
	return append(out, used...)
}

// store lists the vectors of o, held in vs before, with the results r of the
// elements with numbers idx.
func (k *lockstep) store(b *block, o *loopResult, first int, vs []fkl.Expr, idx fkl.Expr, r rep, total fkl.Expr) []fkl.Expr {
	put := func(into fkl.Expr, x rep) fkl.Expr {
		return b.let("out", into.(*fkl.Ref).Var.Type, &fkl.Scatter{Node: ir.At(b.pos), Op: prim.RSet, Into: into, Idx: idx, Vals: b.vec(x)})
	}
	v, ok := r.(*nestedSeq)
	if !ok {
		return []fkl.Expr{put(vs[0], r)}
	}
	held := fromOwnLeaves(o.t, taking(vs), o.from, k.t.params).(*nestedSeq)
	after := &nestedSeq{starts: b.startsOf(v), lens: b.lensOf(v), data: v.data}
	var ends []fkl.Expr
	if o.from[0] == noAlias {
		sp, packed := b.pack(v)
		x := &appender{b: b, from: o.from[1:], used: vs[len(vs)-o.grows():]}
		off, at := x.used[0], b.starts(sp.sd)
		after.starts = &delayed{t: types.Int, pos: b.pos, sp: &indexSpace{n: b.length(idx)}, gen: func(eb *block, _, i fkl.Expr) fkl.Expr {
			return eb.add(eb.at(types.Int, at, i), off)
		}}
		b.force(packed)
		after.data = x.add(held.data, packed, sp.n)
		ends = x.ends
	}
	after.starts, after.lens = vector{put(vs[0], after.starts), types.Int}, vector{put(vs[1], after.lens), types.Int}
	return k.whole(b, o, first, after, b.addTotal(o, vs, total), ends)
}

// addTotal is the total of o, held in vs, and another one.
func (b *block) addTotal(o *loopResult, vs []fkl.Expr, total fkl.Expr) fkl.Expr {
	if !o.total.open() {
		return nil
	}
	return b.addSize(vs[len(vs)-1-o.grows()], total)
}
