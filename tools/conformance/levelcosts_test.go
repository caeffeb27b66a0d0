package conformance

// What programs of the bench cost where levels of recursions have so few elements that they go in
// halves, as those of large programs do. Costs at full size are out of reach of the simulator.

import (
	"fmt"
	"path/filepath"
	"testing"

	"nessiec/tools/cost"
)

// manyLevels is a processor that 256 elements keep busy.
var manyLevels = []kind{{"cpu", "ref", "cpu", 16}}

// levelSizes are sizes where 300 is too large: the work grows faster, or is much.
var levelSizes = map[string]int{
	"align": 5, "cholesky": 18, "lu": 18, "lurec": 18, "mandelbrot": 18, "matmul": 18, "strassen": 70, "sudoku": 2,
}

// TestCostsOfLevels bounds what each program costs at twice the size, and how launches and waits grow up to there: as
// what is moved. A quicksort of strings once launched a thousand times as many kernels as before, unnoticed: its levels
// went down to halves of one part each.
func TestCostsOfLevels(t *testing.T) {
	eachProgram(t, "../../examples/bench", 30, func(t *testing.T, name, src string) {
		n := levelSizes[name]
		if n == 0 {
			n = 300
		}
		text := func(n int) string { return size.ReplaceAllString(src, fmt.Sprintf("size = %d;", n)) }
		var lines []string
		var large, small cost.Run
		simulated(t, manyLevels, 2, text(2*n), func(_ string, x cost.Run) {
			for _, c := range counters(x) {
				lines = append(lines, fmt.Sprintf("%d %s %d\n", 2*n, c.name, c.n))
			}
			large = x
		})
		atMost(t, filepath.Join("testdata", "levels", name+".txt"), lines)
		if testing.Short() {
			return
		}
		simulated(t, manyLevels, 2, text(n), func(_ string, x cost.Run) { small = x })
		for _, c := range []struct {
			what         string
			small, large int64
		}{{"launches", small.Stats.Launches, large.Stats.Launches}, {"waits", small.Stats.Syncs, large.Stats.Syncs}} {
			if moved := ratio(large.Moved(), small.Moved()); float64(c.large) > 1.15*moved*float64(c.small) {
				t.Errorf("%d %s, and %d at twice the size, where %.2f times as much is moved", c.small, c.what, c.large, moved)
			}
		}
	})
}
