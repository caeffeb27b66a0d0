package gen

import (
	"errors"
	"strings"
	"testing"

	"nessiec/backends/ref/interp"
	refnkl "nessiec/backends/ref/nkl"
	"nessiec/grammar"
	"nessiec/passes"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
	eval "nessiec/tools/levels"
)

// What find-mismatches calls certain, happens: a random program that it rejects fails when
// it is executed.
func TestMismatchesHappen(t *testing.T) {
	const programs = 4000
	l := grammar.NestedElaborated.Language
	mk := NewMaker(l)
	o := pass.DefaultOptions()
	d := &driver.Driver{Passes: passes.Table()}
	end := d.Find("find-mismatches") + 1
	rejected := 0
	for seed := range uint64(programs) {
		p := mk.Seeded(seed)
		c := pass.NewCtx(o)
		c.Certain = true
		_, err := d.Run(c, driver.Program{Lang: l, Module: p.Module, Next: d.Start(l)}, end)
		if !errors.Is(err, driver.ErrRejected) || !strings.Contains(c.Diags.Sorted()[0].Code, "E033") {
			continue
		}
		rejected++
		w := &interp.World{Stdin: strings.NewReader(""), Stdout: new(strings.Builder), Files: interp.MemFiles{}, Seed: o.Seed}
		out := refnkl.Eval(p.Module, refnkl.Options{Num: o.Num(), World: w, Guard: eval.GuardOf(l, o), Emit: func(interp.Result) {}, MaxWork: 1 << 22}, nil)
		if out.Err == nil {
			t.Errorf("seed %d does not fail, but %s: %s\n%s", seed, c.Diags.Sorted()[0].Pos, c.Diags.Sorted()[0].Message, p.Module)
		}
	}
	t.Logf("%d of %d rejected", rejected, programs)
	if rejected < 20 {
		t.Errorf("only %d programs were rejected: nothing was tested", rejected)
	}
}
