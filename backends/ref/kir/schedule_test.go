package kir_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"nessiec/backends/ref/interp"
	simkir "nessiec/backends/ref/kir"
	"nessiec/ir/value"
)

// small is a kernel of two groups of two on r, which starts as zeros.
func small(body string) string {
	return `(kernel k 2 (r:buf<global int>) (scatter) (block
  (def me:int (prim add ((prim mul ((groupid) 2)) (localid)))) ` + body + `))
(func main () (buf<global int>) (block (const r:buf<global int> (0 0 0 0 0 0)) (launch k 2 (r)) (return r)))`
}

// outcomes are the results under every schedule.
func outcomes(t *testing.T, src string) ([]string, int) {
	t.Helper()
	m := parse(t, src)
	seen := map[string]bool{}
	n, all := simkir.Explore(100000, func(s *simkir.Schedule) bool {
		x := simkir.New(m, value.Num{}, &interp.World{}, simkir.Options{Schedule: s})
		out, err := x.Call("main", nil)
		if err != nil {
			seen[err.Error()] = true
		} else {
			seen[fmt.Sprint(out)] = true
		}
		return true
	})
	if !all {
		t.Errorf("%d schedules are not all", n)
	}
	return slices.Sorted(maps.Keys(seen)), n
}

// Every order of atomics is tried, and none twice where there is no choice.
func TestSchedules(t *testing.T) {
	for _, c := range []struct {
		name, body string
		schedules  int
		outcomes   int
		one        string // one of them
	}{
		{"nothing to choose", `(store r me me)`, 1, 1, "[[0 1 2 3 0 0]]"},
		{"tickets", `(atomic o:int add r 5 1) (store r me o)`, 24, 24, "[[3 1 0 2 0 4]]"},
		{"tickets in a group, then a barrier", `(atomic o:int add r (prim add (4 (groupid))) 1) (barrier) (store r me o)`, 24, 4, "[[1 0 0 1 2 2]]"},
		{"the minimum", `(atomic o:int min r 0 (prim sub (0 me)))`, 24, 1, "[[-3 0 0 0 0 0]]"},
		{"two each", `(if (prim eq ((groupid) 0)) (block (atomic a:int add r 4 1) (atomic b:int add r 4 1) (store r me b)) (block))`, 6, 4, "[[2 3 0 0 4 0]]"},
		{"a race behind one order", `(atomic o:int add r 5 1) (if (prim eq (o 3)) (block (store r 0 me)) (block (if (prim eq (o me)) (block (store r 0 1)) (block))))`,
			23, -1, "race: writes element 0 of r"},
	} {
		got, n := outcomes(t, small(c.body))
		has := slices.ContainsFunc(got, func(s string) bool { return strings.Contains(s, c.one) })
		if n != c.schedules || c.outcomes >= 0 && len(got) != c.outcomes || !has {
			t.Errorf("%s: %d schedules, %d outcomes\n%s", c.name, n, len(got), strings.Join(got, "\n"))
		}
	}
}

// The error protocol keeps the first check and its lowest element in any order;
// one that compares the wrong way does not.
func TestProtocolUnderAllSchedules(t *testing.T) {
	const src = `(kernel k 2 (r:buf<global int>) (scatter) (block
  (def me:int (prim add ((prim mul ((groupid) 2)) (localid))))
  (def check:int (prim rem (me 2)))
  (atomic o:int min r 0 (prim sub (check 9)))
  (if (prim ge (o -9)) (block (atomic w:int min r (prim add (1 check)) (prim sub (me 9)))) (block))))
(func main () (buf<global int>) (block (const r:buf<global int> (0 0 0)) (launch k 2 (r)) (return r)))`
	if got, n := outcomes(t, src); len(got) != 1 || got[0] != "[[-9 -9 -8]]" {
		t.Errorf("%d schedules: %v", n, got)
	}
	if got, _ := outcomes(t, strings.Replace(src, "ge (o -9)", "gt (o -9)", 1)); len(got) < 2 {
		t.Errorf("the wrong protocol does the same in any order: %v", got)
	}
}

// No work-item may wait for another one: it may never get its turn.
func TestForwardProgress(t *testing.T) {
	const wait = `(if (prim eq (me 3)) (block (atomic s:int add r 4 1)) (block
  (mut seen:int 0)
  (while (prim eq (seen 0)) (block (atomic o:int add r 4 0) (set seen o)))))`
	_, x := simkir.New(parse(t, small(wait)), value.Num{}, &interp.World{}, simkir.Options{Seed: 1}).Call("main", nil)
	if x == nil || !strings.Contains(x.Error(), "only if another work-item makes progress") {
		t.Errorf("got %v", x)
	}
	const long = `(mut n:int 0) (while (prim lt (n 5000)) (block (set n (prim add (n 1))))) (store r me n)`
	if got, _ := outcomes(t, small(long)); got[0] != "[[5000 5000 5000 5000 0 0]]" {
		t.Errorf("a loop that ends by itself: %v", got)
	}
}

// Behind a failed check zeros, guarded loads and unwritten elements are the
// worst that can be; before it they are what they are.
func TestPoison(t *testing.T) {
	const src = `
(site @0:1:1 "One.")
(kernel k 1 (xs:buf<global int> r:buf<global int> errors:buf<global int> base:int slot:int) (gather scatter scatter value value)
  (block
    (for i:int 0 4 1 (block
      (def x:int (load xs i))
      (choose (v:int) (prim eq (x 0))
        (block (atomic o:int min errors 0 base) (yield 0))
        (block (yield (select (inrange x 4) (load xs x) 0))))
      USE))))
(func main (xs:buf<global int>) (buf<global int>)
  (block (const r:buf<global int> (0 0 0 0)) (launch k 1 (xs r (errorword) (launchbase 0) 1)) (return r)))`
	run := func(use string, poison bool, xs value.Ints) string {
		for seed := int64(0); ; seed++ {
			x := simkir.New(parse(t, strings.Replace(src, "USE", use, 1)), value.Num{}, &interp.World{}, simkir.Options{Poison: poison, Seed: seed})
			out, err := x.Call("main", []value.Value{xs})
			got := fmt.Sprint(out)
			if err != nil {
				got = err.Error()
			}
			if seed == 9 || strings.Contains(got, "index") {
				return got
			}
		}
	}
	const index = `(store r v i)`
	const guard = `(if (inrange v 4) (block (store r i v)) (block))`
	for _, c := range []struct {
		use    string
		poison bool
		xs     value.Ints
		want   string
	}{
		{index, false, value.Ints{1, 0, 2, 3}, "RUNTIME ERROR: One."},
		{index, true, value.Ints{1, 0, 2, 3}, "of r is out of range 0..3"},
		{index, true, value.Ints{1, 2, 3, 0}, "of r is out of range 0..3"},
		{guard, true, value.Ints{1, 0, 2, 3}, "RUNTIME ERROR: One."},
		{guard, true, value.Ints{1, 2, 3, 9}, "[[2 3 0 0]]"},
		{`(if (prim gt (i 1)) (block (store r v i)) (block))`, true, value.Ints{0, 1, 9, 9}, "of r is out of range 0..3"},
		{`(if (prim gt (i 1)) (block (store r v i)) (block))`, true, value.Ints{1, 1, 9, 9}, "[[3 0 0 0]]"},
	} {
		if got := run(c.use, c.poison, c.xs); !strings.Contains(got, c.want) {
			t.Errorf("%s on %v: got %s, want %s", c.use, c.xs, got, c.want)
		}
	}
}
