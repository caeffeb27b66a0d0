package grammar_test

import (
	"strings"
	"testing"

	"nessiec/grammar"
	"nessiec/ir/lcu"
)

// Plans follow the table of strategies, for the target that the module names.
func TestStaged(t *testing.T) {
	const cpu, gpu = "(target cpu 1 64 4096 1 0 false false 8 4 64 32768 0)", "(target gpu 256 512 1024 32 11 false false 0 4 4 24576 0)"
	square := func(plan string) string {
		return "(kernel k (n:int k:int) (vec<int>) (let (r:vec<int>) (staged (map n (thunk (i:int) (ret i))) (plan (m:int) " + plan + ")) (ret r)))"
	}
	keep := func(thunk string) string {
		return "(kernel k (n:int o:vec<int>) (vec<int>) (let (r:vec<int>) (staged (compact n (n) (false) (thunk (i:int) " + thunk +
			") (0) (0) (o) (false) () ()) (plan (m:int) (steps (step selected chunks 4096)))) (ret r)))"
	}
	for _, c := range []struct{ src, want string }{
		{cpu + square("(steps (step all chunks 4096))"), ""},
		{cpu + square("(steps (step all chunks 4096 k))"), ""},
		{gpu + square("(steps (step all items))"), ""},
		{gpu + square("(let (c:bool) (prim lt ((prim add (m 1)) k)) (if c (steps (step all items)) (steps (step all items))))"), ""},
		{square("(steps (step all items))"), "there is no target"},
		{cpu + square("(steps (step all items))"), "(steps (step all items)) is no strategy for map on cpu"},
		{gpu + square("(steps (step all chunks 4096))"), "is no strategy for map on gpu"},
		{cpu + square("(steps (step all chunks))"), "(step all chunks) takes GRAIN [BOUND]"},
		{cpu + square("(steps (step all chunks 1 2 3))"), "takes GRAIN [BOUND]"},
		{cpu + square("(steps (step all chunks 4096) (step combine onegroup))"), "is no strategy for map"},
		{cpu + keep("(let (c:bool) (prim lt (i 3)) (ret i c))"), ""},
		{cpu + keep("(ret i)"), "(step selected chunks 4096), and nothing says what is selected"},
		{gpu + keep("(let (c:bool) (prim lt (i 3)) (ret i c))"), "is no strategy for compact on gpu"},
		{cpu + square("(let (c:bool) (prim lt (m 3)) (if c (steps (step all items)) (steps (step all chunks 2))))"), "(steps (step all items)) is no strategy"},
		{cpu + "(kernel k (n:int) (vec<int>) (let (r:vec<int>) (map n (thunk (i:int) (ret i))) (ret r)))", "kernel k has no plan"},
		{cpu + "(func f (n:int) (int) (let (x:int) (prim add ((prim add (n 1)) 1)) (ret x)))", "operand (prim add (n 1))"},
	} {
		m, err := lcu.Parse(c.src)
		if err != nil {
			t.Fatalf("%s: %v", c.src, err)
		}
		m.Complete()
		if err := grammar.KernelStaged.Verify(m); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s:\n got %v\nwant %q", c.src, err, c.want)
		}
	}
}
