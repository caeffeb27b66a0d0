package conformance

// What it costs to sort strings: as much again for twice as many, whatever
// these have in common.

import (
	"fmt"
	"testing"

	"nessiec/tools/cost"
)

func TestSortWork(t *testing.T) {
	for _, seq := range []string{
		"{@(rem(i * 7919, 1000003) + 1000000) : i in index(%d)}",           // numbers of seven digits
		"{dist(`a, 100) ++ @(rem(i * 7919, 10007)) : i in index(%d / 10)}", // that begin alike
		"{dist(`a, 3 * %d) : i in index(2)}",                               // two equal ones
		"{dist(rem(i, 2), 1000 - rem(i, 5)) : i in index(%d / 100)}",       // rows of few kinds
	} {
		reads, peak := sortCost(t, fmt.Sprintf(seq, 1000))
		reads2, peak2 := sortCost(t, fmt.Sprintf(seq, 2000))
		if reads2 > reads*23/10 || peak2 > peak*21/10 {
			t.Errorf("%s: %d reads and %d bytes, %d and %d for twice as much", seq, reads, peak, reads2, peak2)
		}
	}
}

// sortCost sorts a sequence on a simulated processor.
func sortCost(t *testing.T, seq string) (reads, peak int64) {
	t.Helper()
	simulated(t, devices[:1], 1, "#sort("+seq+");", func(_ string, x cost.Run) { reads, peak = x.Cost.Reads, x.Cost.Peak })
	return reads, peak
}
