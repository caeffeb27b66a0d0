package main

// nessiec profile: which lines take the time and the memory.

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"nessiec/backends/wasm"
	"nessiec/backends/wasm/engine"
	"nessiec/ir/kir"
	"nessiec/passes/driver"
	"nessiec/tools/atomicfile"
	"nessiec/tools/cache"
	"nessiec/tools/profile"
	"nessiec/tools/session"
)

// startProfile takes arguments as run does, for a target that is compiled for.
func (c *command) startProfile(args []string) error {
	if err := c.startRun(args); err != nil {
		return err
	}
	if name, ok := defaultEngine(); ok && !c.given("target") {
		c.opts.Target, c.run = name, false
	}
	if c.interpreted() {
		return reject("nessiec profile needs a target that code is generated for: %s", strings.Join(session.TargetNames()[1:], " or "))
	}
	c.opts.Profile = true
	return nil
}

// profileProgram runs a program and prints what each of its lines took.
func (c *command) profileProgram() error {
	f, p, err := c.observeFusion()
	if err != nil {
		return err
	}
	m := p.Module.(*kir.Module)
	var events []profile.Event
	if c.inProcess() {
		events, err = c.recordModule(p)
	} else {
		events, err = c.recordProgram(p)
	}
	if err != nil {
		return err
	}
	r := profile.New(m, c.ses.Files).Report(events)
	fmt.Fprintln(c.stdout)
	r.Write(c.stdout)
	if c.html == "" {
		return nil
	}
	page, err := r.Page(c.base(), c.opts.Target, f.Report(c.ses.Files))
	if err != nil {
		return err
	}
	return installed(atomicfile.Write(c.html, page, 0o666), c.html)
}

// recordModule runs a program in this process.
func (c *command) recordModule(p driver.Program) ([]profile.Event, error) {
	m := p.Module.(*kir.Module)
	rec := profile.NewRecorder(m)
	run, err := wasm.RunWith(c.opts, m, c.threads, engine.Options{Memory: int64(c.memory), Prefix: true, Profile: rec.Step})
	if err != nil {
		return nil, environment("%v", err)
	}
	failed, err := c.runBy(run, p)
	if err == nil {
		err = c.failure(failed)
	}
	return rec.Events, err
}

// recordProgram compiles a program, runs it, and reads what it has written.
func (c *command) recordProgram(p driver.Program) ([]profile.Event, error) {
	dir, exe, err := c.buildProgram(c.backend(), p, cache.Open("host"))
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	args, err := c.programArguments(dir, p)
	if err != nil {
		return nil, err
	}
	c.profileTo = filepath.Join(dir, "profile")
	if err := c.runProgram(exe, args); err != nil {
		return nil, err
	}
	in, err := os.Open(c.profileTo)
	if err != nil {
		return nil, environment("%v", err)
	}
	defer in.Close()
	events, err := profile.Read(in)
	if err != nil {
		return nil, environment("%v", err)
	}
	return events, nil
}
