package conformance

// Cost follows the work: programs in plain style at two sizes. What the device
// moves grows as the work that the nested evaluator counts, and memory as the data.

import (
	"fmt"
	"os"
	"testing"

	refkir "nessiec/backends/ref/kir"
	"nessiec/grammar"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
	"nessiec/tools/cost"
)

// A growth is a program, run as main(small) and as main(large). Peak is how many
// times as much memory the larger run may take, moved how many times as much it may
// move for each unit of work, and most, unless it is 0, how many bytes it may hold.
type growth struct {
	name         string
	small, large int
	peak, moved  float64
	most         int64
}

var growths = []growth{
	{"rows", 8, 32, 1.05, 1.25, 0},
	{"blocks", 40, 160, 4.2, 1.25, 0},
	{"serial", 20, 80, 1.05, 1.25, 0},
	{"fill", 300, 600, 2.1, 1.25, 0},
	{"lu", 12, 24, 4.4, 1.25, 0},
	{"unionfind", 80, 320, 4.2, 1.25, 0},
	{"clip", 100, 400, 4.2, 1.25, 0},
	{"strings", 100, 400, 5.2, 1.25, 0},
	{"quicksort", 500, 2000, 5, 1.25, 0},
	{"factorial", 8000, 32000, 4.2, 1.25, 0},
	{"trailing", 12, 24, 4.4, 1.4, 0},
	{"search", 8, 12, 2.3, 1.3, 0},
	{"swaps", 200, 400, 2.1, 0.6, 0},
	{"leaving", 50, 100, 2.2, 1.15, 0},
	{"table", 20, 80, 4.2, 1.25, 0},
	{"pull", 31, 63, 4.6, 1.25, 110000},
	{"calls", 8, 13, 1.05, 1.25, 0},
	{"carried", 400, 1600, 1.05, 1.25, 0},
	{"twoways", 40, 80, 1.05, 1.25, 1400},
	{"rowsleave", 30, 60, 2.3, 1.1, 0},
	{"wayback", 24, 48, 4.4, 1.25, 0},
	{"pivots", 72, 96, 2, 1.25, 90000},
	{"cholesky", 12, 24, 4.4, 1.25, 0},
	{"alignment", 20, 40, 4.2, 1.25, 0},
	{"skyline", 20, 60, 3.6, 1.25, 0},
	{"depth", 20, 160, 4.2, 1.1, 10000},
	{"history", 100, 400, 4.4, 1.25, 0},
	{"kept", 100, 400, 4.4, 1.25, 0},
	{"numbers", 300, 1200, 4.4, 0.35, 0},
	{"stack", 200, 800, 4.4, 0.35, 0},
	{"queue", 250, 1000, 4.4, 0.35, 0},
	{"bfsqueue", 300, 1200, 4.4, 0.35, 0},
	{"kahn", 300, 1200, 4.4, 0.35, 0},
	{"pairs", 40, 80, 4.4, 0.5, 0},
	{"heap", 100, 400, 4.4, 0.5, 0},
	{"insertions", 200, 800, 6.6, 0.7, 0},
	{"reached", 12, 24, 5, 0.5, 0},
	{"sortedpart", 200, 800, 5, 0.9, 0},
	{"lexer", 300, 1200, 5, 0.5, 0},
	{"grown", 100, 400, 4.4, 0.5, 0},
	{"logged", 300, 1200, 4.4, 0.5, 0},
	{"rest", 200, 800, 4.4, 0.5, 0},
	{"machine", 3000, 12000, 4.4, 0.35, 0},
	{"shortest", 900, 3600, 4.4, 0.5, 0},
	{"topological", 1500, 6000, 4.4, 0.35, 0},
	{"tokens", 3000, 12000, 4.4, 0.5, 0},
	{"merged", 300, 1200, 4.4, 0.5, 0},
	{"recursions", 400, 1600, 4.4, 0.35, 0},
	{"waves", 40, 80, 4.4, 0.9, 0},
	{"slices", 50, 100, 4.6, 1.25, 30000},
	{"suffixes", 60, 240, 4.4, 0.5, 0},
	{"pieces", 100, 400, 4.4, 0.5, 0},
	{"lookup", 100, 400, 4.4, 1.1, 0},
	{"neighbours", 10, 20, 4.4, 1.25, 0},
	{"words", 600, 2400, 4.4, 0.35, 0},
	{"bindings", 20, 80, 4.4, 1.25, 0},
	{"mergelists", 16, 32, 2.6, 1.25, 8000},
	{"places", 400, 1600, 4.4, 0.35, 0},
	{"marks", 6400, 12800, 2.1, 0.75, 0},
	{"ownplaces", 1000, 2000, 2.1, 0.8, 0},
	{"medians", 16, 32, 4.4, 1.25, 8000},
	{"searchtree", 500, 2000, 4.2, 1.25, 0},
	{"halved", 501, 2001, 4.2, 1.25, 70000},
	{"maxint", 300, 1200, 4.4, 0.7, 5000},
	{"literals", 200, 800, 4.4, 1.1, 12000},
	{"prefixes", 200, 800, 4.4, 1.25, 12000},
	{"orthogonal", 12, 24, 4.4, 1.25, 0},
	{"found", 200, 800, 4.4, 1.25, 12000},
	{"selected", 50, 100, 2.3, 1.25, 4000},
	{"join", 60, 120, 4.4, 1.25, 80000},
	{"components", 200, 800, 4.4, 0.5, 0},
	{"backtracking", 14, 18, 4.4, 1.25, 0},
	{"flood", 16, 32, 4.4, 0.5, 0},
	{"buckets", 100, 400, 4.4, 0.5, 0},
	{"handedrows", 4, 6, 4.4, 1.25, 6000},
	{"branchrows", 4, 6, 4.4, 1.25, 9000},
	{"relax", 100, 400, 4.4, 1.25, 0},
	{"scanned", 50, 200, 4.4, 1.25, 0},
	{"searches", 300, 1200, 4.4, 0.75, 0},
	{"degrees", 300, 1200, 4.4, 0.5, 0},
	{"visits", 200, 800, 4.4, 0.75, 0},
	{"brackets", 200, 800, 4.4, 1.25, 62000},
	{"postorder", 200, 800, 4.4, 0.75, 0},
	{"common", 100, 1600, 18, 0.95, 0},
	{"coins", 500, 2000, 4.4, 0.5, 0},
	{"trie", 100, 400, 4.4, 0.5, 0},
	{"listtext", 200, 800, 4.4, 0.4, 0},
	{"inversions", 200, 800, 4.4, 0.4, 0},
	{"resized", 100, 400, 4.4, 0.5, 0},
	{"phrases", 200, 800, 4.4, 0.9, 0},
	{"events", 10000, 20000, 1.05, 1.25, 0},
	{"inmiddle", 100, 400, 4.4, 1.1, 0},
	{"agenda", 100, 400, 4.4, 0.9, 0},
	{"scheduler", 200, 400, 2.5, 1.25, 0},
	{"codes", 200, 800, 4.4, 0.9, 0},
	{"inarow", 2, 3, 1.05, 1.25, 0},
	{"ways", 3, 4, 1.4, 1.25, 0},
	{"tour", 5, 6, 1.4, 1.25, 0},
	{"bounds", 5, 6, 1.4, 1.25, 0},
	{"colours", 300, 1200, 4.4, 1.25, 0},
	{"maze", 10, 20, 4.4, 0.9, 0},
	{"candidates", 4, 5, 1.05, 1.25, 0},
	{"sieved", 1500, 6000, 4.4, 1.25, 0},
	{"ancestors", 100, 400, 4.4, 1.1, 0},
}

