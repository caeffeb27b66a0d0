package main

import (
	"math"
	"path/filepath"
)

// A Printed is a time that a paper prints, or that the original system took.
type Printed struct {
	System string
	Size   int
	MS     float64
	Less   bool // it is less than that
}

// A benchmark is a program of the papers.
type benchmark struct {
	Name, Doc string
	Program   string // NESL; in examples/bench unless it is one of own
	Hand      string // C, by the same rule
	Sizes     []int  // the last one is that of the papers
	Plans     int    // size at which plans of fusion are compared
	Power     float64
	Floats    bool // whether it computes with floats
	Epsilon   float64
	Printed   []Printed
}

// Systems of [nesl-gpu, Table 1].
const (
	neslGPU    = "NESL/GPU"
	byCUDA     = "CUDA"
	copperhead = "Copperhead"
	haskell    = "Data Parallel Haskell"
	neslCPU    = "NESL/CPU"
)

// systems are those of [nesl-gpu, Table 1], in the order of its columns.
var systems = []string{neslGPU, byCUDA, copperhead, haskell, neslCPU}

// table1 is a row of [nesl-gpu, Table 1], in milliseconds; 0 is a time that is not there.
func table1(size int, gpu, cuda, copper, dph, cpu float64) (out []Printed) {
	for i, ms := range []float64{gpu, cuda, copper, dph, cpu} {
		if ms > 0 {
			out = append(out, Printed{systems[i], size, ms, false})
		}
	}
	return out
}

func benchmarks() []benchmark {
	dot := table1(10_000_000, 3, 1, 1240, 12, 27)
	dot[1].Less = true
	bs := []benchmark{
		{Name: "dotp", Doc: "dot product", Sizes: []int{10_000, 100_000, 1_000_000, 10_000_000}, Plans: 1_000_000, Floats: true, Printed: dot},
		{Name: "sort", Doc: "the sort of the library", Sizes: []int{1000, 10_000, 100_000, 1_000_000}, Plans: 100_000, Printed: table1(1_000_000, 0, 3.1, 230, 0, 0)},
		{Name: "quicksort", Doc: "nested quicksort", Sizes: []int{1000, 10_000, 100_000, 1_000_000}, Plans: 100_000, Printed: table1(1_000_000, 259, 0, 0, 2360, 230)},
		{Name: "radixsort", Doc: "radix sort in NESL, a bit at a time", Hand: "sort", Sizes: []int{1000, 10_000, 100_000, 1_000_000}, Plans: 100_000, Printed: table1(1_000_000, 0, 3.1, 230, 0, 0)},
		{Name: "batcher", Doc: "Batcher's bitonic sort, by recursion", Sizes: []int{1 << 9, 1 << 12, 1 << 15, 1 << 18}, Plans: 1 << 14},
		{Name: "blackscholes", Doc: "Black-Scholes, calls", Sizes: []int{10_000, 100_000, 1_000_000, 10_000_000}, Plans: 1_000_000, Floats: true, Printed: table1(10_000_000, 164, 1.9, 0, 0, 8666)},
		{Name: "options", Doc: "Black-Scholes, calls and puts", Sizes: []int{10_000, 100_000, 1_000_000, 10_000_000}, Plans: 1_000_000, Floats: true},
		{Name: "quickhull", Doc: "convex hull of points in a disc", Sizes: []int{5000, 50_000, 500_000, 5_000_000}, Plans: 500_000, Floats: true, Printed: table1(5_000_000, 283, 269, 0, 807, 1000)},
		// bodies near the limit of opening a square may differ by rounding
		{Name: "barneshut", Doc: "Barnes-Hut in the plane, one step", Sizes: []int{750, 7500, 75_000}, Plans: 7500, Floats: true, Epsilon: 1e-4, Printed: table1(75_000, 671, 40, 0, 10_200, 2200)},
		{Name: "nbody", Doc: "n-body, all pairs, accelerations", Sizes: []int{500, 1000, 2000, 4000}, Plans: 1000, Power: 2, Floats: true},
		{Name: "nbodysteps", Doc: "n-body, all pairs, ten steps", Sizes: []int{250, 500, 1000, 2000}, Plans: 500, Power: 2, Floats: true, Epsilon: 1e-6},
		{Name: "bfs", Doc: "breadth-first search, ten edges a vertex", Sizes: []int{1000, 10_000, 100_000, 1_000_000}, Plans: 100_000},
	}
	for i := range bs {
		b := &bs[i]
		b.Program = b.Name
		if b.Hand == "" {
			b.Hand = b.Name
		}
		if b.Epsilon == 0 {
			b.Epsilon = 1e-9
		}
		if b.Power == 0 {
			b.Power = 1
		}
	}
	return bs
}

// own are the programs of this directory.
var own = map[string]bool{"options": true, "radixsort": true, "nbodysteps": true}

// path is the file of a program.
func (c *config) path(program, suffix string) string {
	switch {
	case own[program]:
		return filepath.Join(c.root, "tools", "papers", "evaluate", "programs", program+suffix)
	case suffix == ".c":
		return filepath.Join(c.root, "tools", "bench", "c", program+suffix)
	}
	return filepath.Join(c.root, "examples", "bench", program+suffix)
}

// least is the smallest size of anything.
const least = 16

// sizes is the largest so many sizes with their work scaled, each once.
func (b *benchmark) sizes(n int, scale float64) (out []int) {
	for _, x := range b.Sizes[max(0, len(b.Sizes)-n):] {
		x = b.scaled(x, scale)
		if len(out) == 0 || x > out[len(out)-1] {
			out = append(out, x)
		}
	}
	return out
}

// scaled is a size with its work scaled.
func (b *benchmark) scaled(size int, scale float64) int {
	return max(least, int(math.Round(float64(size)*math.Pow(scale, 1/b.Power))))
}
