package flatten

// The rules for the forms of NKL, on the host and lifted.

import (
	"fmt"

	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/flatten/boundary"
	"nessiec/passes/flatten/element"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/rep"
)

// expr translates e, of type ty, in s: its code goes to b.
func (t *translator) expr(b *emit.Block, s *scope, e nkl.Expr, ty *types.Type) rep.Value {
	return boundary.Plain(b, t.exprDelayed(b, s, e, ty))
}

// exprDelayed is expr, but concatenations may have no vectors yet.
func (t *translator) exprDelayed(b *emit.Block, s *scope, e nkl.Expr, ty *types.Type) rep.Value {
	b.SetPos(e)
	switch e := e.(type) {
	case *nkl.Ref:
		return s.lookup(b, e.Var)
	case *nkl.Int:
		return rep.Scalar{Atom: &fkl.Int{Node: ir.At(e.Pos()), Val: e.Val}}
	case *nkl.Float:
		return rep.Scalar{Atom: &fkl.Float{Node: ir.At(e.Pos()), Val: e.Val}}
	case *nkl.Bool:
		return rep.Scalar{Atom: &fkl.Bool{Node: ir.At(e.Pos()), Val: e.Val}}
	case *nkl.Char:
		return rep.Scalar{Atom: &fkl.Char{Node: ir.At(e.Pos()), Val: e.Val}}
	case *nkl.Str:
		v := b.Let("str", types.Vec(types.Char), &fkl.Str{Node: ir.At(e.Pos()), Val: e.Val})
		return rep.Seq{Elems: rep.Vector{Vec: v, Type: types.Char}, N: b.Length(v)}
	case *nkl.Tuple:
		out := make(rep.Tuple, len(e.Elems))
		for i, c := range e.Elems {
			out[i] = t.expr(b, s, c, ty.Elems[i])
		}
		return out
	case *nkl.Proj:
		return t.expr(b, s, e.Of, nil).(rep.Tuple)[e.Index]
	case *nkl.Seq:
		return t.seq(b, s, e)
	case *nkl.Let:
		defer t.bind(b, s, e)()
		return t.exprDelayed(b, s, e.Body, ty)
	case *nkl.Check:
		t.check(b, s, e)
		return t.expr(b, s, e.Then, ty)
	case *nkl.Elem:
		return t.elem(b, s, e, ty)
	case *nkl.Update:
		return t.update(b, s, e, ty)
	case *nkl.If:
		return t.conditional(b, s, e, ty)
	case *nkl.EachCaptured:
		return t.each(b, s, e, ty)
	case *nkl.Fold:
		return t.fold(b, s, e, ty)
	case *nkl.Prim:
		return t.prim(b, s, e, ty)
	case *nkl.Call:
		return t.call(b, s, e.Pos(), e.Fn, e.Args, ty)
	case *nkl.CallLifted:
		return t.callLifted(b, s, e, ty)
	case *nkl.Anywhere:
		return rep.Anywhere(b, t.expr(b, s, e.Cond, types.Bool))
	case *nkl.Regular:
		return t.regular(b, s, e)
	case *nkl.Loop:
		return t.loop(b, s, e, ty)
	case *nkl.Time:
		return t.time(b, s, e, ty)
	case *nkl.Scope:
		return t.scope(b, s, e, ty)
	case *nkl.Alloc:
		return t.alloc(b, s, e)
	case *nkl.AllocAll:
		return t.allocAll(b, s, e)
	case *nkl.Reserve:
		return t.reserve(b, s, e)
	case *nkl.Store:
		return t.store(b, s, e)
	case *nkl.Column:
		return t.column(b, e)
	}
	panic(fmt.Sprintf("flatten: unexpected %T", e))
}

