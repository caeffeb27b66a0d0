package profile

import (
	"fmt"
	"io"
	"strings"

	"nessiec/ir/diag"
)

// mostLines is how many lines and kernels the text shows.
const mostLines = 20

// nothingRuns is the report on a program without launches.
const nothingRuns = "No kernel runs: the program evaluates nothing on the device. A function main that has parameters\n" +
	"gets arguments behind the file: nessiec profile FILE NAME=VALUE.\n"

// Write prints a report.
func (r *Report) Write(w io.Writer) {
	if r.Launches == 0 {
		fmt.Fprint(w, nothingRuns)
		return
	}
	fmt.Fprintf(w, "%s in all: kernels %s in %s", Seconds(r.Total), Seconds(r.Kernels), diag.Count(r.Launches, "launch", "launches"))
	if r.Copies > 0 {
		fmt.Fprintf(w, ", copies %s", Seconds(r.Copies))
	}
	if r.Host > 0 {
		fmt.Fprintf(w, ", the host %s", Seconds(r.Host))
	}
	fmt.Fprintf(w, ", waits %s; at most %s of arrays\n", Seconds(r.Waits), Bytes(r.Peak))
	sum := r.Elsewhere.Time
	for _, l := range r.Lines {
		sum += l.Time
	}
	fmt.Fprintf(w, "\n%10s %6s %10s %9s %10s %10s  %s\n", "time", "", "waits", "launches", "made", "at peak", "line")
	for i, l := range r.Lines {
		if i == mostLines {
			fmt.Fprintf(w, "%*s and %d lines more\n", 62, "", len(r.Lines)-i)
			break
		}
		r.row(w, l, sum, r.where(l.Place)+"  "+strings.TrimSpace(r.source(l.Place)))
	}
	if e := &r.Elsewhere; e.Time > 0 || e.Wait > 0 || e.Bytes > 0 {
		r.row(w, e, sum, "no line: inputs, results, code between lines")
	}
	fmt.Fprintf(w, "\nKernels, with the parts that their lines have by what they compute:\n")
	for i, k := range r.ByKernel {
		if i == mostLines {
			fmt.Fprintf(w, "  and %d kernels more\n", len(r.ByKernel)-i)
			break
		}
		fmt.Fprintf(w, "%10s %6.1f%% %6d launches  %s", Seconds(k.Time), percent(k.Time, r.Kernels), k.Launches, k.Name)
		for j, s := range k.Shares {
			sep := ", "
			if j == 0 {
				sep = ": "
			}
			fmt.Fprintf(w, "%sline %d %.0f%%", sep, s.Line, 100*s.Part)
		}
		fmt.Fprintln(w)
	}
}

func (r *Report) row(w io.Writer, l *Line, sum float64, what string) {
	fmt.Fprintf(w, "%10s %5.1f%% %10s %9d %10s %10s  %s\n", Seconds(l.Time), percent(l.Time, sum), Seconds(l.Wait), l.Launches, Bytes(l.Bytes), Bytes(l.Peak), what)
}

func percent(part, of float64) float64 {
	if of == 0 {
		return 0
	}
	return 100 * part / of
}

func (r *Report) where(p Place) string { return fmt.Sprintf("%s:%d", r.Files[p.File].Name, p.Line) }

func (r *Report) source(p Place) string {
	lines := strings.Split(r.Files[p.File].Source, "\n")
	if p.Line < 1 || p.Line > len(lines) {
		return ""
	}
	return strings.TrimRight(lines[p.Line-1], " \t\r")
}

// Seconds is a time for people.
func Seconds(s float64) string {
	switch {
	case s == 0:
		return "0"
	case s < 1e-3:
		return fmt.Sprintf("%.1f µs", 1e6*s)
	case s < 1:
		return fmt.Sprintf("%.2f ms", 1e3*s)
	}
	return fmt.Sprintf("%.3f s", s)
}

// Bytes is a size for people.
func Bytes(n int64) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d B", n)
	case n < 1e6:
		return fmt.Sprintf("%.1f kB", float64(n)/1e3)
	case n < 1e9:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	}
	return fmt.Sprintf("%.2f GB", float64(n)/1e9)
}
