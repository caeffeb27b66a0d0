package oracle

// Programs as WebAssembly: what a sandbox that fails by a trap can find, in far less
// time than a simulator.

import (
	"context"
	"errors"
	"time"

	"nessiec/backends/ref/interp"
	"nessiec/backends/wasm/emit"
	"nessiec/backends/wasm/engine"
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/passes/driver"
)

const (
	modulePatience = time.Minute // that a program may take
	moduleMemory   = 2 << 30     // and the bytes that it may have
)

// compareModule runs a device program, if it is one for a CPU, and compares: compiled, by
// two workers, and if they shared a launch, by one, interpreted, which must give the same
// bits. So what wazero compiles is compared with what it interprets, too.
func (x *examination) compareModule(p driver.Program, inexact bool) *Failure {
	m, ok := p.Module.(*kir.Module)
	if !ok {
		return nil
	}
	two, shared, err := x.asModule(m, p, 2)
	if errors.Is(err, errNoCPU) {
		return nil
	}
	f, _ := x.verdict(&Failure{Pass: "wasm", Before: p}, two, err, inexact)
	if f != nil || !shared {
		return f
	}
	one, _, err := x.asModule(m, p, 1)
	f = &Failure{Pass: "wasm, interpreted", Before: p}
	switch {
	case err != nil:
		f.Kind, f.Msg = "evaluator", err.Error()
	case one.bug():
		f.Kind, f.Msg = "internal", one.err.Msg
	default:
		f.Kind, f.Msg = difference(two, one, false, 0)
	}
	if f.Kind == "" {
		return nil
	}
	return f
}

var errNoCPU = errors.New("the program is not for a CPU")

// asModule runs a program by so many workers, which take groups in an order that the
// seed decides; it reports whether they shared a launch. The error is errNoCPU, or says
// that it cannot be run.
func (x *examination) asModule(m *kir.Module, p driver.Program, workers int) (out outcome, shared bool, err error) {
	from := uint64(x.c.Options.Seed)
	o := engine.Options{Memory: moduleMemory, Interpret: workers == 1, Order: func(i, n uint64) uint64 { return n - 1 - (i+from)%n }}
	out, err = observe(x.c, p, 0, func(w *interp.World, emitted func(interp.Result)) (*interp.Error, error) {
		prog, err := emit.EmitFor(m, x.c.Options.Num(), workers)
		if err != nil {
			return nil, errNoCPU
		}
		ctx, cancel := context.WithTimeout(context.Background(), modulePatience)
		defer cancel()
		machine, err := engine.New(prog, o)
		if err != nil {
			return nil, err
		}
		defer machine.Close()
		failed := machine.Run(ctx, w, nil, emitted)
		s := machine.Stats()
		if failed == nil && s.Live != 0 {
			failed = interp.Bug(ir.Pos{}, "%d arrays are left", s.Live)
		}
		shared = s.Shared > 0
		return failed, nil
	})
	return out, shared, err
}
