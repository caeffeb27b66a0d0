// Package cliketest has the programs and the tests that targets whose code looks like C
// share.
package cliketest

import (
	"bytes"
	"embed"
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

// A Compiler is what tests need of a target.
type Compiler struct {
	// Build makes an executable of a program; it skips the test where this machine cannot.
	Build func(t *testing.T, m *kir.Module, o pass.Options) string
	// Run runs one; it skips the test where there is no device.
	Run func(t *testing.T, input, program string, args ...string) Result
}

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
}

// Start runs a program.
func Start(input, program string, args ...string) Result {
	c := exec.Command(program, args...)
	var o, e bytes.Buffer
	c.Stdin, c.Stdout, c.Stderr = strings.NewReader(input), &o, &e
	_ = c.Run()
	return Result{o.String(), e.String(), c.ProcessState.ExitCode()}
}

// Expect fails the test unless the program did this.
func (r Result) Expect(t *testing.T, what, out, errors string, status int) {
	t.Helper()
	if r.Out != out || r.Errors != errors || r.Status != status {
		t.Errorf("%s: status %d, want %d\n%s%s\nwant\n%s%s", what, r.Status, status, r.Out, r.Errors, out, errors)
	}
}
