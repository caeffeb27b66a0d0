package kernel_test

// What planning says of its plans.

import (
	"os"
	"strings"
	"testing"

	"nessiec/ir/fkl"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
	"nessiec/passes/passtest"
)

// TestNotes compares the notes and pictures of both plans of a program with a
// file; NESSIEC_UPDATE=1 writes it.
func TestNotes(t *testing.T) {
	const program, want = "testdata/quicksort.fkl", "testdata/quicksort.notes"
	src, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	m, err := fkl.Parse(string(src))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	ps := table(t)
	d := driver.Driver{Passes: ps, Observe: []func(*driver.Row){func(r *driver.Row) {
		for _, n := range r.Notes {
			b.WriteString(r.Pass.Name + ": " + strings.Join(n.Lines, "\n") + "\n" + n.Dot)
		}
	}}}
	o := pass.DefaultOptions()
	o.OptLevel, o.Fusion = 2, "greedy-up"
	c := pass.NewCtx(o)
	c.Notes = true
	if _, err := d.Run(c, driver.Program{Lang: ps[0].From, Module: m}, len(ps)); err != nil {
		t.Fatal(err)
	}
	passtest.File(t, want, b.String())
	for _, must := range []string{"one kernel: ", " are apart: ", "subgraph cluster_", "color=red"} {
		if !strings.Contains(b.String(), must) {
			t.Errorf("no %q in the notes", must)
		}
	}
}
