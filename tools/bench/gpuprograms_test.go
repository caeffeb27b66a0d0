package main

// The programs of users on a simulated GPU of OpenCL, as on the reference
// interpreter: at sizes that the simulator, which executes 256 work-items a group
// with all checks, does in a second or a few.

import (
	"os"
	"path/filepath"
	"testing"

	"nessiec/tools/halves"
	"nessiec/tools/testcommand"
)

// gpuSizes are sizes where that of the tests on a processor takes too long.
var gpuSizes = map[string]int{
	"countsort": 50, "batcher": 64, "align": 2, "delaunay": 60, "sudoku": 1, "calculator": 100, "kdtree": 100, "strsort": 100, "life": 50,
	"csvgroup": 100, "clip": 100, "wordfreq": 1000, "pagerank": 100, "octree": 50,
}

// TestProgramsOnGPU compares the checks of half of the programs on a day; in short, of every fourth.
func TestProgramsOnGPU(t *testing.T) {
	dir := t.TempDir()
	exe := testcommand.Nessiec(t)
	c := config{root: filepath.Join("..", "..")}
	tested := halves.Tested(t)
	if testing.Short() {
		tested = func(i int) bool { return i%4 == 0 }
	}
	i := 0
	for _, w := range Workloads() {
		if w.Group != "programs" {
			continue
		}
		if i++; !tested(i) {
			continue
		}
		t.Run(w.Name, func(t *testing.T) {
			w.Size = testSize(w.Program)
			if n := gpuSizes[w.Program]; n != 0 {
				w.Size = n
			}
			file := filepath.Join(dir, w.Name+".nesl")
			if err := c.source(w, file); err != nil {
				t.Fatal(err)
			}
			want := checkOf(t, exe, file)
			if got := checkOf(t, exe, "-target=opencl", "-device=gpu", "-schedule=1", file); want == 0 || !w.same(got, want) {
				t.Errorf("check is %v, on the reference interpreter it is %v", got, want)
			}
		})
	}
}

// Sizes of tests belong to programs.
func TestGPUSizes(t *testing.T) {
	for name := range gpuSizes {
		if _, err := os.Stat(filepath.Join("c", name+".c")); err != nil {
			t.Error(err)
		}
	}
}
