package lanes

// Expressions in lanes. What is uniform stays scalar. Loads off the spine are
// masked, because what keeps their indices in range may be the condition of
// the branch that they are in.

import (
	"math"

	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
)

func isVector(e kir.Expr) bool { return kir.LanesOf(kir.TypeOf(e)) > 0 }

func (w *vectoriser) splat(e kir.Expr) kir.Expr { return &kir.Splat{N: w.lanes, Val: e} }

func (w *vectoriser) ramp(base kir.Expr) kir.Expr { return &kir.Ramp{N: w.lanes, Base: base} }

// inLanes is e in lanes.
func (w *vectoriser) inLanes(e kir.Expr) kir.Expr {
	if isVector(e) {
		return e
	}
	return w.splat(e)
}

// alike is es, all in lanes if one is.
func (w *vectoriser) alike(es ...kir.Expr) ([]kir.Expr, bool) {
	some := false
	for _, e := range es {
		some = some || isVector(e)
	}
	if some {
		for i, e := range es {
			es[i] = w.inLanes(e)
		}
	}
	return es, some
}

// expr is the value of e: a scalar if it is uniform.
func (w *vectoriser) expr(e kir.Expr) kir.Expr {
	switch e := e.(type) {
	case *kir.Ref:
		if val, ok := w.env[e.Var]; ok {
			return val
		}
		if w.totals[e.Var] {
			w.refuse()
		}
		return e
	case *kir.Prim:
		return w.prim(e)
	case *kir.Select:
		return w.selected(e)
	case *kir.InRange:
		args, _ := w.alike(w.expr(e.Idx), w.expr(e.Size))
		return &kir.InRange{Idx: args[0], Size: args[1]}
	case *kir.Load:
		return w.load(kir.VarOf(e.Buf), w.expr(e.Idx), w.live())
	case *kir.Int, *kir.Float, *kir.Bool, *kir.Char, *kir.Unit, *kir.GroupId, *kir.NumGroups, *kir.LocalId:
		return e
	}
	w.refuse()
	return e
}

func (w *vectoriser) exprs(es []kir.Expr) []kir.Expr {
	out := make([]kir.Expr, len(es))
	for i, e := range es {
		out[i] = w.expr(e)
	}
	return out
}

func (w *vectoriser) prim(e *kir.Prim) kir.Expr {
	args, some := w.alike(w.exprs(e.Args)...)
	if some {
		if r := w.shifted(e.Op.Code, args); r != nil {
			return r
		}
		kind := kir.Base(kir.TypeOf(args[0])).Kind
		gain := opBenefit(e.Op.Code, kind)
		if gain == 0 {
			w.countSimple(e, kind)
		}
		if w.gain(gain); w.kind == plain && gain == 0 && e.Op.Code.Prim().Latency != prim.Simple {
			w.refuse() // lanes do it one by one
		}
	}
	return &kir.Prim{Node: e.Node, Op: e.Op, Args: args}
}

// shifted is a sum or difference that is a ramp again; nil if there is none.
func (w *vectoriser) shifted(op prim.Code, args []kir.Expr) kir.Expr {
	if op != prim.Add && op != prim.Sub {
		return nil
	}
	if r, ok := args[0].(*kir.Ramp); ok {
		if s, ok := args[1].(*kir.Splat); ok {
			return w.ramp(kir.Apply(op, r.Base, s.Val))
		}
	}
	if s, ok := args[0].(*kir.Splat); ok && op == prim.Add {
		if r, ok := args[1].(*kir.Ramp); ok {
			return w.ramp(kir.Apply(op, s.Val, r.Base))
		}
	}
	return nil
}

// selected is a Select. If the lanes differ in the condition they compute both
// branches, where loads are masked.
func (w *vectoriser) selected(e *kir.Select) kir.Expr {
	cond := w.expr(e.Cond)
	if run := w.guardedRun(e, cond); run != nil {
		return run
	}
	if !isVector(cond) {
		branches, _ := w.alike(w.guarded(e, nil), w.expr(e.Else))
		return &kir.Select{Node: e.Node, Cond: cond, Then: branches[0], Else: branches[1]}
	}
	cond = w.Atom("c", cond)
	var then, els kir.Expr
	w.under(cond, func() { then = w.guarded(e, cond) })
	w.under(kir.Apply(prim.Not, cond), func() { els = w.expr(e.Else) })
	if l, ok := then.(*kir.MaskedLoad); ok && isZero(els) && implies(l.Mask, cond) {
		return then // which is zero elsewhere
	}
	return kir.Apply(prim.Select, cond, w.inLanes(then), w.inLanes(els))
}

