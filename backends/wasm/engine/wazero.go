//go:build !js

package engine

// Modules on wazero.

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"strings"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"nessiec/backends/wasm/emit/module"
	"nessiec/backends/wasm/encode"
)

// A Cache has compiled modules, for instances to come.
type Cache struct {
	wazero.CompilationCache
	keep func() // what it has for later runs; nil: nothing
}

// NewCache makes a cache that is empty.
func NewCache() *Cache { return &Cache{wazero.NewCompilationCache(), nil} }

// Close gives back what the cache has.
func (c *Cache) Close() {
	_ = c.CompilationCache.Close(context.Background())
	if c.keep != nil {
		c.keep()
	}
}

// An instance is a module with its memory.
type instance struct {
	runtime wazero.Runtime
	module  api.Module
	memory  api.Memory
	funcs   map[string]api.Function // that were called
	team    *team                   // nil before the first launch that is shared
	kept    *Cache                  // with what earlier runs have compiled; nil: none
}

// start compiles the program and gives it its memory, of which it needs so many bytes
// at once.
func (m *Machine) start(need int64) error {
	config := wazero.NewRuntimeConfigInterpreter()
	if !m.opts.Interpret {
		if err := Supported(); err != nil {
			return err
		}
		config = wazero.NewRuntimeConfigCompiler()
	}
	room := reserve(m.bytes, need)
	if room == nil {
		return fmt.Errorf("the system has no addresses for %d bytes of memory", need)
	}
	m.bytes = room.room()
	code := m.program.Bytes()
	kept := m.opts.kept(code)
	if c := cmp.Or(m.opts.Cache, kept); c != nil {
		config = config.WithCompilationCache(c.CompilationCache)
	}
	config = config.WithMemoryLimitPages(uint32(m.bytes / encode.PageSize))
	m.instance = &instance{runtime: wazero.NewRuntimeWithConfig(context.Background(), config), funcs: map[string]api.Function{}, kept: kept}
	if err := m.instantiate(room, code); err != nil {
		m.Close()
		room.Free()
		return err
	}
	return nil
}

func (m *Machine) instantiate(room *linear, code []byte) error {
	ctx := experimental.WithMemoryAllocator(context.Background(),
		experimental.MemoryAllocatorFunc(func(_, _ uint64) experimental.LinearMemory { return room }))
	ctx = experimental.WithCompilationWorkers(ctx, runtime.GOMAXPROCS(0))
	b := m.runtime.NewHostModuleBuilder(module.From)
	for _, f := range m.imports() {
		run := api.GoFunc(func(_ context.Context, s []uint64) { f.call(s) })
		b.NewFunctionBuilder().WithGoFunction(run, valueTypes(f.params), valueTypes(f.results)).Export(f.name)
	}
	_, err := b.Instantiate(ctx)
	if err != nil {
		return err
	}
	c, err := m.compile(ctx, code)
	if err != nil {
		return err
	}
	m.module, err = m.runtime.InstantiateModule(ctx, c, wazero.NewModuleConfig().WithName(module.Main))
	if err == nil {
		m.memory = m.module.Memory()
	}
	return err
}

// valueTypes is types as wazero has them: by the same codes.
func valueTypes(ts []encode.ValType) []api.ValueType {
	out := make([]api.ValueType, len(ts))
	for i, t := range ts {
		out[i] = api.ValueType(t)
	}
	return out
}

// call calls a function that the module exports.
func (x *instance) call(ctx context.Context, fn string, args ...uint64) ([]uint64, error) {
	f := x.funcs[fn]
	if f == nil {
		f = x.module.ExportedFunction(fn)
		x.funcs[fn] = f
	}
	out, err := f.Call(ctx, args...)
	if err != nil && strings.Contains(err.Error(), "stack overflow") {
		err = errTooDeep
	}
	return out, err
}

// global is the value of a global that the module exports.
func (x *instance) global(name string) uint32 {
	return uint32(x.module.ExportedGlobal(name).Get())
}

// size is the bytes of memory.
func (x *instance) size() int64 { return int64(x.memory.Size()) }

// read is n bytes of memory, until anything else is done with it.
func (x *instance) read(at, n uint32) []byte {
	b, ok := x.memory.Read(at, n)
	if !ok {
		panic("wasm: an array is outside of memory")
	}
	return b
}

// write lets fill change n bytes of memory.
func (x *instance) write(at, n uint32, fill func([]byte)) { fill(x.read(at, n)) }

// Close gives the memory of the machine back.
func (x *instance) Close() {
	if x.team != nil {
		x.team.dismiss()
	}
	_ = x.runtime.Close(context.Background())
	if x.kept != nil {
		x.kept.Close()
	}
}

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
