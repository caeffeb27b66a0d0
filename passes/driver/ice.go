package driver

// Internal errors and their reproducers.

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"

	"nessiec/passes/pass"
)

// apply runs a pass; a panic becomes an internal error, without a reproducer.
func (d *Driver) apply(c *pass.Ctx, p Program, ps *pass.Pass) (out any, err error) {
	defer func() {
		switch r := recover(); {
		case r == nil:
		case pass.Aborted(r):
			out, err = nil, ErrRejected
		default:
			out, err = nil, &pass.ICE{Pass: ps.Name, Stage: "panic", Err: fmt.Errorf("%v", r), Stack: debug.Stack()}
		}
	}()
	out = ps.Run(c, p.Module)
	if c.Diags.HasErrors() {
		return nil, ErrRejected
	}
	return out, nil
}

// ice makes an internal error of what pass ps made of p, with a reproducer.
func (d *Driver) ice(c *pass.Ctx, p Program, ps *pass.Pass, stage string, err error) error {
	return d.reproduced(c, p, &pass.ICE{Pass: ps.Name, Stage: stage, Err: err})
}

// reproduced writes the reproducer of an internal error, a dump of the program before the
// pass, and adds its name.
func (d *Driver) reproduced(c *pass.Ctx, p Program, err error) error {
	e, internal := err.(*pass.ICE)
	if !internal || d.Dir == "" {
		return err
	}
	name := filepath.Join(d.Dir, "nessiec-"+e.Pass+".dump")
	if werr := os.WriteFile(name, []byte(d.Dump(c.Options, p)), 0o666); werr == nil {
		e.Repro = name
	} else {
		e.Err = fmt.Errorf("%w (no reproducer: %v)", e.Err, werr)
	}
	return e
}
