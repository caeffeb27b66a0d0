package main

import (
	"fmt"
	"math"

	"nessiec/tools/bench/turn"
)

// A Result is all turns of a workload, by program and round.
type Result struct {
	Workload Workload
	Turns    [programs][]turn.Turn
	// Doubled is the compiled program and C on one thread with twice the work.
	Doubled [2]turn.Turn
	// Failed and DoubledFailed say why the compiled program was not measured:
	// it was stopped at a limit, or is wrong. ModuleFailed says it of the module.
	Failed, DoubledFailed, ModuleFailed string
}

// measure lets the programs take turns. What the compiled program does wrong is
// a failure of the result; other errors are those of the harness.
func (c *config) measure(w Workload, ps [programs]turn.Program) (*Result, error) {
	r := &Result{Workload: w}
	var runs [programs]int
	rounds := c.rounds
	for p := range ps {
		t, err := ps[p].Run(1, c.limits)
		switch {
		case err != nil && p == compiled:
			r.Failed = turn.Reason(err)
			continue
		case err != nil && p == module:
			r.ModuleFailed = turn.Reason(err)
			continue
		case err != nil:
			return nil, fmt.Errorf("%s: %w", ps[p].Name, err)
		case t.Median > c.budget: // once is enough
			r.Turns[p], rounds = []turn.Turn{t}, 1
		}
		runs[p] = turn.Runs(c.budget, t.Median, c.runs)
	}
	for round := range rounds {
		for k := range ps {
			p := (k + round) % programs
			if len(r.Turns[p]) > round || p == compiled && r.Failed != "" || p == module && r.ModuleFailed != "" {
				continue
			}
			t, err := ps[p].Run(runs[p], c.limits)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", ps[p].Name, err)
			}
			r.Turns[p] = append(r.Turns[p], t)
		}
	}
	if err := r.agree(compiled, twoThreads); err != nil {
		r.Failed = turn.Reason(err)
	}
	if err := r.agree(module); err != nil {
		r.ModuleFailed = turn.Reason(err)
	}
	return r, nil
}

// measureDoubled measures what a workload takes for twice the work, in one turn.
func (c *config) measureDoubled(r *Result, ps [programs]turn.Program) error {
	for p := range r.Doubled {
		runs := 1
		if r.Failed == "" { // as often as time allows
			runs = turn.Runs(c.budget/2, r.Of(p, medianOf), c.runs)
		}
		t, err := ps[p].Run(runs, c.limits)
		if err != nil && p == compiled {
			r.DoubledFailed = turn.Reason(err)
		} else if err != nil {
			return fmt.Errorf("%s: %w", ps[p].Name, err)
		}
		r.Doubled[p] = t
	}
	if r.DoubledFailed == "" && !r.Workload.same(r.Doubled[compiled].Check, r.Doubled[oneThread].Check) {
		r.DoubledFailed = "wrong result"
	}
	return nil
}

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
