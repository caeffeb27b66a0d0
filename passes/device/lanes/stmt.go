package lanes

// Statements in lanes. The spine is the code that every element runs up to the
// first check it fails; where a check fails in some lane, the rest is left to
// the scalar loop. Branches of conditionals in which lanes differ are both run,
// each under its mask, or skipped if no lane needs them and they are costly.

import (
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
)

// statements writes a block and returns the values that it yields, if it
// yields any.
func (w *vectoriser) statements(b kir.Expr) []kir.Expr {
	list := b.(*kir.Block).Stmts
	for i, s := range list {
		if w.refused {
			return nil
		}
		if vals, ends := w.statement(s); ends && i == len(list)-1 {
			return vals
		}
	}
	return nil
}

// statement writes a statement. If that ends a block, it returns the values
// that the block yields.
func (w *vectoriser) statement(s kir.Expr) (vals []kir.Expr, ends bool) {
	switch s := s.(type) {
	case *kir.Block:
		return w.statements(s), true
	case *kir.Yield:
		return w.exprs(s.Vals), true
	case *kir.If:
		return w.conditional(s.Cond, s.Then, s.Else), true
	case *kir.Choose:
		for i, val := range w.conditional(s.Cond, s.Then, s.Else) {
			w.let(s.Binds[i], val)
		}
	case *kir.Def:
		w.let(s.Bind, w.expr(s.Rhs))
	case *kir.Mut:
		w.variable(s)
	case *kir.Set:
		w.assign(s)
	case *kir.Store:
		w.keep(s)
	case *kir.For:
		w.inner(s)
	case *kir.Loop:
		w.loopOf(s)
	case *kir.Recur:
		w.recur(w.exprs(s.Args))
	case *kir.Exit:
		w.exit(w.exprs(s.Vals))
	default:
		w.refuse()
	}
	return nil, false
}

// let gives the variable v of the loop its value.
func (w *vectoriser) let(v *kir.Var, val kir.Expr) {
	if r, ok := val.(*kir.Ramp); ok {
		w.env[v] = w.ramp(w.Atom(v.Name, r.Base))
		return
	}
	w.env[v] = w.fixed(v.Name, val)
}

// fixed is a value that stays what it is now.
func (w *vectoriser) fixed(name string, val kir.Expr) kir.Expr {
	if kir.IsAtom(val) && !w.mutable[kir.VarOf(val)] {
		return val
	}
	return w.Def(name, val)
}

func (w *vectoriser) variable(s *kir.Mut) {
	if w.failureFlags[s.Bind] {
		w.env[s.Bind] = &kir.Bool{}
		return
	}
	w.env[s.Bind] = kir.Use(w.variableOf(s.Bind.Name, w.expr(s.Init)))
}

// variableOf makes a variable of lanes.
func (w *vectoriser) variableOf(name string, init kir.Expr) *kir.Var {
	v := w.Mut(name, w.inLanes(init))
	w.mutable[v] = true
	return v
}

// assign writes a Set, for lanes that run; of a variable from outside only if
// it is a step of a total.
func (w *vectoriser) assign(s *kir.Set) {
	if !w.totals[s.Var] {
		v := kir.VarOf(w.env[s.Var])
		w.Set(v, w.masked(w.expr(s.Rhs), kir.Use(v)))
		return
	}
	step, ok := s.Rhs.(*kir.Prim)
	if !ok || len(step.Args) != 2 || kir.VarOf(step.Args[0]) != s.Var || !w.uniformFlow {
		w.refuse()
		return
	}
	op, ok := prim.RopOf(step.Op.Code)
	if !ok {
		w.refuse()
		return
	}
	val := w.fixed("v", w.inLanes(w.expr(step.Args[1])))
	if w.kind == longSums && w.sum(s, step, op, val) {
		return
	}
	w.gain(foldBenefit)
	w.effects = append(w.effects, &kir.Set{Node: s.Node, Var: s.Var, Rhs: &kir.Fold{Node: step.Node, Op: op, Init: kir.Use(s.Var), Val: val}})
}

// masked is val for lanes that run and old for the others.
func (w *vectoriser) masked(val, old kir.Expr) kir.Expr {
	if w.mask == nil {
		return w.inLanes(val)
	}
	return kir.Apply(prim.Select, w.mask, w.inLanes(val), old)
}

// keep defers a Store to the end of the block; each buffer has one, so that no
// order among them is lost.
func (w *vectoriser) keep(s *kir.Store) {
	buf := kir.VarOf(s.Buf)
	idx, val := w.expr(s.Idx), w.expr(s.Val)
	_, run := idx.(*kir.Ramp)
	if !w.uniformFlow || w.stored[buf] != 0 || !isVector(idx) || buf.Type.Name != "global" && !run {
		w.refuse()
		return
	}
	w.stored[buf] = w.accessOf(idx)
	if !run {
		w.gain(gatherBenefit)
		idx = w.fixed("at", idx)
	}
	w.effects = append(w.effects, &kir.Store{Node: s.Node, Buf: s.Buf, Idx: idx, Val: w.fixed("v", w.inLanes(val))})
}

