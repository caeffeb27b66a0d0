package fkl

import (
	"testing"

	"nessiec/backends/ref/interp"
	"nessiec/backends/ref/vm/vmtest"
	"nessiec/ir/fkl"
	"nessiec/ir/program"
	"nessiec/ir/value"
)

// Programs with their inputs, outputs and costs.
func TestPrograms(t *testing.T) {
	vmtest.Programs(t, ".fkl", func(src string) ([]*program.Action, vmtest.Run, error) {
		m, err := fkl.Parse(src)
		if err == nil {
			err = fkl.Verify(m)
		}
		if err != nil {
			return nil, nil, err
		}
		return m.Actions, func(inputs []value.Value, emit func(interp.Result)) (interp.Counters, *interp.Error) {
			return Run(m, value.Num{}, &interp.World{}, inputs, emit)
		}, nil
	})
}
