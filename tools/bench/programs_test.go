package main

// The programs of users agree with C: on the reference interpreter and on
// simulated devices, small.

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"nessiec/tools/bench/turn"
	"nessiec/tools/halves"
	"nessiec/tools/testcommand"
)

// testSizes are sizes for tests where 300 is too small or too large.
var testSizes = map[string]int{
	"lu": 20, "lurec": 20, "cholesky": 20, "strassen": 70, "wordfreq": 3000, "align": 5, "sudoku": 2, "life": 150, "triangles": 100,
	"octree": 100,
}

// TestPrograms compares the checks: those of two targets on a day, of the others on the next.
func TestPrograms(t *testing.T) {
	dir := t.TempDir()
	exe := testcommand.Nessiec(t)
	c := config{root: filepath.Join("..", ".."), limits: turn.Limits{Time: 60, Memory: 8 * giga}}
	half, all := halves.Today(t)
	i := 0
	for _, w := range Workloads() {
		if w.Group != "programs" {
			continue
		}
		targets := [][]string{{"-target=ref"}, {"-target=opencl", "-schedule=1"}, {"-target=c", "-run"}, {"-target=cuda", "-schedule=1"}, {"-target=wasm"}}
		if i++; !all {
			targets = append(targets[:1:1], targets[1+2*((i+half)%2):][:2]...)
		}
		t.Run(w.Name, func(t *testing.T) {
			t.Parallel()
			w.Size = testSize(w.Program)
			byHand, err := c.byHand(dir, w, oneThread)
			if err != nil {
				t.Fatal(err)
			}
			want, err := byHand.Run(1, c.limits)
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(dir, w.Name+".nesl")
			if err := c.source(w, file); err != nil {
				t.Fatal(err)
			}
			for _, args := range targets {
				if got := checkOf(t, exe, append(args, file)...); want.Check == 0 || !w.same(got, want.Check) {
					t.Errorf("nessiec %v: check is %v, in C it is %v", args, got, want.Check)
				}
			}
		})
	}
}

// testSize is the size of a program in tests.
func testSize(program string) int {
	if n := testSizes[program]; n != 0 {
		return n
	}
	return 300
}

// checkOf runs the command on a program and returns its check.
func checkOf(t *testing.T, exe string, args ...string) float64 {
	t.Helper()
	var out, errs bytes.Buffer
	cmd := exec.Command(exe, args...)
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("nessiec %v: %v\n%s", args, err, errs.String())
	}
	measured, _ := turn.Parse(out.String(), "")
	return measured.Check
}

// The product of matrices that come from outside is computed in tiles; it was not for three
// days, and took ten times as long.
func TestTiles(t *testing.T) {
	dir := t.TempDir()
	exe := testcommand.Nessiec(t)
	for _, target := range []string{"c", "opencl", "cuda"} {
		out, err := exec.Command(exe, "-target="+target, "-O2", "-dump=choose-strategies", "-o", filepath.Join(dir, "program"),
			filepath.Join("..", "..", "examples", "bench", "matmul.nesl")).Output()
		if err != nil || !bytes.Contains(out, []byte("(step fold tiles ")) {
			t.Errorf("-target=%s: no tiles: %v", target, err)
		}
	}
}

// Sizes of tests belong to programs.
func TestSizes(t *testing.T) {
	for name := range testSizes {
		if _, err := os.Stat(filepath.Join("c", name+".c")); err != nil {
			t.Error(err)
		}
	}
}
