package body

// Elements of arrays. What is added to an index stands in the instruction that
// accesses memory, and the address of an element is computed once in a piece of
// straight code: engines do neither.

import (
	"nessiec/backends/wasm/emit/asm"
	"nessiec/backends/wasm/emit/loops"
	"nessiec/backends/wasm/emit/module"
	w "nessiec/backends/wasm/encode"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// address pushes the address of an element, but for the number that it returns.
func (g *writer) address(buf, idx kir.Expr) uint32 {
	b := kir.VarOf(buf)
	shift := g.Shift(b.Type.Elem())
	idx, off := loops.ConstantPart(idx, int64(module.MostOffset>>shift))
	off <<= shift
	if idx == nil {
		g.Get(g.vars[b][0])
		return off
	}
	at := element{b, kir.VarOf(idx)}
	if a, ok := g.addresses[at]; ok {
		g.Get(a.local)
		if a.joins != g.Joins() { // else wazero takes it for another value, whose bounds are not known
			g.Tee(a.local)
			a.joins = g.Joins()
			g.addresses[at] = a
		}
		return a.off + off
	}
	g.Get(g.vars[b][0])
	g.expr(idx)
	g.scale(shift)
	g.Op(w.I32Add)
	if at.idx != nil && !g.changed[at.idx] {
		l := g.Local("", w.I32)
		g.Tee(l)
		g.addresses[at] = address{local: l, joins: g.Joins()}
	}
	return off
}

// scale turns the index on the stack into bytes.
func (g *writer) scale(shift uint32) {
	g.wrap()
	if shift > 0 {
		g.I32(int32(shift))
		g.Op(w.I32Shl)
	}
}

// loadOp and storeOp access an element of type t.
func (g *writer) loadOp(t *types.Type) *w.Op {
	switch g.TypeOf(t) {
	case w.I64:
		return w.I64Load
	case w.F32:
		return w.F32Load
	case w.F64:
		return w.F64Load
	}
	if g.Shift(t) == 0 {
		return w.I32Load8U
	}
	return w.I32Load
}

func (g *writer) storeOp(t *types.Type) *w.Op {
	switch g.TypeOf(t) {
	case w.I64:
		return w.I64Store
	case w.F32:
		return w.F32Store
	case w.F64:
		return w.F64Store
	}
	if g.Shift(t) == 0 {
		return w.I32Store8
	}
	return w.I32Store
}

// access reads or writes an element of type t.
func (g *writer) access(op *w.Op, t *types.Type, off uint32) { g.Mem(op, g.Shift(t), off) }

func (g *writer) loadElement(e *kir.Load) {
	off := g.address(e.Buf, e.Idx)
	t := kir.TypeOf(e.Buf).Elem()
	g.access(g.loadOp(t), t, off)
}

func (g *writer) store(s *kir.Store) {
	if kir.LanesOf(kir.TypeOf(s.Idx)) > 0 {
		g.storeLanes(s)
		return
	}
	off := g.address(s.Buf, s.Idx)
	g.expr(s.Val)
	t := kir.TypeOf(s.Buf).Elem()
	g.access(g.storeOp(t), t, off)
}

// storeIf does stores where cond holds, and else writes what nobody reads.
func (g *writer) storeIf(cond kir.Expr, stores []*kir.Store) {
	holds := func() { g.expr(cond) }
	if len(stores) > 1 {
		holds = g.hold(cond)
	}
	for _, s := range stores {
		g.pushAddress(s.Buf, s.Idx)
		asm.Global(g.LocalsAt)(g.Func)
		holds()
		g.Op(w.Select)
		g.expr(s.Val)
		t := kir.TypeOf(s.Buf).Elem()
		g.access(g.storeOp(t), t, 0)
	}
}

// copyRange moves bytes, if there are any and they are not where they belong.
func (g *writer) copyRange(s *kir.CopyRange) {
	dst, src := g.vars[kir.VarOf(s.Dst)][0], g.vars[kir.VarOf(s.Src)][0]
	shift := g.Shift(kir.TypeOf(s.Dst).Elem())
	g.expr(kir.Apply(prim.Lt, s.Lo, s.Hi))
	if s.Stays() {
		g.Get(dst)
		g.Get(src)
		g.Op(w.I32Ne)
		g.Op(w.I32And)
	}
	g.If(w.NoResult)
	g.aside(func() {
		address := func(buf w.Local, i kir.Expr) {
			g.Get(buf)
			g.expr(i)
			g.scale(shift)
			g.Op(w.I32Add)
		}
		address(dst, s.Lo)
		address(src, s.From(s.Lo))
		g.expr(kir.Apply(prim.Sub, s.Hi, s.Lo))
		g.scale(shift)
		g.MemoryCopy()
	})
	g.End()
}
