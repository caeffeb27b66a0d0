// Package module is a WebAssembly module while it is written: where things are in memory,
// the allocator, random numbers and mathematical functions, and what engines and callers
// know of it.
//
//	table                                what has numbers
//	layout                               what is where in memory
//	alloc, calls, checks                 functions of the runtime
//	elementary, explog, angles, random   functions of primitives
//	share                                launches whose groups are shared by workers
//	entry, interface                     what callers of a module read
//
// It imports asm, formulas, the encoder of modules, and ir.
package module

import (
	"fmt"
	"math"
	"sync"

	"nessiec/backends/wasm/emit/formulas"
	w "nessiec/backends/wasm/encode"
	"nessiec/ir"
	"nessiec/ir/kir"
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
	Checks  Table[Check]       // of the host
	Places  Table[ir.Pos]      // of allocations
	Calls   Table[ir.Pos]      // of calls that leave a trace
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

// An Emitter writes one module.
type Emitter struct {
	*Program
	KernelFuncs, HostFuncs map[string]*w.Func
	EffectImports          map[*kir.CallRuntime]*w.Func
	Primitives             map[string]*w.Func // functions of primitives and formulas
	Formulas               *formulas.Book
	MostCopied             int              // forms of a loop that is unrolled
	Steps                  map[kir.Expr]int // for a profile
	Profile                *w.Func
	runtime
	layout
	sharing
}

// EffectName is what call number i of the runtime is imported as.
func EffectName(i int, c *kir.CallRuntime) string { return fmt.Sprintf("effect_%d_%s", i, c.Fn) }

// ExprTypes is the types of expressions.
func ExprTypes(es []kir.Expr) []*types.Type {
	ts := make([]*types.Type, len(es))
	for i, e := range es {
		ts[i] = kir.TypeOf(e)
	}
	return ts
}

// IntType is the type of ints.
func (p *Program) IntType() w.ValType {
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
		return p.IntType()
	case types.KFloat:
		return p.floatType()
	case types.KLanes:
		return w.V128
	}
	return w.I32
}

// Types is TypeOf of each.
func (p *Program) Types(ts []*types.Type) []w.ValType {
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
