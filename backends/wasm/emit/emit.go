// Package emit turns a device program into one WebAssembly module: kernels, the
// host program and what allocates memory.
//
//	asm      a notation for the functions of the runtime
//	module   what is written: Program, which engines read, and Emitter, with the layout of
//	         memory, the allocator, the functions of primitives and the description for callers
//	loops    what is known of loops of kernels
//	formulas what the host computes in several places
//	body     the bodies of functions: kernels and host code
//
// Representation: an int is an i32, or an i64 with -int=64; a float an f64, or an
// f32; a bool, 0 or 1, and a char are i32. An array is the address of its first
// element (module/layout.go). A variable of kir is a local, one in lanes several: each
// holds 128 bits of it. In memory bools and chars are bytes.
//
// Kernels are functions of the numbers of groups and of their parameters; a
// launch is a call. A failed check is looked for right after the launch, so that
// the calls in progress are those of the failure. What the module needs from
// others it imports from "nes": fail, which does not return; poll, which may end
// the program; effects; and mathematical functions.
package emit

import (
	"errors"
	"fmt"

	"nessiec/backends/wasm/emit/body"
	"nessiec/backends/wasm/emit/formulas"
	"nessiec/backends/wasm/emit/loops"
	"nessiec/backends/wasm/emit/module"
	w "nessiec/backends/wasm/encode"
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/program"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// Emit writes a program in kir.legal, for one worker. The error says that it is not one
// for a CPU.
func Emit(m *kir.Module, num value.Num) (*module.Program, error) { return EmitFor(m, num, 1) }

// EmitFor writes a program whose launches of several groups are shared by so many
// workers.
func EmitFor(m *kir.Module, num value.Num, workers int) (*module.Program, error) {
	return emitFor(m, num, workers, nil)
}

// emitFor writes a program that tells of these steps, if there are any.
func emitFor(m *kir.Module, num value.Num, workers int, steps map[kir.Expr]int) (*module.Program, error) {
	for _, k := range m.Kernels {
		if err := forCPU(k); err != nil {
			return nil, fmt.Errorf("kernel %s: %w; programs for WebAssembly are lowered with -device=cpu", k.Name, err)
		}
	}
	e := &module.Emitter{Program: &module.Program{Module: &w.Module{}, Source: m, Num: num}, KernelFuncs: map[string]*w.Func{},
		HostFuncs: map[string]*w.Func{}, EffectImports: map[*kir.CallRuntime]*w.Func{}, Primitives: map[string]*w.Func{}, Formulas: formulas.For(m.Funcs), MostCopied: loops.Budget(m)}
	e.Start()
	e.MakeRuntime()
	body.MakeProfile(e, steps)
	if workers > 1 {
		body.Share(e, workers)
	}
	importEffects(e)
	for _, k := range m.Kernels {
		params := append([]w.ValType{e.IntType(), e.IntType(), e.IntType()}, e.Types(types.OfVars(k.Params))...)
		e.KernelFuncs[k.Name] = e.Func(k.Name, params, nil)
	}
	called := calledByActions(m)
	for _, f := range m.Funcs {
		e.HostFuncs[f.Name] = e.Func(f.Name, e.Types(types.OfVars(f.Params)), e.Types(f.Results))
		if called[f.Name] {
			e.HostFuncs[f.Name].Exports = []string{f.Name}
		}
	}
	if x := program.EntryPointOf(m.Actions); x != nil {
		f := e.HostFuncs[x.Call.Fn]
		f.Exports = append(f.Exports, EntryName)
	}
	for _, k := range m.Kernels {
		body.Kernel(e, k)
	}
	for _, f := range e.Formulas.Funcs {
		body.HostFunc(e, f)
	}
	for _, f := range e.Funcs {
		f.Tidy()
	}
	e.Finish()
	if workers > 1 {
		body.MakeWorkers(e)
	}
	e.Trim(e.KernelFuncs)
	return e.Program, nil
}

// forCPU returns what a kernel has that those for a CPU have not.
func forCPU(k *kir.Kernel) (err error) {
	if k.Local != 1 {
		return fmt.Errorf("groups have %d work-items", k.Local)
	}
	lanes := func(n int) {
		if n%body.LanesAtOnce != 0 {
			err = fmt.Errorf("values have %d lanes", n)
		}
	}
	ir.Walk(k.Body, func(x kir.Expr) bool {
		switch x := x.(type) {
		case *kir.Splat:
			lanes(x.N)
		case *kir.Ramp:
			lanes(x.N)
		case *kir.Chain:
			err = errors.New("groups wait for each other")
		case *kir.Shuffle, *kir.WarpCount, *kir.Vote:
			err = errors.New("work-items exchange values")
		}
		return true
	})
	return err
}

// importEffects declares an import for every call of the runtime.
func importEffects(e *module.Emitter) {
	for _, f := range e.Source.Funcs {
		ir.Walk(f.Body, func(x kir.Expr) bool {
			if c, ok := x.(*kir.CallRuntime); ok && e.EffectImports[c] == nil {
				name := module.EffectName(len(e.Effects), c)
				e.EffectImports[c] = e.Import(module.From, name, e.Types(module.ExprTypes(c.Args)), e.Types(types.OfVars(c.Binds)))
				e.Effects = append(e.Effects, c)
			}
			return true
		})
	}
}

// calledByActions are the functions that actions call.
func calledByActions(m *kir.Module) map[string]bool {
	out := map[string]bool{}
	for _, a := range m.Actions {
		if a.Kind == program.Eval {
			out[a.Fn] = true
		}
	}
	return out
}

// EmitProfiled is EmitFor of a program that tells what it does.
func EmitProfiled(m *kir.Module, num value.Num, workers int) (*module.Program, error) {
	_, steps := kir.Steps(m)
	return emitFor(m, num, workers, steps)
}

// The entry in the section that describes the module.

// EntryName is what the entry is exported as.
const EntryName = "entry"
