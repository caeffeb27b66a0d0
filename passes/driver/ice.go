package driver

// Internal errors and their reproducers.

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"

	"nessiec/passes/pass"
)

// apply runs a pass; a panic becomes an internal error.
func (d *Driver) apply(c *pass.Ctx, p Program, ps *pass.Pass) (out any, err error) {
	defer func() {
		switch r := recover(); {
		case r == nil:
		case pass.Aborted(r):
			out, err = nil, ErrRejected
		default:
			out, err = nil, d.ice(c, p, ps, "panic", fmt.Errorf("%v", r), debug.Stack())
		}
	}()
	out = ps.Run(c, p.Module)
	if c.Diags.HasErrors() {
		return nil, ErrRejected
	}
	return out, nil
}

// ice makes an internal error and writes the reproducer: a dump of the program
// before the pass.
func (d *Driver) ice(c *pass.Ctx, p Program, ps *pass.Pass, stage string, err error, stack []byte) *pass.ICE {
	e := &pass.ICE{Pass: ps.Name, Stage: stage, Err: err, Stack: stack}
	if d.Dir != "" {
		name := filepath.Join(d.Dir, "nessiec-"+ps.Name+".dump")
		if werr := os.WriteFile(name, []byte(d.Dump(c.Options, p)), 0o666); werr == nil {
			e.Repro = name
		} else {
			e.Err = fmt.Errorf("%w (no reproducer: %v)", err, werr)
		}
	}
	return e
}
