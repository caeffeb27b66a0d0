package oracle

import (
	"strings"
	"testing"

	"nessiec/passes"
	"nessiec/tools/cost"
)

// A known gap, and programs of the same kind that keep the promise.
const (
	rowsThatStay = `
function down(a, k) : ([[int]], int) -> [[int]] =
  if k <= 0 then a
  else let c = down((let b = {reverse(r) : r in a} in {r in b | t} ++ {r in b | not(#r > 7)}), k - 1) in drop(c, 1) ++ [{k : x in c[0]}];
function main(n, k) : (int, int) -> int = let b = down({index(n) : i in index(4)}, k) in 0;
`
	rowsThatAreKept = `
function down(a, k) : ([[int]], int) -> [[int]] =
  if k <= 0 then a
  else let c = down((let b = a in {r in b | t} ++ {r in b | not(#r > 7)}), k - 1) in drop(c, 1) ++ [{k : x in c[0]}];
function main(n, k) : (int, int) -> int = let b = down({index(n) : i in index(4)}, k) in 0;
`
	rowsThatChange = `
function loop(a, k) : ([[int]], int) -> [[int]] =
  if k <= 0 then a else loop({{x + k : x in r} : r in a}, k - 1);
function main(n, k) : (int, int) -> int = sum({sum(r) : r in loop({index(n) : i in index(4)}, k)});
`
)

// The oracle finds what grows too much, unless it is a known gap.
func TestCosts(t *testing.T) {
	for _, c := range []struct {
		src  string
		gaps bool
		want string
	}{{rowsThatStay, true, "fkl: holds more by size"}, {rowsThatStay, false, ""}, {rowsThatAreKept, true, ""}, {rowsThatChange, true, ""}} {
		m, err := cost.Parse(c.src)
		if err != nil {
			t.Fatal(err)
		}
		o := &Costs{Passes: passes.Table(), Device: "cpu", MaxWork: 1e5, Gaps: c.gaps}
		f, err := o.Test(m)
		if err != nil {
			t.Fatal(err)
		}
		if f != nil && f.Key() != c.want || f == nil && c.want != "" {
			t.Errorf("want %q, got %v", c.want, f)
		}
	}
}

// Every gap says why, how it shows, and in which programs.
func TestGaps(t *testing.T) {
	for _, g := range gaps {
		if len(strings.Fields(g.reason)) < 10 || len(g.kinds) == 0 || g.in == nil {
			t.Errorf("a gap has no reason: %q", g.reason)
		}
	}
}
