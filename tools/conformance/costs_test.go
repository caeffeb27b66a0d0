package conformance

// What examples cost on the simulated device, with all optimisations. A change may lower a counter, and
// should then be written down by NESSIEC_UPDATE=1; it may not raise one
// unnoticed.

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nessiec/ir/value"
	"nessiec/tools/cost"
)

// A counter is what an execution counts.
type counter struct {
	name string
	n    int64
}

func TestCosts(t *testing.T) {
	eachProgram(t, "../../examples", 25, func(t *testing.T, name, src string) {
		var lines []string
		simulated(t, devices, 2, src, func(device string, x cost.Run) {
			prints(t, name, x.Output)
			for _, c := range counters(x) {
				lines = append(lines, fmt.Sprintf("%s %s %d\n", device, c.name, c.n))
			}
		})
		atMost(t, filepath.Join("testdata", "costs", name+".txt"), lines)
	})
}

// eachProgram runs f for each program of a directory, which has at least so many.
func eachProgram(t *testing.T, dir string, least int, f func(t *testing.T, name, src string)) {
	files, _ := filepath.Glob(filepath.Join(dir, "*.nesl"))
	if len(files) < least {
		t.Fatalf("%d programs in %s", len(files), dir)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".nesl")
		t.Run(name, func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			f(t, name, string(src))
		})
	}
}

// prints compares what an example prints.
func prints(t *testing.T, name, output string) {
	want, err := os.ReadFile("../../examples/testdata/" + name + ".out")
	if err != nil || !value.CloseText(string(want), output, 1e-12) {
		t.Errorf("%s prints\n%s\nwant (%v)\n%s", name, output, err, want)
	}
}

// counters are what a run counts.
func counters(x cost.Run) []counter {
	return []counter{{"kernels", int64(x.Kernels)}, {"launches", x.Stats.Launches}, {"buffers", x.Stats.Allocs}, {"leaked", x.Stats.Live}, {"waits", x.Stats.Syncs}, {"fetched", x.Stats.Fetched},
		{"reads", x.Cost.Reads}, {"writes", x.Cost.Writes}, {"copies", x.Cost.Copies}, {"peak", x.Cost.Peak}}
}

// atMost compares lines that end in a number with those of a file.
func atMost(t *testing.T, file string, lines []string) {
	if os.Getenv("NESSIEC_UPDATE") != "" {
		if err := os.WriteFile(file, []byte(strings.Join(lines, "")), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.SplitAfter(string(text), "\n")
	if len(want) != len(lines)+1 {
		t.Fatalf("%s has %d lines, want %d", file, len(want)-1, len(lines))
	}
	for i, l := range lines {
		got, most := number(t, l), number(t, want[i])
		if !strings.Contains(l, "kernels") && !strings.Contains(l, "launches") && !strings.Contains(l, "waits") {
			most += most / 20 // elements and bytes, which change a little for other reasons too
		}
		if got > most {
			t.Errorf("%s is more than %d, which %s allows", strings.TrimSpace(l), most, filepath.Base(file))
		}
	}
}

// number is the last word of a line.
func number(t *testing.T, line string) (n int64) {
	f := strings.Fields(line)
	if _, err := fmt.Sscan(f[len(f)-1], &n); err != nil {
		t.Fatal(err)
	}
	return n
}
