package main

import (
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"sort"
)

// slowest is how many passes and programs are listed.
const slowest = 10

// report prints the figures of a level; best is by compiler and file.
func (c config) report(w io.Writer, level string, best [][]times) {
	fmt.Fprintf(w, "%s, %d programs, milliseconds of all passes with verification, the least of %d rounds\n", level, len(c.files), c.rounds)
	for i, name := range c.compilers {
		all := totals(best[i], total)
		fmt.Fprintf(w, "  %-24s p50 %8.1f  p95 %8.1f  most %8.1f  sum %9.1f\n", filepath.Base(name), quantile(all, 0.5), quantile(all, 0.95), quantile(all, 1), sum(all))
	}
	if len(best) == 2 {
		fmt.Fprintf(w, "  geometric mean of the ratios: %.3f\n", mean(ratios(best, total)))
	}
	var passes []string
	for _, t := range best[0] {
		for _, p := range t.passes {
			if p != total && !slices.Contains(passes, p) {
				passes = append(passes, p)
			}
		}
	}
	sort.SliceStable(passes, func(i, j int) bool { return sum(totals(best[0], passes[i])) > sum(totals(best[0], passes[j])) })
	for _, p := range passes[:min(slowest, len(passes))] {
		all := totals(best[0], p)
		fmt.Fprintf(w, "  %-28s sum %9.1f  p95 %8.1f  %4.1f%%", p, sum(all), quantile(all, 0.95), 100*sum(all)/sum(totals(best[0], total)))
		if len(best) == 2 {
			fmt.Fprintf(w, "  ratio of sums %.3f", sum(all)/sum(totals(best[1], p)))
		}
		fmt.Fprintln(w)
	}
	c.programs(w, best)
}

// programs lists those that take longest.
func (c config) programs(w io.Writer, best [][]times) {
	order := make([]int, len(c.files))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(i, j int) bool { return best[0][order[i]].of[total] > best[0][order[j]].of[total] })
	for _, k := range order[:min(slowest, len(order))] {
		fmt.Fprintf(w, "  %-36s %8.1f", c.files[k], best[0][k].of[total])
		if len(best) == 2 {
			fmt.Fprintf(w, "  ratio %.3f", best[0][k].of[total]/best[1][k].of[total])
		}
		fmt.Fprintln(w)
	}
}

// totals are the times of a pass, by program; a program that has none takes 0.
func totals(ts []times, pass string) []float64 {
	out := make([]float64, len(ts))
	for i, t := range ts {
		out[i] = t.of[pass]
	}
	return out
}

// ratios are those of the first compiler to the second.
func ratios(best [][]times, pass string) (out []float64) {
	for k := range best[0] {
		out = append(out, best[0][k].of[pass]/best[1][k].of[pass])
	}
	return out
}

// quantile is the least number that q of all are at most.
func quantile(xs []float64, q float64) float64 {
	s := slices.Sorted(slices.Values(xs))
	return s[max(int(math.Ceil(q*float64(len(s))))-1, 0)]
}

func sum(xs []float64) (s float64) {
	for _, x := range xs {
		s += x
	}
	return s
}

// mean is the geometric mean.
func mean(xs []float64) float64 {
	s := 0.0
	for _, x := range xs {
		s += math.Log(x)
	}
	return math.Exp(s / float64(len(xs)))
}
