package main

// nessiec check: mistakes, and nothing else.

import "nessiec/tools/session"

// check runs the passes that find mistakes of programs. What they find is printed.
func (c *command) check() error {
	d := c.driver()
	p, err := c.enter(d)
	if err != nil {
		return err
	}
	_, err = c.runPasses(d, p, session.Checked(d))
	c.renderDiagnostics()
	return err
}
