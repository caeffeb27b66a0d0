package harlan

// Random programs that are right by construction. Each does the same on the evaluator of
// Harlan and on that of the nested language; the fuzz command tests more of them, on
// every evaluator.

import (
	"os"
	"path/filepath"
	"testing"

	"nessiec/grammar"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
	"nessiec/tools/fuzz/harlangen"
)

func TestGenerated(t *testing.T) {
	n := 400
	if testing.Short() {
		n = 80
	}
	if os.Getenv("NESSIEC_LONG") != "" {
		n = 2000
	}
	file := filepath.Join(t.TempDir(), "program.kfc")
	d := &driver.Driver{Passes: table()}
	for seed := range n {
		text := harlangen.Program(uint64(seed))
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		c := pass.NewCtx(options("ref"))
		p, files, err := read(t, c, file)
		var typed driver.Program
		if err == nil {
			typed, err = d.Run(c, p, d.Reach(grammar.HarlanTyped.Language))
		}
		if err == nil {
			p, err = d.Run(c, typed, d.Reach(grammar.NestedElaborated.Language))
		}
		if err != nil {
			t.Fatalf("seed %d: %v\n%s\n%s", seed, err, c.Diags.String(files), text)
		}
		compare(t, c.Options, typed, p, text)
	}
}
