package guards_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"nessiec/backends/ref/interp"
	simkir "nessiec/backends/ref/kir"
	"nessiec/ir/kir"
	"nessiec/ir/value"
	"nessiec/passes/device/guards"
	"nessiec/passes/pass"
	"nessiec/tools/halves"
)

// calls launches the kernel.
const calls = `(func f (lo:int hi:int k:int n:int limit:int) (buf<global int>)
  (block
    (def size:int (prim max ((prim sub (hi lo)) 0)))
    (checksize size)
    (alloc r:buf<global int> size)
    (launch k 1 (lo hi k n limit r))
    (return r)))
`

// program stores i + k for all i from lo to before hi where that is in a range, and
// fails where i + 2k is not below a limit.
const program = `
(kernel k 1 (lo:int hi:int k:int n:int limit:int r:buf<global int>) (value value value value value write)
  (block
    (def size:int (prim max (n 0)))
    (for i:int lo hi 1
      (block
        (def at:int (prim add (i k)))
        (choose (x:int) (inrange at size) (block (yield at)) (block (yield -1)))
        (def twice:int (prim add (k at)))
        (def above:bool (prim le (limit twice)))
        (choose (y:int) above
          (block
            (fail "Too many." i)
            (yield -2))
          (block (yield x)))
        (store r (prim sub (i lo)) y)))))
` + calls

// divided compares i + k with n, and n with limit, in all ways.
const divided = `
(kernel k 1 (lo:int hi:int k:int n:int limit:int r:buf<global int>) (value value value value value write)
  (block
    (def odd:bool (prim lt (n limit)))
    (for i:int lo hi 1
      (block
        (def at:int (prim add (i k)))
        (def before:bool (prim OP1 (at n)))
        (def same:bool (prim OP2 (n at)))
        (def late:bool (prim OP3 (i limit)))
        (def any:bool (prim or (same late)))
        (choose (x:int) before (block (yield 1)) (block (yield 2)))
        (choose (y:int) odd
          (block (if any (block (yield (prim add (x 4)))) (block (yield x))))
          (block (yield (select late (prim add (x 8)) x))))
        (store r (prim sub (i lo)) y)))))
` + calls

// indexed compares i with n and limit, in all ways.
var indexed = strings.NewReplacer("OP1 (at n)", "OP1 (i n)", "OP2 (n at)", "OP2 (n i)").Replace(divided)

// sides guards i + k in one way where it compares so with a limit, and in another where it does not.
const sides = `
(kernel k 1 (lo:int hi:int k:int n:int limit:int r:buf<global int>) (value value value value value write)
  (block
    (for i:int lo hi 1
      (block
        (def at:int (prim add (i k)))
        (def other:int (prim add (i limit)))
        (def first:bool (prim OP (i limit)))
        (choose (x:int) first
          (block
            (choose (y:int) (inrange at n) (block (yield at)) (block (yield -1)))
            (yield y))
          (block
            (choose (z:int) (inrange other n) (block (yield other)) (block (yield -2)))
            (yield z)))
        (store r (prim sub (i lo)) x)))))
` + calls

var nearEnds = []int64{math.MinInt32, math.MinInt32 + 1, -4, -2, -1, 0, 1, 2, 5, math.MaxInt32 - 3, math.MaxInt32}

// Loops do the same when they are split, whatever ints wrap around.
func TestIntervals(t *testing.T) { compareSplit(t, program, nearEnds...) }

// often reports whether program number i is tested, of which short tests take a half a day.
func often(t *testing.T, i int) bool {
	half, all := halves.Today(t)
	return !testing.Short() || all || i%2 == half
}

// Loops do the same when comparisons divide them.
func TestDivisions(t *testing.T) {
	ops := []string{"lt", "le", "eq", "ne", "ge", "gt"}
	for i := 0; i < len(ops); i += 2 {
		if !often(t, i/2) {
			continue
		}
		with := strings.NewReplacer("OP1", ops[i], "OP2", ops[(i+2)%6], "OP3", ops[i+1])
		compareSplit(t, with.Replace(divided), -1, 2, math.MaxInt32)
		compareSplit(t, with.Replace(indexed), -1, 2, math.MaxInt32, math.MinInt32)
	}
}

// Loops do the same when elements need guards on one side of a comparison only.
func TestSides(t *testing.T) {
	for i, op := range []string{"lt", "le", "eq", "ne", "ge", "gt"} {
		if !often(t, i) {
			continue
		}
		compareSplit(t, strings.ReplaceAll(sides, "OP", op), -1, 2, math.MaxInt32)
	}
}

// compareSplit calls function f of a module as it is and split, with ints near all ends.
func compareSplit(t *testing.T, program string, limits ...int64) {
	t.Helper()
	m, err := kir.Parse(program)
	if err != nil {
		t.Fatal(err)
	}
	c := pass.NewCtx(pass.DefaultOptions())
	s := guards.Split(c, m, 1)
	if s.String() == m.String() {
		t.Fatal("the loop is not split")
	}
	if err := kir.Verify(s); err != nil {
		t.Fatalf("%v\n%s", err, s)
	}
	calling := func(m *kir.Module) func(args ...value.Value) string {
		var x *simkir.Machine
		return func(args ...value.Value) string {
			if x == nil {
				x = simkir.New(m, value.Num{}, &interp.World{}, simkir.Options{})
			}
			got, failed := x.Call("f", args)
			if failed != nil {
				x = nil // a device on which a check has failed is of no more use
			}
			return fmt.Sprint(got, failed)
		}
	}
	whole, split := calling(m), calling(s)
	ends := []int64{-2, 0, 1, 3, math.MaxInt32 - 2, math.MinInt32}
	for _, lo := range ends {
		for count := int64(-1); count <= 5; count++ {
			if lo+count > math.MaxInt32 || lo+count < math.MinInt32 {
				continue
			}
			for _, k := range nearEnds {
				for _, n := range nearEnds {
					for _, limit := range limits {
						args := []value.Value{value.Int(lo), value.Int(lo + count), value.Int(k), value.Int(n), value.Int(limit)}
						if want, got := whole(args...), split(args...); want != got {
							t.Fatalf("lo, hi, k, n, limit = %v\n got %s\nwant %s\n%s", args, got, want, s)
						}
					}
				}
			}
		}
	}
}
