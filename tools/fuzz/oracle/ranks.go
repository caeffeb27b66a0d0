package oracle

// Programs on several ranks, in the simulator.

import (
	"nessiec/ir/kir"
	"nessiec/passes/driver"
)

// OnRanks is the case, compiled for ranks with groups of few elements: then small arrays are
// divided, too. No ranks run WebAssembly.
func (c Case) OnRanks(grain int) Case {
	if c.Options.Target == "wasm" {
		c.Options.Target = "ref"
	}
	c.Options.Ranks, c.Options.Grain = true, grain
	return c
}

// divided executes the output of the last pass on several ranks, which do what one does,
// to the last bit.
func (x *examination) divided(r *driver.Row, one outcome) *Failure {
	if _, ok := r.Out.Module.(*kir.Module); !ok {
		return nil
	}
	c := x.c
	c.ranks = x.o.Ranks
	got, err := execute(c, r.Out, 0)
	f := &Failure{Pass: r.Pass.Name, Kind: "ranks"}
	switch {
	case err != nil:
		f.Msg = err.Error()
	case got.bug():
		f.Msg = got.err.Msg
	case got.tooBig() || one.tooBig():
		return nil
	default:
		kind, msg := difference(one, got, false, 0)
		if kind == "" {
			return nil
		}
		f.Msg = kind + ": " + msg
	}
	return f
}
