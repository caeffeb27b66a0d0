package flatten

// Calls, on the host and lifted, and effects under a map.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// call applies a function on the host.
func (t *translator) call(b *block, s *scope, at ir.Pos, fn string, args []nkl.Expr, ty *types.Type) rep {
	c := &fkl.Call{Node: ir.At(at), Fn: fn}
	f := t.funcs[fn]
	for i, a := range args {
		c.Args = append(c.Args, t.pass(b, fn, i, f.Params[i].Type, t.expr(b, s, a, nil))...)
	}
	return t.passed(b, fn, -1, f.Result, ty, b.letN("r", t.passedTypes(fn, -1, f.Result), c))
}

// callLifted applies a function for every active element. With uniform
// operands it is applied once; a recursive function is not called when no
// element is active.
func (t *translator) callLifted(b *block, s *scope, e *nkl.CallLifted, ty *types.Type) rep {
	args := make([]rep, len(e.Args))
	all := !t.effects.fn[e.Fn]
	for i, a := range e.Args {
		args[i] = t.expr(b, s, a, nil)
		all = all && uniform(args[i])
	}
	b.setPos(e)
	if s.host() || all {
		return t.uniformWork(b, s, ty, func(b *block, s *scope) rep { return t.call(b, s, e.Pos(), e.Fn, e.Args, ty) })
	}
	in := b
	var held []*heldValue
	if t.recursive[e.Fn] != 0 {
		held = t.heldValues(b)
		in = b.nested()
	}
	els := b.nested()
	j := &branchJoin{}
	builds := make([]func(func() fkl.Expr) rep, len(held))
	for i, h := range held {
		r := h.get()
		builds[i] = j.plan(in, els, h.hold(b, r)(in), r)
	}
	from, told := t.aliases[e.Fn], t.sizeParams.results[e.Fn]
	t.byNumber(s, e, args)
	flat, params := t.arguments(in, s.sp, e.Fn, args)
	c := &fkl.Call{Node: ir.At(e.Pos()), Fn: e.Target, Args: append([]fkl.Expr{s.sp.n}, in.values(append(t.elementNumbers(in, s, e.Fn), flat...))...)}
	ts := resultTypes(ty, from, told)
	if in == b {
		return b.returned(fromResults(ty, b.letN("r", ts, c), from, told, params))
	}
	some := b.prim(prim.Gt, types.Bool, s.sp.n, num(0))
	kept := in.values(j.one)
	vs := b.letN("r", append(ts[:len(ts):len(ts)], leafTypesOf(j.one)...), &fkl.If{Node: ir.At(e.Pos()), Cond: some,
		Then: in.ret(append(in.letN("r", ts, c), kept...)...), Else: els.ret(append(els.none(ts), els.values(j.two)...)...)})
	next := taking(vs[len(ts):])
	for i, h := range held {
		r := builds[i](next)
		eachPair(r, h.get(), func(to, from *nestedSeq) {
			to.total, to.inOrder, to.packedStarts = from.total, from.inOrder, from.packedStarts
		})
		h.set(r)
	}
	r := b.returned(fromResults(ty, vs[:len(ts)], from, told, params))
	if t.recursive[e.Fn] == t.lifting.cycle {
		t.lifting.noteParams(true, r)
	}
	return r
}

// returned is r, whose lengths a call has made.
func (b *block) returned(r rep) rep {
	b.eachView(r, func(v *nestedSeq) { v.returned = true })
	return r
}

// arguments lists what a lifted call of fn hands over for args, and their components.
func (t *translator) arguments(b *block, sp *indexSpace, fn string, args []rep) (flat, params []rep) {
	totals := t.sizeParams.params[fn]
	for i, a := range args {
		if t.passesShared(fn, i, a) {
			b.flatten(a, &flat)
			params = append(params, parts(a)...)
			continue
		}
		for _, c := range parts(b.lift(a, sp)) {
			b.flatten(c, &flat)
			if given := totals[len(params)]; given.open() {
				flat = append(flat, hostScalar{b.passTotal(given, c, sp)})
			}
			params = append(params, c)
		}
	}
	return flat, params
}

