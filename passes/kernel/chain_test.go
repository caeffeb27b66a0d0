package kernel_test

// Whole programs through all passes of flat and kernel.

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nessiec/ir/fkl"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
	"nessiec/tools/levels"
)

// TestChain runs whole programs through all passes of flat and kernel, and
// executes them after each. A program of testdata says in its comments what it
// reads (;; in), prints (;; out), and with which error it stops (;; err).
func TestChain(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.fkl")
	if len(files) == 0 {
		t.Fatal("no programs")
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".fkl"), func(t *testing.T) {
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, level := range []int{0, 2} {
				chain(t, string(src), level)
			}
		})
	}
}

func chain(t *testing.T, src string, level int) {
	t.Helper()
	m, err := fkl.Parse(src)
	if err != nil {
		t.Fatal(err)
	}
	o := pass.DefaultOptions()
	o.OptLevel = level
	in := driver.Input{Args: comments(src, ";; in ")}
	ps := table(t)
	d := driver.Driver{Passes: ps, Levels: levels.All(), SelfTest: true, ExecCheck: &driver.ExecSpec{Inputs: []driver.Input{in}}}
	p, err := d.Run(pass.NewCtx(o), driver.Program{Lang: ps[0].From, Module: m}, len(ps))
	if err != nil {
		t.Fatalf("-O%d: %v", level, err)
	}
	out, _ := d.Exec(o, p, in)
	want := strings.Join(comments(src, ";; out "), "\n") + "\n"
	if out.Output != want {
		t.Errorf("-O%d: got\n%swant\n%s", level, out.Output, want)
	}
	failed := strings.Join(comments(src, ";; err "), "\n")
	got := strings.TrimPrefix(out.Error, "RUNTIME ERROR: ")
	if got != "" {
		got += " " + out.ErrorPos.String()
	}
	if got != failed {
		t.Errorf("-O%d: error %s, want %s", level, got, failed)
	}
}

func comments(src, prefix string) (out []string) {
	for _, l := range strings.Split(src, "\n") {
		if s, ok := strings.CutPrefix(l, prefix); ok {
			out = append(out, s)
		}
	}
	return out
}
