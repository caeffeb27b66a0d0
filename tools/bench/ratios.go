package main

import (
	"math"

	"nessiec/tools/bench/turn"
)

// Figures of results: medians over turns, ratios of programs, and their means.

// Of is the median over the turns of a program of a figure.
func (r *Result) Of(p int, figure func(turn.Turn) float64) float64 {
	var xs []float64
	for _, t := range r.Turns[p] {
		xs = append(xs, figure(t))
	}
	return turn.Median(xs)
}

// Ratio is the median over the rounds of the time of the compiled program over
// that of program p.
func (r *Result) Ratio(p int) float64 { return r.over(compiled, p) }

// over is the median over the rounds of the time of program p over that of q.
func (r *Result) over(p, q int) float64 {
	var xs []float64
	for i, t := range r.Turns[p] {
		xs = append(xs, t.Median/r.Turns[q][min(i, len(r.Turns[q])-1)].Median)
	}
	return turn.Median(xs)
}

// ModuleRatio is the time of the module over that of C on one thread.
func (r *Result) ModuleRatio() (float64, bool) {
	if r.ModuleFailed != "" || len(r.Turns[module]) == 0 {
		return 0, false
	}
	return r.over(module, oneThread), true
}

// MemoryRatio is the largest resident size of the compiled program over that of
// C on one thread, both with the making of inputs.
func (r *Result) MemoryRatio() float64 { return r.Of(compiled, memoryOf) / r.Of(oneThread, memoryOf) }

// Growth is the time of program p, compiled or oneThread, for twice the work
// over that for the work of the workload; 0 if one is not known.
func (r *Result) Growth(p int) float64 {
	if r.Doubled[p].Median == 0 || len(r.Turns[p]) == 0 {
		return 0
	}
	return r.Doubled[p].Median / r.Of(p, medianOf)
}

// Against is the ratio that the workload has a limit for.
func (r *Result) Against() float64 {
	if r.Workload.Against == 1 {
		return r.Ratio(oneThread)
	}
	return r.Ratio(twoThreads)
}

// Within reports whether the ratio is within the limit.
func (r *Result) Within() bool { return r.Failed == "" && r.Against() <= r.Workload.Limit }

// Faster is how many times faster the compiled program is than the original
// system: by the ratios of both to C on one thread, as they were measured on
// different machines, or by their times where there is no C for the original.
// It is false where nothing was recorded.
func (r *Result) Faster() (float64, bool) {
	switch rec := r.Workload.Nesl; {
	case rec.Time == 0 || r.Failed != "":
		return 0, false
	case rec.C == 0:
		return rec.Time / r.Of(compiled, medianOf), true
	default:
		return rec.Time / rec.C / r.Ratio(oneThread), true
	}
}

// those are the figures of the results that have one.
func those(rs []*Result, figure func(*Result) (float64, bool)) []float64 {
	var xs []float64
	for _, r := range rs {
		if x, ok := figure(r); ok {
			xs = append(xs, x)
		}
	}
	return xs
}

func faster(rs []*Result) []float64 { return those(rs, (*Result).Faster) }

func ratios(rs []*Result, p int) []float64 {
	return those(rs, func(r *Result) (float64, bool) {
		if r.Failed != "" {
			return 0, false
		}
		return r.Ratio(p), true
	})
}

func memoryRatios(rs []*Result) []float64 {
	return those(rs, func(r *Result) (float64, bool) {
		if r.Failed != "" {
			return 0, false
		}
		return r.MemoryRatio(), true
	})
}

// mean is the geometric mean.
func mean(xs []float64) float64 {
	s := 0.0
	for _, x := range xs {
		s += math.Log(x)
	}
	return math.Exp(s / float64(len(xs)))
}
