// Command bench measures compiled NESL programs side by side with programs
// written by hand in C, in the same run.
//
//	workloads.go  what is measured, at which size, and the ratio aimed at
//	programs.go   the same for programs in the style of users
//	build.go      building the NESL program and the C programs of a workload
//	measure.go    running them in turn, as package turn does
//	ratios.go     figures of the turns
//	report.go     the table, and the figures as JSON
//	plot.go       the ratios as a picture
//	c/            the C programs; the NESL programs are examples/bench
//
// Inputs are resident and made before the region that is measured; all programs
// make the same inputs, and their results must agree. Machines are noisy: the
// programs of a workload take turns, and a ratio is the median of those of the
// rounds.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"

	"nessiec/tools/bench/turn"
)

// A config is the flags.
type config struct {
	root    string // of the repository
	nessiec string
	target  string // of the compiled programs
	scale   float64
	runs    int // of a region in one round, at most
	rounds  int
	budget  float64 // seconds for the runs of a round
	double  bool    // whether to measure twice the work, too
	limits  turn.Limits
	only    *regexp.Regexp
	out     string // directory of results, "" for none
}

func main() {
	c := config{}
	only := flag.String("only", "", "measure workloads whose names match this regular expression")
	flag.StringVar(&c.root, "root", ".", "the repository")
	flag.StringVar(&c.nessiec, "nessiec", "bin/nessiec", "the compiler")
	flag.StringVar(&c.target, "target", "c", "the target of compiled programs: c, opencl")
	flag.Float64Var(&c.scale, "scale", 1, "size of the inputs, as a factor")
	flag.IntVar(&c.runs, "runs", 15, "runs of a region in one round, at most")
	flag.IntVar(&c.rounds, "rounds", 3, "rounds: in each, all programs of a workload take a turn")
	flag.Float64Var(&c.budget, "budget", 10, "seconds for a program in one round: it runs less often if it is slow, once if it takes longer")
	flag.BoolVar(&c.double, "double", false, "also measure twice the work, once")
	flag.Float64Var(&c.limits.Time, "time", 10, "seconds that one run may take before it is stopped")
	memory := flag.Float64("memory", 8, "gigabytes that a program may hold before it is stopped")
	flag.StringVar(&c.out, "o", "", "write results.txt, results.json and results.svg to this directory")
	flag.Parse()
	c.limits.Memory = *memory * giga
	var err error
	if c.only, err = regexp.Compile(*only); err == nil {
		err = c.run()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// run measures the workloads that were selected and reports them.
func (c *config) run() error {
	dir, err := os.MkdirTemp("", "nessiec-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var results []*Result
	for _, w := range Workloads() {
		if !c.only.MatchString(w.Name) {
			continue
		}
		fmt.Fprintf(os.Stderr, "bench: %s\n", w.Name)
		results = append(results, c.workload(dir, w))
	}
	if len(results) == 0 {
		return fmt.Errorf("no workload matches -only=%s", c.only)
	}
	fmt.Print(Table(results))
	return errors.Join(c.save(results), wrong(results))
}

// wrong is an error if a program failed otherwise than by being slow or large.
func wrong(rs []*Result) error {
	var errs []error
	for _, r := range rs {
		for _, failure := range []string{r.Failed, r.DoubledFailed, r.ModuleFailed} {
			if failure != "" && !turn.Stopped(failure) {
				errs = append(errs, fmt.Errorf("%s: %s", r.Workload.Name, failure))
			}
		}
	}
	return errors.Join(errs...)
}

// workload builds and measures one workload. What goes wrong is part of the result,
// so that the others are measured all the same.
func (c *config) workload(dir string, w Workload) *Result {
	w = w.Scaled(c.scale)
	progs, err := c.build(dir, w)
	r := &Result{Workload: w}
	if err == nil {
		r, err = c.measure(w, progs)
	}
	if err != nil {
		return &Result{Workload: w, Failed: err.Error()}
	}
	if !c.double {
		return r
	}
	if progs, err = c.build(dir, w.Scaled(2)); err == nil {
		err = c.measureDoubled(r, progs)
	}
	if err != nil {
		r.DoubledFailed = err.Error()
	}
	return r
}

// save writes the files of -o.
func (c *config) save(results []*Result) error {
	if c.out == "" {
		return nil
	}
	if err := os.MkdirAll(c.out, 0o777); err != nil {
		return err
	}
	for name, text := range map[string]string{
		"results.txt": Table(results), "results.json": JSON(results), "results.svg": Plot(results),
	} {
		if err := os.WriteFile(filepath.Join(c.out, name), []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}
