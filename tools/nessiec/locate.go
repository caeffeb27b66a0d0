package main

// -g: the exact place of a run-time error of a compiled program, elements of
// nests included, found by executing it again on the reference interpreter.

import (
	"bytes"
	"fmt"
	"io"

	"nessiec/backends/ref/interp"
	"nessiec/ir/diag"
	"nessiec/ir/target"
	"nessiec/tools/session"
)

// locate prints where the program failed on the reference interpreter.
func (c *command) locate(input []byte) {
	failed, files := c.onReference(input, 0)
	if failed == nil {
		fmt.Fprintln(c.stderr, "-g: the reference interpreter, on the same input, does not fail")
		return
	}
	fmt.Fprintln(c.stderr, "-g: on the reference interpreter,", failed.Error())
	for _, line := range failed.Where(files.Position) {
		fmt.Fprintln(c.stderr, " ", line)
	}
}

// onReference executes the program again on the reference interpreter, on the input
// that it has read, in at most maxSteps steps, and says how it failed. What it wrote
// then stays as it is: files are written in memory, standard output is thrown away.
func (c *command) onReference(input []byte, maxSteps int64) (failed *interp.Error, files diag.Files) {
	again := *c
	again.opts.Target, again.byDefault, again.maxSteps = target.Ref.Name, false, maxSteps
	again.ses, again.rows = session.New(), nil
	again.ses.Table = c.ses.Table
	again.run, again.build, again.sim, again.stats, again.times = false, false, false, false, false
	again.out, again.output, again.dump, again.dumpTo, again.html = "", "", "", "", ""
	again.exec, again.bisect = false, false
	again.stdin, again.stdout, again.stderr = bytes.NewReader(input), io.Discard, io.Discard
	again.grant.Grant = c.grant.Grant.Again()
	again.failed = func(e *interp.Error) { failed = e }
	again.dispatch()
	return failed, again.ses.Files
}
