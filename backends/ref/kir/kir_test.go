package kir_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"nessiec/backends/ref/interp"
	simkir "nessiec/backends/ref/kir"
	"nessiec/ir/kir"
	"nessiec/ir/value"
)

// program wraps the body of a kernel on xs and r in a host function that
// launches it in two groups of four.
func program(body string) string {
	return `(kernel k 4 (xs:buf<global int> r:buf<global int>) (gather scatter) (block ` + body + `))
(func main (xs:buf<global int>) (buf<global int>)
  (block
    (alloc r:buf<global int> 8)
    (launch k 2 (xs r))
    (return r)))`
}

func parse(t *testing.T, src string) *kir.Module {
	t.Helper()
	m, err := kir.Parse(src)
	if err != nil {
		t.Fatal(err)
	}
	if err := kir.Verify(m); err != nil {
		t.Fatal(err)
	}
	return m
}

func call(t *testing.T, src string, seed int64, args ...value.Value) (string, *simkir.Machine) {
	t.Helper()
	x := simkir.New(parse(t, src), value.Num{}, &interp.World{}, simkir.Options{Seed: seed})
	out, err := x.Call("main", args)
	if err != nil {
		return err.Error(), x
	}
	return fmt.Sprint(out), x
}

const me = `(def i:int (prim add ((prim mul ((groupid) 4)) (localid))))`

var xs = value.Ints{1, 2, 3, 4, 5, 6, 7, 8}