// bind gives the variable of e its value; what it yields is called behind the body of e.
func (t *translator) bind(b *emit.Block, s *scope, e *nkl.Let) (done func()) {
	t.noteConjunction(s, e)
	r, done := t.bindAcross(b, s, e, func() rep.Value { return t.exprDelayed(b, s, e.Rhs, e.Bind.Type) })
	if s.host() {
		r = rep.Learn(b, e.Bind.Type, r)
		makeBounds(b, r)
	} else {
		r = rep.LearnLifted(b, s.sp, e.Bind.Type, r)
	}
	s.vars[e.Bind] = r
	return done
}

// makeBounds makes where the sequences of r start, and their lengths, that are still to be read from others: these may have
// many more elements, and to read them again takes longer.
func makeBounds(b *emit.Block, r rep.Value) {
	var read []rep.Value
	for _, c := range rep.Parts(r) {
		u, ok := c.(rep.Seq)
		if !ok {
			continue
		}
		rep.EachView(b, u.Elems, func(v *rep.Nested) {
			for _, x := range []rep.Value{v.Starts, v.Lens} {
				if th, ok := x.(*rep.Delayed); ok && th.Reads {
					read = append(read, x)
				}
			}
		})
	}
	rep.Vecs(b, read...)
}

// An ending lists what a block yields for its value.
type ending func(b *emit.Block, r rep.Value) []fkl.Expr

// tail translates e in tail position: it ends the block, and those of its branches.
func (t *translator) tail(b *emit.Block, s *scope, e nkl.Expr, ty *types.Type, end ending) fkl.Expr {
	b.SetPos(e)
	switch e := e.(type) {
	case *nkl.Let:
		defer t.bind(b, s, e)()
		return t.tail(b, s, e.Body, ty, end)
	case *nkl.Check:
		t.check(b, s, e)
		return t.tail(b, s, e.Then, ty, end)
	case *nkl.If:
		if c := t.expr(b, s, e.Cond, types.Bool); rep.Uniform(c) {
			return b.In(&fkl.If{Node: ir.At(e.Pos()), Cond: c.(rep.Scalar).Atom,
				Then: t.tail(b.Nested(), s, e.Then, ty, end), Else: t.tail(b.Nested(), s, e.Else, ty, end)})
		}
	case *nkl.Recur:
		rs := make([]rep.Value, len(e.Args))
		for i, a := range e.Args {
			rs[i] = t.expr(b, s, a, nil)
		}
		return t.hostLoop.Recur(b, &fkl.Recur{Node: ir.At(e.Pos())}, rs)
	case *nkl.Scope:
		rows := t.rows(b, s, e)
		return b.In(&fkl.Scope{Node: ir.At(e.Pos()), Table: e.Table, Rows: rows, Body: t.tail(b.Nested(), s, e.Body, ty, end)})
	}
	return b.Ret(end(b, t.expr(b, s, e, ty))...)
}

// elem translates an element block: a Map over the active elements, or host
// code when nothing in it varies.
func (t *translator) elem(b *emit.Block, s *scope, e *nkl.Elem, ty *types.Type) rep.Value {
	if s.uniformCode(b, e.Body) {
		host := func(b *emit.Block, s *scope) rep.Value {
			x := &element.Translator{Vars: map[*nkl.Var]element.Value{}, Own: func(eb *emit.Block, v *nkl.Var) element.Value {
				return element.Own(eb, s.uniformValue(b, v), nil, nil)
			}}
			return element.HostRep(b, x.Eval(b, e.Body, ty))
		}
		if s.host() || total(e.Body) {
			return host(b, s)
		}
		return t.uniformWork(b, s, ty, host)
	}
	if v := lengthOnly(e.Body); v != nil {
		return rep.LensOf(b, s.lookup(b, v).(*rep.Nested))
	}
	out := shifted(b, s, e)
	if out == nil {
		out = element.Map(b, s.sp, ty, func(eb *emit.Block, seg, idx fkl.Expr) element.Value {
			x := &element.Translator{Vars: map[*nkl.Var]element.Value{}, Own: func(eb *emit.Block, v *nkl.Var) element.Value {
				return element.Own(eb, s.lookup(b, v), seg, idx)
			}}
			return x.Eval(eb, e.Body, ty)
		})
	}
	noteConsecutive(b, s, e, out)
	return out
}

