package flatten

// Tail recursion under a map: a loop of the host, in which the active elements
// go on together. Elements leave it one by one; what they return is stored at
// their place, so no iteration keeps anything for another.

import (
	"slices"

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

// A lockstep is the loop of a lifted function f that calls itself at its end only.
//
//	(lifted f^ f (n xs) [r] { if c then v else f(y) : x in xs })
//	=>  loop (m, active, xs, rs) = (n, index(n), xs, zeros):
//	      if m = 0 then rs
//	      else split by c: rs <- [(active, v)]; recur with active and y of the others
type lockstep struct {
	t    *translator
	of   *nkl.Lifted
	n    fkl.Expr
	sp   *emit.Space // of the elements that are active
	idx  rep.Value   // their numbers
	args []*loopParam
	outs []*loopResult

	firsts []rep.Value // of args

	kept *firstCall // parameters that stay the same
}

// A loopParam is a component of the parameters.
type loopParam struct {
	t       *types.Type
	first   rep.Value
	same    bool                 // for all iterations
	from    []boundary.DataAlias // of its sequences, if they have the data of first
	total   *rep.SizeParam
	vars    []*fkl.Var
	n       *fkl.Var          // the total, if it is open
	growing *boundary.LoopVar // what elements of its sequences carry, if these have data of their own
}

// moved reports whether the sequences of a have data of their own, in which they
// do not overlap.
func (a *loopParam) moved() bool { return len(a.from) > 0 && a.from[0] == boundary.NoAlias }

// A loopResult is a component of the result. Of data of its own the first elements count, as
// many as its last variables say, one for each of the sequences that have such data.
type loopResult struct {
	t     *types.Type
	from  []boundary.DataAlias
	total *rep.SizeParam
	vars  []*fkl.Var
}

// A loopExit is an end of the body: some of the active elements, and the arguments of
// the next iteration, or their result.
type loopExit struct {
	sp       *emit.Space
	idx      rep.Value
	nextArgs []rep.Value
	value    rep.Value
}

// iterates reports whether l is a tail recursion without effects.
func (t *translator) iterates(l *nkl.Lifted, body nkl.Expr) bool {
	if t.recursive[l.Of] == 0 || t.effects.ActsIn(l.Of) {
		return false
	}
	cycle := t.recursive[l.Of]
	calls := func(e nkl.Expr) bool {
		switch e := e.(type) {
		case *nkl.Call:
			return t.recursive[e.Fn] == cycle
		case *nkl.CallLifted:
			return t.recursive[e.Fn] == cycle
		}
		return false
	}
	var tail func(e nkl.Expr) bool
	tail = func(e nkl.Expr) bool {
		switch e := e.(type) {
		case *nkl.Let:
			return !ir.Any(e.Rhs, calls) && tail(e.Body)
		case *nkl.Check:
			return tail(e.Then)
		case *nkl.If:
			return tail(e.Then) && tail(e.Else)
		case *nkl.CallLifted:
			return e.Fn == l.Of || !calls(e)
		}
		return !ir.Any(e, calls)
	}
	return ir.Any(body, calls) && tail(body)
}

// lockstep translates the body of a tail recursion over the elements of s, whose
// parameters are binds.
func (t *translator) lockstep(b *emit.Block, s *scope, l *nkl.Lifted, binds []*nkl.Var, body nkl.Expr) fkl.Expr {
	k := &lockstep{t: t, of: l, n: s.sp.N, kept: &firstCall{binds[0], map[*nkl.Var]rep.Value{}}}
	k.states(b, s, binds)
	from, told := t.aliases[l.Of], t.sizeParams.Results[l.Of]
	for i, c := range types.Leaves(l.Result.Elem()) {
		k.outs = append(k.outs, &loopResult{t: c, from: from[:rep.Nodes(c)], total: told[i]})
		from = from[rep.Nodes(c):]
	}
	loop := &fkl.Loop{Node: ir.At(l.Pos())}
	bind := func(name string, t *types.Type, init fkl.Expr) *fkl.Var {
		v := types.NewVar(name, t)
		loop.Binds, loop.Inits = append(loop.Binds, v), append(loop.Inits, init)
		return v
	}
	m := bind("m", types.Int, k.n)
	active := bind("active", types.Vec(types.Int), rep.Vec(b, rep.Identity(s.sp)))
	k.sp, k.idx = &emit.Space{N: emit.Ref(m)}, rep.Vector{Vec: emit.Ref(active), Type: types.Int}
	dense := bind("dense", types.Int, k.n)
	head := b.Nested()
	step, done := head.Nested(), head.Nested()
	for _, a := range k.args {
		inits := a.inits(b, k)
		for _, init := range inits {
			a.vars = append(a.vars, bind("s", init.(*fkl.Ref).Var.Type.Erase(), init))
		}
		if a.total.Open() {
			a.n = bind("total", types.Int, rep.PassTotal(b, a.total, a.first, s.sp))
		}
		if a.moved() && rep.Nodes(a.t) > 1 {
			first := boundary.FromOwnLeaves(a.t, boundary.Taking(inits), a.from, k.firsts)
			a.growing = boundary.NewLoopVar(step, b, a.rep(step, k).(*rep.Nested).Data, first.(*rep.Nested).Data)
		}
	}
	for _, o := range k.outs {
		for _, init := range o.inits(b, s.sp) {
			o.vars = append(o.vars, bind("out", rep.AtomType(init), init))
		}
	}
	more := head.Prim(prim.Gt, types.Bool, emit.Ref(m), emit.Num(0))
	var outs []fkl.Expr
	for _, o := range k.outs {
		outs = append(outs, fkl.Uses(o.vars[:len(o.vars)-o.grows()])...)
	}
	loop.Body = head.In(&fkl.If{Cond: more, Then: k.step(step, s, binds, body, emit.Ref(dense)), Else: done.Ret(outs...)})
	for _, a := range k.args {
		if a.growing != nil && a.growing.Limit != nil {
			loop.Binds, loop.Inits = append(loop.Binds, a.growing.Limit), append(loop.Inits, a.growing.First)
		}
	}
	return b.Ret(b.LetN("r", boundary.ResultTypes(l.Result.Elem(), t.aliases[l.Of], told), loop)...)
}

// states lists the components of the parameters, and which of them stay the same.
func (k *lockstep) states(b *emit.Block, s *scope, binds []*nkl.Var) {
	same := anf.HandedOn(k.of)
	moved, totals := k.t.ownDataArgs[k.of.Name], k.t.sizeParams.Loops[k.of.Of]
	for j, p := range binds[1:] {
		cs := types.Leaves(p.Type)
		for c := range cs {
			same[j] = same[j] && !totals[len(k.args)+c].Open()
		}
		first := s.vars[p]
		if !same[j] && k.t.sharing.Shares(k.of.Of, j) {
			k.t.sharing.Vary(k.of.Of, j) // iterations do not share it
			first = rep.Lift(b, first, s.sp)
		}
		was := len(k.args)
		for c, r := range rep.Parts(first) {
			i := len(k.args)
			a := &loopParam{t: cs[c], first: r, same: same[j], total: totals[i]}
			for node := range rep.Nodes(a.t) {
				o := boundary.DataAlias{Comp: i, Node: node}
				if moved[o] {
					o = boundary.NoAlias
				}
				a.from = append(a.from, o)
			}
			k.args, k.firsts = append(k.args, a), append(k.firsts, r)
		}
		if same[j] {
			k.kept.firsts[p] = assemble(p.Type, k.args[was:], (*loopParam).asked)
		}
	}
}

// assemble is a value of type t of what of makes of its components.
func assemble(t *types.Type, as []*loopParam, of func(a *loopParam) rep.Value) rep.Value {
	var vals []rep.Value
	for _, a := range as {
		vals = append(vals, of(a))
	}
	return boundary.Assemble(t, vals)
}

// asked is the first value of a; whoever asks for its total has it handed over.
func (a *loopParam) asked() rep.Value {
	v, ok := a.first.(*rep.Nested)
	if !ok {
		return a.first
	}
	out := *v
	out.Total = a.total.Filled(nil)
	return &out
}

// inits lists the vectors that hold a before the first iteration.
func (a *loopParam) inits(b *emit.Block, k *lockstep) []fkl.Expr {
	if a.same {
		return nil
	}
	r := a.first
	if a.moved() {
		r = disjoint(b, r.(*rep.Nested))
	}
	return k.vectors(b, a, r)
}

// vectors lists the vectors that hold value r of a, which may have to have data of
// its own: then another translation follows.
func (k *lockstep) vectors(b *emit.Block, a *loopParam, r rep.Value) []fkl.Expr {
	var flat []rep.Value
	boundary.Own(b, r, a.t, a.from, k.firsts, &flat, func(node int) { k.t.move(k.of.Name, a.from[node]) })
	return rep.Values(b, flat)
}

// value is a, which changes, for the elements that are active.
func (a *loopParam) rep(b *emit.Block, k *lockstep) rep.Value {
	r := boundary.FromOwnLeaves(a.t, boundary.Taking(fkl.Uses(a.vars)), a.from, k.firsts)
	if v, ok := r.(*rep.Nested); ok {
		v.Own = a.moved()
		if a.moved() {
			node := 0
			boundary.EachDepth(v.Data, nil, func(v *rep.Nested, _ rep.Value) {
				if node++; a.from[node] == boundary.NoAlias {
					v.CoversData = true
				}
			})
		}
		if v.Total = a.total.Filled(nil); a.n != nil {
			v.Total = a.total.Filled(emit.Ref(a.n))
		}
	}
	return r
}

// step is one iteration.
func (k *lockstep) step(b *emit.Block, s *scope, binds []*nkl.Var, body nkl.Expr, dense fkl.Expr) fkl.Expr {
	in := &scope{sp: k.sp, vars: map[*nkl.Var]rep.Value{}, allActive: true, kept: k.kept, parent: s, enter: func(*emit.Block, rep.Value) rep.Value { panic("flatten: a variable from outside an iteration") }}
	in.vars[binds[0]] = k.idx
	args := k.args
	for _, p := range binds[1:] {
		n := len(types.Leaves(p.Type))
		if k.kept.first(p) == nil {
			in.vars[p] = rep.LearnLifted(b, k.sp, p.Type, assemble(p.Type, args[:n], func(a *loopParam) rep.Value { return a.rep(b, k) }))
		}
		args = args[n:]
	}
	end := k.start(b, in, body)
	if w := k.waits(binds, body, end); w != nil {
		return k.wait(b, in, binds, w, dense)
	}
	return k.leaving(b, in, end, dense)
}

// leaving is the end of an iteration, at which elements leave.
func (k *lockstep) leaving(b *emit.Block, s *scope, end nkl.Expr, dense fkl.Expr) fkl.Expr {
	outs := make([][]fkl.Expr, len(k.outs))
	for i, o := range k.outs {
		outs[i] = fkl.Uses(o.vars)
	}
	var again, left []*loopExit
	leave := func(l *loopExit) { outs = k.leave(b, l, outs, k.calls(end) == 1) }
	updates := slices.ContainsFunc(k.args, (*loopParam).moved)
	k.ends(b, s, end, k.idx, func(l *loopExit) {
		switch {
		case l.nextArgs != nil:
			again = append(again, l)
		case updates: // others may replace elements of what these return
			leave(l)
		default:
			left = append(left, l)
		}
	})
	for _, l := range left {
		leave(l)
	}
	next, limits := k.next(b, again, dense)
	for _, o := range outs {
		next = append(next, o...)
	}
	next = append(next, limits...)
	return b.In(&fkl.Recur{Args: next})
}
