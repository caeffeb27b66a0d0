// Package engine runs emitted programs in this process: through wazero, a compiler of
// WebAssembly in Go, or, where this process is itself WebAssembly, through the engine
// that runs it.
//
//	Machine   a module, compiled and instantiated (this file)
//	Options   with how much memory it may run
//	instance  a module on one of the two engines (wazero.go, js.go)
//	Run       the actions of a program (run.go)
//	values    scalars and arrays of the module as values, and back (values.go)
//	keep      code for later runs (keep.go)
//	imports   what the module calls: effects, failures (imports.go, failure.go)
//	team      workers that share launches (workers.go)
//	bench     measuring them (bench.go)
//	memory    of the module, which does not move when it grows (memory_unix.go, memory_other.go)
package engine

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"nessiec/backends"
	"nessiec/backends/ref/interp"
	"nessiec/backends/wasm/emit/module"
	"nessiec/backends/wasm/encode"
	"nessiec/ir/kir"
	"nessiec/ir/types"
)

// Options say how a program is compiled and run.
type Options struct {
	Memory int64 // bytes of memory that it may have; 0: as many as there are addresses for
	// Cache has what was compiled before, for others that run the same program.
	Cache *Cache
	// Keep is that of backends.Execution, for wazero.
	Keep func(key ...string) (dir string, keep func())
	// Prefix decodes no more of results than is printed, but of types that Whole
	// reports; it may be nil.
	Prefix bool
	Whole  func(*types.Type) bool
	Bench  *backends.Bench // measures actions (bench.go); nil: does not
	// Profile is told before and after every step of a program that was emitted for it.
	Profile func(Step)
	// Interpret does without the compiler, where a program is run once and is small,
	// and to compare the two. It is for wazero.
	Interpret bool

	// Order is the order in which tests want groups to be taken, by whichever workers:
	// the one that is taken when i of n were before. nil: in turn, and by several workers
	// only where that is worth it.
	Order func(i, n uint64) uint64
}

// A Machine is a module that runs.
type Machine struct {
	program *module.Program
	world   *interp.World
	opts    Options
	ctx     context.Context

	*instance
	funcs  map[string]*kir.Func
	bytes  int64 // of memory, at most
	limit  int   // elements of a sequence that are printed
	shared int64 // launches, by workers
}

// New compiles a program and makes an instance of it. The error says that this
// machine cannot, or that there is not memory enough to begin with.
func New(p *module.Program, o Options) (*Machine, error) {
	m := &Machine{program: p, opts: o, ctx: context.Background(), funcs: map[string]*kir.Func{}}
	m.bytes = encode.MaxPages * encode.PageSize
	if o.Memory > 0 {
		m.bytes = min(m.bytes, o.Memory)
	}
	need := int64(p.Pages) * encode.PageSize
	if m.bytes < need {
		return nil, fmt.Errorf("the program needs %d bytes of memory to begin with, but may have %d", need, m.bytes)
	}
	for _, f := range p.Source.Funcs {
		m.funcs[f.Name] = f
	}
	if err := m.start(need); err != nil {
		return nil, err
	}
	return m, nil
}

// ErrUnsupported says that there is no compiler for this machine.
var ErrUnsupported = errors.New("there is no compiler of WebAssembly for " + runtime.GOOS + " on " + runtime.GOARCH)

// errTooDeep is how a call of the module ends whose calls need more stack than there is.
var errTooDeep = errors.New("calls are nested too deeply")

// Stats is what a program did.
type Stats struct {
	Launches       int64 // kernels that had at least one group
	Shared         int64 // of these, those that workers could share
	Reads          int64 // times that the host has waited for elements
	Arrays, Reused int64 // arrays made, and taken over in place
	Live           int64 // arrays not freed
	Peak           int64 // most bytes of arrays at a time
	Memory         int64 // bytes that the module has
}

// Counters are those of s that all executions count.
func (s Stats) Counters() interp.Counters {
	return interp.Counters{Kernels: s.Launches, Arrays: s.Arrays, Peak: s.Peak}
}

// Stats reads the counters of the module.
func (m *Machine) Stats() Stats {
	get := func(name string) int64 { return int64(m.global(name)) }
	return Stats{get("stat_launches"), m.shared, get("stat_reads"), get("stat_arrays"), get("stat_reused"), get("stat_live"), get("stat_peak"), m.size()}
}
