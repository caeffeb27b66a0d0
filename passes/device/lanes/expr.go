package lanes

// Expressions in lanes. What is uniform stays scalar. Loads off the spine are
// masked, because what keeps their indices in range may be the condition of
// the arm that they are in.

import (
	"math"

	"nessiec/ir/kir"
	"nessiec/ir/types"
)

func isWide(e kir.Expr) bool { return kir.LanesOf(kir.TypeOf(e)) > 0 }

func (w *widener) splat(e kir.Expr) kir.Expr { return &kir.Splat{N: w.lanes, Val: e} }

func (w *widener) ramp(base kir.Expr) kir.Expr { return &kir.Ramp{N: w.lanes, Base: base} }

// wideOf is e in lanes.
func (w *widener) wideOf(e kir.Expr) kir.Expr {
	if isWide(e) {
		return e
	}
	return w.splat(e)
}

// alike is es, all in lanes if one is.
func (w *widener) alike(es ...kir.Expr) ([]kir.Expr, bool) {
	some := false
	for _, e := range es {
		some = some || isWide(e)
	}
	if some {
		for i, e := range es {
			es[i] = w.wideOf(e)
		}
	}
	return es, some
}

// expr is the value of e: a scalar if it is uniform.
func (w *widener) expr(e kir.Expr) kir.Expr {
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
		return w.load(kir.VarOf(e.Buf), w.expr(e.Idx))
	case *kir.Int, *kir.Float, *kir.Bool, *kir.Char, *kir.Unit, *kir.GroupId, *kir.NumGroups, *kir.LocalId:
		return e
	}
	w.refuse()
	return e
}

func (w *widener) exprs(es []kir.Expr) []kir.Expr {
	out := make([]kir.Expr, len(es))
	for i, e := range es {
		out[i] = w.expr(e)
	}
	return out
}

func (w *widener) prim(e *kir.Prim) kir.Expr {
	args, some := w.alike(w.exprs(e.Args)...)
	if some {
		if r := w.shifted(e.Op.Name, args); r != nil {
			return r
		}
		w.gain += opGain(e.Op.Name, kir.Base(kir.TypeOf(args[0])).Kind)
	}
	return &kir.Prim{Node: e.Node, Op: e.Op, Args: args}
}

// shifted is a sum or difference that is a ramp again; nil if there is none.
func (w *widener) shifted(op string, args []kir.Expr) kir.Expr {
	if op != "add" && op != "sub" {
		return nil
	}
	if r, ok := args[0].(*kir.Ramp); ok {
		if s, ok := args[1].(*kir.Splat); ok {
			return w.ramp(kir.Apply(op, r.Base, s.Val))
		}
	}
	if s, ok := args[0].(*kir.Splat); ok && op == "add" {
		if r, ok := args[1].(*kir.Ramp); ok {
			return w.ramp(kir.Apply(op, s.Val, r.Base))
		}
	}
	return nil
}

// selected is a Select. If the lanes differ in the condition they compute both
// arms, where loads are masked.
func (w *widener) selected(e *kir.Select) kir.Expr {
	cond := w.expr(e.Cond)
	if !isWide(cond) {
		arms, _ := w.alike(w.expr(e.Then), w.expr(e.Else))
		return &kir.Select{Node: e.Node, Cond: cond, Then: arms[0], Else: arms[1]}
	}
	cond = w.Atom("c", cond)
	var then, els kir.Expr
	w.under(cond, func() { then = w.expr(e.Then) })
	w.under(kir.Apply("not", cond), func() { els = w.expr(e.Else) })
	if l, ok := then.(*kir.MaskedLoad); ok && isZero(els) && implies(l.Mask, cond) {
		return then // which is zero elsewhere
	}
	return kir.Apply("select", cond, w.wideOf(then), w.wideOf(els))
}

// implies reports whether mask holds only where cond does.
func implies(mask, cond kir.Expr) bool {
	if p, ok := mask.(*kir.Prim); ok && p.Op.Name == "and" {
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
func (w *widener) under(cond kir.Expr, f func()) {
	mask, spine := w.mask, w.spine
	w.mask, w.spine = conjunction(mask, cond), false
	f()
	w.mask, w.spine = mask, spine
}

// conjunction is a mask for both; nil is all lanes.
func conjunction(a, b kir.Expr) kir.Expr {
	if a == nil {
		return b
	}
	return kir.Apply("and", a, b)
}

// live is the mask of lanes that run and have not failed; nil: all.
func (w *widener) live() kir.Expr {
	if !w.unsure {
		return w.mask
	}
	good := kir.Apply("not", kir.Use(w.bad))
	if w.mask == nil {
		return good
	}
	return kir.Apply("and", good, w.mask)
}

func (w *widener) load(buf *kir.Var, idx kir.Expr) kir.Expr {
	mask := w.live()
	_, run := idx.(*kir.Ramp)
	if w.stored[buf] != 0 || buf.Type.Name != "global" && (mask != nil || isWide(idx) && !run) {
		w.refuse()
	}
	w.loaded[buf] |= w.placeOf(idx)
	if run && buf.Type.Name != "global" {
		w.gain += tileGain
	}
	switch {
	case !isWide(idx) && mask == nil:
		return &kir.Load{Buf: kir.Use(buf), Idx: idx}
	case !isWide(idx):
		return &kir.Select{Cond: &kir.Any{Mask: mask}, Then: &kir.Load{Buf: kir.Use(buf), Idx: idx}, Else: kir.Zero(buf.Type.Elem())}
	case !run || mask != nil:
		w.gain += gatherGain
	}
	if mask == nil {
		return &kir.Load{Buf: kir.Use(buf), Idx: idx}
	}
	return &kir.MaskedLoad{Buf: kir.Use(buf), Idx: idx, Mask: mask}
}

// zeroOf is the zero of a type, in lanes if it has them.
func (w *widener) zeroOf(t *types.Type) kir.Expr {
	z := kir.Zero(kir.Base(t))
	if kir.LanesOf(t) > 0 {
		return w.splat(z)
	}
	return z
}
