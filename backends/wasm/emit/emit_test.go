package emit

// Emitted text: the kernels and functions of programs, as testdata/*.golden.
// NESSIEC_UPDATE=1 rewrites them.

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nessiec/backends/backendtest"
	"nessiec/backends/wasm/emit/module"
	"nessiec/grammar"
	"nessiec/ir/kir"
	"nessiec/ir/value"
)

// emitted emits a program of testdata, which must be in the language of the target.
func emitted(t *testing.T, name string, n value.Num) *module.Program {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name+".kir"))
	if err != nil {
		t.Fatal(err)
	}
	m, err := kir.Parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := grammar.DeviceLegal.Verify(m); err != nil {
		t.Fatal(err)
	}
	p, err := Emit(m, n)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// functions is the text of the functions that come from the program.
func functions(text string) string {
	const head = "  (func $"
	var b strings.Builder
	for _, f := range strings.SplitAfter(text, "\n  )\n") {
		for _, of := range []string{"k_", "f_", "formula"} {
			if i := strings.Index(f, head+of); i >= 0 {
				b.WriteString(f[i:])
			}
		}
	}
	return b.String()
}

func TestGolden(t *testing.T) {
	for _, name := range []string{"scalars", "lanes", "host", "merge"} {
		backendtest.Golden(t, filepath.Join("testdata", name+".golden"), functions(emitted(t, name, value.Num{}).Text()))
	}
	backendtest.Golden(t, filepath.Join("testdata", "lanes64.golden"), functions(emitted(t, "lanes", value.Num{Int64: true, Float32: true}).Text()))
}

// The same program gives the same module.
func TestDeterministic(t *testing.T) {
	first := string(emitted(t, "host", value.Num{}).Bytes())
	for range 5 {
		if string(emitted(t, "host", value.Num{}).Bytes()) != first {
			t.Fatal("another module")
		}
	}
}

// What the engine must know is there.
func TestTables(t *testing.T) {
	p := emitted(t, "host", value.Num{})
	if len(p.Checks.All) != 3 || p.Checks.All[0].Error != "Empty." || p.Checks.All[0].Pos.Line() != 3 || !p.Checks.All[1].Size {
		t.Errorf("checks: %+v", p.Checks)
	}
	if len(p.Calls.All) != 1 || p.Calls.All[0].Line() != 4 {
		t.Errorf("calls: %v", p.Calls)
	}
	if len(p.Effects) != 1 || p.Effects[0].Fn != "print_string" {
		t.Errorf("effects: %v", p.Effects)
	}
	for _, want := range []string{`(import "nes" "effect_0_print_string" (func $effect_0_print_string (param i32) (result i32)))`,
		`(data (i32.const 1536) "\ff\ff\ff\7f\ff\ff\ff\7f")`, `"some text"`, `(func $alloc (export "alloc") (param $count i32) (param $shift i32) (param $place i32) (result i32)`} {
		if !strings.Contains(p.Text(), want) {
			t.Errorf("the text does not contain %s", want)
		}
	}
}
