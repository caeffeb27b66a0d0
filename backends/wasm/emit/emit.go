// Package emit turns a device program into one WebAssembly module: kernels, the
// host program and what allocates memory.
//
//	Program   a module, with what an engine must know beside it (this file)
//	emitter   a module being written: its layout and what functions share
//	gen       a function being written (gen.go)
//
// Files:
//
//	layout                                 what is where in memory
//	notation, alloc, calls                 functions of the runtime, in a notation of their own
//	kernel, host, hostmemory               kernels; host functions
//	share                                  launches whose groups are shared by workers
//	stmt, loop, unroll                     statements
//	expr, ints, divide, floats             scalars
//	address                                elements of arrays
//	lanes, lanesways, lanesprim, lanesmem  values in lanes
//	elementary, explog, random             functions of primitives
//	interface                              what callers of a module read
//
// Representation: an int is an i32, or an i64 with -int=64; a float an f64, or an
// f32; a bool, 0 or 1, and a char are i32. An array is the address of its first
// element (layout.go). A variable of kir is a local, one in lanes several: each
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
	"math"
	"sync"

	w "nessiec/backends/wasm/encode"
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/program"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// A Program is a module and what its engine must know.
type Program struct {
	*w.Module
	Source  *kir.Module
	Num     value.Num
	Errors  uint32             // the address of the error area
	Share   *Share             // how workers share launches; nil: there is one, and every launch is a call
	Checks  []Check            // of the host
	Places  []ir.Pos           // of allocations
	Calls   []ir.Pos           // of calls that leave a trace
	Effects []*kir.CallRuntime // by the number of their import
	Scalars []Scalar           // primitives that are imported

	Profiled bool // it was emitted for a profile

	writing sync.Mutex // of modules, which share functions
}

// Bytes is the module as a file.
func (p *Program) Bytes() []byte { return p.written(p.Module) }

// WorkerBytes is that of workers.
func (p *Program) WorkerBytes() []byte { return p.written(p.Share.Module) }

func (p *Program) written(m *w.Module) []byte {
	p.writing.Lock()
	defer p.writing.Unlock()
	return m.Bytes()
}

// A Check is a place of the host that stops the program.
type Check struct {
	Pos   ir.Pos
	Error string
	Size  bool // of an index space: the program is out of memory
}

// What the first argument of fail says.
const (
	FailSite   = iota // a kernel has failed: the error word
	FailCheck         // a check of the host: its number
	FailMemory        // an allocation: its place, or NoPlace, and the bytes
)

// NoPlace is the place of an allocation that the program does not ask for.
const NoPlace = -1

// From is the module that everything is imported from.
const From = "nes"

// An emitter writes one module.
type emitter struct {
	*Program
	kernels, funcs map[string]*w.Func
	effects        map[*kir.CallRuntime]*w.Func
	scalars        map[string]*w.Func // functions of primitives
	mostCopied     int                // forms of a loop that is unrolled
	steps          map[kir.Expr]int   // for a profile
	profile        *w.Func
	runtime
	layout
	sharing
}

// Emit writes a program in kir.legal, for one worker. The error says that it is not one
// for a CPU.
func Emit(m *kir.Module, num value.Num) (*Program, error) { return EmitFor(m, num, 1) }

// EmitFor writes a program whose launches of several groups are shared by so many
// workers.
func EmitFor(m *kir.Module, num value.Num, workers int) (*Program, error) {
	return emitFor(m, num, workers, nil)
}

