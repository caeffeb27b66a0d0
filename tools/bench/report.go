package main

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"text/tabwriter"
)

func medianOf(t Turn) float64 { return t.Median }
func coldOf(t Turn) float64   { return t.Cold }
func memoryOf(t Turn) float64 { return float64(t.Memory) }

const mega = 1e6

// Table is the figures as text: times in milliseconds, memory in megabytes.
func Table(rs []*Result) string {
	var b strings.Builder
	t := tabwriter.NewWriter(&b, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "workload\tsize\tnessiec ms\tC ms\tC all ms\t/ C\t/ C all\tlimit\tcold ms\tMB\tC MB\tkernels\twaits\tread B\tgiven MB\tGB/s\toriginal\t")
	for _, r := range rs {
		row(t, r)
	}
	t.Flush()
	fmt.Fprintf(&b, "\nGeometric mean of the ratios: %.2f to C on one thread, %.2f to C on all processors; %d of %d within the limit (marked *).\n"+
		"nessiec: -O2 on OpenCL, checks on. Cold is the first run of a process. Kernels, waits for the device, bytes read\n"+
		"back and bytes of all arrays given to kernels (an upper bound of the traffic, in GB/s too) are those of one run.\n",
		mean(ratios(rs, oneThread)), mean(ratios(rs, twoThreads)), within(rs), len(rs))
	if xs := faster(rs); len(xs) > 0 {
		fmt.Fprintf(&b, "Original: times faster than the original system, checks on in both, by recorded ratios to C; geometric mean of %d: %.1f.\n", len(xs), mean(xs))
	}
	return b.String()
}

func row(t *tabwriter.Writer, r *Result) {
	own, costs := r.Of(compiled, medianOf), r.Turns[compiled][0].Run
	mark := ""
	if r.Against() <= r.Workload.Limit {
		mark = "*"
	}
	fmt.Fprintf(t, "%s\t%d\t%.2f\t%.2f\t%.2f\t%.2f\t%.2f\t%g%s%s\t%.0f\t%.0f\t%.0f\t%d\t%d\t%d\t%.1f\t%.1f\t%s\t\n",
		r.Workload.Name, r.Workload.Size, own*1e3, r.Of(oneThread, medianOf)*1e3, r.Of(twoThreads, medianOf)*1e3,
		r.Ratio(oneThread), r.Ratio(twoThreads), r.Workload.Limit, []string{"", " C", ""}[r.Workload.Against], mark,
		r.Of(compiled, coldOf)*1e3, r.Of(compiled, memoryOf)/mega, r.Of(oneThread, memoryOf)/mega,
		costs.Kernels, costs.Waits, costs.ReadBytes, float64(costs.GivenBytes)/mega, float64(costs.GivenBytes)/own/1e9, original(r))
}

// original is how many times faster than the original system, if that is known.
func original(r *Result) string {
	if x, ok := r.Faster(); ok {
		return fmt.Sprintf("%.1f", x)
	}
	return "-"
}

func ratios(rs []*Result, p int) []float64 {
	var xs []float64
	for _, r := range rs {
		xs = append(xs, r.Ratio(p))
	}
	return xs
}

func faster(rs []*Result) []float64 {
	var xs []float64
	for _, r := range rs {
		if x, ok := r.Faster(); ok {
			xs = append(xs, x)
		}
	}
	return xs
}

// mean is the geometric mean.
func mean(xs []float64) float64 {
	s := 0.0
	for _, x := range xs {
		s += math.Log(x)
	}
	return math.Exp(s / float64(len(xs)))
}

func within(rs []*Result) int {
	n := 0
	for _, r := range rs {
		if r.Against() <= r.Workload.Limit {
			n++
		}
	}
	return n
}

// JSON is every turn of every program.
func JSON(rs []*Result) string {
	b, err := json.MarshalIndent(rs, "", "  ")
	if err != nil {
		panic(err)
	}
	return string(b) + "\n"
}
