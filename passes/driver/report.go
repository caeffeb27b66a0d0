package driver

// Passes that only report mistakes. They go on beside the passes after them, and end with the
// last one, or when they have found an error.

import (
	"sync/atomic"

	"nessiec/passes/pass"
)

// A report is such a pass on its way; nil is none.
type report struct {
	d      *Driver
	ctx    *pass.Ctx // with diagnostics of its own
	before Program
	row    *Row
	bad    atomic.Bool // it has found an error
	done   chan error
}

// startReport begins the pass of a row on p.
func (d *Driver) startReport(c *pass.Ctx, p Program, row *Row) *report {
	r := &report{d: d, ctx: c.Fork(), before: p, row: row, done: make(chan error, 1)}
	go func() {
		start := d.now()
		_, err := d.apply(r.ctx, p, row.Pass)
		row.Run = d.now().Sub(start)
		r.bad.Store(err != nil)
		r.done <- err
	}()
	return r
}

// end waits, and adds to c what the pass has found.
func (r *report) end(c *pass.Ctx) error {
	start := r.d.now()
	err := <-r.done
	r.row.Wait += r.d.now().Sub(start)
	c.Join(r.ctx)
	return r.d.reproduced(c, r.before, err)
}

// failed reports whether the pass has found an error so far.
func (r *report) failed() bool { return r.bad.Load() }
