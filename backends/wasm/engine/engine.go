// Package engine runs emitted programs in this process, through wazero, a compiler
// of WebAssembly in Go.
//
//	Machine   a module, compiled and instantiated (this file)
//	Options   with how much memory it may run
//	Run       the actions of a program (run.go)
//	values    scalars and arrays of the module as values, and back (values.go)
//	imports   what the module calls: effects, failures (imports.go, failure.go)
//	bench     measuring them (bench.go)
//	memory    of the module, which does not move when it grows (memory.go)
package engine

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"nessiec/backends/ref/interp"
	"nessiec/backends/wasm/emit"
	"nessiec/backends/wasm/encode"
	"nessiec/ir/kir"
)

// Options say how a program is compiled and run.
type Options struct {
	Memory int64 // bytes of memory that it may have; 0: as many as there are addresses for
	// Cache has what was compiled before, for others that run the same program.
	Cache wazero.CompilationCache
	// Prefix decodes no more of results than is printed.
	Prefix bool
	Bench  *Bench // measures actions (bench.go); nil: does not
	// Interpret does without the compiler, where a program is run once and is small,
	// and to compare the two.
	Interpret bool
}

// A Machine is a module that runs.
type Machine struct {
	program *emit.Program
	world   *interp.World
	opts    Options
	ctx     context.Context

	runtime        wazero.Runtime
	module         api.Module
	memory         api.Memory
	alloc, release api.Function
	funcs          map[string]*kir.Func
	bytes          int64 // of memory, at most
	limit          int   // elements of a sequence that are printed
}

// New compiles a program and makes an instance of it. The error says that this
// machine cannot, or that there is not memory enough to begin with.
func New(p *emit.Program, o Options) (*Machine, error) {
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
	config := wazero.NewRuntimeConfigInterpreter()
	if !o.Interpret {
		if err := Supported(); err != nil {
			return nil, err
		}
		config = wazero.NewRuntimeConfigCompiler()
	}
	room := reserve(m.bytes, need)
	if room == nil {
		return nil, fmt.Errorf("the system has no addresses for %d bytes of memory", need)
	}
	m.bytes = room.room()
	if o.Cache != nil {
		config = config.WithCompilationCache(o.Cache)
	}
	m.runtime = wazero.NewRuntimeWithConfig(context.Background(), config.WithMemoryLimitPages(uint32(m.bytes/encode.PageSize)))
	if err := m.instantiate(room); err != nil {
		m.Close()
		room.Free()
		return nil, err
	}
	return m, nil
}

// instantiate compiles the module and gives it its memory.
func (m *Machine) instantiate(room *linear) error {
	ctx := experimental.WithMemoryAllocator(context.Background(),
		experimental.MemoryAllocatorFunc(func(_, _ uint64) experimental.LinearMemory { return room }))
	ctx = experimental.WithCompilationWorkers(ctx, runtime.GOMAXPROCS(0))
	err := m.imports(ctx)
	if err == nil {
		m.module, err = m.runtime.Instantiate(ctx, m.program.Bytes())
	}
	if err != nil {
		return err
	}
	m.memory, m.alloc, m.release = m.module.Memory(), m.module.ExportedFunction("alloc"), m.module.ExportedFunction("release")
	return nil
}

// Close gives the memory of the machine back.
func (m *Machine) Close() { _ = m.runtime.Close(context.Background()) }

// ErrUnsupported says that there is no compiler for this machine.
var ErrUnsupported = errors.New("there is no compiler of WebAssembly for " + runtime.GOOS + " on " + runtime.GOARCH)

// Supported returns an error where wazero has no compiler: it has one for amd64,
// with SSE 4.1, and arm64.
func Supported() (err error) {
	defer func() {
		if recover() != nil { // what the constructor does without one
			err = ErrUnsupported
		}
	}()
	if runtime.GOARCH != "amd64" && runtime.GOARCH != "arm64" {
		return ErrUnsupported
	}
	wazero.NewRuntimeConfigCompiler()
	return nil
}

// Stats is what a program did.
type Stats struct {
	Launches       int64 // kernels that had at least one group
	Arrays, Reused int64 // arrays made, and taken over in place
	Live           int64 // arrays not freed
	Peak           int64 // most bytes of arrays at a time
	Memory         int64 // bytes that the module has
}

// Stats reads the counters of the module.
func (m *Machine) Stats() Stats {
	get := func(name string) int64 { return int64(uint32(m.module.ExportedGlobal(name).Get())) }
	return Stats{get("stat_launches"), get("stat_arrays"), get("stat_reused"), get("stat_live"), get("stat_peak"), int64(m.memory.Size())}
}
