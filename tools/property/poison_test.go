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
	refnkl "nessiec/backends/ref/nkl"
	"nessiec/grammar"
	"nessiec/ir/kir"
	"nessiec/ir/nkl"
	"nessiec/passes"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
	"nessiec/tools/fuzz/gen"
	"nessiec/tools/levels"
)

// simulated is what a device program does.
func simulated(o pass.Options, m *kir.Module, s refkir.Options) *interp.Error {
	w := &interp.World{Stdin: strings.NewReader(""), Stdout: new(strings.Builder), Files: interp.MemFiles{}, Seed: o.Seed}
	s.MaxElems = 1 << 20
	_, err := levels.Simulator(m, s)(o, w, nil, func(interp.Result) {})
	return err
}

// modest reports whether m takes little work, even if it goes on behind checks
// that fail.
func modest(o pass.Options, m *nkl.Module) bool {
	w := &interp.World{Stdin: strings.NewReader(""), Files: interp.MemFiles{}, Seed: o.Seed}
	r := refnkl.Eval(m, refnkl.Options{Num: o.Num(), World: w, Guard: refnkl.Total, MaxWork: 20000, MaxBytes: 64 << 20}, nil)
	return r.Err == nil || r.Err.Kind != interp.Steps && r.Err.Kind != interp.Memory
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
		o.Device = []string{"cpu", "gpu"}[seed%2]
		start := driver.Program{Lang: grammar.NestedStructural.Language, Module: p.Module, Next: d.Start(grammar.NestedStructural.Language)}
		if !modest(o, p.Module) {
			continue
		}
		out, err := d.Run(pass.NewCtx(o), start, len(d.Passes))
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		m := out.Module.(*kir.Module)
		want := simulated(o, m, refkir.Options{Seed: 1})
		if want == nil || want.Kind != interp.Runtime {
			continue
		}
		programs--
		for junk := range int64(3) {
			got := make(chan *interp.Error, 1)
			go func() { got <- simulated(o, m, refkir.Options{Seed: junk, Poison: true}) }()
			select {
			case err := <-got:
				if fmt.Sprint(err) != fmt.Sprint(want) {
					t.Errorf("seed %d, junk %d: got %v, want %v", seed, junk, err, want)
				}
			case <-time.After(time.Minute):
				t.Fatalf("seed %d, junk %d: does not end", seed, junk)
			}
		}
	}
}
