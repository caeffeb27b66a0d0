package main

// nessiec bench: the expressions in comments, measured on any target.

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"math"
	"os"
	"os/exec"
	"slices"
	"strings"

	"nessiec/backends/ref/interp"
	"nessiec/ir/nesl"
	"nessiec/ir/target"
	"nessiec/passes/driver"
	"nessiec/tools/atomicfile"
	"nessiec/tools/cache"
	"nessiec/tools/flagvalue"
	"nessiec/tools/levels"
	"nessiec/tools/measure"
	"nessiec/tools/session"
)

// startBench takes arguments for files. What is written is no program.
func (c *command) startBench(args []string) error {
	c.page, c.out = c.out, ""
	c.chooseTarget()
	switch {
	case c.runs < 1:
		return reject("-runs needs a positive number")
	case c.interpreted() || c.against == target.Ref.Name:
		return reject("the reference interpreter is not measured: it is there to be right")
	}
	return c.startFiles(args)
}

// benchmark measures and prints a table.
func (c *command) benchmark() error {
	if _, err := c.enter(c.driver()); err != nil {
		return err
	}
	benches := c.ses.Benches(c.ctx.Diags)
	switch {
	case c.ctx.Diags.HasErrors():
		return driver.ErrRejected
	case len(benches) == 0:
		return reject("there is no comment such as %% bench: f(10000) %%")
	}
	old, err := c.earlier(benches)
	if err != nil {
		return err
	}
	now, err := c.measure(benches)
	if err != nil {
		return err
	}
	measure.Table(c.stdout, now, old, c.against)
	if c.page == "" {
		return nil
	}
	b, err := json.MarshalIndent(now, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.Write(c.page, append(b, '\n'), 0o666)
}

// earlier is what -against says: measurements of another target, or those of a file.
func (c *command) earlier(benches []session.Bench) (old []measure.Measurement, err error) {
	switch {
	case c.against == "":
		return nil, nil
	case slices.Contains(session.TargetNames(), c.against):
		other := *c
		other.opts.Target = c.against
		return other.measure(benches)
	}
	b, err := os.ReadFile(c.against)
	if err != nil {
		return nil, reject("-against: %v; the targets are %s", err, strings.Join(session.TargetNames(), ", "))
	}
	if err := json.Unmarshal(b, &old); err != nil {
		return nil, reject("-against: %s was not written by nessiec bench: %v", c.against, err)
	}
	return old, nil
}

// measure compiles the definitions with all expressions and measures these.
func (c *command) measure(benches []session.Bench) (out []measure.Measurement, err error) {
	forms := session.Definitions(c.forms)
	if c.compiled() { // what is printed is read
		forms = append([]nesl.Expr{&nesl.SetPrintLength{Val: math.MaxInt32}}, forms...)
	}
	for _, b := range benches {
		forms = append(forms, b.Expr)
	}
	p, err := c.compileForms(forms)
	if err != nil {
		return nil, err
	}
	var said bytes.Buffer
	var results []interp.Result
	other := *c
	other.bench, other.stderr = flagvalue.Bench{Runs: c.runs, Name: "it"}, &said
	if c.inProcess() {
		results, err = other.measureModule(p)
	} else {
		results, err = other.measureProgram(p)
	}
	if err != nil {
		return nil, err
	}
	return measure.Read(benches, said.String(), results, c.opts.Num())
}

// measureModule runs a program in this process.
func (c *command) measureModule(p driver.Program) (results []interp.Result, err error) {
	run, err := c.moduleRunner(p)
	if err != nil {
		return nil, err
	}
	w := interp.NewWorldWith(c.grant.Grant)
	w.Stdin, w.Stdout, w.Seed = c.stdin, io.Discard, c.opts.Seed
	_, failed := run(c.opts, w, nil, func(r interp.Result) { results = append(results, r) })
	if failed != nil {
		return nil, errors.New(failed.Error())
	}
	return results, nil
}

// measureProgram compiles a program with the compiler of the system and runs it.
func (c *command) measureProgram(p driver.Program) (results []interp.Result, err error) {
	dir, exe, err := c.buildProgram(c.backend(), p, cache.Open("host"))
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	var printed bytes.Buffer
	cmd := exec.Command(exe, "-bench="+c.bench.String())
	cmd.Stdin, cmd.Stdout, cmd.Stderr = c.stdin, &printed, c.stderr
	err = cmd.Run()
	if err != nil {
		msg, _, _ := strings.Cut(c.stderr.(*bytes.Buffer).String(), "\n")
		return nil, environment("%s", cmp.Or(msg, err.Error()))
	}
	levels.ReadBack(printed.Bytes(), levels.ActionsOf(p.Module), c.opts.Num(), func(r interp.Result) { results = append(results, r) })
	return results, nil
}
