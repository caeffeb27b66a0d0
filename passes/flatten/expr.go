package flatten

// The rules for the forms of NKL, on the host and lifted.

import (
	"fmt"

	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// expr translates e, of type ty, in s: its code goes to b.
func (t *translator) expr(b *block, s *scope, e nkl.Expr, ty *types.Type) rep {
	return b.plain(t.exprDelayed(b, s, e, ty))
}

// exprDelayed is expr, but concatenations may have no vectors yet.
func (t *translator) exprDelayed(b *block, s *scope, e nkl.Expr, ty *types.Type) rep {
	b.setPos(e)
	switch e := e.(type) {
	case *nkl.Ref:
		return s.lookup(b, e.Var)
	case *nkl.Int:
		return hostScalar{&fkl.Int{Node: ir.At(e.Pos()), Val: e.Val}}
	case *nkl.Float:
		return hostScalar{&fkl.Float{Node: ir.At(e.Pos()), Val: e.Val}}
	case *nkl.Bool:
		return hostScalar{&fkl.Bool{Node: ir.At(e.Pos()), Val: e.Val}}
	case *nkl.Char:
		return hostScalar{&fkl.Char{Node: ir.At(e.Pos()), Val: e.Val}}
	case *nkl.Str:
		v := b.let("str", types.Vec(types.Char), &fkl.Str{Node: ir.At(e.Pos()), Val: e.Val})
		return uniformSeq{elems: vector{v, types.Char}, n: b.length(v)}
	case *nkl.Tuple:
		out := make(tuple, len(e.Elems))
		for i, c := range e.Elems {
			out[i] = t.expr(b, s, c, ty.Elems[i])
		}
		return out
	case *nkl.Proj:
		return t.expr(b, s, e.Of, nil).(tuple)[e.Index]
	case *nkl.Seq:
		return t.seq(b, s, e)
	case *nkl.Let:
		t.noteConjunction(s, e)
		r, done := t.bindAcross(b, s, e, func() rep { return t.exprDelayed(b, s, e.Rhs, e.Bind.Type) })
		defer done()
		s.vars[e.Bind] = r
		if s.host() {
			s.vars[e.Bind] = b.learn(e.Bind.Type, s.vars[e.Bind])
		} else {
			s.vars[e.Bind] = b.learnLifted(s.sp, e.Bind.Type, s.vars[e.Bind])
		}
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
	case *nkl.Column:
		return t.column(b, e)
	}
	panic(fmt.Sprintf("flatten: unexpected %T", e))
}

// An ending lists what a block yields for its value.
type ending func(b *block, r rep) []fkl.Expr

// canonical ends host code with the leaves of the value.
func canonical(b *block, r rep) []fkl.Expr { return b.leaves(r, false, nil) }

// tail translates e in tail position: it ends the block, and those of its branches.
func (t *translator) tail(b *block, s *scope, e nkl.Expr, ty *types.Type, end ending) fkl.Expr {
	b.setPos(e)
	switch e := e.(type) {
	case *nkl.Let:
		t.noteConjunction(s, e)
		r, done := t.bindAcross(b, s, e, func() rep { return t.exprDelayed(b, s, e.Rhs, e.Bind.Type) })
		defer done()
		s.vars[e.Bind] = r
		if s.host() {
			s.vars[e.Bind] = b.learn(e.Bind.Type, s.vars[e.Bind])
		} else {
			s.vars[e.Bind] = b.learnLifted(s.sp, e.Bind.Type, s.vars[e.Bind])
		}
		return t.tail(b, s, e.Body, ty, end)
	case *nkl.Check:
		t.check(b, s, e)
		return t.tail(b, s, e.Then, ty, end)
	case *nkl.If:
		if c := t.expr(b, s, e.Cond, types.Bool); uniform(c) {
			return b.in(&fkl.If{Node: ir.At(e.Pos()), Cond: c.(hostScalar).a,
				Then: t.tail(b.nested(), s, e.Then, ty, end), Else: t.tail(b.nested(), s, e.Else, ty, end)})
		}
	case *nkl.Recur:
		rs := make([]rep, len(e.Args))
		for i, a := range e.Args {
			rs[i] = t.expr(b, s, a, nil)
		}
		return t.hostLoop.recur(b, &fkl.Recur{Node: ir.At(e.Pos())}, rs)
	case *nkl.Scope:
		rows := t.rows(b, s, e)
		return b.in(&fkl.Scope{Node: ir.At(e.Pos()), Table: e.Table, Rows: rows, Body: t.tail(b.nested(), s, e.Body, ty, end)})
	}
	return b.ret(end(b, t.expr(b, s, e, ty))...)
}

// elem translates an element block: a Map over the active elements, or host
// code when nothing in it varies.
func (t *translator) elem(b *block, s *scope, e *nkl.Elem, ty *types.Type) rep {
	if s.allUniform(b, e) {
		host := func(b *block, s *scope) rep {
			x := &elemTranslator{vars: map[*nkl.Var]elemValue{}, own: func(eb *block, v *nkl.Var) elemValue {
				return ownElem(eb, s.lookup(b, v), nil, nil)
			}}
			return hostRep(b, x.eval(b, e.Body, ty))
		}
		if s.host() || total(e.Body) {
			return host(b, s)
		}
		return t.uniformWork(b, s, ty, host)
	}
	if v := lengthOnly(e.Body); v != nil {
		return b.lensOf(s.lookup(b, v).(*nestedSeq))
	}
	if r := shifted(b, s, e); r != nil {
		return r
	}
	ts := leafTypes(ty, false)
	vs := b.mapOver(s.sp, ts, func(eb *block, seg, idx fkl.Expr) []fkl.Expr {
		x := &elemTranslator{vars: map[*nkl.Var]elemValue{}, own: func(eb *block, v *nkl.Var) elemValue {
			return ownElem(eb, s.lookup(b, v), seg, idx)
		}}
		return elemLeaves(x.eval(eb, e.Body, ty))
	})
	return fromLeaves(b, ty, true, vs)
}

// shifted is an element block that adds a number, the same for all, to places in
// sequences that nothing has to be read for, or subtracts it: such places are computed
// where they are used, so nobody needs to know how many they are. nil is any other block.
func shifted(b *block, s *scope, e *nkl.Elem) rep {
	p, ok := e.Body.(*nkl.Prim)
	if !ok || s.sp.sd == nil && !s.once || p.Op.Code != prim.Add && p.Op.Code != prim.Sub {
		return nil
	}
	args := make([]rep, 2)
	var places *delayed
	for i, a := range p.Args {
		switch a := a.(type) {
		case *nkl.Int:
			args[i] = hostScalar{&fkl.Int{Node: ir.At(a.Pos()), Val: a.Val}}
		case *nkl.Ref:
			args[i] = s.lookup(b, a.Var)
		}
		switch r := args[i].(type) {
		case hostScalar:
		case *delayed:
			if r.t != types.Int || r.reads || places != nil || b.hostOf().made(r) != nil {
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
	return &delayed{t: types.Int, pos: b.pos, sp: s.sp, bySeg: places.bySeg, gen: func(eb *block, seg, idx fkl.Expr) fkl.Expr {
		x := &fkl.Prim{Node: ir.At(p.Pos()), Op: p.Op}
		for _, r := range args {
			if u, ok := r.(hostScalar); ok {
				x.Args = append(x.Args, u.a)
			} else {
				x.Args = append(x.Args, readOwn(eb, r, seg, idx))
			}
		}
		return eb.let("x", types.Int, x)
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
