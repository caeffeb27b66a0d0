package emit

// Programs that are compiled for a profile: they tell their engine before and after every
// step of the host (kir.Steps).

import (
	w "nessiec/backends/wasm/encode"
	"nessiec/ir/kir"
	"nessiec/ir/value"
)

// ProfileName is the import that is called before a step (step, 0, array) and after it
// (step, 1, array). The array is the one that the step makes, known after it, or
// releases; else 0.
const ProfileName = "profile"

// EmitProfiled is EmitFor of a program that tells what it does.
func EmitProfiled(m *kir.Module, num value.Num, workers int) (*Program, error) {
	_, steps := kir.Steps(m)
	return emitFor(m, num, workers, steps)
}

// makeProfile declares the import, if there are steps.
func (e *emitter) makeProfile(steps map[kir.Expr]int) {
	if steps == nil {
		return
	}
	e.Profiled, e.steps = true, steps
	e.profile = e.Import(From, ProfileName, []w.ValType{w.I32, w.I32, w.I32}, nil)
}

// profiled writes a statement of the host, between two calls if it is counted.
func (g *gen) profiled(s kir.Expr) {
	n, ok := g.steps[s]
	if !ok {
		g.hostStmt(s)
		return
	}
	tell := func(phase int32, array code) {
		put(g.Func, callOf(g.profile, i32(int32(n)), i32(phase), array))
	}
	array, after := i32(0), i32(0)
	if r, ok := s.(*kir.Release); ok {
		array = func(*w.Func) { g.expr(r.Buf) }
		after = array
	}
	tell(0, array)
	g.hostStmt(s)
	switch s.(type) {
	case *kir.Alloc, *kir.AllocLoose, *kir.AllocOver, *kir.Copy, *kir.CopyOver, *kir.Const, *kir.ConstStr:
		kir.EachBind(s, func(v *kir.Var) { after = get(g.vars[v][0]) })
	}
	tell(1, after)
}