// emitFor writes a program that tells of these steps, if there are any.
func emitFor(m *kir.Module, num value.Num, workers int, steps map[kir.Expr]int) (*Program, error) {
	for _, k := range m.Kernels {
		if err := forCPU(k); err != nil {
			return nil, fmt.Errorf("kernel %s: %w; programs for WebAssembly are lowered with -device=cpu", k.Name, err)
		}
	}
	e := &emitter{Program: &Program{Module: &w.Module{}, Source: m, Num: num}, kernels: map[string]*w.Func{},
		funcs: map[string]*w.Func{}, effects: map[*kir.CallRuntime]*w.Func{}, scalars: map[string]*w.Func{}, mostCopied: budget(m)}
	e.start()
	e.makeRuntime()
	e.makeProfile(steps)
	if workers > 1 {
		e.share(workers)
	}
	e.importEffects()
	for _, k := range m.Kernels {
		params := append([]w.ValType{e.intType(), e.intType(), e.intType()}, e.types(typesOf(k.Params))...)
		e.kernels[k.Name] = e.Func(k.Name, params, nil)
	}
	called := calledByActions(m)
	for _, f := range m.Funcs {
		e.funcs[f.Name] = e.Func(f.Name, e.types(typesOf(f.Params)), e.types(f.Results))
		if called[f.Name] {
			e.funcs[f.Name].Exports = []string{f.Name}
		}
	}
	if x := program.EntryPointOf(m.Actions); x != nil {
		f := e.funcs[x.Call.Fn]
		f.Exports = append(f.Exports, EntryName)
	}
	for _, k := range m.Kernels {
		e.kernel(k)
	}
	for _, f := range m.Funcs {
		e.hostFunc(f)
	}
	for _, f := range e.Funcs {
		f.Tidy()
	}
	e.finish()
	if workers > 1 {
		e.makeWorkers()
	}
	return e.Program, nil
}

// forCPU returns what a kernel has that those for a CPU have not.
func forCPU(k *kir.Kernel) (err error) {
	if k.Local != 1 {
		return fmt.Errorf("groups have %d work-items", k.Local)
	}
	lanes := func(n int) {
		if n%lanesAtOnce != 0 {
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
		case *kir.Shuffle:
			err = errors.New("work-items exchange values")
		}
		return true
	})
	return err
}

// importEffects declares an import for every call of the runtime.
func (e *emitter) importEffects() {
	for _, f := range e.Source.Funcs {
		ir.Walk(f.Body, func(x kir.Expr) bool {
			if c, ok := x.(*kir.CallRuntime); ok && e.effects[c] == nil {
				name := EffectName(len(e.Effects), c)
				e.effects[c] = e.Import(From, name, e.types(exprTypes(c.Args)), e.types(typesOf(c.Binds)))
				e.Effects = append(e.Effects, c)
			}
			return true
		})
	}
}

// EffectName is what call number i of the runtime is imported as.
func EffectName(i int, c *kir.CallRuntime) string { return fmt.Sprintf("effect_%d_%s", i, c.Fn) }

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

func typesOf(vs []*kir.Var) []*types.Type {
	ts := make([]*types.Type, len(vs))
	for i, v := range vs {
		ts[i] = v.Type
	}
	return ts
}

func exprTypes(es []kir.Expr) []*types.Type {
	ts := make([]*types.Type, len(es))
	for i, e := range es {
		ts[i] = kir.TypeOf(e)
	}
	return ts
}

// intType is the type of ints.
func (p *Program) intType() w.ValType {
	if p.Num.Int64 {
		return w.I64
	}
	return w.I32
}

// floatType is the type of floats.
func (p *Program) floatType() w.ValType {
	if p.Num.Float32 {
		return w.F32
	}
	return w.F64
}

// TypeOf is the type of values of type t; those in lanes are several of it.
func (p *Program) TypeOf(t *types.Type) w.ValType {
	switch t.Kind {
	case types.KInt, types.KStream:
		return p.intType()
	case types.KFloat:
		return p.floatType()
	case types.KLanes:
		return w.V128
	}
	return w.I32
}

func (p *Program) types(ts []*types.Type) []w.ValType {
	out := make([]w.ValType, len(ts))
	for i, t := range ts {
		out[i] = p.TypeOf(t)
	}
	return out
}

// Shift is the logarithm of the bytes of an element of type t.
func (p *Program) Shift(t *types.Type) uint32 {
	switch p.TypeOf(t) {
	case w.I64, w.F64:
		return 3
	}
	if t.Kind == types.KBool || t.Kind == types.KChar {
		return 0
	}
	return 2
}

// NoError is the error word as long as nothing has failed.
func (p *Program) NoError() int64 {
	if p.Num.Int64 {
		return math.MaxInt64
	}
	return math.MaxInt32
}