// effect runs an effect: on the host as it stands, under a map once for every
// element, in order, collecting the results.
func (t *translator) effect(b *block, s *scope, e *nkl.Prim, ty *types.Type) rep {
	args := make([]rep, len(e.Args))
	for i, a := range e.Args {
		args[i] = t.expr(b, s, a, nil)
	}
	if s.host() {
		var flat []rep
		for _, a := range args {
			b.flatten(a, &flat)
		}
		p := &fkl.Prim{Node: ir.At(e.Pos()), Op: e.Op, Args: b.values(flat)}
		return fromLeaves(b, ty, false, b.letN("io", leafTypes(ty, false), p))
	}
	return t.effectLoop(b, s, e, args, ty)
}

// effectLoop is the host loop of an effect under a map. The results so far are
// kept packed: lengths and data of sequences grow by appending.
func (t *translator) effectLoop(b *block, s *scope, e *nkl.Prim, args []rep, ty *types.Type) rep {
	for i := range args {
		args[i] = b.lift(args[i], s.sp)
		b.force(args[i])
	}
	l := &fkl.Loop{Node: ir.At(e.Pos())}
	k := types.NewVar("k", types.Int)
	l.Binds, l.Inits = []*fkl.Var{k}, []fkl.Expr{num(0)}
	var acc []*fkl.Var
	packed := packedTypes(ty, true)
	for _, t := range packed {
		if t == types.Sd {
			t = types.Vec(types.Int)
		}
		v := types.NewVar("done", t)
		acc = append(acc, v)
		l.Binds = append(l.Binds, v)
		l.Inits = append(l.Inits, b.let("none", t, &fkl.Vec{Elem: t.Elem()}))
	}
	body := b.nested()
	step, done := body.nested(), body.nested()
	var flat []rep
	for _, a := range args {
		step.flatten(hostRep(step, elemAt(step, a, ref(k))), &flat)
	}
	p := &fkl.Prim{Node: ir.At(e.Pos()), Op: e.Op, Args: step.values(flat)}
	one := fromLeaves(step, ty, false, step.letN("io", leafTypes(ty, false), p))
	next := []fkl.Expr{step.add(ref(k), num(1))}
	for i, v := range step.encode(step.literal(ty, []rep{one})) {
		if packed[i] == types.Sd {
			v = step.lens(v)
		}
		t := acc[i].Type.Elem()
		both := step.appendElems(vector{ref(acc[i]), t}, vector{v, t})
		next = append(next, step.vec(both))
	}
	more := body.prim(prim.Lt, types.Bool, ref(k), s.sp.n)
	refs := make([]fkl.Expr, len(acc))
	ts := make([]*types.Type, len(acc))
	for i, v := range acc {
		refs[i], ts[i] = ref(v), v.Type
	}
	l.Body = body.in(&fkl.If{Cond: more, Then: step.in(&fkl.Recur{Args: next}), Else: done.ret(refs...)})
	vs := b.letN("io", ts, l)
	for i, t := range packed { // from the lengths, and the elements that stand next to them
		if t == types.Sd {
			vs[i] = b.sdMake(vs[i], b.count(vector{vs[i+1], ts[i+1].Elem()})).sd
		}
	}
	return b.decode(ty, true, &vs)
}

// effects tells which functions reach an effect.
type effects struct{ fn map[string]bool }

func (x effects) in(e nkl.Expr) bool {
	found := false
	ir.Walk(e, func(e nkl.Expr) bool {
		switch e := e.(type) {
		case *nkl.Prim:
			found = found || e.Op.Class == prim.Effect
		case *nkl.Call:
			found = found || x.fn[e.Fn]
		case *nkl.CallLifted:
			found = found || x.fn[e.Fn]
		}
		return !found
	})
	return found
}