// Lanes are computed one after another, from the values before the statement.
func TestLanes(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"ramp, load, store", `(store r (ramp 4 i) (prim mul ((load xs (ramp 4 i)) (splat 4 2))))`, "[[2 4 6 8 10 12 14 16]]"},
		{"gather", `(store r (ramp 4 i) (load xs (prim sub ((splat 4 7) (ramp 4 i)))))`, "[[8 7 6 5 4 3 2 1]]"},
		{"scatter, the last lane wins", `(store r (ramp 4 i) (splat 4 0)) (store r (prim add ((splat 4 i) (prim div ((ramp 4 0) (splat 4 2))))) (ramp 4 i))`, "[[1 3 0 0 5 7 0 0]]"},
		{"masked", `(store r (ramp 4 i) (maskedload xs (prim mul ((ramp 4 i) (splat 4 3))) (prim lt ((ramp 4 i) (splat 4 3)))))`, "[[1 4 7 0 0 0 0 0]]"},
		{"not masked", `(store r (ramp 4 i) (load xs (prim mul ((ramp 4 i) (splat 4 3)))))`, "index 9 of input is out of range"},
		{"any", `(store r (ramp 4 i) (splat 4 (select (any (prim eq ((ramp 4 i) (splat 4 6)))) 1 0)))`, "[[0 0 0 0 1 1 1 1]]"},
		{"fold", `(mut t:int 9) (set t (fold add t (load xs (ramp 4 i)))) (store r (ramp 4 i) (splat 4 t))`, "[[19 19 19 19 35 35 35 35]]"},
		{"set from all lanes", `(mut v:lanes<4 int> (load xs (ramp 4 i))) (set v (splat 4 (fold max 0 v))) (store r (ramp 4 i) v)`, "[[4 4 4 4 8 8 8 8]]"},
		{"choose and loop", `(choose (v:lanes<4 int> q:int) (prim eq (i 0)) (block (yield (ramp 4 5) 1)) (block (yield (splat 4 2) 3)))
			(loop (w:lanes<4 int> k:int) (v q)
			  (block (if (prim eq (k 0)) (block (exit w)) (block (recur (prim add (w (ramp 4 k))) (prim sub (k 1))))))
			  (z:lanes<4 int>))
			(store r (ramp 4 i) z)`, "[[6 8 10 12 8 11 14 17]]"},
	} {
		body := `(if (prim eq ((localid) 0)) (block (def i:int (prim mul ((groupid) 4))) ` + c.body + `) (block))`
		if got, _ := call(t, program(body), 1, xs); !strings.Contains(got, c.want) {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

// What a device would let pass is found, whatever the order of execution.
func TestFindsMistakes(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"good", me + `(store r i (prim mul ((load xs i) 2)))`, "[[2 4 6 8 10 12 14 16]]"},
		{"reverse in a group", `(localarray l:buf<local int> 4)` + me + `(store l (localid) (load xs i)) (barrier)
			(store r i (load l (prim sub (3 (localid)))))`, "[[4 3 2 1 8 7 6 5]]"},
		{"no barrier", `(localarray l:buf<local int> 4)` + me + `(store l (localid) 0) (barrier)
			(store l (localid) (load xs i)) (store r i (load l (prim rem ((prim add ((localid) 1)) 4))))`, "race"},
		{"barrier, but other group", me + `(store r i 0) (barrier)
			(store r (prim rem ((prim add (i 4)) 8)) 1)`, "race"},
		{"same element", `(store r 0 (localid))`, "race"},
		{"write after read", me + `(store r i 1) (barrier) (def j:int (prim rem ((prim add (i 1)) 4)))
			(if (prim lt (i 4)) (block (def v:int (load r j)) (store r i v)) (block))`, "race"},
		{"atomic", me + `(store r i 0) (barrier) (if (prim lt (i 4)) (block (atomic o:int add r 0 1)) (block))`,
			"[[4 0 0 0 0 0 0 0]]"},
		{"arbitrary, equal values", me + `(store r i 0) (barrier) (arbitrary r (prim mul ((groupid) 4)) 7)`, "[[7 0 0 0 7 0 0 0]]"},
		{"arbitrary, different places", me + `(arbitrary r (prim sub (7 i)) i)`, "[[7 6 5 4 3 2 1 0]]"},
		{"arbitrary, different values", me + `(arbitrary r i 0) (barrier) (arbitrary r (prim mul ((groupid) 4)) i)`, "depends on the order of arbitrary writes"},
		{"arbitrary and plain", me + `(arbitrary r i 0) (if (prim eq (i 0)) (block (store r 1 0)) (block))`, "race"},
		{"arbitrary and atomic", me + `(store r i 0) (barrier) (if (prim eq (i 0)) (block (atomic o:int add r 1 0)) (block (arbitrary r 1 0)))`, "race"},
		{"out of range", me + `(store r i (load xs (prim add (i 1))))`, "index 8 of input is out of range 0..7"},
		{"below range", me + `(store r (prim sub (i 1)) 0)`, "index -1 of r is out of range"},
		{"read before written", me + `(def v:int (load r i)) (store r i v)`, "before it is written"},
		{"local read before written", `(localarray l:buf<local int> 4)` + me + `(store r i (load l (localid)))`, "before it is written"},
		{"never written", `(if (prim eq ((groupid) 0)) (block (store r (localid) 1)) (block))`, "was never written"},
		{"limit", `(def n:int (load xs 0)) (limit n)` + me + `(store r i (prim add ((numgroups) i))) (if (prim eq ((groupid) 0)) (block (store r (prim add (i 4)) 0)) (block))`,
			"[[1 2 3 4 0 0 0 0]]"},
		{"no limit", `(limit (load xs 7))` + me + `(store r i (numgroups))`, "[[2 2 2 2 2 2 2 2]]"},
		{"no groups", `(limit (prim sub ((load xs 0) 2))) (store r 9 0)`, "was never written"},
		{"divergent if", me + `(store r i 0) (if (prim lt ((localid) 2)) (block (barrier)) (block))`, "not uniform"},
		{"divergent for", me + `(store r i 0) (for j:int 0 (localid) 1 (block (barrier)))`, "not uniform"},
		{"divergent while", me + `(store r i 0) (mut x:int (localid)) (while (prim gt (x 0)) (block (set x (prim sub (x 1))) (barrier)))`, "not uniform"},
		{"uniform loop", `(localarray l:buf<local int> 4)` + me + `(store l (localid) (load xs i)) (barrier)
			(for d:int 1 3 1 (block
				(def v:int (load l (prim rem ((prim add ((localid) d)) 4)))) (barrier)
				(store l (localid) v) (barrier)))
			(store r i (load l (localid)))`, "[[4 1 2 3 8 5 6 7]]"},
	} {
		for seed := range int64(5) {
			if got, _ := call(t, program(c.body), seed, xs); !strings.Contains(got, c.want) {
				t.Errorf("%s, seed %d: got %s, want %s", c.name, seed, got, c.want)
			}
		}
	}
}

// Buffers have owners once the program says so anywhere.
// A count is what it is said to be.
func TestFindsBadCounts(t *testing.T) {
	for want, read := range map[string]string{
		"[3]":                      "xs 2 3",
		"[0]":                      "xs 9 3",
		"not a count of at most 2": "xs 2 2",
		"n is -4, not a count":     "xs 3 9",
	} {
		src := `(func main (xs:buf<global int>) (int) (block (readcount n:int ` + read + `) (return n)))`
		if got, _ := call(t, src, 1, value.Ints{1, 2, 3, -4}); !strings.Contains(got, want) {
			t.Errorf("%s: got %s, want %s", read, got, want)
		}
	}
}

