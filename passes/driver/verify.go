package driver

// Verification. Programs do not change, so it goes on beside the passes after them. Of what the
// program before has, too, only what that did not promise is looked into: if all programs are
// right, so is this one, and else the first that is wrong is reported. So they are verified in
// any order. Observers are told of a pass when its output is known to be a program of its
// language.

import (
	"fmt"
	"sync/atomic"
	"time"

	"nessiec/passes/pass"
)

// A verification is that of what a pass has made.
type verification struct {
	*verifications
	before Program // what the pass took
	row    *Row
	left   atomic.Int64  // checks that are not made yet
	took   atomic.Int64  // time of the others
	done   chan struct{} // closed when all are made
	errs   []error       // of the checks; to be read when all are made
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
	for _, err := range v.errs {
		if err != nil {
			return v.ice(c, v.before, v.row.Pass, "output", err)
		}
	}
	return nil
}

// work makes check number i.
func (v *verification) work(i int, check func() error) {
	start := v.now()
	v.errs[i] = check()
	v.took.Add(int64(v.now().Sub(start)))
	if v.left.Add(-1) == 0 {
		v.row.Verify = time.Duration(v.took.Load())
		close(v.done)
	}
}

// due reports whether the output is another program than that before the pass.
func (v *verification) due() bool {
	return !v.NoVerify && !v.row.Skipped && !(v.row.Unchanged && v.row.Pass.From == v.row.Pass.To)
}

// verifications are those of one run of the driver.
type verifications struct {
	*Driver
	open  []*verification // whose end nobody knows, in the order of passes
	known Program         // the last output of which there is one
	queue chan func()     // checks that nobody makes yet
}

// queued is how many checks of a program are queued, on average, before whoever queues them waits.
const queued = 16

// startVerifications starts the goroutine that does the work. It is one, whose stack has grown
// for one program when the next comes.
func (d *Driver) startVerifications() *verifications {
	vs := &verifications{Driver: d, queue: make(chan func(), queued*len(d.Passes))}
	go func() {
		for check := range vs.queue {
			check()
		}
	}()
	return vs
}

// help does what is queued, while whoever calls it can do nothing else.
func (vs *verifications) help() {
	for {
		select {
		case check := <-vs.queue:
			check()
		default:
			return
		}
	}
}

// start begins to verify the output of a pass, which took before.
func (vs *verifications) start(before Program, row *Row) *verification {
	v := &verification{verifications: vs, before: before, row: row, done: make(chan struct{})}
	vs.open = append(vs.open, v)
	if !v.due() {
		close(v.done)
		return v
	}
	all := checks(row.Out, vs.known)
	vs.known, v.errs = row.Out, make([]error, len(all))
	v.left.Store(int64(len(all)))
	for i, check := range all {
		vs.queue <- func() { v.work(i, check) }
	}
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

// verify verifies a program; known is the last one before it that is verified.
func verify(p, known Program) error {
	for _, check := range checks(p, known) {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// checks is Language.Checks; a panic of a checker is an error of the program.
func checks(p, known Program) []func() error {
	all := p.Lang.Checks(p.Module, known.Lang, known.Module)
	for i, check := range all {
		all[i] = func() (err error) {
			defer func() {
				if r := recover(); r != nil {
					err = fmt.Errorf("%s: the checker panics: %v", p.Lang, r)
				}
			}()
			return check()
		}
	}
	return all
}
