package kernel_test

// The passes under test: all of flat and kernel, as the pipeline has them.

import (
	"testing"

	"nessiec/grammar"
	"nessiec/passes"
	"nessiec/passes/pass"
)

// table is the part of the pipeline from fkl to lcu.decomposed.
func table(t *testing.T) []pass.Pass {
	t.Helper()
	var ps []pass.Pass
	for _, p := range passes.Table() {
		if f := p.From.Family; p.To != grammar.DeviceLoops.Language && (f == grammar.FKL || f == grammar.LCU) {
			ps = append(ps, p)
		}
	}
	if len(ps) < 5 {
		t.Fatal("the passes are not in the table")
	}
	return ps
}
