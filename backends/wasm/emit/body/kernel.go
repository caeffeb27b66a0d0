package body

// Kernels: functions of the first group, the end of the groups, how many there
// are, and the parameters.

import (
	"nessiec/backends/wasm/emit/asm"
	"nessiec/backends/wasm/emit/module"
	w "nessiec/backends/wasm/encode"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
)

// kernelParams is how many parameters stand before those of the kernel.
const kernelParams = 3

// Kernel writes the function of kernel k, which does the groups that it is told.
func Kernel(e *module.Emitter, k *kir.Kernel) {
	g := newWriter(e, e.KernelFuncs[k.Name])
	const first, end, groups = 0, 1, 2
	for i, name := range []string{"group", "end", "groups"} {
		g.NameParam(i, name)
	}
	for i, p := range k.Params {
		g.vars[p] = []w.Local{w.Local(kernelParams + i)}
		g.NameParam(kernelParams+i, p.Name)
	}
	g.group, g.groups, g.locals = first, groups, module.NowhereBytes
	g.digitShifts(k)
	g.Get(first)
	g.Get(end)
	g.Op(g.i(prim.Lt))
	g.If(w.NoResult)
	again := g.Loop()
	g.stmts(kir.WithoutItems(k).Body)
	g.Get(first)
	g.int(1)
	g.Op(g.i(prim.Add))
	g.Tee(first)
	g.Get(end)
	g.Op(g.i(prim.Lt))
	g.If(w.NoResult)
	g.Call(g.Poll)
	g.Br(again)
	g.End()
	g.End()
	g.End()
	e.LocalBytes = max(e.LocalBytes, g.locals)
}

// localArray gives a local array its place.
func (g *writer) localArray(s *kir.LocalArray) {
	at := (g.locals + 15) &^ 15
	g.locals = at + uint32(s.Size)<<g.Shift(s.Bind.Type.Elem())
	asm.Put(g.Func, asm.Set(g.bind(s.Bind)[0], asm.Do(w.I32Add, asm.Global(g.LocalsAt), asm.I32(int32(at)))))
}

// limit ends a kernel at the groups that are not needed.
func (g *writer) limit(s *kir.Limit) {
	n := g.hold(s.Groups)
	n()
	g.Get(g.groups)
	n()
	g.Get(g.groups)
	g.Op(g.i(prim.Lt), w.Select)
	g.Set(g.groups)
	g.Get(g.group)
	g.Get(g.groups)
	g.Op(g.i(prim.Ge))
	g.If(w.NoResult)
	g.Op(w.Return)
	g.End()
}

// atomic changes an element; one group at a time runs.
func (g *writer) atomic(s *kir.Atomic) {
	old, val, at := g.bind(s.Bind)[0], g.hold(s.Val), g.Local("", w.I32)
	off := g.address(s.Buf, s.Idx)
	g.Tee(at)
	t := kir.TypeOf(s.Val)
	g.access(g.loadOp(t), t, off)
	g.Set(old)
	g.Get(at)
	oldVal := func() { g.Get(old) }
	g.combine(s.Op, t, oldVal, val)
	g.access(g.storeOp(t), t, off)
}
