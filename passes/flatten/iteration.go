package flatten

// From one iteration of a lockstep loop to the next: the elements that go on, and
// the results of those that leave.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/flatten/boundary"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/rep"
)

// next lists the number of active elements, their numbers, how many there were
// when their data was packed, and their arguments; and limits of data that grows.
func (k *lockstep) next(b *emit.Block, ends []*loopExit, dense fkl.Expr) (out, limits []fkl.Expr) {
	m, idxs := emit.Num(0), make([]rep.Value, len(ends))
	for i, l := range ends {
		m, idxs[i] = b.Add(m, l.sp.N), l.idx
	}
	out = []fkl.Expr{m, rep.Vec(b, rep.AppendAll(b, idxs)), dense}
	var sparse []movedState
	for i, a := range k.args {
		if a.same {
			continue
		}
		rs := make([]rep.Value, len(ends))
		for j, l := range ends {
			rs[j] = k.nextArg(b, a, i, l)
		}
		r := rep.AppendAll(b, rs)
		if a.growing != nil {
			v := *r.(*rep.Nested)
			next, limit := a.growing.Next(b, rep.Seq{Elems: v.Data})
			if v.Data = next.Elems; limit != nil {
				limits = append(limits, limit)
			}
			r = &v
		}
		if v, ok := r.(*rep.Nested); ok && a.moved() && v.Own {
			sparse = append(sparse, movedState{a, v, len(out)})
		}
		out = append(out, k.vectors(b, a, r)...)
		if a.n != nil {
			total := emit.Num(0)
			for _, l := range ends {
				total = b.AddSize(total, rep.PassTotal(b, a.total, l.nextArgs[i], l.sp))
			}
			out = append(out, total)
		}
	}
	if len(sparse) == 0 {
		return out, limits
	}
	// half of the elements have left: the others are packed, unless all is little
	size := emit.Num(0)
	for _, s := range sparse {
		size = b.AddSize(size, rep.Count(b, s.v.Data))
	}
	few := b.Prim(prim.And, types.Bool, b.Prim(prim.Le, types.Bool, b.Add(m, m), dense), b.Prim(prim.Gt, types.Bool, size, emit.Num(rep.SmallData)))
	then, els := b.Nested(), b.Nested()
	ts, one, two := []*types.Type{types.Int}, []fkl.Expr{m}, []fkl.Expr{dense}
	for _, s := range sparse {
		sp, data := rep.Pack(then, s.v)
		packed := k.vectors(then, s.a, &rep.Nested{Packed: sp, Data: data})
		for i, x := range packed {
			ts, one, two = append(ts, rep.AtomType(x)), append(one, x), append(two, out[s.at+i])
		}
	}
	vs := b.LetN("s", ts, &fkl.If{Cond: few, Then: then.Ret(one...), Else: els.Ret(two...)})
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
	v  *rep.Nested
	at int
}

// nextArg is argument i of l, whose sequences do not overlap if they have data of
// their own.
func (k *lockstep) nextArg(b *emit.Block, a *loopParam, i int, l *loopExit) rep.Value {
	if v, ok := l.nextArgs[i].(*rep.Nested); ok && a.moved() {
		return disjoint(b, v)
	}
	return l.nextArgs[i]
}

// move notes that a sequence in an argument of the loop of fn has data of its own.
func (t *translator) move(fn string, o boundary.DataAlias) {
	if t.ownDataArgs[fn] == nil {
		t.ownDataArgs[fn] = map[boundary.DataAlias]bool{}
	}
	t.ownDataArgs[fn][o] = true
	t.LearnHere()
}

// disjoint is v in data where its sequences do not overlap: what is written to one
// of them changes no other.
func disjoint(b *emit.Block, v *rep.Nested) *rep.Nested {
	if v.Packed != nil || v.Own || v.InOrder || v.Whole {
		return v
	}
	sp, data := rep.Pack(b, v)
	return &rep.Nested{Packed: sp, Data: data}
}

// inits lists the vectors that hold o before the first iteration.
func (o *loopResult) inits(b *emit.Block, sp *emit.Space) []fkl.Expr {
	zeros := func(t *types.Type) fkl.Expr {
		return rep.MapOver(b, sp, []*types.Type{t}, func(*emit.Block, fkl.Expr, fkl.Expr) []fkl.Expr { return []fkl.Expr{fkl.Zero(t)} })[0]
	}
	if o.t.Kind != types.KSeq {
		return []fkl.Expr{zeros(o.t)}
	}
	out := append([]fkl.Expr{zeros(types.Int), zeros(types.Int)}, rep.None(b, boundary.OwnTypes(o.t, o.from)[2:])...)
	if o.total.Open() {
		out = append(out, emit.Num(0))
	}
	for range o.grows() {
		out = append(out, emit.Num(0))
	}
	return out
}

// grows is how many sequences of o have data of their own, to which results are added in place.
func (o *loopResult) grows() int { return boundary.OwnNodes(o.t, o.from) }

