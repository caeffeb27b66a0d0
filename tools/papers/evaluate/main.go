// Command evaluate repeats the evaluations of the papers on this machine, and writes one
// page with what the papers print beside it: bin/papers/index.html. make papers runs it.
//
//	benchmarks.go  the programs, their sizes, and what the papers print of them
//	build.go       making the programs of a benchmark
//	measure.go     times by size, and by plan of fusion, of programs that take turns
//	raytracer.go   the ray tracer, whose program measures itself
//	solver.go      times of the planners of fusion, by number of runs
//	gpu.go         times on an NVIDIA GPU, where there is one
//	stages.go      lines of code of the compiler by stage
//	machine.go     what this machine is
//	plot.go        curves and dots as SVG
//	figures.go     which plots there are
//	page.go        the page
//	report.go      the tables of docs/report.md
//	programs/      programs of the papers that are benchmarks here alone
//
// Everything that is measured is in results.json beside the page; -render makes the page of
// it anew.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"

	"nessiec/tools/bench/turn"
)

// A config is the flags.
type config struct {
	root, nessiec string
	target        string // of compiled programs: c, opencl, or wasm, which needs no building
	scale         float64
	sweep         int // how many sizes of a benchmark, the largest ones
	runs, rounds  int
	budget        float64 // seconds for the runs of a program in one round
	regions       int     // random regions of each size that planners are measured with
	limits        turn.Limits
	only          *regexp.Regexp
	gpu           string // auto, none or simulate
	out           string // directory of the page
	render        bool
	parts         *regexp.Regexp // what is measured; the rest is as results.json has it
	report        bool
}

func main() {
	c := config{}
	only := flag.String("only", "", "measure benchmarks whose names match this regular expression")
	flag.StringVar(&c.root, "root", ".", "the repository")
	flag.StringVar(&c.nessiec, "nessiec", "bin/nessiec", "the compiler")
	flag.StringVar(&c.target, "target", "c", "target of the programs: c, opencl, or wasm, which compiles faster")
	flag.Float64Var(&c.scale, "scale", 1, "work of the largest size, as a factor")
	flag.IntVar(&c.sweep, "sweep", 4, "sizes of a benchmark, at most; with 1 only the largest")
	flag.IntVar(&c.runs, "runs", 15, "runs of a region in one round, at most")
	flag.IntVar(&c.rounds, "rounds", 3, "rounds: in each, all programs of a benchmark take a turn")
	flag.Float64Var(&c.budget, "budget", 2, "seconds for a program in one round: it runs less often if it is slow")
	flag.IntVar(&c.regions, "regions", 20, "random regions of each size for the planners of fusion; 0: these are not measured")
	flag.Float64Var(&c.limits.Time, "time", 15, "seconds that one run may take before it is stopped")
	memory := flag.Float64("memory", 8, "gigabytes that a program may hold before it is stopped")
	flag.StringVar(&c.gpu, "gpu", "auto", "auto: measure on an NVIDIA GPU where there is one; none; or simulate, which says nothing about speed")
	flag.StringVar(&c.out, "o", "bin/papers", "write index.html and results.json to this directory")
	flag.BoolVar(&c.render, "render", false, "make the page of the results that are there; measure nothing")
	parts := flag.String("parts", "", "measure these of sizes, plans, planners, tracer and gpu anew, a regular expression, and take the others from the results that are there")
	flag.BoolVar(&c.report, "report", false, "write the tables of docs/report.md, too, unless -scale or -only leave something out")
	flag.Parse()
	c.limits.Memory = *memory * 1e9
	var err error
	if c.only, err = regexp.Compile(*only); err == nil {
		c.parts, err = regexp.Compile(*parts)
	}
	if err == nil {
		err = c.run()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "evaluate:", err)
		os.Exit(1)
	}
}

// Results are all that is measured.
type Results struct {
	Machine  Machine
	Settings string // flags that matter
	Whole    bool   // everything, at full size
	Target   string
	Series   []Series
	Plans    []Ablation
	Tracer   Tracer
	Planners []Planner
	GPU      GPU
	Stages   []Stage
}

// Language is what programs were compiled to, in words.
func (r *Results) Language() string {
	switch r.Target {
	case "c":
		return "C"
	case "opencl":
		return "OpenCL"
	case "wasm":
		return "WebAssembly, on one thread"
	}
	return r.Target
}

// run measures, or reads what was measured, and writes.
func (c *config) run() error {
	if err := os.MkdirAll(c.out, 0o777); err != nil {
		return err
	}
	file := filepath.Join(c.out, "results.json")
	var r Results
	if c.render || c.parts.String() != "" {
		text, err := os.ReadFile(file)
		if err == nil {
			err = json.Unmarshal(text, &r)
		}
		if err != nil {
			return err
		}
	}
	if !c.render {
		if err := c.measure(&r); err != nil {
			return err
		}
		text, err := json.MarshalIndent(&r, "", " ")
		if err == nil {
			err = os.WriteFile(file, append(text, '\n'), 0o666)
		}
		if err != nil {
			return err
		}
	}
	page, err := pageOf(&r)
	if err != nil {
		return err
	}
	index := filepath.Join(c.out, "index.html")
	if err := os.WriteFile(index, []byte(page), 0o666); err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr, "evaluate: wrote", index)
	if err := wrong(&r); err != nil || !c.report || !r.Whole {
		return err
	}
	return writeReport(filepath.Join(c.root, "docs", "report.md"), &r)
}

// measure measures everything.
func (c *config) measure(r *Results) error {
	dir, err := os.MkdirTemp("", "nessiec-papers-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	whole := c.scale == 1 && c.only.String() == "" && c.sweep >= 4 && c.target == "c"
	r.Whole = whole && (r.Whole || c.parts.String() == "")
	r.Target, r.Machine = c.target, machine(c.nessiec, c.target)
	r.Settings = fmt.Sprintf("at most %d runs in each of %d rounds, %g s for a program in a round", c.runs, c.rounds, c.budget)
	if c.scale != 1 {
		r.Settings += fmt.Sprintf("; sizes scaled by %g", c.scale)
	}
	if r.Stages, err = stages(c.root); err != nil {
		return err
	}
	if c.parts.MatchString("planners") {
		if r.Planners, err = c.planners(dir); err != nil {
			return err
		}
	}
	if c.parts.MatchString("sizes") {
		r.Series = nil
		c.each("sizes", func(b benchmark) {
			for _, n := range b.sizes(c.sweep, c.scale) {
				r.Series = append(r.Series, c.series(dir, b, n))
			}
		})
	}
	if c.parts.MatchString("plans") {
		r.Plans = nil
		c.each("plans of fusion", func(b benchmark) { r.Plans = append(r.Plans, c.ablation(dir, b)) })
	}
	if c.parts.MatchString("tracer") && c.only.MatchString("raytracer") {
		fmt.Fprintln(os.Stderr, "evaluate: raytracer")
		r.Tracer = c.tracer(dir)
	}
	if c.parts.MatchString("gpu") {
		r.GPU = c.onGPU(dir)
	}
	return nil
}

// each does something with every benchmark that was asked for.
func (c *config) each(what string, do func(benchmark)) {
	for _, b := range benchmarks() {
		if c.only.MatchString(b.Name) {
			fmt.Fprintf(os.Stderr, "evaluate: %s, %s\n", b.Name, what)
			do(b)
		}
	}
}
