package conformance

// Ranks in the simulator: programs whose groups have few elements are executed on several
// ranks, which have parts of all but the smallest arrays, and give the same bytes as on one.

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nessiec/backends/ref/interp"
	refkir "nessiec/backends/ref/kir"
	"nessiec/ir/kir"
	"nessiec/ir/nesl"
	"nessiec/passes"
	"nessiec/passes/driver"
	"nessiec/passes/front/names"
	"nessiec/passes/pass"
	"nessiec/tools/levels"
)

// onRanks is the answer of a device program on so many ranks, and what they did.
func onRanks(t *testing.T, o pass.Options, p driver.Program, arg string, ranks int) (answer, refkir.Traffic) {
	t.Helper()
	in, err := levels.ReadInputs(o, levels.ActionsOf(p.Module), driver.Input{Args: []string{arg}})
	if err != nil {
		return answer{"bad input", err.Error()}, refkir.Traffic{}
	}
	var out bytes.Buffer
	w := &interp.World{Stdin: strings.NewReader(""), Stdout: &out, Files: interp.MemFiles{}}
	x, failed := refkir.Run(p.Module.(*kir.Module), o.Num(), w, refkir.Options{Ranks: ranks}, in, levels.NewPrinter(o, w).Emit)
	return answerOf(out.String(), failed), x.Traffic
}

// forRanks compiles a program for ranks whose groups have so many elements at least.
func forRanks(t *testing.T, m *nesl.Module, k kind, grain int) (pass.Options, driver.Program) {
	t.Helper()
	o := k.options(2)
	o.Ranks, o.Grain = true, grain
	d := &driver.Driver{Passes: passes.Table()}
	p, a := compileForms(pass.NewCtx(o), d, m, len(d.Passes))
	if a.kind != "" {
		t.Fatal(a.kind, a.text)
	}
	return o, p
}

// sameOnRanks compares a program on so many ranks with one.
func sameOnRanks(t *testing.T, name string, m *nesl.Module, arg string, ranks int) {
	t.Helper()
	for _, k := range kinds[:2] {
		o, p := forRanks(t, m, k, 2)
		want, _ := onRanks(t, o, p, arg, 1)
		if got, _ := onRanks(t, o, p, arg, ranks); got != want {
			t.Errorf("%s, %s, %d ranks: %s %s\nwant %s %s", name, k.name, ranks, got.kind, got.text, want.kind, want.text)
		}
	}
}

// TestRanksSimulated: a sample of the cases and examples, on 2 to 5 ranks; with
// NESSIEC_LONG=1 all of them.
func TestRanksSimulated(t *testing.T) {
	every := 40
	if long() {
		every = 1
	}
	for i, c := range sameOnPurpose(t, "value", "runtime") {
		if i%every == 0 && c.ID != tooDeep {
			sameOnRanks(t, c.ID, parseCase(t, c.source()), "", 2+i/every%4)
		}
	}
	files, _ := filepath.Glob("../../examples/*.nesl")
	if len(files) < 25 {
		t.Fatalf("%d examples", len(files))
	}
	for i, f := range files {
		if i%(every/8+1) != 0 {
			continue
		}
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		m, arg := parseCase(t, string(src)), ""
		if strings.Contains(string(src), "function main(") {
			if arg = small[strings.TrimSuffix(filepath.Base(f), ".nesl")]; arg == "" {
				arg = "30"
			}
			m.Forms = append(m.Forms, names.EntryForm("main", nil))
		}
		sameOnRanks(t, filepath.Base(f), m, arg, 2+i%4)
	}
}
