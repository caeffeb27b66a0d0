package body

// Programs that are compiled for a profile: they tell their engine before and after every
// step of the host (kir.Steps).

import (
	"nessiec/backends/wasm/emit/asm"
	"nessiec/backends/wasm/emit/module"
	w "nessiec/backends/wasm/encode"
	"nessiec/ir/kir"
)

// MakeProfile declares the import, if there are steps.
func MakeProfile(e *module.Emitter, steps map[kir.Expr]int) {
	if steps == nil {
		return
	}
	e.Profiled, e.Steps = true, steps
	e.Profile = e.Import(module.From, module.ProfileName, []w.ValType{w.I32, w.I32, w.I32}, nil)
}

// profiled writes a statement of the host, between two calls if it is counted.
func (g *writer) profiled(s kir.Expr) {
	n, ok := g.Steps[s]
	if !ok {
		g.hostStmt(s)
		return
	}
	tell := func(phase int32, array asm.Code) {
		asm.Put(g.Func, asm.CallOf(g.Profile, asm.I32(int32(n)), asm.I32(phase), array))
	}
	array, after := asm.I32(0), asm.I32(0)
	if r, ok := s.(*kir.Release); ok {
		array = func(*w.Func) { g.expr(r.Buf) }
		after = array
	}
	tell(0, array)
	g.hostStmt(s)
	switch s.(type) {
	case *kir.Alloc, *kir.AllocLoose, *kir.AllocOver, *kir.Copy, *kir.CopyOver, *kir.Const, *kir.ConstStr:
		kir.EachBind(s, func(v *kir.Var) { after = asm.Get(g.vars[v][0]) })
	}
	tell(1, after)
}
