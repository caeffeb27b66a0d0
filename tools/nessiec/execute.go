package main

// Running a program on the reference interpreter: inputs, printing, failures.

import (
	"fmt"
	"strings"

	"nessiec/backends"
	"nessiec/backends/ref/interp"
	"nessiec/grammar"
	"nessiec/ir/kir"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
	"nessiec/tools/heap"
	"nessiec/tools/levels"
)

// generatedInputs is how many inputs are made where none is given.
const generatedInputs = 6

// someInputs are what is given, or, for an entry without arguments, generated.
func (c *command) someInputs(d *driver.Driver, p driver.Program) ([]driver.Input, error) {
	if first := d.Reach(grammar.NestedElaborated.Language); p.Next < first { // where it is known what is read
		quiet := &driver.Driver{Passes: d.Passes, NoVerify: true}
		var err error
		if p, err = quiet.Run(pass.NewCtx(c.opts), p, first); err != nil {
			return nil, nil // as will be reported
		}
	}
	in, err := c.inputs(p)
	if err != nil || c.entry == "" && len(readTypes(p)) == 0 || strings.TrimSpace(strings.Join(in.Args, "")) != "" {
		return []driver.Input{in}, err
	}
	ins := levels.Generated(levels.ActionsOf(p.Module), generatedInputs)
	if ins == nil {
		return nil, reject("no inputs can be generated for this entry; give them with -arg")
	}
	return ins, nil
}

// execute runs a program at its level, printing as it goes.
func (c *command) execute(p driver.Program) error {
	run := levels.RunnerOf(p.Lang, p.Module)
	if run == nil {
		return reject("programs in %s cannot be executed: the first language that can is %s", p.Lang, c.firstExecuted())
	}
	return c.executeBy(run, p)
}

// firstExecuted is the first language of the pipeline whose programs can be executed.
func (c *command) firstExecuted() *grammar.Language {
	for _, ps := range c.pipeline() {
		for _, l := range levels.All() {
			if l.Runs(ps.To) {
				return ps.To
			}
		}
	}
	return grammar.NestedElaborated.Language
}

// executeBy is execute with a runner.
func (c *command) executeBy(run backends.Runner, p driver.Program) error {
	heap.Collect(heap.AsUsual)
	failed, err := c.runBy(run, p)
	if err != nil {
		return err
	}
	return c.failure(failed)
}

// runBy runs a program on its inputs, printing as it goes; it may fail.
func (c *command) runBy(run backends.Runner, p driver.Program) (failed *interp.Error, err error) {
	values, err := c.inputValues(p)
	if err != nil {
		return nil, err
	}
	if m, ok := p.Module.(*kir.Module); ok && c.simulated() {
		if c.schedule == "all" {
			return nil, c.allSchedules(m, values)
		}
		run = c.simulator(m)
	}
	w := interp.NewWorldWith(c.grant.Grant)
	w.Stdin, w.Stdout, w.Seed, w.MaxSteps, w.Args = c.stdin, c.stdout, c.opts.Seed, c.maxSteps, c.commandLine()
	printer := levels.NewPrinter(c.opts, w)
	printer.Bare = c.bare
	emit, written := c.written(p, printer.Emit)
	cost, failed := run(c.opts, w, values, emit)
	if c.stats {
		fmt.Fprintln(c.stderr, cost.Describe())
	}
	if *written == nil && failed == nil && w.Status != 0 {
		return nil, errRuntime{int(w.Status & 255)}
	}
	return failed, *written
}

// failure reports how an execution failed; nil if it did not.
func (c *command) failure(failed *interp.Error) error {
	if failed == nil {
		return nil
	}
	if c.failed != nil {
		c.failed(failed)
	}
	fmt.Fprintln(c.stderr, failed.Error())
	for _, line := range failed.Where(c.ses.Files.Position) {
		fmt.Fprintln(c.stderr, " ", line)
	}
	if failed.Kind == interp.Internal {
		return errRuntime{statusInternal}
	}
	return errRuntime{statusFailed}
}

// finish does what comes after the pipeline: execute, or generate code.
func (c *command) finish(d *driver.Driver, p driver.Program) error {
	if t := c.backend(); t != nil && p.Next == len(d.Passes) && c.to == "" {
		if lacks := t.Can.Lacks(kir.Needs(p.Module.(*kir.Module))); len(lacks) > 0 {
			return reject("-target=%s has no %s; the program was lowered for another target", t.Name, strings.Join(lacks, " and no "))
		}
		if t.Run != nil {
			return c.module(d, p)
		}
		return c.generate(t, p)
	}
	if !c.interpreted() && c.to == "" {
		return nil
	}
	if c.dump != "" && c.dumpTo == "" || c.dumpTo != "" && c.to == "" && c.interpreted() {
		return nil // looking, not running
	}
	if c.to == "" && c.interpreted() && c.from == "" && p.Next == len(d.Passes) {
		return nil
	}
	return c.execute(p)
}