// guarded is the first branch of a Select. A load under the guard of its own index does no harm
// in any lane that has the guard: it needs no other mask, and so may be the same in every iteration of a loop.
func (w *vectoriser) guarded(e *kir.Select, cond kir.Expr) kir.Expr {
	if load := build.GuardedLoad(e); load != nil {
		return w.load(kir.VarOf(load.Buf), w.expr(load.Idx), cond)
	}
	return w.expr(e.Then)
}

// guardedRun is a load of a run of elements under the condition that they are in
// range, nil if e is none. A block of which some are not is left to the scalar loop:
// few are, and one test of both ends costs less than one of each element.
//
//	(select (inrange (ramp 8 i) n) (load a (ramp 8 i)) 0)
//	=>
//	(if (select (inrange i n) (inrange (prim add (i 7)) n) false) .. (load a (ramp 8 i)))
func (w *vectoriser) guardedRun(e *kir.Select, cond kir.Expr) kir.Expr {
	in, guard := cond.(*kir.InRange)
	load, read := e.Then.(*kir.Load)
	if !guard || !read || !isZero(e.Else) || !w.uniformFlow || w.live() != nil {
		return nil
	}
	size, uniform := in.Size.(*kir.Splat)
	run, ok := in.Idx.(*kir.Ramp)
	at, same := w.expr(load.Idx).(*kir.Ramp)
	if !uniform || !ok || !same || kir.VarOf(run.Base) == nil || kir.VarOf(run.Base) != kir.VarOf(at.Base) {
		return nil
	}
	n, last := w.Atom("n", size.Val), kir.Apply(prim.Add, run.Base, kir.N(int64(w.lanes-1)))
	w.goOnIf(&kir.Select{Cond: &kir.InRange{Idx: run.Base, Size: n},
		Then: &kir.InRange{Idx: last, Size: n}, Else: &kir.Bool{}})
	return w.load(kir.VarOf(load.Buf), run, nil)
}

// implies reports whether mask holds only where cond does.
func implies(mask, cond kir.Expr) bool {
	if p, ok := mask.(*kir.Prim); ok && p.Op.Code == prim.And {
		return implies(p.Args[0], cond) || implies(p.Args[1], cond)
	}
	return mask == cond
}

func isZero(e kir.Expr) bool {
	switch e := e.(type) {
	case *kir.Int:
		return e.Val == 0
	case *kir.Float:
		return e.Val == 0 && !math.Signbit(e.Val)
	case *kir.Bool:
		return !e.Val
	case *kir.Char:
		return e.Val == 0
	}
	return false
}

// under writes what only runs for lanes in which cond holds.
func (w *vectoriser) under(cond kir.Expr, f func()) {
	mask, spine := w.mask, w.uniformFlow
	w.mask, w.uniformFlow = conjunction(mask, cond), false
	f()
	w.mask, w.uniformFlow = mask, spine
}

// conjunction is a mask for both; nil is all lanes.
func conjunction(a, b kir.Expr) kir.Expr {
	if a == nil {
		return b
	}
	return kir.Apply(prim.And, a, b)
}

// live is the mask of lanes that run and have not failed; nil: all.
func (w *vectoriser) live() kir.Expr {
	if !w.untested {
		return w.mask
	}
	good := kir.Apply(prim.Not, kir.Use(w.failedLanes))
	if w.mask == nil {
		return good
	}
	return kir.Apply(prim.And, good, w.mask)
}

// load is a load for the lanes of a mask; nil: for all.
func (w *vectoriser) load(buf *kir.Var, idx, mask kir.Expr) kir.Expr {
	_, run := idx.(*kir.Ramp)
	if w.stored[buf] != 0 || buf.Type.Name != "global" && (mask != nil || isVector(idx) && !run) {
		w.refuse()
	}
	w.loaded[buf] |= w.accessOf(idx)
	if run && buf.Type.Name != "global" {
		w.gain(tileBenefit)
	}
	switch {
	case !isVector(idx) && mask == nil:
		return &kir.Load{Buf: kir.Use(buf), Idx: idx}
	case !isVector(idx):
		return &kir.Select{Cond: &kir.Any{Mask: mask}, Then: &kir.Load{Buf: kir.Use(buf), Idx: idx}, Else: kir.Zero(buf.Type.Elem())}
	case !run || mask != nil:
		if w.gain(gatherBenefit); w.iter != nil {
			w.iter.alone++
		}
	}
	if mask == nil {
		return &kir.Load{Buf: kir.Use(buf), Idx: idx}
	}
	return &kir.MaskedLoad{Buf: kir.Use(buf), Idx: idx, Mask: mask}
}

// zeroOf is the zero of a type, in lanes if it has them.
func (w *vectoriser) zeroOf(t *types.Type) kir.Expr {
	z := kir.Zero(kir.Base(t))
	if kir.LanesOf(t) > 0 {
		return w.splat(z)
	}
	return z
}
