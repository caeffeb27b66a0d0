package driver

// Verification. Programs do not change, so it goes on beside the passes after them. Of what the
// program before has, too, only what that did not promise is looked into: if all programs are
// right, so is this one, and else the first that is wrong is reported. So they are verified in
// any order. Observers are told of a pass when its output is known to be a program of its
// language.

import (
	"fmt"

	"nessiec/passes/pass"
)

// A verification is that of what a pass has made.
type verification struct {
	*verifications
	before Program // what the pass took
	row    *Row
	known  Program       // the last one before that is verified
	done   chan struct{} // closed when the work is done
	err    error         // of the output; to be read when the work is done
}

// wait returns, once it is known, how the output of the pass is wrong.
func (v *verification) wait(c *pass.Ctx) error {
	select {
	case <-v.done:
	default:
		start := v.now()
		v.help()
		<-v.done
		v.row.Wait += v.now().Sub(start)
	}
	if v.err != nil {
		return v.ice(c, v.before, v.row.Pass, "output", v.err)
	}
	return nil
}

// work verifies the output.
func (v *verification) work() {
	if v.due() {
		start := v.now()
		v.err = verify(v.row.Out, v.known)
		v.row.Verify = v.now().Sub(start)
	}
	close(v.done)
}

// due reports whether the output is another program than that before the pass.
func (v *verification) due() bool {
	return !v.NoVerify && !v.row.Skipped && !(v.row.Unchanged && v.row.Pass.From == v.row.Pass.To)
}

// verifications are those of one run of the driver.
type verifications struct {
	*Driver
	open  []*verification    // whose end nobody knows, in the order of passes
	known Program            // the last output of which there is one
	queue chan *verification // whose work nobody does yet
}

// startVerifications starts the goroutine that does the work. It is one, whose stack has grown
// for one program when the next comes.
func (d *Driver) startVerifications() *verifications {
	vs := &verifications{Driver: d, queue: make(chan *verification, len(d.Passes))}
	go func() {
		for v := range vs.queue {
			v.work()
		}
	}()
	return vs
}

// help does what is queued, while whoever calls it can do nothing else.
func (vs *verifications) help() {
	for {
		select {
		case v := <-vs.queue:
			v.work()
		default:
			return
		}
	}
}

// start begins to verify the output of a pass, which took before.
func (vs *verifications) start(before Program, row *Row) *verification {
	v := &verification{verifications: vs, before: before, row: row, known: vs.known, done: make(chan struct{})}
	if v.due() {
		vs.known = row.Out
	}
	vs.open = append(vs.open, v)
	vs.queue <- v
	return v
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
		for _, o := range vs.Observe {
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
