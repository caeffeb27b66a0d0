package main

// Which oracles are asked about the program of a seed.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nessiec/backends"
	"nessiec/backends/c"
	"nessiec/backends/cuda"
	"nessiec/backends/opencl"
	"nessiec/grammar"
	"nessiec/passes"
	"nessiec/passes/pass"
	"nessiec/tools/fuzz/oracle"
)

// maxWork bounds what a program may cost by NESL's cost model.
const maxWork = 50_000

// ask is, per name of an oracle, every how manyth program it is asked about.
type ask struct {
	every map[string]uint64
	table []pass.Pass
	gaps  bool // known gaps of costs are failures, too
}

// evaluators are the families whose evaluators can be asked, in order.
var evaluators = []*grammar.Family{grammar.NKL, grammar.FKL, grammar.LCU, grammar.KIR}

// targets are the backends whose compiled programs can be asked.
var targets = []*backends.Backend{&c.Backend, &opencl.Backend, &cuda.Backend}

// device is the backend that is asked about a seed, nil if none is.
func (a *ask) device(seed uint64) *backends.Backend {
	for _, t := range targets {
		if a.wants(t.Name, seed) {
			return t
		}
	}
	return nil
}

// parseAsk reads X,Y/N,... for the programs of a front.
func parseAsk(front, s string) (*ask, error) {
	a := &ask{every: map[string]uint64{}}
	for _, f := range passes.Fronts() {
		if f.Name == front {
			a.table = f.Table()
		}
	}
	known := []string{"every", "self", "wasm", "ranks"}
	if front == "nesl" {
		known = append(known, "text", "lists", "cost", "shares")
	}
	for _, t := range targets {
		known = append(known, t.Name)
	}
	for _, f := range evaluators {
		known = append(known, f.Name)
	}
	for _, part := range strings.Split(s, ",") {
		name, nth, given := strings.Cut(part, "/")
		n, err := strconv.ParseUint(nth, 10, 32)
		if !given {
			n, err = 1, nil
		}
		if err != nil || n == 0 || !slices.Contains(known, name) {
			return nil, fmt.Errorf("no oracle is called %s; there are %s, also every Nth time: %s/10",
				part, strings.Join(known, ", "), known[0])
		}
		a.every[name] = n
	}
	return a, nil
}

func (a *ask) wants(name string, seed uint64) bool {
	n := a.every[name]
	return n > 0 && seed%n == 0
}

// oracle is what is asked about the program of a seed. The passes end where no
// evaluator is asked. What is compiled for ranks does not run as WebAssembly.
func (a *ask) oracle(seed uint64) *oracle.Oracle {
	last := a.table[0].From.Family
	if last == grammar.NESL { // of which nothing is executed
		last = grammar.NKL
	}
	for _, f := range evaluators {
		if a.wants(f.Name, seed) || f == grammar.KIR && (a.wants("wasm", seed) || a.wants("ranks", seed)) {
			last = f
		}
	}
	ps := a.table
	for len(ps) > 0 && ps[len(ps)-1].To.Family != last {
		ps = ps[:len(ps)-1]
	}
	ranks := 0
	if a.wants("ranks", seed) {
		ranks = 2 + int(seed%3)
	}
	return &oracle.Oracle{Passes: ps, Ranks: ranks, MaxWork: maxWork, Every: a.wants("every", seed), SelfTest: a.wants("self", seed),
		Wasm: a.wants("wasm", seed) && ranks == 0, Unsimulated: !a.wants(grammar.KIR.Name, seed) && ranks == 0}
}
