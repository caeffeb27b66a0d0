package main

// The whole page at tiny sizes, and its parts.

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"nessiec/backends/wasm/engine"
	"nessiec/tools/bench/turn"
	"nessiec/tools/testcommand"
)

func TestMain(m *testing.M) { os.Exit(testcommand.Main(m)) }

// The command makes the page of a few benchmarks, small, with the columns of a GPU that is
// not there. Numbers are not compared, but results are.
func TestPage(t *testing.T) {
	if err := engine.Supported(); err != nil {
		t.Skip(err)
	}
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	c := config{root: root, nessiec: testcommand.Nessiec(t), target: "wasm", scale: 2e-4, sweep: 1, runs: 1, rounds: 1, budget: 0.01, regions: 1,
		limits: turn.Limits{Time: 20, Memory: 4e9}, only: regexp.MustCompile("^(dotp|nbodysteps|radixsort|raytracer)$"), parts: regexp.MustCompile(""), gpu: "none", out: dir}
	if err := c.run(); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(dir, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	text := string(page)
	for want, n := range map[string]int{"<svg ": 9, "no columns: not asked for": 1, "<td>radixsort</td>": 2, "vertical only</span>": 2, "7,106 ms": 1, "Tesla C2050": 1} {
		if got := strings.Count(text, want); got != n {
			t.Errorf("%q is there %d times, not %d", want, got, n)
		}
	}
	if strings.Contains(text, "#00000") || strings.Contains(text, "--c0") || strings.Contains(text, "NaN") {
		t.Error("a colour or a number that is none")
	}
	var r Results
	data, err := os.ReadFile(filepath.Join(dir, "results.json"))
	if err != nil || json.Unmarshal(data, &r) != nil || len(r.Series) != 3 || len(r.Plans) != 3 || r.Whole || r.Tracer.Sorted <= 0 {
		t.Fatalf("%v\n%s", err, data)
	}
	// Made anew of the results, it is the same.
	c.render = true
	if err := c.run(); err != nil {
		t.Fatal(err)
	}
	if again, err := os.ReadFile(filepath.Join(dir, "index.html")); err != nil || string(again) != text {
		t.Errorf("the page changes: %v", err)
	}
}

// What fails is on the page, and a wrong result is an error; what was stopped is none.
func TestFailures(t *testing.T) {
	ok := turn.Turn{Median: 0.002, Check: 5}
	bad := turn.Turn{Median: 0.001, Check: 5.1}
	rows := []Row{{Variant: wide, Turns: []turn.Turn{bad}}, {Variant: narrow, Turns: []turn.Turn{{Median: 1, Check: 5.001}}}, {Variant: oneC, Turns: []turn.Turn{ok}}, {Variant: parallel, Failed: "> 15 s"}}
	compare(benchmark{Epsilon: 1e-9}, rows, oneC)
	r := &Results{Series: []Series{{"dotp", 7, rows}}}
	if got := strings.Join(r.failures(), "\n"); got != "dotp, 7 elements, 64-bit floats: another result: 5.1, not 5\ndotp, 7 elements, C, all processors: > 15 s" {
		t.Error(got)
	}
	if err := wrong(r); err == nil || strings.Contains(err.Error(), "processors") {
		t.Error(err)
	}
	if x := rows[1].Ratio(&rows[2]); x != 500 {
		t.Errorf("ratio %v", x)
	}
	if !math.IsNaN(took(&rows[0])) || took(&rows[2]) != 2 {
		t.Error("times of rows")
	}
}

// The GPU's columns are those of what tools/bench/gpu writes.
func TestGPU(t *testing.T) {
	times, err := gpuTimes([]byte(`[{"Item": {"Name": "work-sort", "Size": 1000}, "Times": {"nesl": [0.003, 0.002], "hand": [0.001]}}, {"Item": {"Name": "scan"}, "Times": {}}]`))
	if err != nil || len(times) != 1 || times[0] != (GPUTime{"sort", 1000, 3, 1}) {
		t.Errorf("%v, %v", times, err)
	}
	r := &Results{GPU: GPU{Name: "G", Times: times}, Series: []Series{{"sort", 1000, nil}}}
	page, err := pageOf(r)
	if err != nil || !strings.Contains(page, gpuNESL) || !strings.Contains(page, gpuHand) || strings.Contains(page, "--c0") || strings.Contains(page, "no columns") {
		t.Errorf("%v\n%s", err, page)
	}
}

// Every stage has code, and every benchmark has its programs.
func TestParts(t *testing.T) {
	ss, err := stages("../../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range ss {
		if s.Code < 100 {
			t.Errorf("%s: %d lines", s.Name, s.Code)
		}
	}
	c := config{root: "../../.."}
	for _, b := range benchmarks() {
		for _, file := range []string{c.path(b.Program, ".nesl"), c.path(b.Hand, ".c")} {
			if _, err := os.Stat(file); err != nil {
				t.Error(err)
			}
		}
	}
	for x, want := range map[float64]string{0.01: "0.01", 5: "5", 1000: "1000", 20_000: "20k", 5e6: "5M"} {
		if got := short(x); got != want {
			t.Errorf("%v is %s", x, got)
		}
	}
}
