package main

// nessiec check: mistakes, and nothing else.

import "nessiec/grammar"

// check runs the passes that find mistakes of programs. What they find is printed.
func (c *command) check() error {
	d := c.driver()
	p, err := c.enter(d)
	if err != nil {
		return err
	}
	_, err = c.runPasses(d, p, d.Leave(grammar.NestedMono.Language))
	c.renderDiagnostics()
	return err
}
