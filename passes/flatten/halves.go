package flatten

// Recursions whose calls make more and more calls, side by side. A level of more elements than keep a device
// busy goes in halves, one after the other, so what is held is one such level for each depth.
//
//	(func f^ (n xs) .. body)
//	=>  (func f^ (n xs) .. (if n > 1 and #xs' > level  f^(n / 2, take(xs, n / 2)) ++ f^(n - n / 2, drop(xs, n / 2))  body))

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/flatten/boundary"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/rep"
	"nessiec/passes/nested/anf"
)

// A liftedArg is what a parameter of a lifted function has.
type liftedArg struct {
	x      *boundary.Crossing
	ty     *types.Type // of an element
	leaves []fkl.Expr
	value  rep.Value
	shared bool // all elements have it in common
}

// spreads reports whether a call of fn may make several others of its recursion, side by side, and levels have a bound.
func (t *translator) spreads(fn string, body nkl.Expr) bool {
	cycle := t.recursive[fn]
	return t.level > 0 && cycle != 0 && !t.effects.ActsIn(fn) && ir.Any(body, func(e nkl.Expr) bool {
		each, ok := e.(*nkl.EachCaptured)
		return ok && ir.Any(each.Body, t.onCycle(cycle))
	})
}

// inHalves is body, the code of l for the elements of s, or two calls of l for halves of them, if args have too much.
func (t *translator) inHalves(b *emit.Block, s *scope, l *nkl.Lifted, args []liftedArg, body fkl.Expr) fkl.Expr {
	if !t.Last() {
		return b.In(body)
	}
	var split []rep.Value
	lookedUp := anf.LookedUp(l)
	for i, a := range args {
		if !a.shared && !lookedUp[i] {
			split = append(split, rep.Parts(a.value)...)
		}
	}
	much := boundary.Exceeds(b, s.sp.N, split, t.level)
	then := b.Nested()
	h := then.Prim(prim.Div, types.Int, s.sp.N, emit.Num(2))
	one, two := t.half(then, s, l, args, emit.Num(0), h), t.half(then, s, l, args, h, then.Sub(s.sp.N, h))
	both := rep.OfAll(then, rep.Append(then, one, two).Elems, []rep.Value{one.Elems, two.Elems})
	return b.In(&fkl.If{Node: ir.At(l.Pos()), Cond: much, Then: then.Ret(t.resultLeaves(then, both, l.Of, l.Result.Elem(), s.sp, t.params)...), Else: body})
}

// half is what a call of l yields for n elements of s from number from on.
func (t *translator) half(b *emit.Block, s *scope, l *nkl.Lifted, args []liftedArg, from, n fkl.Expr) rep.Seq {
	sp, call := &emit.Space{N: n}, &fkl.Call{Node: ir.At(l.Pos()), Fn: l.Name, Args: []fkl.Expr{n}}
	part := func(r rep.Value) rep.Value { return rep.Select(b, rep.Seq{Elems: r, N: s.sp.N}, from, n).Elems }
	if s.kept != nil {
		call.Args = append(call.Args, rep.Vec(b, part(s.vars[s.kept.number])))
	}
	var params []rep.Value
	for _, a := range args {
		if !a.shared {
			r := rep.LearnLifted(b, sp, a.ty, crossed(b, part(a.value))) // types may say the total
			rep.EachView(b, r, func(v *rep.Nested) {
				if v.Total == nil {
					v.Total = &rep.Total{N: boundary.Measured(b, v)}
				}
			})
			a.leaves = rep.Values(b, a.x.Leaves(b, r, a.ty, sp, nil, nil))
			rep.NoteData(a.x.Totals, r)
			a.value = a.x.Build(b, n, a.ty, a.leaves, nil)
		}
		call.Args, params = append(call.Args, a.leaves...), append(params, rep.Parts(a.value)...)
	}
	x, ty := t.result(l.Of), l.Result.Elem()
	return rep.Seq{Elems: crossed(b, x.Build(b, n, ty, b.LetN("r", x.Types(ty), call), params)), N: n}
}
