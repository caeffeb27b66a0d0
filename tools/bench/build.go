package main

import (
	"os"
	"path/filepath"
	"strconv"

	"nessiec/tools/bench/turn"
)

// The programs of a workload, in this order.
const (
	compiled   = iota // by nessiec
	oneThread         // C
	twoThreads        // C with OpenMP, on all processors
	module            // by nessiec, as WebAssembly, on one thread
	programs
)

// build makes the programs of w in dir.
func (c *config) build(dir string, w Workload) ([programs]turn.Program, error) {
	ps := [programs]turn.Program{
		compiled: {Name: "nessiec", Args: turn.Bench, Path: filepath.Join(dir, w.Name)},
	}
	file := ps[compiled].Path + ".nesl"
	if err := c.source(w, file); err != nil {
		return ps, err
	}
	if err := turn.Command(c.nessiec, "-target="+c.target, "-O2", "-build", "-o", ps[compiled].Path, file); err != nil {
		return ps, err
	}
	ps[module] = turn.Program{Name: "nessiec for WebAssembly", Args: func(runs int) []string {
		return append(turn.Bench(runs), "-target=wasm", "-threads=1", "-O2", file)
	}, Path: c.nessiec}
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
func (c *config) byHand(dir string, w Workload, p int) (turn.Program, error) {
	prog := turn.Program{Name: "C", Args: func(runs int) []string {
		return []string{strconv.Itoa(runs), strconv.Itoa(w.Size), strconv.Itoa(w.Layout)}
	}, Path: filepath.Join(dir, w.Program+".1")}
	option := "-Wno-unknown-pragmas"
	if p == twoThreads {
		prog.Name, prog.Path, option = "C on all processors", filepath.Join(dir, w.Program+".2"), "-fopenmp"
	}
	source := filepath.Join(c.root, "tools", "bench", "c", w.Program+".c")
	return prog, turn.Command("gcc", "-O3", "-march=native", option, "-o", prog.Path, source, "-lm")
}

// edit is the NESL program of w for its size and layout.
func (w Workload) edit(src string) string {
	return turn.Set(src, map[string]int{"size": w.Size, "layout": w.Layout})
}
