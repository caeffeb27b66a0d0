package main

// The harness at a tiny scale, and its parts without a device.

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
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

func turns(times ...float64) []turn.Turn {
	var ts []turn.Turn
	for _, x := range times {
		ts = append(ts, turn.Turn{Median: x, Check: 7})
	}
	return ts
}

// A ratio is the median of the ratios of rounds, not the ratio of the medians.
func TestRatio(t *testing.T) {
	r := &Result{Workload: Workload{Name: "w", Limit: 1, Against: 2, Epsilon: 1e-9}}
	r.Turns = [programs][]turn.Turn{turns(2, 30, 4), turns(1, 10, 4), turns(4, 10, 2)}
	if a, b := r.Ratio(oneThread), r.Ratio(twoThreads); a != 2 || b != 2 {
		t.Errorf("ratios %v and %v, want 2 and 2", a, b)
	}
	if err := r.agree(compiled, twoThreads); err != nil {
		t.Error(err)
	}
	var x any
	if err := json.Unmarshal([]byte(JSON([]*Result{r})), &x); err != nil {
		t.Error(err)
	}
	if err := wellFormed(Plot([]*Result{r})); err != nil {
		t.Error(err)
	}
	r.Turns[compiled][1].Check = 7.1
	if err := r.agree(compiled); err == nil {
		t.Error("different results are accepted")
	}
}

// The original system is compared by ratios to C, where they are known.
func TestFaster(t *testing.T) {
	r := &Result{Workload: Workload{Name: "w", Limit: 1, Against: 2, Nesl: Recorded{Time: 6, C: 2}}}
	r.Turns[compiled], r.Turns[oneThread], r.Turns[twoThreads] = turns(0.5), turns(1), turns(1)
	if x, ok := r.Faster(); !ok || x != 6 {
		t.Errorf("%v times faster, want 6", x)
	}
	r.Workload.Nesl.C = 0
	if x, ok := r.Faster(); !ok || x != 12 {
		t.Errorf("%v times faster, want 12", x)
	}
	other := *r
	other.Workload.Nesl = Recorded{}
	if _, ok := other.Faster(); ok {
		t.Error("compared with nothing")
	}
	if text := Table([]*Result{r, &other}); !strings.Contains(text, "geometric mean of 1: 12.0.") {
		t.Error(text)
	}
}

func wellFormed(s string) error {
	for d := xml.NewDecoder(strings.NewReader(s)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// Every workload has its programs, and the NESL program can be scaled.
func TestWorkloads(t *testing.T) {
	for _, w := range Workloads() {
		b, err := os.ReadFile(filepath.Join("..", "..", "examples", "bench", w.Program+".nesl"))
		if err != nil {
			t.Fatal(err)
		}
		w.Size = 123
		if text := w.edit(string(b)); !strings.Contains(text, "\nsize = 123;\n") || !strings.Contains(text, "\nresult = run(") {
			t.Errorf("%s: no size or result\n%s", w.Name, text)
		}
		if _, err := os.Stat(filepath.Join("c", w.Program+".c")); err != nil {
			t.Error(err)
		}
	}
}

// A few workloads are built and measured, small.
func TestMeasure(t *testing.T) {
	dir := t.TempDir()
	c := config{root: filepath.Join("..", ".."), target: "c", nessiec: testcommand.Nessiec(t), scale: 1e-4, runs: 1, rounds: 1, out: dir,
		budget: 1, limits: turn.Limits{Time: 60, Memory: 8 * giga},
		only: regexp.MustCompile("^(dotp|segsum-giant|sort)$")}
	if err := c.run(); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(filepath.Join(dir, "results.json"))
	var rs []*Result
	if err != nil || json.Unmarshal(b, &rs) != nil || len(rs) != 3 {
		t.Fatalf("%d results, %v\n%s", len(rs), err, b)
	}
	for _, r := range rs {
		if own := r.Turns[compiled][0]; own.Median <= 0 || own.Run.Kernels < 1 || own.Run.GivenBytes < 1 || own.Peak < 1 {
			t.Errorf("%s: %+v", r.Workload.Name, own)
		}
		if m := r.Turns[module]; r.ModuleFailed == "" && (m[0].Median <= 0 || m[0].Run.Kernels < 1 || m[0].Run.Peak < 1) {
			t.Errorf("%s: %+v", r.Workload.Name, m)
		}
		if err := engine.Supported(); err == nil && r.ModuleFailed != "" {
			t.Errorf("%s as WebAssembly: %s", r.Workload.Name, r.ModuleFailed)
		}
	}
}

// A program that cannot be built is a row, too, and hides no other.
func TestNotBuilt(t *testing.T) {
	dir := t.TempDir()
	broken := filepath.Join(dir, "nessiec")
	if err := os.WriteFile(broken, []byte("#!/bin/sh\nexit 3\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	c := config{root: filepath.Join("..", ".."), nessiec: broken, scale: 0.001, double: true}
	var rs []*Result
	for _, w := range Workloads()[:2] {
		rs = append(rs, c.workload(dir, w))
	}
	text := Table(rs)
	for _, r := range rs {
		if !strings.Contains(text, r.Workload.Name) || !strings.Contains(r.Failed, "exit status 3") {
			t.Errorf("no row of %s, %q, in\n%s", r.Workload.Name, r.Failed, text)
		}
	}
	if wrong(rs) == nil {
		t.Error("that nothing could be built is no error")
	}
}

// A program that was stopped is a row of the table, and counts in no mean.
func TestFailed(t *testing.T) {
	r := &Result{Workload: Workload{Name: "w", Limit: 1, Against: 1, Group: "programs"}, Failed: "> 10 s"}
	r.Turns[oneThread], r.Turns[twoThreads] = turns(1), turns(1)
	other := &Result{Workload: Workload{Name: "x", Limit: 1, Against: 1, Group: "programs"}}
	other.Turns = [programs][]turn.Turn{turns(0.5), turns(1), turns(1)}
	other.Turns[compiled][0].Memory, other.Turns[oneThread][0].Memory = 8, 2
	other.Doubled[compiled].Median = 1
	text := Table([]*Result{r, other})
	for _, want := range []string{"> 10 s", "programs: 1 of 2 within the limit, 1 not measured; geometric mean of the ratios: 0.50 to C on one thread, 0.50 to C on all processors, 4.00 in memory."} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if g := other.Growth(compiled); g != 2 {
		t.Errorf("grows %v times, want 2", g)
	}
	if err := wrong([]*Result{r, other}); err != nil {
		t.Error(err)
	}
	r.Failed = "results differ: 1 and 2"
	if err := wrong([]*Result{r, other}); err == nil {
		t.Error("a wrong result is no error")
	}
	if err := wellFormed(Plot([]*Result{r, other})); err != nil {
		t.Error(err)
	}
}
