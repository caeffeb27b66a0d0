package flatten

// From one iteration of a lockstep loop to the next: the elements that go on, and
// the results of those that leave.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// little is the number of elements of data that are not worth packing.
const little = 4096

// next lists the number of active elements, their numbers, how many there were
// when their data was packed, and their arguments.
func (k *lockstep) next(b *lets, ends []*leaf, dense fkl.Expr) []fkl.Expr {
	m, idxs := num(0), make([]rep, len(ends))
	for i, l := range ends {
		m, idxs[i] = b.add(m, l.sp.n), l.idx
	}
	out := []fkl.Expr{m, b.vec(b.appendAll(idxs)), dense}
	var sparse []*lview // states with data from before
	at := map[*lview]int{}
	for i, a := range k.args {
		if a.same {
			continue
		}
		rs := make([]rep, len(ends))
		for j, l := range ends {
			rs[j] = k.handedOn(b, a, i, l)
		}
		r := b.appendAll(rs)
		if v, ok := r.(*lview); ok && a.moved && v.own {
			at[v] = len(out)
			sparse = append(sparse, v)
		}
		out = append(out, a.leaves(b, r)...)
		if a.n != nil {
			total := num(0)
			for _, l := range ends {
				total = b.addSize(total, b.handOver(a.total, l.again[i], l.sp))
			}
			out = append(out, total)
		}
	}
	if len(sparse) == 0 {
		return out
	}
	// half of the elements have left: the others are packed, unless all is little
	size := num(0)
	for _, v := range sparse {
		size = b.addSize(size, b.count(v.data))
	}
	few := b.prim("and", types.Bool, b.prim("le", types.Bool, b.add(m, m), dense), b.prim("gt", types.Bool, size, num(little)))
	then, els := b.block(), b.block()
	ts, one, two := []*types.Type{types.Int}, []fkl.Expr{m}, []fkl.Expr{dense}
	for _, v := range sparse {
		sp, data := then.pack(v)
		packed := then.leaves(&lview{packed: sp, data: data}, true, nil)
		for i, x := range packed {
			ts, one, two = append(ts, atomType(x)), append(one, x), append(two, out[at[v]+i])
		}
	}
	vs := b.letN("s", ts, &fkl.If{Cond: few, Then: then.ret(one...), Else: els.ret(two...)})
	out[2], vs = vs[0], vs[1:]
	for _, v := range sparse {
		for i := range leafTypesOfView(v) {
			out[at[v]+i], vs = vs[0], vs[1:]
		}
	}
	return out
}

// leafTypesOfView lists a place for each of the vectors of v.
func leafTypesOfView(v *lview) []struct{} { return make([]struct{}, 2+leavesIn(v.data)) }

// leavesIn is the number of vectors that hold a lifted value.
func leavesIn(r rep) int {
	switch r := r.(type) {
	case tup:
		n := 0
		for _, c := range r {
			n += leavesIn(c)
		}
		return n
	case *lview:
		return 2 + leavesIn(r.data)
	}
	return 1
}

// handedOn is argument i of l, whose sequences have data as a says. Another
// translation follows if they must have data of their own.
func (k *lockstep) handedOn(b *lets, a *state, i int, l *leaf) rep {
	v, ok := l.again[i].(*lview)
	switch {
	case !ok:
		return l.again[i]
	case a.moved:
		return b.disjoint(v)
	case v.packed != nil || !sameData(v.data, a.first.(*lview).data):
		k.t.move(k.of.Name, i)
	}
	return v
}

// move notes that argument i of the loop of fn has data of its own.
func (t *translator) move(fn string, i int) {
	if t.moved[fn] == nil {
		t.moved[fn] = map[int]bool{}
	}
	t.moved[fn][i] = true
	t.slots.changed = true
}

// leaves lists the vectors of a for the next iteration.
func (a *state) leaves(b *lets, r rep) []fkl.Expr {
	v, ok := r.(*lview)
	switch {
	case !ok:
		return []fkl.Expr{b.vec(r)}
	case !a.moved:
		return b.vecs(b.startsOf(v), b.lensOf(v))
	}
	return b.leaves(v, true, nil)
}

// disjoint is v in data where its sequences do not overlap: what is written to one
// of them changes no other.
func (b *lets) disjoint(v *lview) *lview {
	if v.packed != nil || v.own || v.tight {
		return v
	}
	sp, data := b.pack(v)
	return &lview{packed: sp, data: data}
}

