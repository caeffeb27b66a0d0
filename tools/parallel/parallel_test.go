package parallel

import (
	"sync/atomic"
	"testing"
)

// Every task is done once, and no more than so many at a time.
func TestEach(t *testing.T) {
	for _, most := range []int{-1, 1, 3, 100} {
		var running, tooMany atomic.Int32
		done := make([]int, 40)
		Each(len(done), most, func(i int) {
			if running.Add(1) > int32(max(most, 1)) {
				tooMany.Add(1)
			}
			done[i]++
			running.Add(-1)
		})
		for i, n := range done {
			if n != 1 {
				t.Errorf("%d at a time: task %d is done %d times", most, i, n)
			}
		}
		if tooMany.Load() > 0 {
			t.Errorf("more than %d at a time", most)
		}
	}
	Each(0, 2, func(int) { t.Error("a task of none") })
}
