package kirgen

import (
	"io"
	"strings"
	"testing"

	"nessiec/backends/ref/interp"
	refkir "nessiec/backends/ref/kir"
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/value"
)

// Every program is one of the language and follows from its seed; together they
// have all forms but a few and all scalar primitives. Those that are right are
// so under several schedules, and the simulator reports the mistakes of the others.
func TestPrograms(t *testing.T) {
	mk, forms, prims, wrong := New(), map[ir.Form]bool{}, map[*prim.Prim]bool{}, 0
	for seed := range uint64(600) {
		p := mk.Program(seed)
		if err := Language.Verify(p.Module); (err != nil) != strings.Contains(p.Wrong, "uniform") {
			t.Fatalf("seed %d, %s: %v", seed, p.Wrong, err)
		}
		if seed%100 == 0 && p.Module.String() != New().Program(seed).Module.String() {
			t.Fatalf("seed %d gives two programs", seed)
		}
		for order := range int64(2) {
			msg := ""
			_, err := refkir.Run(p.Module, value.Num{}, &interp.World{Stdout: io.Discard}, refkir.Options{Seed: order}, nil, func(interp.Result) {})
			if err != nil && err.Kind == interp.Internal {
				msg = err.Msg
			}
			if (msg != "") != (p.Wrong != "") || !strings.Contains(msg, p.Wrong) {
				t.Fatalf("seed %d: the simulator says %q, not %q", seed, msg, p.Wrong)
			}
		}
		if p.Wrong != "" {
			wrong++
		}
		p.Module.EachBody(func(e kir.Expr) {
			ir.Walk(e, func(e kir.Expr) bool {
				if p, ok := e.(*kir.Prim); ok {
					prims[p.Op] = true
				}
				forms[e.Form()] = true
				return true
			})
		})
	}
	if wrong < 40 {
		t.Errorf("only %d programs are wrong", wrong)
	}
	for _, f := range Language.Forms().Minus(ir.Forms(kir.FormReadCount, kir.FormLimit, kir.FormShare, kir.FormWindow, kir.FormMerge, kir.FormFetch)).List() {
		if !forms[f] {
			t.Errorf("form %s does not occur", kir.Schema[f].Name)
		}
	}
	for _, ps := range mk.byResult {
		for _, p := range ps {
			if !prims[p] {
				t.Errorf("primitive %s does not occur", p)
			}
		}
	}
}
