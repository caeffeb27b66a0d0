package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
)

// A program is an executable that measures its region the given number of times.
type program struct {
	name string
	args func(runs int) []string
	path string
}

// The programs of a workload, in this order.
const (
	compiled   = iota // by nessiec
	oneThread         // C
	twoThreads        // C with OpenMP, on all processors
	module            // by nessiec, as WebAssembly, on one thread
	programs
)

// build makes the programs of w in dir.
func (c *config) build(dir string, w Workload) ([programs]program, error) {
	ps := [programs]program{
		compiled: {"nessiec", func(runs int) []string { return []string{"-stats", fmt.Sprintf("-bench=%d:result", runs)} }, filepath.Join(dir, w.Name)},
	}
	file := ps[compiled].path + ".nesl"
	if err := c.source(w, file); err != nil {
		return ps, err
	}
	if err := command(c.nessiec, "-target=opencl", "-O2", "-build", "-o", ps[compiled].path, file); err != nil {
		return ps, err
	}
	ps[module] = program{"nessiec for WebAssembly", func(runs int) []string {
		return []string{"-target=wasm", "-threads=1", "-O2", "-stats", fmt.Sprintf("-bench=%d:result", runs), file}
	}, c.nessiec}
	for _, p := range []int{oneThread, twoThreads} {
		var err error
		if ps[p], err = c.byHand(dir, w, p); err != nil {
			return ps, err
		}
	}
	return ps, nil
}

// source writes the NESL program of w.
func (c *config) source(w Workload, file string) error {
	src, err := os.ReadFile(filepath.Join(c.root, "examples", "bench", w.Program+".nesl"))
	if err != nil {
		return err
	}
	return os.WriteFile(file, []byte(w.edit(string(src))), 0o666)
}

// byHand makes the program of w in C, with one thread or all.
func (c *config) byHand(dir string, w Workload, p int) (program, error) {
	prog := program{"C", func(runs int) []string {
		return []string{strconv.Itoa(runs), strconv.Itoa(w.Size), strconv.Itoa(w.Layout)}
	}, filepath.Join(dir, w.Program+".1")}
	option := "-Wno-unknown-pragmas"
	if p == twoThreads {
		prog.name, prog.path, option = "C on all processors", filepath.Join(dir, w.Program+".2"), "-fopenmp"
	}
	source := filepath.Join(c.root, "tools", "bench", "c", w.Program+".c")
	return prog, command("gcc", "-O3", "-march=native", option, "-o", prog.path, source, "-lm")
}

// edit is the NESL program of w for its size and layout, which are constants at
// the top level.
func (w Workload) edit(src string) string {
	for name, x := range map[string]int{"size": w.Size, "layout": w.Layout} {
		src = regexp.MustCompile(`(?m)^`+name+` = \d+;$`).ReplaceAllString(src, fmt.Sprintf("%s = %d;", name, x))
	}
	return src
}

// command runs a command that says nothing unless it fails.
func command(name string, args ...string) error {
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", name, err, out)
	}
	return nil
}
