package oracle

// Programs as WebAssembly: what a sandbox that fails by a trap can find, in far less
// time than a simulator.

import (
	"context"
	"time"

	"nessiec/backends/ref/interp"
	"nessiec/backends/wasm/emit"
	"nessiec/backends/wasm/engine"
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/passes/driver"
)

const (
	modulePatience = 10 * time.Second // that a program may take
	moduleMemory   = 2 << 30          // and the bytes that it may have
)

// compareModule runs a device program, if it is one for a CPU, and compares.
func (x *examination) compareModule(p driver.Program, inexact bool) *Failure {
	m, ok := p.Module.(*kir.Module)
	if !ok {
		return nil
	}
	got, err := observe(x.c, p, 0, func(w *interp.World, emitted func(interp.Result)) (*interp.Error, error) {
		prog, err := emit.Emit(m, x.c.Options.Num())
		if err != nil { // it is not for a CPU
			ok = false
			return nil, nil
		}
		ctx, cancel := context.WithTimeout(context.Background(), modulePatience)
		defer cancel()
		machine, err := engine.New(prog, engine.Options{Memory: moduleMemory})
		if err != nil {
			return nil, err
		}
		defer machine.Close()
		failed := machine.Run(ctx, w, nil, emitted)
		if s := machine.Stats(); failed == nil && s.Live != 0 {
			failed = interp.Bug(ir.Pos{}, "%d arrays are left", s.Live)
		}
		return failed, nil
	})
	if !ok {
		return nil
	}
	f, _ := x.verdict(&Failure{Pass: "wasm", Before: p}, got, err, inexact)
	return f
}
