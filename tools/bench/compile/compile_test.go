package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const table = `     pass                         language                      run     verify
  1  resolve-names                nesl.resolved            1.500 ms   0.500 ms
  2  expand-sugar                 nesl.core                1.000 ms   0.250 ms  unchanged
     total                                                 2.500 ms   0.750 ms  23% verification, 3.250 ms elapsed
`

// Times are read with verification, and the least of two rounds is kept.
func TestParse(t *testing.T) {
	a, err := parse(table)
	if err != nil || a.of["resolve-names"] != 2 || a.of["expand-sugar"] != 1.25 || a.of[total] != 3.25 || len(a.passes) != 3 {
		t.Errorf("%v %v", a, err)
	}
	b, _ := parse(strings.ReplaceAll(table, "1.500", "0.500"))
	if l := a.least(b); l.of["resolve-names"] != 1 || l.of["expand-sugar"] != 1.25 {
		t.Errorf("%v", l)
	}
	if _, err := parse("nothing"); err == nil {
		t.Error("a text without a table is read")
	}
}

func TestQuantile(t *testing.T) {
	xs := []float64{4, 1, 3, 2}
	for q, want := range map[float64]float64{0: 1, 0.5: 2, 0.75: 3, 0.95: 4, 1: 4} {
		if got := quantile(xs, q); got != want {
			t.Errorf("%v: %v, want %v", q, got, want)
		}
	}
}

// Two builds are measured in turns; the report has ratios of programs and passes.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	fake := func(name, text string) string {
		file := filepath.Join(dir, name)
		script := "#!/bin/sh\necho " + name + " >> " + filepath.Join(dir, "log") + "\ncat >&2 <<'END'\n" + text + "END\n"
		if err := os.WriteFile(file, []byte(script), 0o777); err != nil {
			t.Fatal(err)
		}
		return file
	}
	c := config{compilers: []string{fake("new", table), fake("old", strings.ReplaceAll(table, "3.250", "6.500"))},
		files: []string{"p.nesl"}, levels: []string{"-O1"}, target: "opencl", rounds: 2}
	var b bytes.Buffer
	if err := c.run(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"geometric mean of the ratios: 0.500", "p50      3.2", "ratio of sums 1.000", "p.nesl", "ratio 0.500"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
	if log, _ := os.ReadFile(filepath.Join(dir, "log")); string(log) != "new\nold\nnew\nold\n" {
		t.Errorf("the turns are\n%s", log)
	}
	c.files = nil
	if c.run(&b) == nil {
		t.Error("no programs are measured")
	}
}
