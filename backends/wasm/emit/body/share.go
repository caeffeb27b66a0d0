package body

// Launches of several groups that workers share. A worker is an instance of a second
// module with the same memory: it has the kernels, and a function for each that takes
// the parameters from memory. The instance of the program is one of the workers.
//
// Workers have areas for what groups must not share: local arrays, and errors, since a
// failing group takes minima there. So the areas of all workers together have what one
// would have, but for the elements of checks that are not the first to fail.

import (
	"nessiec/backends/wasm/emit/asm"
	"nessiec/backends/wasm/emit/module"
	w "nessiec/backends/wasm/encode"
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
)

// Share declares what sharing needs.
func Share(e *module.Emitter, workers int) {
	e.Share = &module.Share{Workers: workers}
	e.Shared = map[string]module.SharedKernel{}
	e.Launcher = e.Import(module.From, module.LaunchName, []w.ValType{w.I32, e.IntType()}, nil)
	e.ErrorsAt = e.Global("errors")
	e.ErrorsAt.Init = int32(e.Errors)
	e.AreasOf = e.Func(module.AreasName, []w.ValType{w.I32, w.I32}, nil)
	e.AreasOf.Exports = []string{module.AreasName}
	asm.Put(e.AreasOf, asm.SetGlobal(e.ErrorsAt, asm.Get(0)), asm.SetGlobal(e.LocalsAt, asm.Get(1)))
	e.ArgsAt = e.At
	launches := kir.Launches(e.Source.Funcs)
	for _, k := range e.Source.Kernels {
		e.At = max(e.At, e.ArgsAt+uint32(8*len(k.Params)))
		errors, ok := independent(k, launches[k.Name])
		if !ok {
			continue
		}
		f := e.Func(k.Name+".groups", []w.ValType{e.IntType(), e.IntType(), e.IntType()}, nil)
		f.Exports = []string{f.Name}
		e.Shared[k.Name] = module.SharedKernel{Number: len(e.Share.Kernels), Groups: f, Errors: errors}
		e.Share.Kernels = append(e.Share.Kernels, f.Name)
	}
	e.At = (e.At + 15) &^ 15
}

// independent reports whether the groups of a kernel may run at the same time: all that
// they change together is minima in error areas, which are for nothing else. These
// parameters are the result.
func independent(k *kir.Kernel, launches []*kir.Launch) (errors map[int]bool, ok bool) {
	errors, of := map[int]bool{}, map[*kir.Var]bool{}
	for i, p := range k.Params {
		n := 0
		for _, l := range launches {
			if l.Args[i].Form() == kir.FormErrorWord {
				n++
			}
		}
		if n > 0 && n < len(launches) {
			return nil, false
		}
		errors[i], of[p] = n > 0, n > 0
	}
	uses, minima := 0, 0
	ok = true
	ir.Walk(k.Body, func(x kir.Expr) bool {
		if of[kir.VarOf(x)] {
			uses++
		}
		if a, atomic := x.(*kir.Atomic); atomic {
			if a.Op == prim.RMin && of[kir.VarOf(a.Buf)] {
				minima++
			} else {
				ok = false
			}
		}
		return true
	})
	return errors, ok && uses == minima
}

// groupsOf writes the function of a kernel that takes parameters from memory.
func groupsOf(e *module.Emitter, k *kir.Kernel) {
	s, ok := e.Shared[k.Name]
	if !ok {
		return
	}
	g := newWriter(e, s.Groups)
	for i, name := range []string{"first", "end", "groups"} {
		g.NameParam(i, name)
		g.Get(w.Local(i))
	}
	for i, p := range k.Params {
		if s.Errors[i] {
			g.GetGlobal(e.ErrorsAt)
			continue
		}
		g.I32(0)
		g.access(g.loadOp(p.Type), p.Type, argAt(g.Emitter, i))
	}
	g.Call(e.KernelFuncs[k.Name])
}

// argAt is the address of parameter i of a launch that is shared.
func argAt(e *module.Emitter, i int) uint32 { return e.ArgsAt + uint32(8*i) }

// launchShared writes a launch of n groups, which are several.
func (g *writer) launchShared(k module.SharedKernel, args []kir.Expr, n func()) {
	for i, a := range args {
		if k.Errors[i] {
			continue
		}
		t := kir.TypeOf(a)
		g.I32(0)
		g.expr(a)
		g.access(g.storeOp(t), t, argAt(g.Emitter, i))
	}
	g.I32(int32(k.Number))
	n()
	g.Call(g.Launcher)
}

// MakeWorkers makes the module of workers.
func MakeWorkers(e *module.Emitter) {
	funcs := []*w.Func{e.AreasOf}
	for _, k := range e.Source.Kernels {
		groupsOf(e, k)
		if s, ok := e.Shared[k.Name]; ok {
			funcs = append(funcs, s.Groups)
		}
	}
	e.Share.Module = e.Part(module.Main, funcs...)
}
