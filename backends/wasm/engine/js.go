//go:build js

package engine

// Modules on the engine that runs this process, which is WebAssembly itself: a browser
// or Node. Compiling a module stops a page, so it is for workers.

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"sync"
	"syscall/js"

	"nessiec/backends/wasm/emit/module"
	"nessiec/backends/wasm/encode"
)

// A Cache has compiled modules, for instances to come.
type Cache struct{ modules sync.Map }

// NewCache makes a cache that is empty.
func NewCache() *Cache { return &Cache{} }

// Close gives back what the cache has.
func (c *Cache) Close() { c.modules.Clear() }

// An instance is a module with its memory.
type instance struct {
	exports js.Value
	funcs   map[string]*encode.Func // that it exports
	given   []js.Func               // what it imports
	failed  error                   // how an import ended the call in progress
	cell    cell
}

// Supported returns an error where there is no WebAssembly.
func Supported() error {
	if js.Global().Get("WebAssembly").IsUndefined() {
		return ErrUnsupported
	}
	return nil
}

// throwing makes a function of one that returns errors, which throws them: functions of
// Go cannot.
var throwing = js.Global().Get("Function").New("f",
	"return (...args) => { const r = f(...args); if (r instanceof Error) throw r; return r; }")

// mathematics are the functions that JavaScript has, too. Calling Go from a module takes
// a hundred times as long; the last digit may be another.
var mathematics = map[string]bool{"sin": true, "cos": true, "tan": true, "asin": true, "acos": true, "atan": true, "sinh": true, "cosh": true, "tanh": true}

// start compiles the program and makes an instance. JavaScript waits while it runs, so
// nobody can end it by a context: poll does nothing.
func (m *Machine) start(int64) (err error) {
	x := &instance{funcs: map[string]*encode.Func{}, cell: newCell()}
	m.instance = x
	for _, f := range m.program.Funcs {
		for _, name := range f.Exports {
			x.funcs[name] = f
		}
	}
	defer func() {
		if r := recover(); r != nil {
			x.Close()
			err = thrown(r)
		}
	}()
	from := js.Global().Get("Object").New()
	for _, f := range m.imports() {
		switch {
		case f.name == pollName:
			from.Set(f.name, js.Global().Get("Function").New())
			continue
		case mathematics[f.name]:
			from.Set(f.name, js.Global().Get("Math").Get(f.name))
			continue
		}
		call := js.FuncOf(func(_ js.Value, args []js.Value) any { return x.imported(f, args) })
		x.given = append(x.given, call)
		from.Set(f.name, throwing.Invoke(call))
	}
	imports := js.Global().Get("Object").New()
	imports.Set(module.From, from)
	x.exports = js.Global().Get("WebAssembly").Get("Instance").New(m.compiled(), imports).Get("exports")
	return nil
}

// compiled is the module, which may be in the cache.
func (m *Machine) compiled() js.Value {
	if m.opts.Cache != nil {
		if c, ok := m.opts.Cache.modules.Load(m.program); ok {
			return c.(js.Value)
		}
	}
	limited := *m.program.Module
	limited.Most = uint32(m.bytes / encode.PageSize)
	bytes := limited.Bytes()
	buffer := js.Global().Get("Uint8Array").New(len(bytes))
	js.CopyBytesToJS(buffer, bytes)
	c := js.Global().Get("WebAssembly").Get("Module").New(buffer)
	if m.opts.Cache != nil {
		m.opts.Cache.modules.Store(m.program, c)
	}
	return c
}

// thrown is what JavaScript threw, as an error; other panics go on.
func thrown(r any) error {
	e, ok := r.(js.Error)
	switch {
	case !ok:
		panic(r)
	case e.Value.InstanceOf(js.Global().Get("RangeError")):
		return errTooDeep
	}
	return e
}

// imported runs an import. A failure of the program becomes an error of JavaScript.
func (x *instance) imported(f imported, args []js.Value) (result any) {
	defer func() {
		if r := recover(); r != nil {
			s, ok := r.(stopped)
			if !ok {
				panic(r)
			}
			x.failed = s
			result = js.Global().Get("Error").New("the program failed")
		}
	}()
	s := make([]uint64, max(len(f.params), len(f.results)))
	for i, t := range f.params {
		s[i] = x.fromJS(args[i], t)
	}
	f.call(s)
	switch len(f.results) {
	case 0:
		return nil
	case 1:
		return x.toJS(s[0], f.results[0])
	}
	out := make([]any, len(f.results))
	for i, t := range f.results {
		out[i] = x.toJS(s[i], t)
	}
	return out
}

