package property

// Behind a failed check there may be any junk: programs that fail report the
// same error, touch nothing outside of their buffers, allocate what fits and
// end, however bad it is.

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"nessiec/backends/ref/interp"
	refkir "nessiec/backends/ref/kir"
	"nessiec/grammar"
	"nessiec/ir/kir"
	"nessiec/passes"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
	"nessiec/tools/fuzz/gen"
	"nessiec/tools/levels"
)

// simulated is what a device program does.
func simulated(o pass.Options, m *kir.Module, s refkir.Options) *interp.Error {
	w := &interp.World{Stdin: strings.NewReader(""), Stdout: new(strings.Builder), Files: interp.MemFiles{}, Seed: o.Seed}
	_, err := levels.Simulator(m, s)(o, w, nil, func(interp.Result) {})
	return err
}

func TestPoison(t *testing.T) {
	mk := gen.NewMaker(grammar.NestedStructural.Language)
	d := &driver.Driver{Passes: passes.Table(), NoVerify: true}
	programs := 60
	if long() {
		programs = 5000
	}
	for seed := uint64(1); programs > 0; seed++ {
		p := mk.Seeded(seed)
		if p.Risk != gen.OnePart {
			continue
		}
		o := pass.DefaultOptions()
		o.Fusion = "greedy-down"
		o.Device = []string{"cpu", "gpu"}[seed%2]
		start := driver.Program{Lang: grammar.NestedStructural.Language, Module: p.Module, Next: d.Start(grammar.NestedStructural.Language)}
		out, err := d.Run(pass.NewCtx(o), start, len(d.Passes))
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		m := out.Module.(*kir.Module)
		want := simulated(o, m, refkir.Options{Seed: 1, MaxElems: 1 << 20})
		if want == nil || want.Kind != interp.Runtime {
			continue
		}
		programs--
		for junk := range int64(3) {
			began := time.Now()
			if got := simulated(o, m, refkir.Options{Seed: junk, Poison: true, MaxElems: 1 << 20}); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("seed %d, junk %d: got %v, want %v", seed, junk, got, want)
			}
			if d := time.Since(began); d > 20*time.Second {
				t.Errorf("seed %d, junk %d: took %v", seed, junk, d)
			}
		}
	}
}
