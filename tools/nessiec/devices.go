package main

// nessiec devices: a compiled program, which does nothing, finds them; nessiec version.

import (
	"fmt"
	"os"
	"os/exec"
	"strings"

	"nessiec/passes/pass"
	"nessiec/tools/cache"
	"nessiec/tools/flagvalue"
	"nessiec/tools/session"
)

// startNothing takes no arguments.
func (c *command) startNothing(args []string) error {
	if len(args) == 0 {
		return nil
	}
	return reject("nessiec %s takes no arguments", c.word.name)
}

// version prints which build this is.
func (c *command) version() error {
	fmt.Fprintln(c.stdout, session.Version())
	return nil
}

// devices prints the devices of all targets whose programs can be built here.
func (c *command) devices() error {
	var failed error
	found := false
	for _, name := range session.Compiled() {
		list, err := c.devicesOf(name)
		if err != nil {
			failed = err
			continue
		}
		for line := range strings.Lines(list) {
			fmt.Fprintf(c.stdout, "%-7s %s", name, line)
			found = true
		}
	}
	if found {
		return nil
	}
	return failed
}

// devicesOf is the list that programs for a target print.
func (c *command) devicesOf(target string) (string, error) {
	t := session.Target(target)
	c.opts.Target = target
	c.exprs, c.ctx = flagvalue.List{"0"}, pass.NewCtx(c.opts)
	d := c.driver()
	p, err := c.enter(d)
	if err == nil {
		p, err = c.runPasses(d, p, len(d.Passes))
	}
	if err != nil {
		return "", err
	}
	dir, exe, err := c.buildProgram(t, p, cache.Open("host"))
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	out, err := exec.Command(exe, "-devices").Output()
	if err != nil {
		return "", environment("%s: no devices: %v", target, err)
	}
	return string(out), nil
}