// inits lists the vectors that hold o before the first iteration.
func (o *outcome) inits(b *lets, sp *space) []fkl.Expr {
	zeros := func(t *types.Type) fkl.Expr {
		return b.mapOver(sp, []*types.Type{t}, func(*lets, fkl.Expr, fkl.Expr) []fkl.Expr { return []fkl.Expr{zero(t)} })[0]
	}
	if o.t.Kind != types.KSeq {
		return []fkl.Expr{zeros(o.t)}
	}
	out := []fkl.Expr{zeros(types.Int), zeros(types.Int)}
	if o.data {
		out = append(out, b.empty(o.t.Elem(), true)...)
	}
	if o.total.open() {
		out = append(out, num(0))
	}
	return out
}

// leave is outs with the results of the elements of l. If order says that elements
// stay in order, all of them at once are handed over as they are.
func (k *lockstep) leave(b *lets, l *leaf, outs [][]fkl.Expr, order bool) [][]fkl.Expr {
	some, none := b.block(), b.block()
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
			totals[i] = b.handOver(o.total, cs[i], l.sp)
		}
	}
	b.force(l.value)
	store := func(b *lets) []fkl.Expr {
		var vs []fkl.Expr
		for i, o := range k.outs {
			vs = append(vs, o.store(b, outs[i], b.vec(l.idx), cs[i], totals[i])...)
		}
		return vs
	}
	body := some
	var stored []fkl.Expr
	if order {
		all, part := some.block(), some.block()
		var whole []fkl.Expr
		for i, o := range k.outs {
			whole = append(whole, o.whole(all, cs[i], totals[i])...)
		}
		stored = some.letN("out", ts, &fkl.If{Cond: some.prim("eq", types.Bool, l.sp.n, k.n),
			Then: all.ret(whole...), Else: part.ret(store(part)...)})
	} else {
		stored = store(some)
	}
	vs := b.letN("out", ts, &fkl.If{Cond: b.prim("gt", types.Bool, l.sp.n, num(0)),
		Then: body.ret(stored...), Else: none.ret(before...)})
	next := make([][]fkl.Expr, len(outs))
	for i := range outs {
		next[i], vs = vs[:len(outs[i])], vs[len(outs[i]):]
	}
	return next
}

// whole lists the vectors of o if r is the result of all elements.
func (o *outcome) whole(b *lets, r rep, total fkl.Expr) []fkl.Expr {
	v, ok := r.(*lview)
	if !ok {
		return []fkl.Expr{b.vec(r)}
	}
	out := b.vecs(b.startsOf(v), b.lensOf(v))
	if o.data {
		out = b.leaves(v, true, nil)
	}
	if o.total.open() {
		out = append(out, total)
	}
	return out
}

// store lists the vectors of o, held in vs before, with the results r of the
// elements with numbers idx.
func (o *outcome) store(b *lets, vs []fkl.Expr, idx fkl.Expr, r rep, total fkl.Expr) []fkl.Expr {
	put := func(into fkl.Expr, x rep) fkl.Expr {
		return b.let("out", into.(*fkl.Ref).Var.Type, &fkl.Scatter{Node: ir.At(b.pos), Op: prim.RSet, Into: into, Idx: idx, Vals: b.vec(x)})
	}
	v, ok := r.(*lview)
	if !ok {
		return []fkl.Expr{put(vs[0], r)}
	}
	starts := b.startsOf(v)
	var data []fkl.Expr
	if n := leavesIn(v.data); o.data {
		held := fromLeaves(b, o.t.Elem(), true, vs[2:2+n])
		sp, packed := b.pack(v)
		off := b.count(held)
		at := b.starts(sp.sd)
		starts = &lthunk{t: types.Int, pos: b.pos, sp: &space{n: b.length(idx)}, gen: func(eb *lets, _, i fkl.Expr) fkl.Expr {
			return eb.add(eb.at(types.Int, at, i), off)
		}}
		b.force(packed)
		data = b.leaves(b.appendElems(held, packed), true, nil)
	}
	out := append([]fkl.Expr{put(vs[0], starts), put(vs[1], b.lensOf(v))}, data...)
	if o.total.open() {
		out = append(out, b.addSize(vs[len(vs)-1], total))
	}
	return out
}
