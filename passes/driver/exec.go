package driver

// Execution checks: a pass must not change what a program does.

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"nessiec/passes/pass"
)

// An ExecSpec says how to execute programs before and after every pass.
type ExecSpec struct {
	Input Input
	// Compare may object to more than a different meaning, to a large growth
	// of work for instance; nil objects to nothing.
	Compare func(p *pass.Pass, before, after Outcome) error
}

// An execution remembers the outcome before a pass; nil checks nothing.
type execution struct {
	d    *Driver
	last Outcome
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

// exec executes p; a panic of the evaluator is an error.
func (x *execution) exec(c *pass.Ctx, p Program) (out Outcome, ok bool, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the evaluator of %s panics: %v", p.Lang, r)
		}
	}()
	out, ok = x.d.Exec(c.Options, p, x.d.ExecCheck.Input)
	return out, ok, nil
}

// after executes the output of a pass and compares.
func (x *execution) after(c *pass.Ctx, row *Row) error {
	if x == nil || row.Skipped || row.Unchanged {
		return nil
	}
	out, ok, err := x.exec(c, row.Out)
	if err != nil || !ok {
		return err
	}
	before, had := x.last, x.have
	x.last, x.have = out, true
	if !had {
		return nil
	}
	if err := SameMeaning(before, out, Tolerance(c.Options, row.Pass.Inexact)); err != nil {
		return err
	}
	if x.d.ExecCheck.Compare != nil {
		return x.d.ExecCheck.Compare(row.Pass, before, out)
	}
	return nil
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
		if x != y && !close(x, y, tol) {
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

// close reports whether x and y are floats and nearly equal.
func close(x, y string, tol float64) bool {
	f, err1 := strconv.ParseFloat(x, 64)
	g, err2 := strconv.ParseFloat(y, 64)
	if err1 != nil || err2 != nil || !strings.ContainsAny(x+y, ".eE") {
		return false
	}
	return math.Abs(f-g) <= tol*math.Max(math.Abs(f), math.Abs(g))
}

func lines(s string) []string { return strings.Split(strings.TrimSuffix(s, "\n"), "\n") }
