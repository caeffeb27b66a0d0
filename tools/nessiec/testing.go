package main

// nessiec test: the tests in comments, on any target.

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"os"
	"os/exec"
	"strings"

	"nessiec/backends/ref/interp"
	"nessiec/grammar"
	"nessiec/ir/diag"
	"nessiec/ir/nesl"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
	"nessiec/tools/cache"
	"nessiec/tools/levels"
)

// test runs the tests of all files and prints those that are not fulfilled.
func (c *command) test() error {
	if _, err := c.enter(c.driver()); err != nil {
		return err
	}
	tests := c.ses.Tests(c.ctx.Diags)
	if c.ctx.Diags.HasErrors() {
		return driver.ErrRejected
	}
	verdicts, err := c.ses.RunTests(c.ctx, c.forms, tests, c.results, c.renderList)
	if err != nil {
		return err
	}
	bad := 0
	for _, v := range verdicts {
		if v.Problem != "" {
			bad++
			fmt.Fprintf(c.stdout, "%s: %s\n  %s\n", c.ses.Files.Position(v.Test.Pos), v.Test.Text, strings.ReplaceAll(v.Problem, "\n", "\n  "))
		}
	}
	fmt.Fprintf(c.stdout, "%s, %d failed\n", diag.Count(len(tests), "test", "tests"), bad)
	if bad > 0 {
		return errRuntime{statusFailed}
	}
	return nil
}

// results compiles and runs a program for the target, and is told all its values.
func (c *command) results(forms []nesl.Expr) (out []interp.Result, failed *interp.Error, err error) {
	if c.compiled() { // what is printed is read
		forms = append([]nesl.Expr{&nesl.SetPrintLength{Val: math.MaxInt32}}, forms...)
	}
	p, err := c.compileForms(forms)
	if err != nil {
		return nil, nil, err
	}
	run := levels.RunnerOf(p.Lang, p.Module)
	switch {
	case c.compiled():
		return c.programResults(p)
	case c.inProcess():
		if run, err = c.moduleRunner(p); err != nil {
			return nil, nil, err
		}
	}
	w := interp.NewWorldWith(c.grant.Grant)
	w.Stdin, w.Stdout, w.Seed = c.stdin, c.stderr, c.opts.Seed // what tests print is no result
	_, failed = run(c.opts, w, nil, func(r interp.Result) { out = append(out, r) })
	return out, failed, nil
}

// compileForms is a program of these forms, compiled for the target; its results are
// wanted whole.
func (c *command) compileForms(forms []nesl.Expr) (driver.Program, error) {
	d, p := c.driver(), driver.Program{Lang: grammar.NeslParsed.Language, Module: &nesl.Module{Forms: forms}}
	c.ctx, c.whole = pass.NewCtx(c.opts), true
	end, err := c.leave(d, p)
	if err != nil {
		return p, err
	}
	return c.runPasses(d, p, end)
}

// programResults compiles a program with the compiler of the system and runs it: what
// it prints is read back.
func (c *command) programResults(p driver.Program) (out []interp.Result, failed *interp.Error, err error) {
	dir, exe, err := c.buildProgram(c.backend(), p, cache.Open("host"))
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(dir)
	var printed, errs bytes.Buffer
	cmd := exec.Command(exe)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = c.stdin, &printed, &errs
	err = cmd.Run()
	levels.ReadBack(printed.Bytes(), levels.ActionsOf(p.Module), c.opts.Num(), func(r interp.Result) { out = append(out, r) })
	msg, _, _ := strings.Cut(errs.String(), "\n")
	switch msg, ok := strings.CutPrefix(msg, "RUNTIME ERROR: "); {
	case err == nil:
		return out, nil, nil
	case ok:
		return out, &interp.Error{Kind: interp.Runtime, Msg: msg}, nil
	}
	return nil, nil, environment("%s", cmp.Or(msg, err.Error()))
}