// noteConsecutive notes of out, the elements of e, that they are consecutive ints, all or those of every
// segment: such, with a number added that is the same for all of these.
func noteConsecutive(b *emit.Block, s *scope, e *nkl.Elem, out rep.Value) {
	p, ok := e.Body.(*nkl.Prim)
	if !ok || p.Op.Code != prim.Add {
		return
	}
	var runs rep.Runs
	var by rep.Value
	for _, a := range p.Args {
		switch a := a.(type) {
		case *nkl.Int:
			by = rep.Scalar{Atom: emit.Num(a.Val)}
		case *nkl.Ref:
			if same := s.ofSegments(b, a.Var); same != nil {
				by = same
			} else if r, ok := s.lookup(b, a.Var).(*rep.Delayed); ok {
				runs = r.Runs
			}
		}
	}
	switch n, same := by.(rep.Scalar); {
	case by == nil || runs == nil:
	case s.sp.Sd != nil:
		each := rep.Lift(b, by, s.sp)
		rep.SetRuns(b, out, func(eb *emit.Block, seg fkl.Expr) fkl.Expr { return eb.Add(runs(eb, seg), rep.ReadAt(eb, each, seg)) })
	case same:
		rep.SetRuns(b, out, func(b *emit.Block, _ fkl.Expr) fkl.Expr { return b.Add(runs(b, nil), n.Atom) })
	}
}

// shifted is an element block that adds a number, the same for all, to places in
// sequences that nothing has to be read for, or subtracts it: such places are computed
// where they are used, so nobody needs to know how many they are. nil is any other block.
func shifted(b *emit.Block, s *scope, e *nkl.Elem) rep.Value {
	p, ok := e.Body.(*nkl.Prim)
	if !ok || s.sp.Sd == nil && !s.once || p.Op.Code != prim.Add && p.Op.Code != prim.Sub {
		return nil
	}
	args := make([]rep.Value, 2)
	var places *rep.Delayed
	for i, a := range p.Args {
		switch a := a.(type) {
		case *nkl.Int:
			args[i] = rep.Scalar{Atom: &fkl.Int{Node: ir.At(a.Pos()), Val: a.Val}}
		case *nkl.Ref:
			args[i] = s.lookup(b, a.Var)
		}
		switch r := args[i].(type) {
		case rep.Scalar:
		case *rep.Delayed:
			if r.Type != types.Int || r.Reads || places != nil || rep.Made(b.HostOf(), r) != nil {
				return nil
			}
			places = r
		default:
			return nil
		}
	}
	if places == nil {
		return nil
	}
	return &rep.Delayed{Type: types.Int, Pos: b.Pos, Space: s.sp, BySeg: places.BySeg, Gen: func(eb *emit.Block, seg, idx fkl.Expr) fkl.Expr {
		x := &fkl.Prim{Node: ir.At(p.Pos()), Op: p.Op}
		for _, r := range args {
			if u, ok := r.(rep.Scalar); ok {
				x.Args = append(x.Args, u.Atom)
			} else {
				x.Args = append(x.Args, rep.ReadOwn(eb, r, seg, idx))
			}
		}
		return eb.Let("x", types.Int, x)
	}}
}

// lengthOnly is the variable of which e asks the length and nothing else, nil
// if there is none. The lengths of a sequence have a vector already.
func lengthOnly(e nkl.Expr) *nkl.Var {
	if l, ok := e.(*nkl.Let); ok {
		if x, ok := l.Body.(*nkl.Ref); ok && x.Var == l.Bind {
			return lengthOnly(l.Rhs)
		}
	}
	if p, ok := e.(*nkl.Prim); ok && p.Op.Code == prim.Length {
		if x, ok := p.Args[0].(*nkl.Ref); ok {
			return x.Var
		}
	}
	return nil
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
