package ir

import (
	"runtime"
	"sync/atomic"
	"testing"
)

// Every call is made, and the first that panics does so where its caller recovers, however many
// processors there are.
func TestAtOnce(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, processors := range []int{1, 4} {
		runtime.GOMAXPROCS(processors)
		var sum atomic.Int64
		AtOnce(100, func(i int) { sum.Add(int64(i)) })
		if sum.Load() != 4950 {
			t.Errorf("%d processors: the sum is %d", processors, sum.Load())
		}
		func() {
			defer func() {
				if r := recover(); r != 3 {
					t.Errorf("%d processors: %v is recovered", processors, r)
				}
			}()
			AtOnce(100, func(i int) {
				if i >= 3 {
					panic(i)
				}
			})
		}()
	}
	AtOnce(0, func(int) { t.Error("there is nothing to call") })
}
