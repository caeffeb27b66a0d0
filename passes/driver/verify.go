package driver

// Verification. Programs do not change, so it goes on beside the next pass. Observers are
// told of a pass when its output is known to be a program of its language.

import (
	"fmt"
	"sync"

	"nessiec/passes/pass"
)

// A verification is that of what a pass has made; nil is one that is done.
type verification struct {
	d      *Driver
	before Program // what the pass took
	row    *Row
	known  Program // was verified: the output when the work is done, until then what was last
	work   sync.WaitGroup
	err    error // of the output; to be read when the work is done
}

// startVerification begins to verify the output of a pass, which took before;
// last is the verification of that.
func (d *Driver) startVerification(before Program, row *Row, last *verification) *verification {
	v := &verification{d: d, before: before, row: row}
	if last != nil {
		v.known = last.known
	}
	if !d.NoVerify && !row.Skipped && !(row.Unchanged && row.Pass.From == row.Pass.To) {
		v.work.Go(func() {
			start := d.now()
			v.err, v.known = verify(row.Out, v.known), row.Out
			row.Verify = d.now().Sub(start)
		})
	}
	return v
}

// wait returns, once it is known, how the output of the pass is wrong.
func (v *verification) wait(c *pass.Ctx) error {
	start := v.d.now()
	v.work.Wait()
	v.row.Wait += v.d.now().Sub(start)
	if v.err != nil {
		return v.d.ice(c, v.before, v.row.Pass, "output", v.err)
	}
	return nil
}

// end waits, and tells observers of a pass whose output is right.
func (v *verification) end(c *pass.Ctx) error {
	if v == nil {
		return nil
	}
	if err := v.wait(c); err != nil {
		return err
	}
	for _, o := range v.d.Observe {
		o(v.row)
	}
	return nil
}

// verify is Language.VerifyAfter; a panic of a checker is an error of the program.
func verify(p, known Program) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%s: the checker panics: %v", p.Lang, r)
		}
	}()
	return p.Lang.VerifyAfter(p.Module, known.Lang, known.Module)
}
