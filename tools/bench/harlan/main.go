// Command harlan measures the examples in Harlan side by side with programs that do the
// same in C, in the same run.
//
// Each program is a process: it takes the size as its argument, makes its data and prints
// its results, so a figure has in it what a process begins with. That of the first row does
// nothing else. The programs of a row take turns, a ratio is that of their medians, and what
// C prints has to be the end of what the example prints, but for rounding.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"nessiec/tools/bench/turn"
)

// A row is an example and its size.
type row struct {
	name string
	size int
}

// rows are the examples that have a size.
var rows = []row{
	{"mandelbrot", 600}, {"raytracer", 600}, {"nbody", 4000}, {"life", 2000}, {"bfs", 300_000}, {"sorting", 100_000},
	{"kdtree", 20_000}, {"barneshut", 2000}, {"trees", 3000}, {"derive", 60}, {"types", 64}, {"machines", 40},
	{"regex", 20_000}, {"huffman", 3000}, {"programs", 2000},
}

// empty is the program of the first row.
const empty = "(module (define (main) 0))\n"

// A config is the flags.
type config struct {
	root, nessiec string
	target        string // of the compiled programs
	scale         float64
	rounds        int
	limit         time.Duration
	only          *regexp.Regexp
}

func main() {
	c := config{}
	flag.StringVar(&c.root, "root", ".", "the repository")
	flag.StringVar(&c.nessiec, "nessiec", "bin/nessiec", "the compiler")
	flag.StringVar(&c.target, "target", "c", "the target of compiled programs: c, opencl")
	flag.Float64Var(&c.scale, "scale", 1, "the sizes, as a factor")
	flag.IntVar(&c.rounds, "rounds", 5, "turns of each program, after one that is not measured")
	flag.DurationVar(&c.limit, "time", time.Minute, "how long one turn may take")
	only := flag.String("only", "", "measure the examples whose names match this regular expression")
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

// run measures the rows that were selected. What goes wrong in one is reported at the end.
func (c *config) run() error {
	dir, err := os.MkdirTemp("", "nessiec-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	source := filepath.Join(dir, "empty.kfc")
	if err := os.WriteFile(source, []byte(empty), 0o666); err != nil {
		return err
	}
	t := tabwriter.NewWriter(os.Stdout, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "example\tsize\tnessiec ms\tC ms\t/ C\t")
	nothing, err := c.build(dir, "empty", source)
	if err != nil {
		return err
	}
	ms, err := c.turns(nothing)
	if err != nil {
		return err
	}
	fmt.Fprintf(t, "nothing\t\t%.0f\t\t\t\n", ms[0])
	var errs []error
	for _, r := range rows {
		if !c.only.MatchString(r.name) {
			continue
		}
		size := max(1, int(math.Round(float64(r.size)*c.scale)))
		if ms, err := c.row(dir, r.name, size); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", r.name, err))
		} else {
			fmt.Fprintf(t, "%s\t%d\t%.0f\t%.1f\t%.2f\t\n", r.name, size, ms[0], ms[1], ms[0]/ms[1])
		}
	}
	return errors.Join(append(errs, t.Flush())...)
}

// row is the milliseconds of an example and of C.
func (c *config) row(dir, name string, size int) ([]float64, error) {
	own, err := c.build(dir, name, filepath.Join(c.root, "examples", "harlan", name+".kfc"))
	if err != nil {
		return nil, err
	}
	byHand := filepath.Join(dir, name+".c.exe")
	if err := turn.Command("gcc", "-O3", "-march=native", "-fwrapv", "-ffp-contract=off", "-o", byHand, filepath.Join(c.root, "tools", "bench", "harlan", "c", name+".c"), "-lm"); err != nil {
		return nil, err
	}
	return c.turns(own, byHand, strconv.Itoa(size))
}

// build compiles an example.
func (c *config) build(dir, name, source string) (string, error) {
	exe := filepath.Join(dir, name)
	return exe, turn.Command(c.nessiec, "-target="+c.target, "-O2", "-build", "-o", exe, source)
}

// turns is the medians of an example and, if there is one, of a program in C, which are
// followed by their argument.
func (c *config) turns(own string, byHand ...string) ([]float64, error) {
	programs, args := []string{own}, []string(nil)
	if len(byHand) > 0 {
		programs, args = append(programs, byHand[0]), byHand[1:]
	}
	taken := make([][]float64, len(programs))
	for round := range c.rounds + 1 {
		printed := make([]string, len(programs))
		for i, p := range programs {
			out, ms, err := c.turn(p, args)
			if err != nil {
				return nil, err
			}
			if printed[i] = out; round > 0 { // the first compiles kernels
				taken[i] = append(taken[i], ms)
			}
		}
		if len(printed) > 1 && !endsIn(printed[0], printed[1]) {
			return nil, errors.New("prints something else than C")
		}
	}
	medians := make([]float64, len(programs))
	for i := range programs {
		medians[i] = turn.Median(taken[i])
	}
	return medians, nil
}

// turn is what a process prints, and the milliseconds that it takes.
func (c *config) turn(program string, args []string) (string, float64, error) {
	var out bytes.Buffer
	cmd := exec.Command(program, args...)
	cmd.Stdout, cmd.Stderr = &out, os.Stderr
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return "", 0, err
	}
	stop := time.AfterFunc(c.limit, func() { cmd.Process.Kill() })
	err := cmd.Wait()
	if !stop.Stop() {
		err = fmt.Errorf("> %s", c.limit)
	}
	return out.String(), float64(time.Since(start).Microseconds()) / 1000, err
}

// word is a number, or anything between blanks and brackets.
var word = regexp.MustCompile(`[^\s()\[\]]+`)

// endsIn reports whether a text ends in the words of another; floats may differ a little.
func endsIn(text, end string) bool {
	has, wants := word.FindAllString(text, -1), word.FindAllString(end, -1)
	if len(wants) == 0 || len(has) < len(wants) {
		return false
	}
	for i, h := range has[len(has)-len(wants):] {
		x, err := strconv.ParseFloat(h, 64)
		y, other := strconv.ParseFloat(wants[i], 64)
		if h != wants[i] && (err != nil || other != nil || !strings.ContainsAny(h+wants[i], ".e") || math.Abs(x-y) > 1e-6*math.Abs(y)) {
			return false
		}
	}
	return true
}
