package main

// Programs that run in this process as code; -o writes it.

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"nessiec/backends"
	"nessiec/backends/ref/interp"
	"nessiec/ir/kir"
	"nessiec/passes/driver"
	"nessiec/tools/atomicfile"
	"nessiec/tools/cache"
	"nessiec/tools/heap"
	"nessiec/tools/levels"
)

// module does what the flags say with a program for a target in this process: shows or
// writes the code, compares it with the simulator, or runs it.
func (c *command) module(d *driver.Driver, p driver.Program) error {
	dumped := c.dump != "" && c.dumpTo == ""
	switch {
	case dumped && slices.Contains(strings.Split(c.dump, ","), c.opts.Target), c.out != "":
		return c.writeModule(p.Module.(*kir.Module))
	case c.exec:
		return c.compareModule(d, p)
	case !c.run && (dumped || c.html != "" || c.times):
		return nil // looking, not running
	}
	return c.runModule(p)
}

// runModule runs a program. With -g, the elements at which it fails are looked for
// on the reference interpreter.
func (c *command) runModule(p driver.Program) error {
	run, err := c.moduleRunner(p)
	if err != nil {
		return err
	}
	var input bytes.Buffer
	again := c.byDefault && levels.Repeatable(p.Module.(*kir.Module))
	if c.debug || again {
		c.stdin = io.TeeReader(c.stdin, &input)
	}
	if len(readTypes(p)) > 0 || !c.prefix() { // else values stay in the memory of the module
		heap.Collect(heap.AsUsual)
	}
	failed, err := c.runBy(run, p)
	switch {
	case err != nil || failed == nil:
		return err
	case again && failed.Kind != interp.Memory:
		if e, _ := c.onReference(input.Bytes(), maxStepsAgain); e.Same(failed) {
			failed = e
		}
	case c.byDefault && failed.Kind == interp.Memory:
		failed.Note += "; -target=ref may have room for it"
	}
	err = c.failure(failed)
	var rt errRuntime
	if c.debug && errors.As(err, &rt) && rt.status == statusFailed {
		c.locate(input.Bytes())
	}
	return err
}

// maxStepsAgain is the work after which a failure is no longer looked for, about a
// second of it.
const maxStepsAgain = 20_000_000

// prefix reports whether no more is needed of results than what the top level prints.
func (c *command) prefix() bool { return c.output == "" && !c.bare && !c.whole }

// moduleRunner compiles a program to code, and that for this machine.
func (c *command) moduleRunner(p driver.Program) (backends.Runner, error) {
	b := c.backend()
	if err := b.Available(); err != nil {
		return nil, environment("%v", err)
	}
	x := backends.Execution{Threads: c.threads, Memory: int64(c.memory), Prefix: c.prefix()}
	x.Keep = func(key ...string) (dir string, keep func()) { return cache.Open(b.Name).Dir(cache.Key(key...)) }
	if c.bench.Runs > 0 {
		x.Bench = &backends.Bench{Runs: c.bench.Runs, Name: c.bench.Name, Report: c.measured}
	}
	run, err := b.Run(c.opts, p.Module.(*kir.Module), x)
	if err != nil {
		return nil, reject("%v", err)
	}
	return run, nil
}

// measured prints what was measured, as compiled programs do.
func (c *command) measured(m backends.Measured) {
	if m.Runs == nil {
		fmt.Fprintf(c.stderr, "bench %s is not run again: it prints, reads, writes or draws random numbers\n", m.Name)
		return
	}
	slices.Sort(m.Runs)
	n := len(m.Runs)
	fmt.Fprintf(c.stderr, "bench %s runs %d min %.9f median %.9f max %.9f cold %.9f\n", m.Name, n,
		m.Runs[0].Seconds(), m.Runs[n/2].Seconds(), m.Runs[n-1].Seconds(), m.Cold.Seconds())
	if c.stats {
		fmt.Fprintf(c.stderr, "run %s kernels %d arrays %d peak %d\n", m.Name, m.Once.Kernels, m.Once.Arrays, m.Once.Peak)
	}
}

// writeModule writes the code to -o, or its listing to standard output.
func (c *command) writeModule(m *kir.Module) error {
	b := c.backend()
	file := b.Listing(c.ctx, m, c.fileNames())
	if c.out == "" {
		_, err := io.WriteString(c.stdout, file.Text)
		return err
	}
	if filepath.Ext(c.out) == filepath.Ext(file.Name) {
		return installed(atomicfile.Write(c.out, []byte(file.Text), 0o666), c.out)
	}
	files := b.Emit(c.ctx, m, c.fileNames())
	if !c.toWasm {
		files = files[:1] // -o asks for the module alone
	}
	return c.writeSources(b, files)
}

// compareModule runs a program on all inputs of -exec-check, as the last pass and
// the simulator leave it and as a module.
func (c *command) compareModule(d *driver.Driver, p driver.Program) error {
	for _, in := range d.ExecCheck.Inputs {
		want, _ := d.Exec(c.opts, p, in)
		run, err := c.moduleRunner(p)
		if err != nil {
			return err
		}
		got := levels.Observe(c.opts, levels.ActionsOf(p.Module), run, in)
		if err := driver.SameMeaning(want, got, driver.Tolerance(c.opts, true)); err != nil {
			fmt.Fprintf(c.stderr, "nessiec: for %s: %v\n", c.opts.Target, err)
			return errRuntime{statusInternal}
		}
	}
	return nil
}
