package nkl_test

import (
	"math/rand"
	"runtime"
	"slices"
	"testing"

	eval "nessiec/backends/ref/nkl"
	"nessiec/ir/value"
)

func randomInts(n int) value.Ints {
	r := rand.New(rand.NewSource(1))
	xs := make(value.Ints, n)
	for i := range xs {
		xs[i] = int64(r.Intn(1 << 30))
	}
	return xs
}

// Sorting 100,000 ints by the nested quicksort.
func BenchmarkQuicksort(b *testing.B) {
	m := parse(b, library+"(func main () (xs:[int]) [int] (call quicksort (int) (xs)))")
	xs := randomInts(100_000)
	for range b.N {
		v, cost, fail := eval.Call(m, "main", nil, []value.Value{xs}, eval.Options{})
		if fail != nil || !slices.IsSorted(v.(value.Ints)) {
			b.Fatal(fail)
		}
		b.ReportMetric(float64(cost.Work), "work")
		b.ReportMetric(float64(cost.Span), "span")
	}
}

func BenchmarkFib(b *testing.B) {
	m := parse(b, library+"(func main () (n:int) int (call fib () (n)))")
	for range b.N {
		if _, _, fail := eval.Call(m, "main", nil, []value.Value{value.Int(25)}, eval.Options{}); fail != nil {
			b.Fatal(fail)
		}
	}
}

// The sum of squares of a million ints, twenty times.
func BenchmarkMap(b *testing.B) {
	m := parse(b, `(func main () (n:int) int (loop (k:int s:int) (0 0) (if (prim lt (k 20))
	  (recur (prim add (k 1)) (prim add (s (prim sum ((each (i:int) ((prim index (n))) (prim mul (i i)))))))) s)))`)
	for range b.N {
		if _, _, fail := eval.Call(m, "main", nil, []value.Value{value.Int(1_000_000)}, eval.Options{}); fail != nil {
			b.Fatal(fail)
		}
	}
}

// Ten million calls deep.
func BenchmarkDepth(b *testing.B) {
	m := parse(b, library+"(func main () (n:int) int (call down () (n)))")
	for range b.N {
		if v, _, fail := eval.Call(m, "main", nil, []value.Value{value.Int(10_000_000)}, eval.Options{}); fail != nil || v != value.Int(10_000_000) {
			b.Fatal(fail)
		}
		var s runtime.MemStats
		runtime.ReadMemStats(&s)
		b.ReportMetric(float64(s.Sys)/1e6, "MB")
	}
}
