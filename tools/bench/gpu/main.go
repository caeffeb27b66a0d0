// Command gpu measures NESL compiled for CUDA on a machine with an NVIDIA GPU,
// in one command, from the root of the repository:
//
//	make bench-gpu
//
// which is
//
//	go build -o bin/nessiec ./tools/nessiec && go run ./tools/bench/gpu -o bin/gpu-results
//
// -h says what it needs.
//
// Primitives, on 2^28 elements: map, reduce, scan, segmented reduce in four
// layouts, filter and sort, each beside a copy from device to device and beside
// CUB and Thrust in the same program. Workloads: those of tools/bench beside
// CUDA written by hand. Inputs are resident; results are checked.
//
//	items.go   what is measured, and the goals
//	build.go   the programs of an item
//	turns.go   running them in turn; what they print
//	report.go  the tables
//	cu/        CUDA written by hand, and the program around a primitive
//	check/     declarations of CUB and Thrust, to check the calls with clang
//	nesl/      the primitives in NESL; the workloads are examples/bench
//
// Before that it compiles every example with nvcc, runs it, and compares its
// output with that of the reference; with -sanitize also under compute-sanitizer.
// With -simulate everything but CUB runs on the processor, which says nothing
// about speed but that the harness works.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"

	"nessiec/tools/parallel"
)

// A config is the flags.
type config struct {
	root, nessiec      string
	arch               string
	simulate, sanitize bool
	cub, examples      bool
	scale              float64
	runs, rounds       int
	jobs               int // programs that are compiled, and examples that are run, at a time
	only               *regexp.Regexp
	out                string // directory of results, "" for none
}

const usage = `usage: make bench-gpu [GPU="flags"]
       go run ./tools/bench/gpu [flags]     from the root, with bin/nessiec built

It compiles and runs all examples, then lets NESL, copies, CUB and CUDA written
by hand take turns; tables come to standard output, and to -o. It needs nvcc of
CUDA 11.6 or later in the path (older ones with -arch=sm_XX) and a GPU of compute
capability 7.0 or later with 16 GB of memory, like the host (with less:
-scale=0.25). -sanitize needs compute-sanitizer, too.

    make bench-gpu                               everything
    make bench-gpu GPU=-sanitize                 the examples also under compute-sanitizer
    make bench-gpu GPU='-examples=false -only=segreduce'
    make bench-gpu GPU='-simulate -scale=1e-5'   without a GPU: does the harness work?

`

func main() {
	c := config{}
	only := flag.String("only", "", "measure items whose names match this regular expression")
	flag.StringVar(&c.root, "root", ".", "the repository")
	flag.StringVar(&c.nessiec, "nessiec", "bin/nessiec", "the compiler")
	flag.StringVar(&c.arch, "arch", "native", "nvcc -arch")
	flag.BoolVar(&c.simulate, "simulate", false, "run on the processor, without nvcc and CUB")
	flag.BoolVar(&c.cub, "cub", true, "measure CUB and Thrust too; they come with nvcc")
	flag.BoolVar(&c.examples, "examples", true, "first compile and run all examples")
	flag.BoolVar(&c.sanitize, "sanitize", false, "run the examples under compute-sanitizer too: memcheck, racecheck, synccheck")
	flag.Float64Var(&c.scale, "scale", 1, "size of the inputs, as a factor")
	flag.IntVar(&c.runs, "runs", 15, "runs of a region in one round")
	flag.IntVar(&c.rounds, "rounds", 3, "rounds: in each, all programs of an item take a turn")
	flag.IntVar(&c.jobs, "j", runtime.NumCPU(), "programs to compile, and examples to run, at a time")
	flag.StringVar(&c.out, "o", "", "write gpu.txt and gpu.json to this directory")
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), usage)
		flag.PrintDefaults()
	}
	flag.Parse()
	var err error
	if c.only, err = regexp.Compile(*only); err == nil {
		err = c.run()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "gpu:", err)
		os.Exit(1)
	}
}

// run does everything that was selected. What fails is reported, and the rest
// is done.
func (c *config) run() error {
	dir, err := os.MkdirTemp("", "nessiec-gpu-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	failed := 0
	fail := func(name string, err error) {
		failed++
		fmt.Fprintf(os.Stderr, "gpu: %s: %v\n", name, err)
	}
	if c.examples {
		c.allExamples(dir, fail)
	}
	var selected []item
	for _, it := range items() {
		if c.only.MatchString(it.Name) {
			selected = append(selected, it.scaled(c.scale))
		}
	}
	built := make([][]program, len(selected))
	errs := c.atOnce(len(selected), func(i int) (err error) {
		built[i], err = c.programs(dir, selected[i])
		return err
	})
	var results []*result
	for i, it := range selected {
		r, err := (*result)(nil), errs[i]
		if err == nil {
			fmt.Fprintf(os.Stderr, "gpu: %s\n", it.Name)
			r, err = c.measure(built[i], it)
		}
		if err != nil {
			fail(it.Name, err)
			continue
		}
		results = append(results, r)
	}
	fmt.Print(report(results))
	if err := c.save(results); err != nil {
		return err
	}
	if failed > 0 {
		return fmt.Errorf("%d failures", failed)
	}
	return nil
}

// atOnce runs n tasks, as many at a time as -j says, and returns the error of each.
func (c *config) atOnce(n int, task func(i int) error) []error {
	errs := make([]error, n)
	parallel.Each(n, c.jobs, func(i int) { errs[i] = task(i) })
	return errs
}

// save writes the files of -o.
func (c *config) save(results []*result) error {
	if c.out == "" {
		return nil
	}
	if err := os.MkdirAll(c.out, 0o777); err != nil {
		return err
	}
	for name, text := range map[string]string{"gpu.txt": report(results), "gpu.json": figures(results)} {
		if err := os.WriteFile(filepath.Join(c.out, name), []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}
