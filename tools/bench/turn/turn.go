// Package turn runs programs that measure themselves, and reads what they print: those
// that nessiec builds with -bench, and those in C, which print the same lines.
//
//	turn.go    a program, and what one process of it measured
//	limits.go  stopping what takes too much time or memory
package turn

import (
	"errors"
	"fmt"
	"math"
	"os/exec"
	"slices"
	"strconv"
	"strings"
)

// A Program is an executable that measures its region the given number of times.
type Program struct {
	Name string
	Args func(runs int) []string
	Path string
}

// A Turn is what one process measured.
type Turn struct {
	Median, Min, Max, Cold float64 // seconds
	Check                  float64
	Memory                 int64 // largest resident size of the process, in bytes; 0 if it ended before anybody looked
	Run                    Costs
	Peak                   int64 // of the arrays of the device, in bytes
}

// Costs are counters of one run of the region. The peak is that of the arrays of
// the device, inputs included.
type Costs struct{ Kernels, Waits, ReadBytes, Arrays, GivenBytes, Peak int64 }

// Reason is an error in a word or two.
func Reason(err error) string {
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

// Stopped reports whether a failure is that of a limit.
func Stopped(failure string) bool { return strings.HasPrefix(failure, ">") }

// Runs is how many runs of so many seconds fit into a budget: one at least, most at most.
func Runs(budget, seconds float64, most int) int {
	return min(max(int(budget/max(seconds, 1e-9)), 1), most)
}

// Run runs a program once.
func (p Program) Run(runs int, l Limits) (Turn, error) {
	cmd := exec.Command(p.Path, p.Args(runs)...)
	out, errs, most, err := l.watched(cmd, runs)
	if err != nil {
		return Turn{}, fmt.Errorf("%w\n%s", err, errs)
	}
	t, err := Parse(out, errs)
	t.Memory = int64(most)
	return t, err
}

// Parse reads what a program printed: the line of its check on standard
// output, the lines bench, run and stat on standard error.
func Parse(stdout, stderr string) (Turn, error) {
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

// Median is NaN if there are none.
func Median(xs []float64) float64 {
	if len(xs) == 0 {
		return math.NaN()
	}
	slices.Sort(xs)
	return xs[len(xs)/2]
}
