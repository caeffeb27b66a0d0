package main

import "math"

// An item is an operation or workload. A primitive is one program, which
// measures NESL, a copy, and CUB; a workload is one compiled from NESL and one in
// CUDA.
type item struct {
	Name    string
	Program string // of nesl/ or examples/bench
	Hand    string // of cu/: what a workload is compared with
	Size    int
	Layout  int
	Power   float64 // of the size that the work grows with, if not 1
	// Goal is the most that NESL may take, as a multiple of the time of Against.
	Goal    float64
	Against string
	// Epsilon is the relative difference allowed between results of a workload.
	Epsilon float64
}

// primitive reports whether it is a primitive.
func (it item) primitive() bool { return it.Against == "copy" || it.Against == "cub" }

// The programs that are compared.
const (
	byNESL = "nesl"
	byCopy = "copy"
	byCUB  = "cub"
	byHand = "hand"
)

const large = 1 << 28

// items is all of them. A copy reads and writes every byte; a map does the same,
// a reduction half: then 90 % of the bandwidth is 0.56 of the time.
func items() []item {
	prim := func(name, program string, layout int, goal float64, against string) item {
		return item{Name: name, Program: program, Size: large, Layout: layout, Goal: goal, Against: against}
	}
	work := func(name, program string, size int, goal float64) item {
		return item{Name: name, Program: program, Hand: program, Size: size, Goal: goal, Against: byHand, Epsilon: 1e-9}
	}
	ws := []item{
		prim("map", "map", 0, 1/0.9, byCopy),
		prim("reduce", "reduce", 0, 0.5/0.9, byCopy),
		prim("scan", "scan", 0, 1.15, byCUB),
		prim("segreduce-uniform", "segreduce", 0, 1, byCUB),
		prim("segreduce-zipf", "segreduce", 1, 1, byCUB),
		prim("segreduce-empty", "segreduce", 2, 1, byCUB),
		prim("segreduce-giant", "segreduce", 3, 1, byCUB),
		prim("filter", "filter", 0, 0, byCUB),
		prim("sort", "sort", 0, 0, byCUB),
		work("dotp", "dotp", 10_000_000, 1.1),
		work("muladd", "muladd", 50_000_000, 1.1),
		work("blackscholes", "blackscholes", 10_000_000, 1.1),
		work("mandelbrot", "mandelbrot", 2000, 0),
		work("nbody-4k", "nbody", 4000, 1.3),
		work("nbody-20k", "nbody", 20_000, 1.3),
		work("matmul", "matmul", 2000, 1.5),
		work("work-segsum-uniform", "segsum", 50_000_000, 0),
		work("work-segsum-zipf", "segsum", 50_000_000, 0),
		work("work-segsum-empty", "segsum", 50_000_000, 0),
		work("work-segsum-giant", "segsum", 50_000_000, 0),
		work("spmv", "spmv", 1_000_000, 0),
		work("bfs", "bfs", 1_000_000, 0),
		work("work-sort", "sort", 1_000_000, 0),
		work("quicksort", "quicksort", 1_000_000, 0),
		work("quickhull", "quickhull", 5_000_000, 0),
		work("barneshut", "barneshut", 50_000, 0),
	}
	layout := 0
	for i := range ws {
		switch w := &ws[i]; w.Program {
		case "mandelbrot", "nbody":
			w.Power = 2
		case "matmul":
			w.Power = 3
		case "segsum":
			w.Layout = layout
			layout++
		case "quicksort": // who sorts by hand on a GPU writes a radix sort
			w.Hand = "sort"
		}
	}
	return ws
}

// leastSize is large enough for every layout of rows.
const leastSize = 150

// scaled is it with its work multiplied by a factor.
func (it item) scaled(factor float64) item {
	if it.Power > 0 {
		factor = math.Pow(factor, 1/it.Power)
	}
	it.Size = max(int(math.Round(float64(it.Size)*factor)), min(it.Size, leastSize))
	return it
}
