// Package cost measures what a program costs: its work and live data where it is
// nested, and what its compiled form moves and holds on a simulated device. The
// promise that ties them is in docs/cost.md.
//
//	Compile   from a source to a language of the pipeline
//	Nested    executes a nested program: work
//	Live      live data of a nested program (live.go)
//	Simulate  executes a device program: a Run, with elements moved and bytes held
//	Program   a program compiled for both, to be measured at several sizes (scale.go)
package cost

import (
	"bytes"
	"errors"
	"strings"

	"nessiec/backends/ref/interp"
	refkir "nessiec/backends/ref/kir"
	refnkl "nessiec/backends/ref/nkl"
	"nessiec/grammar"
	neslparser "nessiec/grammar/nesl"
	"nessiec/ir/diag"
	"nessiec/ir/kir"
	"nessiec/ir/nesl"
	"nessiec/ir/nkl"
	"nessiec/ir/value"
	"nessiec/passes"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
	"nessiec/tools/levels"
)

// Options are those of a program for a kind of device, with all optimisations.
func Options(device string) pass.Options {
	o := pass.DefaultOptions()
	o.OptLevel, o.Device = 2, device
	return o
}

// Parse reads a source text.
func Parse(src string) (*nesl.Module, error) {
	c := pass.NewCtx(pass.DefaultOptions())
	m := neslparser.Parse(0, src, c.Diags)
	if c.Diags.HasErrors() {
		return nil, errors.New(c.Diags.String(diag.Files{{Name: "program", Source: src}}))
	}
	return m, nil
}

// Compile runs the passes on m until it is in l.
func Compile(o pass.Options, m *nesl.Module, l *grammar.Language) (driver.Program, error) {
	c, d := pass.NewCtx(o), &driver.Driver{Passes: passes.Table()}
	p, err := d.Run(c, driver.Program{Lang: grammar.NeslParsed.Language, Module: m}, d.Reach(l))
	if errors.Is(err, driver.ErrRejected) {
		err = errors.New(c.Diags.String(diag.Files{{Name: "program"}}))
	}
	return p, err
}

// Text is Compile of a source text.
func Text(o pass.Options, src string, l *grammar.Language) (driver.Program, error) {
	m, err := Parse(src)
	if err != nil {
		return driver.Program{}, err
	}
	return Compile(o, m, l)
}

// Nested executes a nested program and returns what it prints and its work. The
// limit on work is none if most is 0. With unshared, a sequence of sequences
// costs the elements of these as well.
func Nested(o pass.Options, p driver.Program, in []value.Value, most int64, unshared bool) (out string, work int64, err error) {
	w, printed := world(o)
	printer := levels.NewPrinter(o, w)
	r := refnkl.Eval(p.Module.(*nkl.Module), refnkl.Options{Num: o.Num(), World: w, Guard: levels.GuardOf(p.Lang, o),
		MaxWork: most, Unshared: unshared, Emit: printer.Emit}, in)
	return printed.String(), r.Cost.Work, failure(r.Err)
}

// A Run is an execution of a device program.
type Run struct {
	*refkir.Machine
	Kernels int // of the program
	Output  string
}

// Simulate executes a device program.
func Simulate(o pass.Options, p driver.Program, s refkir.Options, in []value.Value) (Run, error) {
	w, printed := world(o)
	m := p.Module.(*kir.Module)
	x, err := refkir.Run(m, o.Num(), w, s, in, levels.NewPrinter(o, w).Emit)
	return Run{x, len(m.Kernels), printed.String()}, failure(err)
}

// Moved is how many elements kernels and copies have read and written.
func (r Run) Moved() int64 { return r.Cost.Reads + r.Cost.Writes + r.Cost.Copies }

// world is one without files, and what is printed there.
func world(o pass.Options) (*interp.World, *bytes.Buffer) {
	var b bytes.Buffer
	return &interp.World{Stdin: strings.NewReader(""), Stdout: &b, Files: interp.MemFiles{}, Seed: o.Seed}, &b
}

// failure is err as an error, nil if there is none.
func failure(err *interp.Error) error {
	if err == nil {
		return nil
	}
	return err
}
