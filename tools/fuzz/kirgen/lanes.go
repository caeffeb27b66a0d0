package kirgen

// Kernels that compute in lanes: blocks of elements at once, and the elements
// left over one by one.

import (
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// A wide is code in lanes, with the values in scope.
type wide struct {
	*code
	n    int
	vals []kir.Expr
}

// lanes makes such a kernel.
func (g *generator) lanes() *kernel {
	k := g.new("lanes", 1)
	g.results(k, each, each, perGroup)
	c := g.start(k)
	lo, hi := c.chunk(k)
	t := one(g, types.Int, g.base())
	sum := kir.NewVar("sum", t)
	c.put(&kir.Mut{Bind: sum, Init: c.literal(t)})
	c.vars = append(c.vars, sum)
	b, i, width := kir.NewVar("b", types.Int), kir.NewVar("i", types.Int), kir.N(8)
	w := &wide{code: c.inner(), n: 8}
	if g.chance(4) {
		w.n, width = 4, kir.N(4)
	}
	w.vars = append(w.vars, b)
	w.block(k, kir.Use(b), sum)
	rest := &kir.For{Var: i, Lo: kir.Use(b), Hi: hi, Step: kir.N(1), Body: c.item(k, kir.Use(i))}
	c.put(&kir.For{Var: b, Lo: lo, Hi: hi, Step: width, Body: &kir.Block{Stmts: []kir.Expr{&kir.If{
		Cond: apply(prim.Ge, apply(prim.Sub, hi, kir.Use(b)), width), Then: w.code.block(), Else: &kir.Block{Stmts: []kir.Expr{rest}}}}}})
	for _, p := range k.having(perGroup) {
		c.put(&kir.Store{Buf: kir.Use(p.Var), Idx: &kir.GroupId{}, Val: c.expr(p.Type.Elem(), 2)})
	}
	return g.finish(k, c)
}

// block computes the elements from b on.
func (w *wide) block(k *kernel, b kir.Expr, sum *kir.Var) {
	ramp := w.name(&kir.Ramp{N: w.n, Base: b})
	for _, p := range k.having(own) {
		w.name(&kir.Load{Buf: kir.Use(p.Var), Idx: ramp})
	}
	for _, p := range k.having(gather) {
		at := w.name(w.value(types.Int, 2))
		mask := w.name(&kir.InRange{Idx: at, Size: &kir.Splat{N: w.n, Val: p.len}})
		w.name(&kir.MaskedLoad{Buf: kir.Use(p.Var), Idx: at, Mask: mask})
	}
	for range w.r.IntN(4) {
		w.name(w.value(w.base(), 2))
	}
	w.summed(sum)
	var stores []kir.Expr
	for _, p := range k.having(each) {
		stores = append(stores, &kir.Store{Buf: kir.Use(p.Var), Idx: ramp, Val: w.name(w.value(p.Type.Elem(), 2))})
	}
	for _, p := range k.having(total) {
		at := w.def("at", within(w.expr(types.Int, 2), p.len))
		stores = append(stores, &kir.If{Cond: apply(prim.Gt, p.len, kir.N(0)),
			Then: &kir.Block{Stmts: []kir.Expr{w.atomic(p, at, w.expr(types.Int, 0))}}, Else: &kir.Block{}})
	}
	w.stmts = append(w.stmts, stores...)
}

// summed folds lanes into sum, sometimes if any of them say so.
func (w *wide) summed(sum *kir.Var) {
	op := prim.Rop(w.r.IntN(int(prim.RSize)))
	if !op.Combines(sum.Type) {
		return
	}
	s := &kir.Set{Var: sum, Rhs: &kir.Fold{Op: op, Init: kir.Use(sum), Val: w.value(sum.Type, 1)}}
	if w.chance(2) {
		w.put(s)
		return
	}
	cond := &kir.Any{Mask: w.value(types.Bool, 1)}
	w.put(&kir.If{Cond: cond, Then: &kir.Block{Stmts: []kir.Expr{s}}, Else: &kir.Block{}})
}

// name defines lanes.
func (w *wide) name(e kir.Expr) kir.Expr {
	e = w.def("w", e)
	w.vals = append(w.vals, e)
	return e
}

// value is lanes of type t.
func (w *wide) value(t *types.Type, depth int) kir.Expr {
	if depth > 0 && !w.chance(4) {
		if w.chance(8) {
			return &kir.Select{Cond: w.expr(types.Bool, 1), Then: w.value(t, depth-1), Else: w.value(t, depth-1)}
		}
		if p, ts := w.typed(t); p != nil && len(ts) > 0 && p.Name != "add_size" && p.Name != "mul_size" {
			args := make([]kir.Expr, len(ts))
			for i, u := range ts {
				args[i] = w.value(u, depth-1)
			}
			return &kir.Prim{Op: p, Args: args}
		}
	}
	for _, i := range w.r.Perm(len(w.vals)) {
		if kir.Base(kir.TypeOf(w.vals[i])) == t && !w.chance(4) {
			return w.vals[i]
		}
	}
	return &kir.Splat{N: w.n, Val: w.expr(t, 1)}
}
