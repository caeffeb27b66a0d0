package driver

// Verification. Programs do not change, so it goes on beside the passes after them, one
// program after another. Observers are told of a pass when its output is known to be a program
// of its language.

import (
	"fmt"

	"nessiec/passes/pass"
)

// A verification is that of what a pass has made.
type verification struct {
	d      *Driver
	before Program // what the pass took
	row    *Row
	done   chan struct{} // closed when the work is done
	err    error         // of the output; to be read when the work is done
}

// wait returns, once it is known, how the output of the pass is wrong.
func (v *verification) wait(c *pass.Ctx) error {
	start := v.d.now()
	<-v.done
	v.row.Wait += v.d.now().Sub(start)
	if v.err != nil {
		return v.d.ice(c, v.before, v.row.Pass, "output", v.err)
	}
	return nil
}

// verifications are those of one run of the driver.
type verifications struct {
	*Driver
	open  []*verification    // whose end nobody knows, in the order of passes
	queue chan *verification // for the goroutine that does the work
}

func (d *Driver) startVerifications() *verifications {
	vs := &verifications{Driver: d, queue: make(chan *verification, len(d.Passes))}
	go vs.work()
	return vs
}

// start begins to verify the output of a pass, which took before.
func (vs *verifications) start(before Program, row *Row) *verification {
	v := &verification{d: vs.Driver, before: before, row: row, done: make(chan struct{})}
	vs.open = append(vs.open, v)
	vs.queue <- v
	return v
}

// work verifies what is queued. One goroutine does it all: its stack has grown for one program
// when the next comes.
func (vs *verifications) work() {
	var known Program // the last one that was verified
	for v := range vs.queue {
		if !vs.NoVerify && !v.row.Skipped && !(v.row.Unchanged && v.row.Pass.From == v.row.Pass.To) {
			start := vs.now()
			v.err, known = verify(v.row.Out, known), v.row.Out
			v.row.Verify = vs.now().Sub(start)
		}
		close(v.done)
	}
}

// end tells observers of passes whose output is right: of all, or of those whose verification
// is done by now. It ends at the first output that is wrong, and returns its verification.
func (vs *verifications) end(c *pass.Ctx, all bool) (wrong *verification, err error) {
	for ; len(vs.open) > 0; vs.open = vs.open[1:] {
		v := vs.open[0]
		select {
		case <-v.done:
		default:
			if !all {
				return nil, nil
			}
		}
		if err := v.wait(c); err != nil {
			return v, err
		}
		for _, o := range v.d.Observe {
			o(v.row)
		}
	}
	return nil, nil
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