func TestGrowth(t *testing.T) {
	for _, g := range growths {
		t.Run(g.name, func(t *testing.T) {
			src, err := os.ReadFile("testdata/growth/" + g.name + ".nesl")
			if err != nil {
				t.Fatal(err)
			}
			at := measure(t, string(src), g.small)
			for device, large := range measure(t, string(src), g.large) {
				small := at[device]
				t.Logf("%s: work %d -> %d, moved %d -> %d, peak %d -> %d", device,
					small.work, large.work, small.moved, large.moved, small.peak, large.peak)
				if work, moved := ratio(large.work, small.work), ratio(large.moved, small.moved); moved > g.moved*work {
					t.Errorf("%s: %.2f times the work moves %.2f times as much", device, work, moved)
				}
				if peak := ratio(large.peak, small.peak); device == "cpu" && peak > g.peak {
					t.Errorf("%s: memory grows %.2f times, where %.2f is the limit", device, peak, g.peak)
				}
				if g.most > 0 && large.peak > g.most {
					t.Errorf("%s: %d bytes are held, where %d is the limit", device, large.peak, g.most)
				}
			}
		})
	}
}

// TestScratch runs main(n) of programs whose elements need a stack each, or marks: on processors these take no memory.
func TestScratch(t *testing.T) {
	for _, w := range []struct {
		name string
		n    int
		most int64 // bytes that are held
	}{{"brackets", 800, 16000}} {
		src, err := os.ReadFile("testdata/growth/" + w.name + ".nesl")
		if err != nil {
			t.Fatal(err)
		}
		simulated(t, []kind{{"cpu", "ref", "cpu", 0}}, 2, fmt.Sprintf("%s\nmain(%d);\n", src, w.n), func(_ string, x cost.Run) {
			if x.Cost.Peak > w.most {
				t.Errorf("%s: %d bytes are held, where %d is the limit", w.name, x.Cost.Peak, w.most)
			}
		})
	}
}

