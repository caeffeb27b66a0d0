package wasm

// Programs run in this process.

import (
	"context"

	"nessiec/backends"
	"nessiec/backends/ref/interp"
	"nessiec/backends/wasm/emit"
	"nessiec/backends/wasm/engine"
	"nessiec/ir/kir"
	"nessiec/ir/value"
	"nessiec/passes/pass"
)

// Run prepares a program to run once. The error says that it cannot be: that this
// machine has no compiler (engine.ErrUnsupported), or that the program needs more than
// a module can have.
func Run(o pass.Options, m *kir.Module, x backends.Execution) (backends.Runner, error) {
	return RunWith(o, m, x.Threads, engine.Options{Memory: x.Memory, Prefix: x.Prefix, Bench: x.Bench, Keep: x.Keep})
}

// RunWith is Run with all that the engine can do.
func RunWith(o pass.Options, m *kir.Module, threads int, e engine.Options) (backends.Runner, error) {
	write := emit.EmitFor
	if o.Profile {
		write = emit.EmitProfiled
	}
	p, err := write(m, o.Num(), engine.Workers(threads))
	if err != nil {
		return nil, err
	}
	x, err := engine.New(p, e)
	if err != nil {
		return nil, err
	}
	return func(_ pass.Options, w *interp.World, in []value.Value, emit func(interp.Result)) (interp.Counters, *interp.Error) {
		defer x.Close()
		failed := x.Run(context.Background(), w, in, emit)
		return x.Stats().Counters(), failed
	}, nil
}
