package oracle

// Compiled programs as oracles. One takes a second to make, so many cases go
// into one program; when it does something else, each is tried alone.

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"nessiec/backends"
	"nessiec/backends/ref/interp"
	"nessiec/grammar"
	"nessiec/ir/kir"
	"nessiec/ir/value"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
	"nessiec/tools/levels"
)

// A Device compiles cases for a target and runs them.
type Device struct {
	Passes  []pass.Pass // up to those of the backend
	Backend *backends.Backend
	MaxWork int64
}

// Suits reports whether c can be tested: its functions can be renamed, the
// target can say what it needs, and it does not fail.
func (d *Device) Suits(c Case) bool {
	if c.Program.Lang != grammar.NestedStructural.Language && c.Program.Lang != grammar.DeviceLoops.Language || c.Loose || c.Wrong != "" {
		return false
	}
	if m, ok := c.Program.Module.(*kir.Module); ok {
		needs := kir.Needs(m)
		needs.Shuffles = false // legalise-target replaces them
		if !d.Backend.Can.Covers(needs) {
			return false
		}
	}
	out, err := execute(c, c.Program, d.MaxWork)
	return err == nil && out.err == nil
}

// Test runs cases that suit, with the options of the first, in one program. It
// returns the number of a case that goes wrong, and how; -1 if none does. The
// error says that programs cannot be built here.
func (d *Device) Test(cases []Case) (int, *Failure, error) {
	f, err := d.together(cases)
	if f == nil || err != nil {
		return -1, nil, err
	}
	if len(cases) == 1 {
		return 0, f, nil
	}
	for i := range cases {
		if _, g, err := d.Test(cases[i : i+1]); g != nil || err != nil {
			return i, g, err
		}
	}
	f.Msg = "only together: " + f.Msg
	return 0, f, nil
}

// together runs cases as one program.
func (d *Device) together(cases []Case) (*Failure, error) {
	m, l := merged(cases), cases[0].Program.Lang
	o := cases[0].Options
	o.Target = d.Backend.Name
	start := &driver.Driver{Passes: append(d.Passes[:len(d.Passes):len(d.Passes)], d.Backend.Passes...)}
	p := driver.Program{Lang: l, Module: m, Next: start.Start(l)}
	want, err := printed(o, p)
	if err != nil {
		return &Failure{Kind: "evaluator", Msg: err.Error(), Before: p}, nil
	}
	q, err := start.Run(pass.NewCtx(o), p, len(start.Passes))
	if err != nil {
		return failed(q, err), nil
	}
	got, err := d.run(o, q.Module.(*kir.Module))
	if err == nil && !value.CloseText(want, got.text, 1e-9) || got.status != 0 {
		return &Failure{Pass: d.Backend.Name, Kind: "value", Before: cases[0].Program,
			Msg: fmt.Sprintf("status %d %s%s", got.status, got.errs, firstDifference(want, got.text))}, nil
	}
	return nil, err
}

// printed is what p prints on the evaluator.
func printed(o pass.Options, p driver.Program) (string, error) {
	var b bytes.Buffer
	w := &interp.World{Stdin: strings.NewReader(""), Stdout: &b, Files: interp.MemFiles{}, Seed: o.Seed}
	if _, err := levels.RunnerOf(p.Lang, p.Module)(o, w, nil, levels.NewPrinter(o, w).Emit); err != nil {
		return "", err
	}
	return b.String(), nil
}

// A run is what a compiled program did.
type run struct {
	text, errs string
	status     int
}

// run builds a program and runs it.
func (d *Device) run(o pass.Options, m *kir.Module) (r run, err error) {
	dir, err := os.MkdirTemp("", "fuzz-")
	if err != nil {
		return r, err
	}
	defer os.RemoveAll(dir)
	exe, err := d.Backend.Executable(pass.NewCtx(o), m, nil, true, dir)
	if err != nil {
		return r, err
	}
	var out, errs bytes.Buffer
	cmd := exec.Command(exe, fmt.Sprintf("-seed=%d", o.Seed))
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		r.status = -1
		if cmd.ProcessState != nil {
			r.status = cmd.ProcessState.ExitCode()
		}
	}
	r.text, r.errs = out.String(), errs.String()
	return r, nil
}

func firstDifference(a, b string) string {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range as {
		if i >= len(bs) || !value.CloseText(as[i], bs[i], 1e-9) {
			return fmt.Sprintf("line %d: %.200s is not %.200s", i+1, strings.Join(bs[min(i, len(bs)):min(i+1, len(bs))], ""), as[i])
		}
	}
	return ""
}
