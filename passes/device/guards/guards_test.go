package guards_test

import (
	"fmt"
	"math"
	"testing"

	"nessiec/backends/ref/interp"
	simkir "nessiec/backends/ref/kir"
	"nessiec/ir/kir"
	"nessiec/ir/value"
	"nessiec/passes/device/guards"
	"nessiec/passes/pass"
)

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
(func f (lo:int hi:int k:int n:int limit:int) (buf<global int>)
  (block
    (def size:int (prim max ((prim sub (hi lo)) 0)))
    (checksize size)
    (alloc r:buf<global int> size)
    (launch k 1 (lo hi k n limit r))
    (return r)))
`

// Loops do the same when they are split, whatever ints wrap around.
func TestIntervals(t *testing.T) {
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
	call := func(m *kir.Module, args ...value.Value) string {
		x := simkir.New(m, value.Num{}, &interp.World{}, simkir.Options{})
		got, failed := x.Call("f", args)
		return fmt.Sprint(got, failed)
	}
	ends := []int64{-2, 0, 1, 3, math.MaxInt32 - 2, math.MinInt32}
	near := []int64{math.MinInt32, math.MinInt32 + 1, -4, -2, -1, 0, 1, 2, 5, math.MaxInt32 - 3, math.MaxInt32}
	for _, lo := range ends {
		for count := int64(-1); count <= 5; count++ {
			if lo+count > math.MaxInt32 || lo+count < math.MinInt32 {
				continue
			}
			for _, k := range near {
				for _, n := range near {
					for _, limit := range near {
						args := []value.Value{value.Int(lo), value.Int(lo + count), value.Int(k), value.Int(n), value.Int(limit)}
						if want, got := call(m, args...), call(s, args...); want != got {
							t.Fatalf("lo, hi, k, n, limit = %v\n got %s\nwant %s\n%s", args, got, want, s)
						}
					}
				}
			}
		}
	}
}
