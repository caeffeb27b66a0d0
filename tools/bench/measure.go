package main

import (
	"bytes"
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

// Costs are counters of one run of the region.
type Costs struct{ Kernels, Waits, ReadBytes, Arrays, GivenBytes int64 }

// A Result is all turns of a workload, by program and round.
type Result struct {
	Workload Workload
	Turns    [programs][]Turn
}

// measure lets the programs take turns.
func measure(w Workload, ps [programs]program, rounds, runs int) (*Result, error) {
	r := &Result{Workload: w}
	for round := range rounds {
		for k := range ps {
			p := (k + round) % programs
			t, err := ps[p].run(runs)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", ps[p].name, err)
			}
			r.Turns[p] = append(r.Turns[p], t)
		}
	}
	return r, r.agree()
}

// agree compares the results of the programs.
func (r *Result) agree() error {
	want := r.Turns[oneThread][0].Check
	for _, ts := range r.Turns {
		for _, t := range ts {
			if d := math.Abs(t.Check - want); !(d <= r.Workload.Epsilon*math.Abs(want)) {
				return fmt.Errorf("results differ: %v and %v", t.Check, want)
			}
		}
	}
	return nil
}

// Of is the median over the turns of a program of a figure.
func (r *Result) Of(p int, figure func(Turn) float64) float64 {
	var xs []float64
	for _, t := range r.Turns[p] {
		xs = append(xs, figure(t))
	}
	return median(xs)
}

// Ratio is the median over the rounds of the time of the compiled program over
// that of program p.
func (r *Result) Ratio(p int) float64 {
	var xs []float64
	for i, t := range r.Turns[compiled] {
		xs = append(xs, t.Median/r.Turns[p][i].Median)
	}
	return median(xs)
}

// Against is the ratio that the workload has a limit for.
func (r *Result) Against() float64 {
	if r.Workload.Against == 1 {
		return r.Ratio(oneThread)
	}
	return r.Ratio(twoThreads)
}

// Faster is how many times faster the compiled program is than the original
// system: by the ratios of both to C on one thread, as they were measured on
// different machines, or by their times where there is no C for the original.
// It is false where nothing was recorded.
func (r *Result) Faster() (float64, bool) {
	switch rec := r.Workload.Nesl; {
	case rec.Time == 0:
		return 0, false
	case rec.C == 0:
		return rec.Time / r.Of(compiled, medianOf), true
	default:
		return rec.Time / rec.C / r.Ratio(oneThread), true
	}
}

func median(xs []float64) float64 {
	slices.Sort(xs)
	return xs[len(xs)/2]
}

// run runs a program once.
func (p program) run(runs int) (Turn, error) {
	cmd := exec.Command(p.path, p.args(runs)...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		return Turn{}, fmt.Errorf("%w\n%s", err, errs.String())
	}
	t, err := parseTurn(out.String(), errs.String())
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
		"arrays": &t.Run.Arrays, "given-bytes": &t.Run.GivenBytes}
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
