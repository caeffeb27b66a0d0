// Command fusion measures the planning of fusion: how long planners take for regions
// of 5 to 120 runs, and what plans are worth.
//
//	random.go    random regions, by size and planner
//	programs.go  the regions of programs
//
// A part is a set of runs that may share kernels; parts are planned alone. The exact
// planner of the compiler takes a search for small parts and the solver for others.
// Build it with -tags highs (or by way of tools/lanl.sh with -tags lanl) for a solver.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"nessiec/passes/kernel/fusion"
)

func main() {
	regions := flag.Int("regions", 20, "random regions of each size")
	sizes := flag.String("sizes", "5,10,20,30,60,120", "numbers of runs")
	seconds := flag.Float64("seconds", 10, "limit of one run of the solver when it plans alone")
	most := flag.Int("solver-most", 60, "runs of the largest regions that the solver plans alone")
	programs := flag.String("programs", "examples/*.nesl,examples/bench/*.nesl", "programs whose regions are planned")
	file := flag.String("json", "", "write the times for random regions to this file, too")
	flag.Parse()
	rows, err := randomRegions(os.Stdout, *sizes, *regions, limits{*seconds, *most})
	if err == nil && *file != "" {
		err = save(*file, rows)
	}
	if err == nil {
		var files []string
		for _, p := range strings.Split(*programs, ",") {
			more, _ := filepath.Glob(p)
			files = append(files, more...)
		}
		err = programRegions(os.Stdout, files, limits{*seconds, *most})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "fusion:", err)
		os.Exit(1)
	}
}

// A planner is something that is measured; a plan that is not proved may be the best.
type planner struct {
	name string
	plan func(*fusion.Problem) (plan fusion.Plan, proved bool)
}

// steps is the limit of a search alone, for each part.
const steps = 200_000

// limits is those of the solver when it plans alone: its rows grow with the cube of the runs.
type limits struct {
	seconds float64
	most    int
}

func planners(l limits, runs int) []planner {
	exact := func(f func(*fusion.Problem) fusion.Result) func(*fusion.Problem) (fusion.Plan, bool) {
		return func(p *fusion.Problem) (fusion.Plan, bool) { r := f(p); return r.Plan, r.Proved }
	}
	out := []planner{
		{"greedy", func(p *fusion.Problem) (fusion.Plan, bool) { return fusion.Greedy(p), false }},
		{"search", exact(func(p *fusion.Problem) fusion.Result { return fusion.BySearch(p, steps) })},
	}
	if fusion.Solver != "" && runs <= l.most {
		out = append(out, planner{fusion.Solver, exact(func(p *fusion.Problem) fusion.Result { return fusion.BySolver(p, l.seconds) })})
	}
	return append(out, planner{"compiler", exact(fusion.ILP)})
}

// A tally is what one planner did for some regions.
type tally struct {
	times  []time.Duration
	proved int
	worse  int // regions for which another planner has a cheaper plan
	first  int // sum of the first part of the costs: stores and work done again
}

// measure plans a region by all planners.
func measure(p *fusion.Problem, ps []planner, tallies []tally) error {
	plans := make([]fusion.Plan, len(ps))
	for k, x := range ps {
		start := processorTime()
		plan, proved := x.plan(p)
		t := &tallies[k]
		t.times = append(t.times, processorTime()-start)
		if err := fusion.Verify(p, plan); err != nil {
			return fmt.Errorf("%s: %w", x.name, err)
		}
		if plans[k] = plan; proved {
			t.proved++
		}
		t.first += first(p.Cost(plan))
	}
	best := p.Cost(fusion.Best(p, plans...))
	for k, plan := range plans {
		if best.Less(p.Cost(plan)) {
			tallies[k].worse++
		}
	}
	return nil
}

// first is what costs are compared by first, in stores of the smallest arrays.
func first(c fusion.Cost) int { return c.Stored*fusion.StoreWork + c.Again }

// A Row is what one planner did for the random regions of a size; times in milliseconds.
type Row struct {
	Planner               string
	Runs, Regions         int
	Median, P95           float64
	Proved, Worse, Stored int
}

func save(file string, rows []Row) error {
	text, err := json.MarshalIndent(rows, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o666)
}

// at is a quantile of the times, in milliseconds.
func (t *tally) at(q float64) float64 {
	s := slices.Clone(t.times)
	slices.Sort(s)
	return float64(s[min(len(s)-1, int(q*float64(len(s))))].Microseconds()) / 1000
}

// row prints the tally of a planner; least is the sum of the cheapest.
func (t *tally) row(name string, least int) string {
	n := len(t.times)
	return fmt.Sprintf("%-20s %10.2f %10.2f %8d%% %8d%% %9.2f%%", name, t.at(0.5), t.at(0.95),
		100*t.proved/n, 100*t.worse/n, 100*float64(t.first-least)/float64(max(1, least)))
}

const header = "planner               median ms     p95 ms    proved    worse  more stored"

// processorTime is how long this process has run, whatever else does.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
