package main

import (
	"strings"
	"testing"

	"nessiec/passes/kernel/fusion"
)

// Every planner is measured on random regions and on those of a program, in which
// something is copied.
func TestTables(t *testing.T) {
	var b strings.Builder
	l := limits{seconds: 10, most: 6}
	rows, err := randomRegions(&b, "4,6", 3, l)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(planners(l, 6)); len(rows) != 2*n || rows[n].Runs != 6 || rows[n].Regions != 3 || rows[n].Planner != "greedy" {
		t.Errorf("rows %v", rows)
	}
	if err := programRegions(&b, []string{"../../../examples/components.nesl"}, l); err != nil {
		t.Fatal(err)
	}
	want := map[string]int{"random regions of": 2, "of 1 programs": 1, "\n  greedy ": 4, "\n  search ": 3, "\n  compiler ": 3, "exact, no copies": 1}
	if fusion.Solver != "" {
		want["\n  "+fusion.Solver+" "] = 3
	}
	for text, n := range want {
		if got := strings.Count(b.String(), text); got != n {
			t.Errorf("%q is there %d times, not %d:\n%s", text, got, n, b.String())
		}
	}
	some, err := regionsOf("../../../examples/components.nesl")
	copies := 0
	for _, p := range some {
		copies += len(p.Copies)
	}
	if err != nil || len(some) == 0 || copies == 0 {
		t.Errorf("%d regions, %d copies (%v)", len(some), copies, err)
	}
	if _, err := randomRegions(&b, "5,x", 1, l); err == nil {
		t.Error("a size that is none is accepted")
	}
}