// call calls a function that the module exports.
func (x *instance) call(_ context.Context, fn string, args ...uint64) (out []uint64, err error) {
	defer func() {
		if r := recover(); r != nil {
			if err = thrown(r); x.failed != nil {
				err, x.failed = x.failed, nil
			}
		}
	}()
	f := x.funcs[fn]
	in := make([]any, len(args))
	for i, t := range f.Params {
		in[i] = x.toJS(args[i], t)
	}
	res := x.exports.Call(fn, in...)
	out = make([]uint64, len(f.Results))
	for i, t := range f.Results {
		v := res
		if len(f.Results) > 1 {
			v = res.Index(i)
		}
		out[i] = x.fromJS(v, t)
	}
	return out, nil
}

// Workers is how many workers a program should have: instances have no threads here.
func Workers(int) int { return 1 }

// launch runs all groups of a kernel, one after another.
func (m *Machine) launch(kernel int, groups uint64) {
	_, err := m.call(m.ctx, m.program.Share.Kernels[kernel], 0, groups, groups)
	if err != nil {
		panic(err)
	}
}

// toJS is a number of the module in JavaScript.
func (x *instance) toJS(raw uint64, t encode.ValType) any {
	switch t {
	case encode.F64:
		return math.Float64frombits(raw)
	case encode.F32:
		return math.Float32frombits(uint32(raw))
	case encode.I64:
		return x.cell.toJS(raw)
	}
	return int32(raw)
}

// fromJS is a number of JavaScript for the module.
func (x *instance) fromJS(v js.Value, t encode.ValType) uint64 {
	switch t {
	case encode.F64:
		return math.Float64bits(v.Float())
	case encode.F32:
		return uint64(math.Float32bits(float32(v.Float())))
	case encode.I64:
		return x.cell.fromJS(v)
	}
	return uint64(uint32(int64(v.Float())))
}

// A cell is a number of 64 bits that JavaScript sees as a BigInt, for which Go has no
// type, and as bytes.
type cell struct{ number, bytes js.Value }

func newCell() cell {
	number := js.Global().Get("BigInt64Array").New(1)
	return cell{number, js.Global().Get("Uint8Array").New(number.Get("buffer"))}
}

func (c cell) toJS(raw uint64) js.Value {
	js.CopyBytesToJS(c.bytes, binary.LittleEndian.AppendUint64(nil, raw))
	return c.number.Index(0)
}

func (c cell) fromJS(v js.Value) uint64 {
	c.number.SetIndex(0, v)
	var b [8]byte
	js.CopyBytesToGo(b[:], c.bytes)
	return binary.LittleEndian.Uint64(b[:])
}

// global is the value of a global that the module exports.
func (x *instance) global(name string) uint32 {
	return uint32(int64(x.exports.Get(name).Get("value").Float()))
}

// buffer is the memory now: growing makes another.
func (x *instance) buffer() js.Value { return x.exports.Get("memory").Get("buffer") }

// size is the bytes of memory.
func (x *instance) size() int64 { return int64(x.buffer().Get("byteLength").Float()) }

// view is n bytes of memory.
func (x *instance) view(at, n uint32) js.Value {
	return js.Global().Get("Uint8Array").New(x.buffer(), at, n)
}

// read is a copy of n bytes of memory.
func (x *instance) read(at, n uint32) []byte {
	b := make([]byte, n)
	if got := js.CopyBytesToGo(b, x.view(at, n)); got != len(b) {
		panic(fmt.Sprintf("wasm: %d bytes of %d can be read", got, n))
	}
	return b
}

// write lets fill make n bytes of memory.
func (x *instance) write(at, n uint32, fill func([]byte)) {
	b := make([]byte, n)
	fill(b)
	js.CopyBytesToJS(x.view(at, n), b)
}

// Close forgets the instance: its memory is collected.
func (x *instance) Close() {
	for _, f := range x.given {
		f.Release()
	}
	x.given, x.exports = nil, js.Undefined()
}