func TestFindsBadOwners(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{`(release xs) (const r:buf<global int> (0 0)) (return r)`, "[[0 0]]"},
		{`(release xs) (def n:int (length xs)) (allocloose r:buf<global int> n) (return r)`, "used after it was freed"},
		{`(release xs) (release xs) (allocloose r:buf<global int> 2) (return r)`, "used after it was freed"},
		{`(allocover r:buf<global int> 8 xs) (release xs) (return r)`, "[[1 2 3 4 5 6 7 8]]"},
		{`(copyover r:buf<global int> xs) (release xs) (return r)`, "[[1 2 3 4 5 6 7 8]]"},
		{`(alloc r:buf<global int> 1000000000) (release xs) (return r)`, "RUNTIME ERROR: Out of memory."},
	} {
		src := "(func main (xs:buf<global int>) (buf<global int>) (block " + c.body + "))"
		if got, _ := call(t, src, 1, xs); !strings.Contains(got, c.want) {
			t.Errorf("%s: got %s, want %s", c.body, got, c.want)
		}
	}
}

// The first launch that fails counts, and in it the first check; a size that is
// unspecified values is not used.
func TestErrorProtocol(t *testing.T) {
	const src = `
(site @0:1:1 "One.")
(site @0:2:2 "Two.")
(site @0:3:3 "Three.")
(kernel two 4 (xs:buf<global int> errors:buf<global int> base:int slot:int) (gather scatter value value)
  (block
    (def x:int (load xs (localid)))
    (if (prim eq (x 1)) (block (atomic a:int min errors 0 base)) (block))
    (if (prim eq (x 2)) (block (atomic b:int min errors 0 (prim add (base 1)))) (block))))
(kernel one 4 (errors:buf<global int> base:int slot:int) (scatter value value)
  (block (atomic c:int min errors 0 base)))
(func main (xs:buf<global int> late:bool) (int)
  (block
    (launch two 1 (xs (errorword) (launchbase 0) 1))
    (if late (block (launch one 1 ((errorword) (launchbase 2) 3))) (block))
    (read (n:int) (xs) (0))
    (alloc junk:buf<global int> (prim mul (n 500000000)))
    (return n)))`
	for _, c := range []struct {
		xs   value.Ints
		late bool
		want string
	}{
		{value.Ints{3, 2, 2, 1}, true, "RUNTIME ERROR: One."},
		{value.Ints{3, 2, 2, 2}, true, "RUNTIME ERROR: Two."},
		{value.Ints{3, 3, 3, 3}, true, "RUNTIME ERROR: Three."},
		{value.Ints{3, 3, 3, 3}, false, "RUNTIME ERROR: Out of memory."},
		{value.Ints{0, 0, 0, 0}, false, "[0]"},
	} {
		if got, _ := call(t, src, 3, c.xs, value.Bool(c.late)); got != c.want {
			t.Errorf("%v: got %s, want %s", c.xs, got, c.want)
		}
	}
}

func TestStats(t *testing.T) {
	_, x := call(t, program(me+`(store r i (load xs i))`), 1, xs)
	if s := x.Stats; s.Launches != 1 || s.Distinct != 1 || s.Allocs != 2 || s.Fetched != 8 || x.Cost.Reads != 8 || x.Cost.Writes != 8 || x.Cost.Peak != 64 {
		t.Errorf("stats are %+v, cost %v", s, x.Cost)
	}
}

// Digits order keys as rank does: floats by their bits, at either width.
func TestDigits(t *testing.T) {
	const src = `
(kernel k 1 (x:float n:int r:buf<global int>) (value value scatter)
  (block (for i:int 0 n 1 (block (store r i (digit x (prim sub ((prim sub (n 1)) i))))))))
(func main (x:float n:int) (buf<global int>)
  (block (alloc r:buf<global int> n) (launch k 1 (x n r)) (return r)))`
	m := parse(t, src)
	for _, num := range []value.Num{{}, {Float32: true}} {
		last := ""
		for _, x := range []float64{math.Inf(-1), -2, -1.5, math.Copysign(0, -1), 0, 1e-30, 1, 1.25, 3e30, math.Inf(1)} {
			sim := simkir.New(m, num, &interp.World{}, simkir.Options{})
			out, err := sim.Call("main", []value.Value{value.Float(num.Round(x)), value.Int(num.FloatBits() / 8)})
			if err != nil {
				t.Fatal(err)
			}
			key := ""
			for _, d := range out[0].(value.Ints) {
				key += fmt.Sprintf("%02x", d)
			}
			if key <= last {
				t.Errorf("the key of %v is %s, after %s", x, key, last)
			}
			last = key
		}
	}
}
