package conformance

import (
	"fmt"
	"os"
	"testing"

	"nessiec/tools/cost"
)

// TestLevels runs recursions whose calls make more and more calls, and maps that make rows of all they look at, with a few
// elements at a time: what they hold does not grow with the number of calls, or of rows.
func TestLevels(t *testing.T) {
	for _, l := range []struct {
		name  string
		n     int
		whole float64 // the least times as much as is held where levels are whole
	}{{"subsets", 14, 12}, {"queens", 7, 3}, {"products", 16, 3}, {"boards", 4, 3}, {"nearest", 60, 5}, {"middle", 40, 3}} {
		t.Run(l.name, func(t *testing.T) {
			src, err := os.ReadFile("testdata/growth/" + l.name + ".nesl")
			if err != nil {
				t.Fatal(err)
			}
			var outputs []string
			var peaks []int64
			for _, grain := range []int{1, 0} {
				simulated(t, []kind{{"cpu", "ref", "cpu", grain}}, 2, fmt.Sprintf("%s\nmain(%d);\n", src, l.n), func(_ string, x cost.Run) {
					outputs, peaks = append(outputs, x.Output), append(peaks, x.Cost.Peak)
				})
			}
			if outputs[0] != outputs[1] {
				t.Errorf("few elements at a time give %s, all of them %s", outputs[0], outputs[1])
			}
			t.Logf("%d bytes are held, and %d where levels are whole", peaks[0], peaks[1])
			if float64(peaks[1]) < l.whole*float64(peaks[0]) {
				t.Errorf("%d bytes are held, and %d where levels are whole", peaks[0], peaks[1])
			}
		})
	}
}

// A level counts the elements that its sequences show, not those of the data they are views of: a quicksort of
// strings went down to halves of one part each as soon as all strings together had more characters than a level.
func TestLevelsOfViews(t *testing.T) {
	src, err := os.ReadFile("testdata/growth/strings.nesl")
	if err != nil {
		t.Fatal(err)
	}
	var launches []int64
	for _, grain := range []int{64, 0} {
		simulated(t, []kind{{"cpu", "ref", "cpu", grain}}, 2, string(src)+"\nmain(800);\n", func(_ string, x cost.Run) {
			launches = append(launches, x.Stats.Launches)
		})
	}
	if launches[0] > 16*launches[1] { // a level has four parts, and chunks are smaller, too
		t.Errorf("%d launches where the strings have more characters than a level has elements, %d where they have fewer", launches[0], launches[1])
	}
}
