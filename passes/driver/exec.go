package driver

// Execution checks: a pass must not change what a program does.

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"nessiec/grammar"
	"nessiec/ir/target"
	"nessiec/passes/pass"
)

// An ExecSpec says how to execute programs before and after every pass.
type ExecSpec struct {
	Inputs []Input // one after the other; none: the program reads nothing
	// Compare may object to more than a different meaning, see KeepsWork; nil
	// objects to nothing.
	Compare func(p *pass.Pass, before, after Outcome) error
}

// An execution remembers the outcomes before a pass; nil checks nothing.
type execution struct {
	d    *Driver
	last []Outcome // by input
	have bool
}

func (d *Driver) startExec(c *pass.Ctx, p Program) (*execution, error) {
	if d.ExecCheck == nil {
		return nil, nil
	}
	x := &execution{d: d}
	var err error
	x.last, x.have, err = x.exec(c, p)
	return x, err
}

// inputs lists at least one.
func (s *ExecSpec) inputs() []Input {
	if len(s.Inputs) == 0 {
		return []Input{{}}
	}
	return s.Inputs
}

// exec executes p on all inputs; a panic of the evaluator is an error.
func (x *execution) exec(c *pass.Ctx, p Program) (outs []Outcome, ok bool, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the evaluator of %s panics: %v", p.Lang, r)
		}
	}()
	for _, in := range x.d.ExecCheck.inputs() {
		out, ok := x.d.Exec(c.Options, p, in)
		if !ok {
			return nil, false, nil
		}
		outs = append(outs, out)
	}
	return outs, true, nil
}

// after executes the output of a pass and compares.
func (x *execution) after(c *pass.Ctx, row *Row) error {
	if x == nil || row.Skipped || row.Unchanged {
		return nil
	}
	outs, ok, err := x.exec(c, row.Out)
	if err != nil || !ok {
		return err
	}
	before, had := x.last, x.have
	x.last, x.have, row.Outcomes = outs, true, outs
	if !had {
		return nil
	}
	for i, in := range x.d.ExecCheck.inputs() {
		if err := x.compare(c, row.Pass, before[i], outs[i]); err != nil {
			if len(in.Args) > 0 {
				err = fmt.Errorf("%w\non input %s", err, strings.TrimSpace(strings.Join(in.Args, " ")))
			}
			return err
		}
	}
	return nil
}

func (x *execution) compare(c *pass.Ctx, p *pass.Pass, before, after Outcome) error {
	if err := SameMeaning(before, after, Tolerance(c.Options, p.Inexact)); err != nil {
		return err
	}
	if x.d.ExecCheck.Compare != nil {
		return x.d.ExecCheck.Compare(p, before, after)
	}
	return nil
}

// Growth of work that KeepsWork allows: a factor, and what is cheap anyway.
// Within a family passes were seen to need 6 times as much at most: a step of a loop
// with a stack copies its registers, a value that is a row is several accesses. The buffers of a
// block begin with a thousand elements each.
// From one family to the next the unit changes, and what was one step may
// become a kernel over a table (rank). A launch has work of its own: all
// work-items of a group sum up what they found, however few elements there are.
const (
	workFactor, workFree         = 8, 1 << 16
	familyFactor, familyWorkFree = 16, 1 << 16
	itemWork                     = 128 // accesses of a work-item in a launch
)

// KeepsWork objects to a pass that increases the work of a program that does
// not fail by more than a constant factor, for a target; for ExecSpec.Compare.
func KeepsWork(t target.Desc) func(p *pass.Pass, before, after Outcome) error {
	return func(p *pass.Pass, before, after Outcome) error {
		if before.Error != "" {
			return nil
		}
		factor, free := int64(workFactor), int64(workFree)
		if p.From.Family != p.To.Family {
			factor, free = familyFactor, familyWorkFree
		}
		if p.To.Family == grammar.KIR && t.Local > 1 {
			free += after.Counter("kernels") * int64(t.Local) * itemWork
		}
		if a, b := before.Work(), after.Work(); b > factor*a+free {
			return fmt.Errorf("the work grows from %d to %d", a, b)
		}
		return nil
	}
}

// Tolerance is the relative difference allowed between floats: none unless a
// pass is inexact (DESIGN 12, float order).
func Tolerance(o pass.Options, inexact bool) float64 {
	switch {
	case !inexact:
		return 0
	case o.FloatBits == 32:
		return 1e-5
	}
	return 1e-12
}

// SameMeaning compares two outcomes: output and error. Floats in the output may
// differ by the relative tolerance tol.
func SameMeaning(a, b Outcome, tol float64) error {
	if a.Error != b.Error || a.ErrorPos != b.ErrorPos {
		return fmt.Errorf("the run-time error changes from %q %s to %q %s", a.Error, a.ErrorPos, b.Error, b.ErrorPos)
	}
	if !sameText(a.Output, b.Output, tol) {
		return fmt.Errorf("the output changes: %s", difference(a.Output, b.Output))
	}
	return nil
}

func sameText(a, b string, tol float64) bool {
	if a == b || tol == 0 {
		return a == b
	}
	for a != "" && b != "" {
		x, y := token(a), token(b)
		if x != y && !near(x, y, tol) {
			return false
		}
		a, b = a[len(x):], b[len(y):]
	}
	return a == b
}

// token is the number at the start of s, or its first byte.
func token(s string) string {
	n := strings.IndexFunc(s, func(r rune) bool { return !strings.ContainsRune("0123456789.eE+-infaINF", r) })
	switch {
	case n < 0:
		return s
	case n == 0:
		return s[:1]
	}
	return s[:n]
}

// near reports whether x and y are floats and nearly equal.
func near(x, y string, tol float64) bool {
	f, err1 := strconv.ParseFloat(x, 64)
	g, err2 := strconv.ParseFloat(y, 64)
	if err1 != nil || err2 != nil || !strings.ContainsAny(x+y, ".eE") {
		return false
	}
	return math.Abs(f-g) <= tol*math.Max(math.Abs(f), math.Abs(g))
}

func lines(s string) []string { return strings.Split(strings.TrimSuffix(s, "\n"), "\n") }
