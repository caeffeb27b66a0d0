package main

// -target=wasm: programs run in this process; -o writes the module.

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"nessiec/backends/ref/interp"
	"nessiec/backends/wasm/emit"
	"nessiec/backends/wasm/engine"
	"nessiec/ir/kir"
	"nessiec/passes/driver"
	"nessiec/tools/levels"
)

// module does what the flags say with a program as WebAssembly: shows or writes it,
// compares it with the simulator, or runs it.
func (c *command) module(d *driver.Driver, p driver.Program) error {
	m := p.Module.(*kir.Module)
	dumped := c.dump != "" && c.dumpTo == ""
	switch {
	case dumped && slices.Contains(strings.Split(c.dump, ","), "wasm"):
		return c.writeModule(m, true)
	case c.out != "":
		return c.writeModule(m, strings.HasSuffix(c.out, ".wat"))
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

// chooseTarget runs programs as WebAssembly where nothing else is asked for and the
// machine can: there is no other way to look at a program than to run it.
func (c *command) chooseTarget() {
	looks := c.given("target") || c.given("device") || c.to != "" || c.from != "" || c.dump != "" || c.dumpTo != "" || c.html != "" ||
		c.exec || c.bisect || c.times || c.stats || c.debug || c.poison || c.schedule != "" || c.build || c.out != "" || c.sim || c.passes || c.explP != ""
	if !looks && engine.Supported() == nil {
		c.opts.Target, c.byDefault = "wasm", true
	}
}

func (c *command) moduleRunner(p driver.Program) (levels.Runner, error) {
	o := engine.Options{Memory: int64(c.memory), Prefix: c.output == "" && !c.bare && !c.whole}
	if c.bench.runs > 0 {
		o.Bench = &engine.Bench{Runs: c.bench.runs, Name: c.bench.name, Report: c.measured}
	}
	run, err := levels.Wasm(p.Module.(*kir.Module), c.opts, c.threads, o)
	switch {
	case errors.Is(err, engine.ErrUnsupported):
		return nil, environment("%v", err)
	case err != nil:
		return nil, reject("%v", err)
	}
	return run, nil
}

// measured prints what was measured, as compiled programs do.
func (c *command) measured(m engine.Measured) {
	if m.Runs == nil {
		fmt.Fprintf(c.stderr, "bench %s is not run again: it prints, reads, writes or draws random numbers\n", m.Name)
		return
	}
	slices.Sort(m.Runs)
	n := len(m.Runs)
	fmt.Fprintf(c.stderr, "bench %s runs %d min %.9f median %.9f max %.9f cold %.9f\n", m.Name, n,
		m.Runs[0].Seconds(), m.Runs[n/2].Seconds(), m.Runs[n-1].Seconds(), m.Cold.Seconds())
	if c.stats {
		fmt.Fprintf(c.stderr, "run %s kernels %d arrays %d peak %d\n", m.Name, m.Once.Launches, m.Once.Arrays, m.Once.Peak)
	}
}

// writeModule writes a module to -o, or as text to standard output.
func (c *command) writeModule(m *kir.Module, text bool) error {
	prog, err := emit.Emit(m, c.opts.Num())
	if err != nil {
		return reject("%v", err)
	}
	var data []byte
	if text {
		data = []byte(prog.Text())
	} else {
		prog.Describe(c.fileNames())
		data = prog.Bytes()
	}
	if c.out == "" {
		_, err := c.stdout.Write(data)
		return err
	}
	return installed(writeFile(c.out, data, 0o666), c.out)
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
			fmt.Fprintf(c.stderr, "nessiec: as WebAssembly: %v\n", err)
			return errRuntime{statusInternal}
		}
	}
	return nil
}
