// Command bench measures compiled NESL programs side by side with programs
// written by hand in C, in the same run.
//
//	workloads.go  what is measured, at which size, and the ratio aimed at
//	build.go      building the NESL program and the C programs of a workload
//	measure.go    running them in turn; what they print
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
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
)

// A config is the flags.
type config struct {
	root    string // of the repository
	nessiec string
	scale   float64
	runs    int // of a region in one round
	rounds  int
	only    *regexp.Regexp
	out     string // directory of results, "" for none
}

func main() {
	c := config{}
	only := flag.String("only", "", "measure workloads whose names match this regular expression")
	flag.StringVar(&c.root, "root", ".", "the repository")
	flag.StringVar(&c.nessiec, "nessiec", "bin/nessiec", "the compiler")
	flag.Float64Var(&c.scale, "scale", 1, "size of the inputs, as a factor")
	flag.IntVar(&c.runs, "runs", 15, "runs of a region in one round, at least 15")
	flag.IntVar(&c.rounds, "rounds", 3, "rounds: in each, all programs of a workload take a turn")
	flag.StringVar(&c.out, "o", "", "write results.txt, results.json and results.svg to this directory")
	flag.Parse()
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
		r, err := c.workload(dir, w)
		if err != nil {
			return fmt.Errorf("%s: %w", w.Name, err)
		}
		results = append(results, r)
	}
	if len(results) == 0 {
		return fmt.Errorf("no workload matches -only=%s", c.only)
	}
	fmt.Print(Table(results))
	return c.save(results)
}

// workload builds and measures one workload.
func (c *config) workload(dir string, w Workload) (*Result, error) {
	w = w.Scaled(c.scale)
	progs, err := c.build(dir, w)
	if err != nil {
		return nil, err
	}
	return measure(w, progs, c.rounds, c.runs)
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
