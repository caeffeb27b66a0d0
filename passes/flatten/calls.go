package flatten

// Calls, on the host and lifted, and effects under a map.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/flatten/boundary"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/primitive"
	"nessiec/passes/flatten/rep"
)

// call applies a function on the host.
func (t *translator) call(b *emit.Block, s *scope, at ir.Pos, fn string, args []nkl.Expr, ty *types.Type) rep.Value {
	return t.apply(b, at, fn, func(i int) rep.Value { return t.expr(b, s, args[i], nil) }, ty)
}

// apply applies a function to what arg makes for its parameters.
func (t *translator) apply(b *emit.Block, at ir.Pos, fn string, arg func(i int) rep.Value, ty *types.Type) rep.Value {
	c := &fkl.Call{Node: ir.At(at), Fn: fn}
	f := t.funcs[fn]
	args := make([]rep.Value, len(f.Params))
	for i := range args {
		args[i] = arg(i)
	}
	for i, r := range boundary.InCommonData(args) {
		c.Args = append(c.Args, t.pass(b, fn, i, f.Params[i].Type, r)...)
	}
	return t.passed(b, fn, -1, f.Result, ty, b.LetN("r", t.passedTypes(fn, -1, f.Result), c))
}

// callLifted applies a function for every active element. With uniform
// operands it is applied once; a recursive function is not called when no
// element is active. The function of a Lifting gets the sequences of what the
// active elements have.
func (t *translator) callLifted(b *emit.Block, s *scope, e *nkl.CallLifted, ty *types.Type) rep.Value {
	args := make([]rep.Value, len(e.Args))
	all := !t.effects.ActsIn(e.Fn)
	for i, a := range e.Args {
		args[i] = t.expr(b, s, a, nil)
		all = all && rep.Uniform(args[i])
	}
	b.SetPos(e)
	if s.host() || all {
		return t.uniformWork(b, s, ty, func(b *emit.Block, s *scope) rep.Value { return t.call(b, s, e.Pos(), e.Fn, e.Args, ty) })
	}
	for _, r := range args {
		rep.Lose(r)
	}
	if t.funcs[e.Target] != nil {
		all := func(i int) rep.Value { return rep.Seq{Elems: rep.Lift(b, args[i], s.sp), N: s.sp.N} }
		return t.apply(b, e.Pos(), e.Target, all, types.Seq(ty)).(rep.Seq).Elems
	}
	t.noteVarying(e.Fn, args)
	in := b
	var held []*boundary.HeldValue
	if t.recursive[e.Fn] != 0 {
		held = t.heldValues(b)
		in = b.Nested()
	}
	els := b.Nested()
	j := &rep.BranchJoin{}
	builds := make([]func(func() fkl.Expr) rep.Value, len(held))
	for i, h := range held {
		r := h.Get()
		builds[i] = j.Plan(in, els, h.Hold(b, r)(in), r)
	}
	result := t.result(e.Fn)
	t.byNumber(s, e, args)
	before := in
	if boundary.IsRegularVersion(t.lifteds[e.Fn]) { // arguments are packed, together with what makes them
		before = b
	}
	flat, params := t.arguments(before, s.sp, e, args)
	c := &fkl.Call{Node: ir.At(e.Pos()), Fn: e.Target, Args: append([]fkl.Expr{s.sp.N}, rep.Values(in, append(t.elementNumbers(in, s, e.Fn), flat...))...)}
	ts := result.Types(ty)
	if in == b {
		return crossed(b, result.Build(b, s.sp.N, ty, b.LetN("r", ts, c), params))
	}
	some := b.Prim(prim.Gt, types.Bool, s.sp.N, emit.Num(0))
	kept := rep.Values(in, j.One)
	vs := b.LetN("r", append(ts[:len(ts):len(ts)], rep.LeafTypesOf(j.One)...), &fkl.If{Node: ir.At(e.Pos()), Cond: some,
		Then: in.Ret(append(in.LetN("r", ts, c), kept...)...), Else: els.Ret(append(rep.None(els, ts), rep.Values(els, j.Two)...)...)})
	next := boundary.Taking(vs[len(ts):])
	for i, h := range held {
		r := builds[i](next)
		rep.EachPair(r, h.Get(), func(to, from *rep.Nested) {
			to.Total, to.InOrder, to.PackedStarts = from.Total, from.InOrder, from.PackedStarts
		})
		h.Set(r)
	}
	r := crossed(b, result.Build(b, s.sp.N, ty, vs[:len(ts)], params))
	if t.recursive[e.Fn] == t.lifting.Cycle {
		t.lifting.NoteParams(true, r)
	}
	return r
}

// crossed is r, whose lengths the other side of a call has made.
func crossed(b *emit.Block, r rep.Value) rep.Value {
	rep.EachView(b, r, func(v *rep.Nested) { v.Crossed = true })
	return r
}

// arguments lists what the lifted call e hands over for args, and their components.
func (t *translator) arguments(b *emit.Block, sp *emit.Space, e *nkl.CallLifted, args []rep.Value) (flat, params []rep.Value) {
	totals := t.sizeParams.Params[e.Fn]
	for i, a := range args {
		if t.sharing.Shares(e.Fn, i) {
			rep.Flatten(b, a, &flat)
			params = append(params, rep.Parts(a)...)
			continue
		}
		a = rep.Lift(b, a, sp)
		ty := t.funcs[e.Fn].Params[i].Type
		if x, ok := e.Args[i].(*nkl.Ref); ok {
			ty = x.Var.Type
		}
		flat = append(flat, t.parameter(e.Fn, i, totals[len(params):]).Leaves(b, a, ty, sp, nil, nil)...)
		rep.NoteData(totals[len(params):], a)
		params = append(params, rep.Parts(a)...)
	}
	return flat, params
}

// effect runs an effect: on the host as it stands, under a map once for every
// element, in order, collecting the results.
func (t *translator) effect(b *emit.Block, s *scope, e *nkl.Prim, ty *types.Type) rep.Value {
	args := make([]rep.Value, len(e.Args))
	for i, a := range e.Args {
		args[i] = t.expr(b, s, a, nil)
	}
	if s.host() {
		var flat []rep.Value
		for _, a := range args {
			rep.Flatten(b, a, &flat)
		}
		p := &fkl.Prim{Node: ir.At(e.Pos()), Op: e.Op, Args: rep.Values(b, flat)}
		return rep.FromLeaves(b, ty, false, b.LetN("io", rep.LeafTypes(ty, false), p))
	}
	return primitive.Effects(b, s.sp, e, args, ty)
}