// TestWaits runs main(n) of programs whose steps the host need not wait for.
func TestWaits(t *testing.T) {
	for _, w := range []struct {
		name    string
		n, most int64
		serial  bool // on processors only: on GPUs, long rows are gone through in parallel
	}{
		{"trailing", 24, 2, false}, {"cholesky", 24, 3, false}, {"heapsort", 24, 1, false}, {"spiral", 24, 1, false},
		{"machine", 5000, 4, false}, {"shortest", 400, 3, false}, {"topological", 2500, 5, false}, {"tokens", 4000, 6, false}, {"merged", 600, 6, false}, {"recursions", 600, 40, false}, {"waves", 40, 4, false}, {"lookup", 100, 320, false}, {"maxint", 300, 4, false}, {"literals", 200, 8, false}, {"components", 200, 3, false}, {"backtracking", 16, 6, false}, {"flood", 20, 3, false}, {"buckets", 200, 6, false}, {"relax", 400, 4, false}, {"scanned", 300, 3, false}, {"searches", 400, 6, false}, {"degrees", 400, 6, false}, {"visits", 400, 5, false}, {"postorder", 400, 9, false}, {"insertions", 400, 31, false}, {"reached", 20, 6, true}, {"lexer", 400, 20, true},
		{"orthogonal", 24, 30, false}, {"edits", 30, 4, false}, {"phrases", 800, 8, true},
		{"inmiddle", 400, 4, false}, {"agenda", 400, 3, false}, {"candidates", 4, 2, false}, {"maze", 12, 14, true}, {"colours", 1500, 12, false}, {"bounds", 6, 3, false}, {"tour", 6, 3, false}, {"ways", 4, 2, false}, {"inarow", 3, 2, false}, {"codes", 400, 5, false}, {"scheduler", 400, 25, false}, {"sieved", 1000, 3, false}, {"textparts", 2000, 4, false}, {"patterns", 400, 4, false}, {"placements", 8, 6, false}, {"movetofront", 1000, 3, false}, {"wordtree", 600, 80, false}, {"sons", 600, 40, false}, {"ancestors", 400, 8, false}, {"routes", 7, 4, true}, {"scopes", 6, 60, false}, {"filledlines", 400, 6, false}, {"objects", 60, 12, false}, {"attributes", 40, 26, false},
	} {
		t.Run(w.name, func(t *testing.T) {
			src, err := os.ReadFile("testdata/growth/" + w.name + ".nesl")
			if err != nil {
				t.Fatal(err)
			}
			on := devices
			if w.serial {
				on = on[:1]
			}
			simulated(t, on, 2, fmt.Sprintf("%s\nmain(%d);\n", src, w.n), func(device string, x cost.Run) {
				if x.Stats.Syncs > w.most {
					t.Errorf("%s: the host waits %d times, where %d is the limit", device, x.Stats.Syncs, w.most)
				}
			})
		})
	}
}

func ratio(x, y int64) float64 { return float64(x) / float64(y) }

// A measurement is the work of a program as the nested evaluator counts it, and what
// its compiled form moves and holds.
type measurement struct{ work, moved, peak int64 }

// measure is the measurements of main(n), by device.
func measure(t *testing.T, src string, n int) map[string]measurement {
	t.Helper()
	o := cost.Options("cpu")
	src += fmt.Sprintf("\nmain(%d);\n", n)
	nested, err := cost.Text(o, src, grammar.NestedChecked.Language)
	if err != nil {
		t.Fatal(err)
	}
	want, work, err := cost.Nested(o, nested, nil, 0, false)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]measurement{}
	simulated(t, devices, 2, src, func(device string, x cost.Run) {
		if want != x.Output {
			t.Fatalf("the device prints\n%s\nwant\n%s", x.Output, want)
		}
		out[device] = measurement{work, x.Moved(), x.Cost.Peak}
	})
	return out
}

// devices are simulated, and have no target.
var devices = []kind{{"cpu", "ref", "cpu", 0}, {"gpu", "ref", "gpu", 0}}

// simulated executes a source text on simulated devices, optimised at some level.
func simulated(t *testing.T, on []kind, level int, src string, f func(device string, x cost.Run)) {
	t.Helper()
	lowered(parseCase(t, src), on, level, func(k kind, o pass.Options, p driver.Program, a answer) {
		if a.kind != "" {
			t.Fatal(a.kind, a.text)
		}
		x, err := cost.Simulate(o, p, refkir.Options{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		f(k.name, x)
	})
}
