// Package backendtest has programs and tests that backends share.
//
//	backendtest.go  programs; golden files; what programs do
//	compile.go      targets whose programs the system's compiler makes
//	tests.go        tests of these
package backendtest

import (
	"bytes"
	"embed"
	"os"
	"os/exec"
	"strings"
	"testing"

	"nessiec/grammar"
	"nessiec/ir/kir"
	"nessiec/ir/value"
	"nessiec/passes/pass"
)

//go:embed testdata
var testdata embed.FS

// Load reads a program of testdata.
func Load(t *testing.T, name string) *kir.Module {
	t.Helper()
	text, err := testdata.ReadFile("testdata/" + name + ".kir")
	if err != nil {
		t.Fatal(err)
	}
	return Parse(t, string(text))
}

// Parse reads a program, which must be in kir.legal.
func Parse(t *testing.T, text string) *kir.Module {
	t.Helper()
	m, err := kir.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if err := grammar.DeviceLegal.Verify(m); err != nil {
		t.Fatal(err)
	}
	return m
}

// Golden compares text with a golden file; NESSIEC_UPDATE=1 rewrites it.
func Golden(t *testing.T, file, got string) {
	t.Helper()
	if os.Getenv("NESSIEC_UPDATE") != "" {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got == string(want) {
		return
	}
	g, w := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			t.Errorf("%s:%d: NESSIEC_UPDATE=1 rewrites it\n%s\nwant\n%s", file, i+1, g[i], w[i])
			return
		}
	}
	t.Errorf("%s has %d lines, the text %d", file, len(w), len(g))
}

// Options are the usual ones for ints and floats of some widths, and a seed.
func Options(n value.Num) pass.Options {
	o := pass.DefaultOptions()
	o.IntBits, o.FloatBits, o.Seed = n.IntBits(), n.FloatBits(), 7
	return o
}

// A Result is what a program did.
type Result struct {
	Out, Errors string
	Status      int
	Pages       int64 // of memory that it touched for the first time; 0 where the system does not tell
}

// Start runs a program.
func Start(input, program string, args ...string) Result {
	c := exec.Command(program, args...)
	var o, e bytes.Buffer
	c.Stdin, c.Stdout, c.Stderr = strings.NewReader(input), &o, &e
	_ = c.Run()
	return Result{Out: o.String(), Errors: e.String(), Status: c.ProcessState.ExitCode(), Pages: pagesOf(c.ProcessState)}
}

// Expect fails the test unless the program did this.
func (r Result) Expect(t *testing.T, what, out, errors string, status int) {
	t.Helper()
	if r.Out != out || r.Errors != errors || r.Status != status {
		t.Errorf("%s: status %d, want %d\n%s%s\nwant\n%s%s", what, r.Status, status, r.Out, r.Errors, out, errors)
	}
}