// inner is a loop inside the loop, which all lanes run equally often.
func (w *vectoriser) inner(s *kir.For) {
	bounds := w.exprs([]kir.Expr{s.Lo, s.Hi, s.Step})
	for _, b := range bounds {
		if isVector(b) {
			w.refuse()
			return
		}
	}
	i := kir.NewVar(s.Var.Name, types.Int)
	w.env[s.Var] = kir.Use(i)
	benefit := w.benefit
	body := w.region(func() { w.statements(s.Body) })
	w.benefit += (often - 1) * (w.benefit - benefit)
	w.Put(&kir.For{Node: s.Node, Var: i, Lo: bounds[0], Hi: bounds[1], Step: bounds[2], Body: body})
	w.test()
}

// region is a block off the spine.
func (w *vectoriser) region(f func()) kir.Expr {
	spine := w.uniformFlow
	w.uniformFlow = false
	b := w.Block(f)
	w.uniformFlow = spine
	return b
}

// ---- conditionals

// conditional writes an If or Choose and returns what it yields.
func (w *vectoriser) conditional(cond, then, els kir.Expr) []kir.Expr {
	c := w.expr(cond)
	switch b, known := c.(*kir.Bool); {
	case known && b.Val:
		return w.statements(then)
	case known:
		return w.statements(els)
	case build.Fails(then):
		return w.checked(c, els)
	case build.Fails(els):
		return w.checked(kir.Apply(prim.Not, c), then)
	case !isVector(c):
		return w.uniformBranches(c, func() []kir.Expr { return w.statements(then) }, func() []kir.Expr { return w.statements(els) })
	}
	c = w.fixed("c", c)
	a, b := w.maskedBranch(c, then), w.maskedBranch(kir.Apply(prim.Not, c), els)
	if w.refused {
		return nil
	}
	w.test()
	for i := range a {
		if a[i] != b[i] {
			a[i] = kir.Apply(prim.Select, c, w.inLanes(a[i]), w.inLanes(b[i]))
		}
	}
	return a
}

// checked writes what runs where a check holds, that is not where failed does.
func (w *vectoriser) checked(failed, then kir.Expr) []kir.Expr {
	if w.uniformFlow {
		w.leave(failed)
		return w.statements(then)
	}
	if w.failedLanes == nil {
		w.failedLanes = kir.NewVar("bad", types.Lanes(types.Bool, w.lanes))
		w.mutable[w.failedLanes] = true
	}
	failed = w.fixed("failed", w.inLanes(failed))
	w.Set(w.failedLanes, kir.Apply(prim.Or, kir.Use(w.failedLanes), conjunction(w.mask, failed)))
	w.untested = true
	mask := w.mask
	w.mask = conjunction(mask, kir.Apply(prim.Not, failed))
	vals := w.statements(then)
	w.mask = mask
	return vals
}

// leave ends the work on the block here if failed holds for some lane.
func (w *vectoriser) leave(failed kir.Expr) {
	if isVector(failed) {
		failed = &kir.Any{Mask: failed}
	}
	w.goOnIf(kir.Apply(prim.Not, failed))
}

// goOnIf leaves the block here to the scalar loop unless cond holds.
func (w *vectoriser) goOnIf(cond kir.Expr) {
	if w.kind == plain {
		w.refuse()
	}
	w.ifs = append(w.ifs, openIf{w.Stmts, cond})
	w.Stmts = nil
}

// test leaves if lanes have failed off the spine, once it is back there.
func (w *vectoriser) test() {
	if w.uniformFlow && w.untested {
		w.leave(kir.Use(w.failedLanes))
		w.untested = false
	}
}

// maskedBranch writes what runs in lanes where cond holds, and returns what it yields.
func (w *vectoriser) maskedBranch(cond, b kir.Expr) (vals []kir.Expr) {
	w.under(cond, func() {
		if cost(b) < skipped || len(recursOf(b)) > 0 {
			vals = w.statements(b)
			return
		}
		w.gain(guessBenefit)
		var zeros []kir.Expr
		vals = w.uniformBranches(&kir.Any{Mask: w.live()}, func() []kir.Expr {
			vals := w.statements(b)
			for i, v := range vals {
				vals[i] = w.inLanes(v)
				zeros = append(zeros, w.zeroOf(kir.TypeOf(vals[i])))
			}
			return vals
		}, func() []kir.Expr { return zeros })
	})
	return vals
}

// uniformBranches writes two branches, of which a uniform condition chooses one, and
// returns what they yield.
func (w *vectoriser) uniformBranches(cond kir.Expr, then, els func() []kir.Expr) []kir.Expr {
	var a, b []kir.Expr
	first := w.region(func() { a = then() })
	second := w.region(func() { b = els() })
	if w.refused {
		return nil
	}
	if len(a) == 0 {
		w.Put(&kir.If{Cond: cond, Then: first, Else: second})
		return nil
	}
	binds := make([]*kir.Var, len(a))
	for i := range a {
		vals, _ := w.alike(a[i], b[i])
		a[i], b[i] = vals[0], vals[1]
		binds[i] = kir.NewVar("r", kir.TypeOf(a[i]))
	}
	w.Put(&kir.Choose{Binds: binds, Cond: cond, Then: yielding(first, a), Else: yielding(second, b)})
	w.test()
	return kir.Uses(binds)
}

func yielding(b kir.Expr, vals []kir.Expr) kir.Expr {
	list := b.(*kir.Block).Stmts
	return &kir.Block{Stmts: append(list[:len(list):len(list)], &kir.Yield{Vals: vals})}
}