// leave is outs with the results of the elements of l. If order says that elements
// stay in order, all of them at once are handed over as they are.
func (k *lockstep) leave(b *emit.Block, l *loopExit, outs [][]fkl.Expr, order bool) [][]fkl.Expr {
	some, none := b.Nested(), b.Nested()
	var ts []*types.Type
	var before []fkl.Expr
	for _, o := range outs {
		before = append(before, o...)
		for _, x := range o {
			ts = append(ts, rep.AtomType(x))
		}
	}
	cs := rep.Parts(l.value)
	totals := make([]fkl.Expr, len(cs))
	for i, o := range k.outs {
		if o.total.Open() {
			totals[i] = rep.PassTotal(b, o.total, cs[i], l.sp)
		}
	}
	rep.Force(b, l.value)
	store := func(b *emit.Block) []fkl.Expr {
		var vs []fkl.Expr
		node := 0
		for i, o := range k.outs {
			vs = append(vs, k.store(b, o, node, outs[i], rep.Vec(b, l.idx), cs[i], totals[i])...)
			node += len(o.from)
		}
		return vs
	}
	var stored []fkl.Expr
	if order {
		all, part := some.Nested(), some.Nested()
		var whole []fkl.Expr
		node := 0
		for i, o := range k.outs {
			whole = append(whole, k.whole(all, o, node, cs[i], totals[i], nil)...)
			node += len(o.from)
		}
		stored = some.LetN("out", ts, &fkl.If{Cond: some.Prim(prim.Eq, types.Bool, l.sp.N, k.n),
			Then: all.Ret(whole...), Else: part.Ret(store(part)...)})
	} else {
		stored = store(some)
	}
	vs := b.LetN("out", ts, &fkl.If{Cond: b.Prim(prim.Gt, types.Bool, l.sp.N, emit.Num(0)),
		Then: some.Ret(stored...), Else: none.Ret(before...)})
	next := make([][]fkl.Expr, len(outs))
	for i := range outs {
		next[i], vs = vs[:len(outs[i])], vs[len(outs[i]):]
	}
	return next
}

// whole lists the vectors of o if r is the result of all elements, of whose data the first
// used elements count; nil: all of them.
func (k *lockstep) whole(b *emit.Block, o *loopResult, first int, r rep.Value, total fkl.Expr, used []fkl.Expr) []fkl.Expr {
	var flat []rep.Value
	boundary.Own(b, r, o.t, o.from, k.t.params, &flat, func(node int) { k.t.setOwnData(k.of.Of, first+node) })
	out := rep.Values(b, flat)
	if o.total.Open() {
		out = append(out, total)
	}
	if used == nil && o.grows() > 0 {
		used = boundary.Counts(b, r, o.from)
	}
	return append(out, used...)
}

// store lists the vectors of o, held in vs before, with the results r of the
// elements with numbers idx.
func (k *lockstep) store(b *emit.Block, o *loopResult, first int, vs []fkl.Expr, idx fkl.Expr, r rep.Value, total fkl.Expr) []fkl.Expr {
	put := func(into fkl.Expr, x rep.Value) fkl.Expr {
		return b.Let("out", into.(*fkl.Ref).Var.Type.Erase(), &fkl.Scatter{Node: ir.At(b.Pos), Op: prim.RSet, Into: into, Idx: idx, Vals: rep.Vec(b, x)})
	}
	v, ok := r.(*rep.Nested)
	if !ok {
		return []fkl.Expr{put(vs[0], r)}
	}
	held := boundary.FromOwnLeaves(o.t, boundary.Taking(vs), o.from, k.t.params).(*rep.Nested)
	after := &rep.Nested{Starts: rep.StartsOf(b, v), Lens: rep.LensOf(b, v), Data: v.Data}
	var ends []fkl.Expr
	if o.from[0] == boundary.NoAlias {
		sp, packed := rep.Pack(b, v)
		x := &boundary.Appender{B: b, From: o.from[1:], Used: vs[len(vs)-o.grows():]}
		off, at := x.Used[0], b.Starts(sp.Sd)
		after.Starts = &rep.Delayed{Type: types.Int, Pos: b.Pos, Space: &emit.Space{N: b.Length(idx)}, Gen: func(eb *emit.Block, _, i fkl.Expr) fkl.Expr {
			return eb.Add(eb.At(types.Int, at, i), off)
		}}
		rep.Force(b, packed)
		after.Data = x.Add(held.Data, packed, sp.N)
		ends = x.Ends
	}
	after.Starts, after.Lens = rep.Vector{Vec: put(vs[0], after.Starts), Type: types.Int}, rep.Vector{Vec: put(vs[1], after.Lens), Type: types.Int}
	return k.whole(b, o, first, after, addTotal(b, o, vs, total), ends)
}

// addTotal is the total of o, held in vs, and another one.
func addTotal(b *emit.Block, o *loopResult, vs []fkl.Expr, total fkl.Expr) fkl.Expr {
	if !o.total.Open() {
		return nil
	}
	return b.AddSize(vs[len(vs)-1-o.grows()], total)
}
