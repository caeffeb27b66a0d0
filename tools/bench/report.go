package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"nessiec/tools/bench/turn"
)

func medianOf(t turn.Turn) float64 { return t.Median }
func coldOf(t turn.Turn) float64   { return t.Cold }
func memoryOf(t turn.Turn) float64 { return float64(t.Memory) }

const (
	mega = 1e6
	giga = 1e9
)

// Table is the figures as text: times in milliseconds, memory in megabytes.
func Table(rs []*Result) string {
	var b strings.Builder
	t := tabwriter.NewWriter(&b, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "workload\tsize\tnessiec ms\tC ms\tC all ms\t/ C\t/ C all\tlimit\t2n/n\tC 2n/n\tcold ms\tMB\tC MB\t/ C MB\tpeak MB\tkernels\twaits\tread B\tgiven MB\tGB/s\toriginal\twasm ms\t/ C\t")
	for _, r := range rs {
		row(t, r)
	}
	t.Flush()
	b.WriteString("\n")
	for _, g := range groups {
		summary(&b, g, rs)
	}
	b.WriteString("nessiec: -O2, checks on; * is within the limit. Cold is the first run of a process. MB is the largest resident size\n" +
		"of a process, inputs included; peak that of the arrays of the device. 2n/n is the time of twice the work. Kernels, waits for the\n" +
		"device, bytes read back and bytes of all arrays given to kernels (an upper bound of the traffic, in GB/s too) are those of one run.\n" +
		"wasm: the same program as WebAssembly in the process of nessiec, on one thread.\n")
	if xs := faster(rs); len(xs) > 0 {
		fmt.Fprintf(&b, "Original: times faster than the original system, checks on in both, by recorded ratios to C; geometric mean of %d: %.1f.\n", len(xs), mean(xs))
	}
	return b.String()
}

// summary is the means of a group, if any of it was measured.
func summary(w io.Writer, group string, all []*Result) {
	var rs []*Result
	within, failed := 0, 0
	for _, r := range all {
		if r.Workload.Group == group {
			rs = append(rs, r)
		}
	}
	for _, r := range rs {
		if r.Within() {
			within++
		}
		if r.Failed != "" {
			failed++
		}
	}
	if len(rs) == 0 {
		return
	}
	fmt.Fprintf(w, "%s: %d of %d within the limit", group, within, len(rs))
	if failed > 0 {
		fmt.Fprintf(w, ", %d not measured", failed)
	}
	if failed < len(rs) {
		fmt.Fprintf(w, "; geometric mean of the ratios: %.2f to C on one thread, %.2f to C on all processors, %.2f in memory",
			mean(ratios(rs, oneThread)), mean(ratios(rs, twoThreads)), mean(memoryRatios(rs)))
	}
	if xs := those(rs, (*Result).ModuleRatio); len(xs) > 0 {
		fmt.Fprintf(w, "; %.2f to C on one thread as WebAssembly", mean(xs))
	}
	fmt.Fprintln(w, ".")
}

func row(t io.Writer, r *Result) {
	c := []any{r.Workload.Name, r.Workload.Size}
	limit := fmt.Sprintf("%g%s", r.Workload.Limit, []string{"", " C", ""}[r.Workload.Against])
	if r.Failed != "" {
		line, _, _ := strings.Cut(r.Failed, "\n")
		fmt.Fprintf(t, "%s\t%d\t%s\t%.2f\t%.2f\t-\t-\t%s\t-\t%s\t-\t-\t%.0f\t-\t-\t-\t-\t-\t-\t-\t-\t%s\t\n", append(c, line,
			r.Of(oneThread, medianOf)*1e3, r.Of(twoThreads, medianOf)*1e3, limit, times(r.Growth(oneThread), ""), r.Of(oneThread, memoryOf)/mega, asModule(r))...)
		return
	}
	own, costs := r.Of(compiled, medianOf), r.Turns[compiled][0].Run
	if r.Within() {
		limit += "*"
	}
	fmt.Fprintf(t, "%s\t%d\t%.2f\t%.2f\t%.2f\t%.2f\t%.2f\t%s\t%s\t%s\t%.0f\t%.0f\t%.0f\t%.2f\t%.0f\t%d\t%d\t%d\t%.1f\t%.1f\t%s\t%s\t\n", append(c, own*1e3,
		r.Of(oneThread, medianOf)*1e3, r.Of(twoThreads, medianOf)*1e3, r.Ratio(oneThread), r.Ratio(twoThreads), limit,
		times(r.Growth(compiled), r.DoubledFailed), times(r.Growth(oneThread), ""),
		r.Of(compiled, coldOf)*1e3, r.Of(compiled, memoryOf)/mega, r.Of(oneThread, memoryOf)/mega, r.MemoryRatio(), float64(costs.Peak)/mega,
		costs.Kernels, costs.Waits, costs.ReadBytes, float64(costs.GivenBytes)/mega, float64(costs.GivenBytes)/own/1e9, original(r), asModule(r))...)
}

// asModule is the columns of the module: its time, and the ratio to C on one thread.
func asModule(r *Result) string {
	x, ok := r.ModuleRatio()
	switch {
	case r.ModuleFailed != "":
		line, _, _ := strings.Cut(r.ModuleFailed, "\n")
		return line + "\t-"
	case !ok:
		return "-\t-"
	}
	return fmt.Sprintf("%.2f\t%.2f", r.Of(module, medianOf)*1e3, x)
}

// times is a ratio, or why it is not known.
func times(x float64, failed string) string {
	switch {
	case failed != "":
		line, _, _ := strings.Cut(failed, "\n")
		return line
	case x == 0:
		return "-"
	}
	return fmt.Sprintf("%.1f", x)
}

// original is how many times faster than the original system, if that is known.
func original(r *Result) string {
	if x, ok := r.Faster(); ok {
		return fmt.Sprintf("%.1f", x)
	}
	return "-"
}

// JSON is every turn of every program.
func JSON(rs []*Result) string {
	b, err := json.MarshalIndent(rs, "", "  ")
	if err != nil {
		panic(err)
	}
	return string(b) + "\n"
}
