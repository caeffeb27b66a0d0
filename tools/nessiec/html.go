package main

// -html: the page of a compilation, with the graph of fusion where it was planned.

import (
	"bytes"

	"nessiec/passes/driver/view"
	"nessiec/tools/atomicfile"
)

// writeHTML writes the page.
func (c *command) writeHTML(v *view.View) error {
	var b bytes.Buffer
	if err := v.Write(&b, c.base(), c.ctx.Stats()); err != nil {
		return environment("%v", err)
	}
	return installed(atomicfile.Write(c.html, b.Bytes(), 0o666), c.html)
}
