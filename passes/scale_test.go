package passes_test

// Compilation of NESL programs that are large in one direction: no pass may
// follow a value through all that it was computed of, once for every use.

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"nessiec/grammar"
	neslparser "nessiec/grammar/nesl"
	"nessiec/passes"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
)

var shapes = map[string]func(n int) string{
	// Every number is used twice for the next; the last is a size.
	"numbers": func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "x%d = rem(x%d * x%d + x%d, 1000); ", i+1, i, i, i)
		}
		return fmt.Sprintf("function g(x0) = let %sin {i + 1 : i in [0:x%d]};", b.String(), n)
	},
	// Every arm gets what the arms before it leave, and counts it.
	"arms": func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "if x == %d then sum([0:%d]) else ", i, i)
		}
		return "function h(x) = " + b.String() + "0; function g(n) = {h(x) : x in [0:n]};"
	},
	// Every sequence is used twice for the next.
	"doubles": func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "v%d = v%d ++ {x + 1 : x in v%d}; ", i+1, i, i)
		}
		return fmt.Sprintf("function g(n) = let v0 = [0:n]; %sin sum(v%d);", b.String(), n)
	},
	// Every text is what the one before becomes in one of two ways.
	"choices": func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "v%d = (if rem(i, %d) == 0 then v%d ++ \"a\" else \"b\" ++ v%d); ", i+1, i+2, i, i)
		}
		return fmt.Sprintf("function g(n) = {let v0 = {`c : k in index(i)}; %sin #v%d : i in [0:n]};", b.String(), n)
	},
	// Every sequence is a filter of the one before, by its sum.
	"sums": func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "v%d = {x + sum(v%d) : x in v%d | x > %d}; ", i+1, i, i, i)
		}
		return fmt.Sprintf("function g(n) = let v0 = [0:n]; %sin v%d;", b.String(), n)
	},
}

// objects is how many a compilation allocates.
func objects(t *testing.T, src string) uint64 {
	t.Helper()
	ctx := pass.NewCtx(pass.DefaultOptions())
	m := neslparser.Parse(0, src+" g(rand(7));", ctx.Diags)
	ps := passes.Table()
	d := &driver.Driver{Passes: ps, NoVerify: true}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := d.Run(ctx, driver.Program{Lang: grammar.NeslParsed.Language, Module: m}, len(ps)); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	return after.Mallocs - before.Mallocs
}

// Loops in loops are looked at a few times each, not so often for every look at the loop
// around them: recursions with stacks, in functions that contracts are about.
func TestLooks(t *testing.T) {
	src, err := os.ReadFile("../examples/forest.nesl")
	if err != nil {
		t.Fatal(err)
	}
	ctx := pass.NewCtx(pass.DefaultOptions())
	m := neslparser.Parse(0, string(src), ctx.Diags)
	d := &driver.Driver{Passes: passes.Table(), NoVerify: true}
	if _, err := d.Run(ctx, driver.Program{Lang: grammar.NeslParsed.Language, Module: m}, d.Find("flatten")); err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(ctx.Stats(), func(s pass.Stat) bool { return s.Name == "iterations looked at" })
	if i < 0 {
		t.Fatal("no loops are looked at")
	}
	if n := ctx.Stats()[i].N; n > 200 {
		t.Errorf("%d iterations of the loops of a small program are looked at", n)
	} else {
		t.Log(n, "iterations")
	}
}

// Twice the program takes no more than about three times the work: what grows
// with the square is small at these sizes.
func TestScale(t *testing.T) {
	for name, shape := range shapes {
		t.Run(name, func(t *testing.T) {
			small, large := objects(t, shape(20)), objects(t, shape(40))
			if large > 3*small {
				t.Errorf("%d objects for 20, %d for 40", small, large)
			}
		})
	}
}
