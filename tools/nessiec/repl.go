package main

// nessiec repl: the terminal of a shell (package repl).

import (
	"os"
	"strconv"

	"nessiec/tools/repl"
)

// startRepl takes arguments for files, which are loaded first.
func (c *command) startRepl(args []string) error {
	c.files = args
	c.chooseTarget()
	return nil
}

// repl reads inputs and evaluates them until their end.
func (c *command) repl() error {
	x, err := repl.New(c.opts, c.grant.Grant, c.stdout, c.stderr)
	if err != nil {
		return err
	}
	x.Memory, x.Device = int64(c.memory), c.chosen
	for _, f := range c.files {
		if err := x.Interruptible("load " + strconv.Quote(f) + ";"); err != nil {
			return err
		}
	}
	in, ok := c.stdin.(*os.File)
	if info, err := os.Stdin.Stat(); !ok || in != os.Stdin || err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return x.Lines(c.stdin)
	}
	return x.Terminal()
}
