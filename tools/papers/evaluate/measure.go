package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"

	"nessiec/tools/bench/turn"
)

// A Series is a benchmark at one size.
type Series struct {
	Benchmark string
	Size      int
	Rows      []Row
}

// A Row is one program of a series: the turns it took, or why it was not measured.
type Row struct {
	Variant string
	Turns   []turn.Turn
	Failed  string
	Off     float64 // the largest relative difference to the result of C
}

// MS is the median of the rounds, in milliseconds; NaN if nothing was measured.
func (r *Row) MS() float64 {
	var xs []float64
	for _, t := range r.Turns {
		xs = append(xs, t.Median*1e3)
	}
	return turn.Median(xs)
}

// reason is the first line of why the row was not measured.
func (r *Row) reason() string {
	line, _, _ := strings.Cut(r.Failed, "\n")
	return line
}

// of is the row of a variant, empty if there is none.
func of(rows []Row, variant string) *Row {
	if i := slices.IndexFunc(rows, func(r Row) bool { return r.Variant == variant }); i >= 0 {
		return &rows[i]
	}
	return &Row{Variant: variant}
}

// Ratio is the median over the rounds of the time of r over that of another.
func (r *Row) Ratio(other *Row) float64 {
	var xs []float64
	for i := range min(len(r.Turns), len(other.Turns)) {
		xs = append(xs, r.Turns[i].Median/other.Turns[i].Median)
	}
	return turn.Median(xs)
}

// series measures a benchmark at one size.
func (c *config) series(dir string, b benchmark, size int) Series {
	vs := []variant{c.compiled(dir, wide, b, size)}
	if b.Floats {
		vs = append(vs, c.compiled(dir, narrow, b, size, "-float=32"))
	}
	vs = append(vs, c.byHand(dir, oneC, b, size), c.byHand(dir, parallel, b, size))
	return Series{b.Name, size, c.turns(b, vs, oneC)}
}

// An Ablation is a benchmark by plans of fusion, at one size.
type Ablation Series

// plans is how each plan of fusion is asked for; the first is what others are compared with.
var plans = []struct {
	name  string
	flags []string
}{
	{"exact", nil},
	{"greedy, down", []string{"-fusion=greedy-down"}},
	{"greedy, up", []string{"-fusion=greedy-up"}},
	{"vertical only", []string{"-fusion=vertical"}},
	{"inlined only", []string{"-fusion=none"}},
	{"nothing", append([]string{"-fusion=none"}, without("inline-producers", "reduce-survivors")...)},
	{"copies", append([]string{"-fusion=none"}, without("inline-producers", "reduce-survivors", "distribute-conditionals", "sequentialise-folds",
		"hoist-invariants", "merge-filters", "merge-scatters", "place-appends", "lift-scalars", "keep-counts", "join-launches")...)},
}

// without leaves passes out.
func without(passes ...string) (flags []string) {
	for _, p := range passes {
		flags = append(flags, "-skip="+p)
	}
	return flags
}

// ablation measures the plans of fusion.
func (c *config) ablation(dir string, b benchmark) Ablation {
	size := b.scaled(b.Plans, c.scale)
	var vs []variant
	for _, p := range plans {
		vs = append(vs, c.compiled(dir, p.name, b, size, p.flags...))
	}
	return Ablation{b.Name, size, c.turns(b, vs, plans[0].name)}
}

// turns lets programs take turns. Results are compared with those of the variant called by.
func (c *config) turns(b benchmark, vs []variant, by string) []Row {
	rows, runs := make([]Row, len(vs)), make([]int, len(vs))
	for i, v := range vs {
		rows[i] = Row{Variant: v.Name, Failed: v.failed}
		if v.failed != "" {
			continue
		}
		t, err := v.Run(1, c.limits)
		if err != nil {
			rows[i].Failed = turn.Reason(err)
			continue
		}
		if runs[i] = turn.Runs(c.budget, t.Median, c.runs); t.Median > c.budget {
			rows[i].Turns = []turn.Turn{t} // once is enough
		}
	}
	for round := range c.rounds {
		for k := range vs {
			i := (k + round) % len(vs)
			r := &rows[i]
			if r.Failed != "" || len(r.Turns) > round || len(r.Turns) == 1 && runs[i] == 1 && r.Turns[0].Median > c.budget {
				continue
			}
			t, err := vs[i].Run(runs[i], c.limits)
			if err != nil {
				r.Failed = turn.Reason(err)
				continue
			}
			r.Turns = append(r.Turns, t)
		}
	}
	for _, v := range vs {
		os.Remove(v.Path + ".nesl")
		if by != oneC && c.target != "wasm" {
			os.Remove(v.Path)
		}
	}
	compare(b, rows, by)
	return rows
}

// narrowEpsilon is how far results of 32-bit floats may be from those of 64-bit floats: the
// sums of checks have up to ten million terms, and bodies and points near a limit may be on
// another side of it.
const narrowEpsilon = 0.01

// compare fails rows whose results differ from that of the variant called by.
func compare(b benchmark, rows []Row, by string) {
	want := of(rows, by)
	if len(want.Turns) == 0 {
		return
	}
	for i := range rows {
		r := &rows[i]
		epsilon := b.Epsilon
		if r.Variant == narrow {
			epsilon = narrowEpsilon
		}
		for _, t := range r.Turns {
			x := want.Turns[0].Check
			off := math.Abs(t.Check-x) / math.Max(math.Abs(x), math.SmallestNonzeroFloat64)
			if r.Off = max(r.Off, off); !(off <= epsilon) {
				r.Failed = fmt.Sprintf("%s: %v, not %v", different, t.Check, x)
			}
		}
	}
}

// different begins what is said of a wrong result.
const different = "another result"

// wrong is an error where a program failed otherwise than by being slow or large.
func wrong(r *Results) error {
	var errs []error
	for _, s := range r.all() {
		for _, row := range s.Rows {
			if row.Failed != "" && !turn.Stopped(row.Failed) {
				errs = append(errs, fmt.Errorf("%s at %d, %s: %s", s.Benchmark, s.Size, row.Variant, row.reason()))
			}
		}
	}
	if r.Tracer.Failed != "" {
		errs = append(errs, fmt.Errorf("raytracer: %s", r.Tracer.Failed))
	}
	return errors.Join(errs...)
}

// all is the benchmarks by size, then those by plan of fusion.
func (r *Results) all() []Series {
	out := slices.Clone(r.Series)
	for _, a := range r.Plans {
		out = append(out, Series(a))
	}
	return out
}
