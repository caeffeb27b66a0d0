// Command figures writes the figures of docs/report.md anew: what fusion is worth for the
// benchmarks of the papers, counted on the simulated device, what descriptors cost, and how
// long their programs are. Counts are the same on every machine. Times are measured by make bench.
//
//	main.go         the command
//	descriptors.go  what conversions of descriptors cost
//	papers.go       what the papers say
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	refkir "nessiec/backends/ref/kir"
	"nessiec/grammar"
	"nessiec/passes"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
	"nessiec/tools/cost"
	"nessiec/tools/papers"
)

func main() {
	root := flag.String("root", ".", "the repository")
	flag.Parse()
	if err := run(*root); err != nil {
		fmt.Fprintln(os.Stderr, "figures:", err)
		os.Exit(1)
	}
}

// run replaces the figures in the report.
func run(root string) error {
	blocks := map[string]string{}
	for name, make := range map[string]func(root string) (string, error){"fusion": fusion, "lines": lines, "descriptors": descriptors} {
		text, err := make(root)
		if err != nil {
			return err
		}
		blocks[name] = text
	}
	return papers.Rewrite(filepath.Join(root, "docs", "report.md"), blocks)
}

// A plan is what is fused: the value of -fusion, and the passes that are left out.
type plan struct {
	name, fusion string
	skip         []string
}

// plans go from the least to the most.
var plans = []plan{
	{"nothing", "none", []string{"inline-producers", "reduce-survivors"}},
	{"inlined", "none", nil},
	{"vertical", "vertical", nil},
	{"greedy, down", "greedy-down", nil},
	{"greedy, up", "greedy-up", nil},
	{"exact", "ilp", nil},
}

// fusion is the table of launches and of elements moved, by plan.
func fusion(root string) (string, error) {
	var b strings.Builder
	head, rule := "| benchmark | size |", "|---|---|"
	for _, what := range []string{"launches", "elements"} {
		for _, p := range plans {
			head, rule = head+" "+what+": "+p.name+" |", rule+"---|"
		}
	}
	b.WriteString(head + "\n" + rule + "\n")
	for _, p := range programs {
		src, err := source(root, p)
		if err != nil {
			return "", err
		}
		var launches, moved []string
		for _, plan := range plans {
			x, err := count(src, plan)
			if err != nil {
				return "", fmt.Errorf("%s: %w", p.name, err)
			}
			launches = append(launches, fmt.Sprint(x.Stats.Launches))
			moved = append(moved, fmt.Sprint(x.Moved()))
		}
		fmt.Fprintf(&b, "| %s | %d | %s | %s |\n", p.name, p.size, strings.Join(launches, " | "), strings.Join(moved, " | "))
	}
	return b.String(), nil
}

var sized = regexp.MustCompile(`(?m)^size = \d+;`)

// source is the program of a benchmark at the size that is counted.
func source(root string, p program) (string, error) {
	text, err := os.ReadFile(filepath.Join(root, "examples", "bench", p.name+".nesl"))
	if err == nil && !sized.Match(text) {
		err = fmt.Errorf("%s says no size", p.name)
	}
	return sized.ReplaceAllString(string(text), fmt.Sprintf("size = %d;", p.size)), err
}

// count executes a program for a GPU on the simulated device.
func count(src string, by plan) (cost.Run, error) {
	o := cost.Options("gpu")
	o.Fusion = by.fusion
	m, err := cost.Parse(src)
	if err != nil {
		return cost.Run{}, err
	}
	d := &driver.Driver{Passes: passes.Table(), Skip: by.skip}
	p, err := d.Run(pass.NewCtx(o), driver.Program{Lang: grammar.NeslParsed.Language, Module: m}, len(d.Passes))
	if err != nil {
		return cost.Run{}, err
	}
	return cost.Simulate(o, p, refkir.Options{}, nil)
}

// lines is the table of lines of code.
func lines(root string) (string, error) {
	var b strings.Builder
	b.WriteString("| benchmark | here | NESL, in the paper | CUDA, in the paper |\n|---|---|---|---|\n")
	for _, p := range programs {
		if p.nesl == 0 {
			continue
		}
		src, err := source(root, p)
		if err != nil {
			return "", err
		}
		n := 0
		for l := range strings.Lines(src) {
			if l = strings.TrimSpace(l); l != "" && !strings.HasPrefix(l, "%") {
				n++
			}
		}
		cuda := "not given"
		if p.cuda > 0 {
			cuda = fmt.Sprint(p.cuda)
		}
		fmt.Fprintf(&b, "| %s | %d | %d | %s |\n", p.name, n, p.nesl, cuda)
	}
	return b.String(), nil
}
