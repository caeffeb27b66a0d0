package main

import (
	"errors"
	"fmt"
	"math"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// A Turn is what one process measured.
type Turn struct {
	Median, Min, Max, Cold float64 // seconds
	Check                  float64
	Memory                 int64 // largest resident size of the process, in bytes
	Run                    Costs
	Peak                   int64 // of the arrays of the device, in bytes
}

// Costs are counters of one run of the region. The peak is that of the arrays of
// the device, inputs included.
type Costs struct{ Kernels, Waits, ReadBytes, Arrays, GivenBytes, Peak int64 }

// A Result is all turns of a workload, by program and round.
type Result struct {
	Workload Workload
	Turns    [programs][]Turn
	// Doubled is the compiled program and C on one thread with twice the work.
	Doubled [2]Turn
	// Failed and DoubledFailed say why the compiled program was not measured:
	// it was stopped at a limit, or is wrong. ModuleFailed says it of the module.
	Failed, DoubledFailed, ModuleFailed string
}

// measure lets the programs take turns. What the compiled program does wrong is
// a failure of the result; other errors are those of the harness.
func (c *config) measure(w Workload, ps [programs]program) (*Result, error) {
	r := &Result{Workload: w}
	var runs [programs]int
	rounds := c.rounds
	for p := range ps {
		t, err := ps[p].run(1, c.limits)
		switch {
		case err != nil && p == compiled:
			r.Failed = reason(err)
			continue
		case err != nil && p == module:
			r.ModuleFailed = reason(err)
			continue
		case err != nil:
			return nil, fmt.Errorf("%s: %w", ps[p].name, err)
		case t.Median > c.budget: // once is enough
			r.Turns[p], rounds = []Turn{t}, 1
		}
		runs[p] = min(max(int(c.budget/max(t.Median, 1e-9)), 1), c.runs)
	}
	for round := range rounds {
		for k := range ps {
			p := (k + round) % programs
			if len(r.Turns[p]) > round || p == compiled && r.Failed != "" || p == module && r.ModuleFailed != "" {
				continue
			}
			t, err := ps[p].run(runs[p], c.limits)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", ps[p].name, err)
			}
			r.Turns[p] = append(r.Turns[p], t)
		}
	}
	if err := r.agree(compiled, twoThreads); err != nil {
		r.Failed = reason(err)
	}
	if err := r.agree(module); err != nil {
		r.ModuleFailed = reason(err)
	}
	return r, nil
}

// measureDoubled measures what a workload takes for twice the work, in one turn.
func (c *config) measureDoubled(r *Result, ps [programs]program) error {
	for p := range r.Doubled {
		runs := 1
		if r.Failed == "" { // as often as time allows
			runs = min(max(int(c.budget/2/r.Of(p, medianOf)), 1), c.runs)
		}
		t, err := ps[p].run(runs, c.limits)
		if err != nil && p == compiled {
			r.DoubledFailed = reason(err)
		} else if err != nil {
			return fmt.Errorf("%s: %w", ps[p].name, err)
		}
		r.Doubled[p] = t
	}
	if r.DoubledFailed == "" && !r.Workload.same(r.Doubled[compiled].Check, r.Doubled[oneThread].Check) {
		r.DoubledFailed = "wrong result"
	}
	return nil
}

// reason is an error in a word or two.
func reason(err error) string {
	var over exceeded
	var exit *exec.ExitError
	switch {
	case errors.As(err, &over):
		return string(over)
	case errors.As(err, &exit):
		return exit.String()
	default:
		return err.Error()
	}
}

// stopped reports whether a failure is that of a limit.
func stopped(failure string) bool { return strings.HasPrefix(failure, ">") }

// agree compares the results of programs with those of C.
func (r *Result) agree(ps ...int) error {
	want := r.Turns[oneThread][0].Check
	for _, p := range ps {
		for _, t := range r.Turns[p] {
			if !r.Workload.same(t.Check, want) {
				return fmt.Errorf("results differ: %v and %v", t.Check, want)
			}
		}
	}
	return nil
}

// same compares checks.
func (w Workload) same(x, want float64) bool {
	return math.Abs(x-want) <= w.Epsilon*math.Abs(want)
}

// run runs a program once.
func (p program) run(runs int, l Limits) (Turn, error) {
	cmd := exec.Command(p.path, p.args(runs)...)
	out, errs, err := l.watched(cmd, runs)
	if err != nil {
		return Turn{}, fmt.Errorf("%w\n%s", err, errs)
	}
	t, err := parseTurn(out, errs)
	if u, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		t.Memory = u.Maxrss * 1024
	}
	return t, err
}

// parseTurn reads what a program printed: the line of its check on standard
// output, the lines bench, run and stat on standard error.
func parseTurn(stdout, stderr string) (Turn, error) {
	var t Turn
	seen := map[string]bool{}
	floats := map[string]*float64{"median": &t.Median, "min": &t.Min, "max": &t.Max, "cold": &t.Cold}
	ints := map[string]*int64{"kernels": &t.Run.Kernels, "waits": &t.Run.Waits, "read-bytes": &t.Run.ReadBytes,
		"arrays": &t.Run.Arrays, "given-bytes": &t.Run.GivenBytes, "peak": &t.Run.Peak}
	for line := range strings.Lines(stderr + stdout) {
		words := strings.Fields(line)
		if len(words) < 3 {
			continue
		}
		seen[words[0]] = true
		switch words[0] {
		case "check":
			t.Check = number(words[2])
		case "bench":
			for i := 2; i+1 < len(words); i += 2 {
				if p := floats[words[i]]; p != nil {
					*p = number(words[i+1])
				}
			}
		case "run":
			for i := 2; i+1 < len(words); i += 2 {
				if p := ints[words[i]]; p != nil {
					*p = int64(number(words[i+1]))
				}
			}
		case "stat":
			if words[1] == "peak" {
				t.Peak = int64(number(words[2]))
			}
		}
	}
	if !seen["check"] || !seen["bench"] {
		return t, fmt.Errorf("no measurement in\n%s%s", stdout, stderr)
	}
	return t, nil
}

// number is NaN, which agrees with nothing, for what is none.
func number(s string) float64 {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return math.NaN()
	}
	return x
}

// median is NaN if there are none.
func median(xs []float64) float64 {
	if len(xs) == 0 {
		return math.NaN()
	}
	slices.Sort(xs)
	return xs[len(xs)/2]
}
