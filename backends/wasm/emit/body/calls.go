package body

import (
	"nessiec/backends/wasm/emit/asm"
	"nessiec/backends/wasm/emit/module"
	w "nessiec/backends/wasm/encode"
	"nessiec/ir"
)

// hostStep is what an iteration or call of the host counts, since it may launch
// kernels.
const hostStep = 64

// enter notes a call at pos, before it is made; leave forgets it.
func (g *writer) enter(pos ir.Pos) {
	asm.Put(g.Func, asm.CallOf(g.Enter, asm.I32(int32(g.Calls.Number(pos)))))
}

func (g *writer) leave() { asm.Put(g.Func, asm.Add(g.CallsTop, asm.I32(-4))) }

// step counts an iteration, or a call, of what may be endless. Kernels count in a
// variable of their own.
func (g *writer) step() {
	if g.host {
		asm.Put(g.Func,
			asm.Add(g.Fuel, asm.I32(-hostStep)),
			asm.When(asm.Do(w.I32LtS, asm.Global(g.Fuel), asm.I32(0)), asm.CallOf(g.Pause)))
		return
	}
	if g.left == nil {
		l := g.Local("left", w.I32)
		g.left = &l
	}
	left := *g.left
	asm.Put(g.Func,
		asm.Set(left, asm.Do(w.I32Sub, asm.Get(left), asm.I32(1))),
		asm.When(asm.Do(w.I32LtS, asm.Get(left), asm.I32(0)),
			asm.Set(left, asm.I32(module.FuelAtOnce)),
			asm.CallOf(g.Poll)))
}
