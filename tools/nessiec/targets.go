package main

// What a target is to the command: interpreted, run in this process, or compiled.

import (
	"nessiec/backends"
	"nessiec/ir/target"
	"nessiec/tools/session"
)

// backend generates code for the target; nil for the reference interpreter.
func (c *command) backend() *backends.Backend { return session.Target(c.opts.Target) }

// interpreted reports whether nothing is generated for the target.
func (c *command) interpreted() bool { return c.backend() == nil }

// inProcess reports whether programs for the target run in this process, as code.
func (c *command) inProcess() bool {
	b := c.backend()
	return b != nil && b.Run != nil
}

// compiled reports whether programs for the target are executables.
func (c *command) compiled() bool {
	b := c.backend()
	return b != nil && b.Compile != nil
}

// hasDevice reports whether the target has the kind of device that the command line asks
// for.
func (c *command) hasDevice() bool {
	t := target.Find(c.opts.Target)
	_, ok := t.Device(c.opts.Device)
	return ok || !c.given("device")
}

// defaultEngine is the target that runs programs in this process where nobody asks for one. It
// reports whether this machine has one.
func defaultEngine() (string, bool) {
	names := session.InProcess()
	if len(names) == 0 {
		return target.Ref.Name, false
	}
	return names[0], true
}

// chooseTarget runs programs in this process, as code, where nothing else is asked for
// and the machine can: there is no other way to look at a program than to run it.
func (c *command) chooseTarget() {
	looks := c.given("target") || c.given("device") || c.to != "" || c.from != "" || c.dump != "" || c.dumpTo != "" || c.html != "" ||
		c.exec || c.bisect || c.times || c.stats || c.debug || c.simulated() || c.build || c.out != "" || c.sim || c.passes || c.explP != ""
	if name, ok := defaultEngine(); !looks && ok {
		c.opts.Target, c.byDefault = name, true
	}
}
