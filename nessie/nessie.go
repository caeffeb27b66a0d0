// Package nessie compiles functions of NESL for programs in Go, and calls them.
//
//	dot, err := nessie.Compile("dot.nesl", src, "dot : ([float], [float]) -> float", nessie.Options{})
//	...
//	var s float64
//	err = dot.Call(ctx, &s, a, b)
//
// They are compiled to WebAssembly and run in the process. A Func may be called from
// several goroutines: each call that is in progress has an instance with its own
// memory, which later calls use again.
//
//	Func     a compiled function (this file)
//	Error    how a call failed
//	convert  values of Go as values of NESL, and back (convert.go)
package nessie

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"nessiec/backends/ref/interp"
	"nessiec/backends/wasm/emit"
	"nessiec/backends/wasm/emit/module"
	"nessiec/backends/wasm/engine"
	"nessiec/grammar"
	neslparser "nessiec/grammar/nesl"
	"nessiec/ir/diag"
	"nessiec/ir/kir"
	"nessiec/ir/nesl"
	"nessiec/ir/program"
	"nessiec/ir/types"
	"nessiec/ir/value"
	"nessiec/passes"
	"nessiec/passes/driver"
	"nessiec/passes/front/names"
	"nessiec/passes/pass"
)

// Options say how a function is compiled and called. The zero value is that of the
// command: ints of 32 bits, doubles, as much memory as there are addresses for.
type Options struct {
	Int64   bool      // ints have 64 bits
	Float32 bool      // floats are singles
	Memory  int64     // bytes that a call may have; 0: 4 GiB
	Threads int       // that share the work of a call; 0: as many as there are cores
	Stdout  io.Writer // of what a function prints; nil throws it away
	Seed    int64     // of random numbers; every call draws the same
}

// A Func is a compiled function.
type Func struct {
	prog   *module.Program
	opts   Options
	files  diag.Files
	params []*types.Type
	result *types.Type
	cache  *engine.Cache

	mu   sync.Mutex
	idle []*engine.Machine
}

// An Error is how a call failed.
type Error struct {
	Message string   // as the command prints it
	At      []string // where, from the innermost call outwards
}

func (e *Error) Error() string { return strings.Join(append([]string{e.Message}, e.At...), "\n  ") }

// Compile compiles the function that entry names, as NAME or NAME : TYPE, of a
// program; name is what positions in messages call it. The error lists mistakes.
func Compile(name, src, entry string, o Options) (*Func, error) {
	if o.Threads < 0 || o.Threads > module.MaxWorkers {
		return nil, fmt.Errorf("%d threads: expected 0 to %d", o.Threads, module.MaxWorkers)
	}
	po := pass.DefaultOptions()
	po.Target, po.Seed = "wasm", o.Seed
	if o.Int64 {
		po.IntBits = 64
	}
	if o.Float32 {
		po.FloatBits = 32
	}
	f := &Func{opts: o, files: diag.Files{{Name: name, Source: src}}, cache: engine.NewCache()}
	c := pass.NewCtx(po)
	m, err := f.parse(c, entry)
	if err != nil {
		return nil, err
	}
	d := &driver.Driver{Passes: passes.Table()}
	p, err := d.Run(c, driver.Program{Lang: grammar.NeslParsed.Language, Module: m}, len(d.Passes))
	switch {
	case errors.Is(err, driver.ErrRejected):
		return nil, f.mistakes(c)
	case err != nil:
		return nil, err
	}
	f.prog, err = emit.EmitFor(p.Module.(*kir.Module), value.Num{Int64: o.Int64, Float32: o.Float32}, engine.Workers(o.Threads))
	if err != nil {
		return nil, err
	}
	for _, a := range f.prog.Source.Actions {
		switch a.Kind {
		case program.Read:
			f.params = append(f.params, a.Type)
		case program.Eval:
			f.result = a.Type
		}
	}
	x, err := f.machine() // which is compiled now, not when it is called first
	if err != nil {
		return nil, err
	}
	f.keep(x)
	return f, nil
}

// parse reads the program, with its entry at the end.
func (f *Func) parse(c *pass.Ctx, entry string) (*nesl.Module, error) {
	m := neslparser.Parse(0, f.files[0].Source, c.Diags)
	name, typ, typed := strings.Cut(entry, ":")
	name = strings.TrimSpace(name)
	var stub *nesl.Stub
	if typed {
		f.files = append(f.files, diag.File{Name: "entry", Source: fmt.Sprintf("function %s(x) : %s;", name, typ)})
		t := neslparser.Parse(1, f.files[1].Source, c.Diags)
		if len(t.Forms) == 1 {
			stub, _ = t.Forms[0].(*nesl.Stub)
		}
	}
	switch {
	case c.Diags.HasErrors():
		return nil, f.mistakes(c)
	case typed && stub == nil:
		return nil, fmt.Errorf("entry %q: expected a function, or 'function : type'", entry)
	}
	return &nesl.Module{Forms: append(m.Forms, names.EntryForm(name, stub))}, nil
}

// mistakes is the diagnostics as an error.
func (f *Func) mistakes(c *pass.Ctx) error {
	return errors.New(strings.TrimSpace(c.Diags.String(f.files)))
}

// Call calls the function with args, one for each parameter, and stores the result
// where result points to, unless that is nil. The call ends when ctx is done. An
// error of the program is an *Error.
func (f *Func) Call(ctx context.Context, result any, args ...any) error {
	if len(args) != len(f.params) {
		return fmt.Errorf("the function has %d parameters, not %d", len(f.params), len(args))
	}
	in := make([]value.Value, len(args))
	for i, a := range args {
		v, err := f.toNesl(a, f.params[i])
		if err != nil {
			return fmt.Errorf("argument %d: %w", i+1, err)
		}
		in[i] = v
	}
	x, err := f.machine()
	if err != nil {
		return err
	}
	w := &interp.World{Stdout: f.opts.Stdout, Seed: f.opts.Seed}
	var out value.Value
	if failed := x.Run(ctx, w, in, func(r interp.Result) {
		if r.Action.Kind == program.Eval {
			out = r.Value
		}
	}); failed != nil {
		x.Close() // it cannot be used again
		if err := ctx.Err(); err != nil {
			return err
		}
		return &Error{failed.Error(), failed.Where(f.files.Position)}
	}
	f.keep(x)
	if result == nil {
		return nil
	}
	return f.toGo(out, f.result, result)
}

// machine is an instance that nobody uses.
func (f *Func) machine() (*engine.Machine, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if n := len(f.idle); n > 0 {
		x := f.idle[n-1]
		f.idle = f.idle[:n-1]
		return x, nil
	}
	return engine.New(f.prog, engine.Options{Memory: f.opts.Memory, Cache: f.cache})
}

func (f *Func) keep(x *engine.Machine) {
	f.mu.Lock()
	f.idle = append(f.idle, x)
	f.mu.Unlock()
}

// Close gives back the memory of all instances; the function must not be in use.
func (f *Func) Close() {
	for _, x := range f.idle {
		x.Close()
	}
	f.idle = nil
	f.cache.Close()
}
