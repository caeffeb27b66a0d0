package main

import "math"

// A Workload is a NESL program with the C program it is compared with; both have
// the name Program.
type Workload struct {
	Name    string
	Program string
	Group   string
	Size    int
	Layout  int     // of ragged rows
	Power   float64 // of the size that the work grows with, if not 1
	Limit   float64 // the ratio to C that is aimed at
	Against int     // threads of the C program of the ratio
	Epsilon float64 // relative difference allowed between results
	Nesl    Recorded
}

// Recorded is what the original NESL system took, checks on, and the C program
// beside it on one thread, in seconds on a machine of two processors. C is 0 if
// it was not measured.
type Recorded struct{ Time, C float64 }

// The groups, each with means of its own: kernels, whose texts are short and
// regular, and programs in the style of users.
var groups = []string{"kernels", "programs"}

// Workloads is all of them.
func Workloads() []Workload {
	ws := append(kernels(), userPrograms()...)
	for i := range ws {
		w := &ws[i]
		if w.Program == "" {
			w.Program = w.Name
		}
		if w.Group == "" {
			w.Group = groups[0]
		}
		if w.Against == 0 {
			w.Against = 2
		}
		if w.Epsilon == 0 {
			w.Epsilon = 1e-9
		}
	}
	return ws
}

// kernels is the workloads of the first group.
func kernels() []Workload {
	return []Workload{
		{Name: "dotp", Size: 10_000_000, Limit: 1.1, Nesl: Recorded{0.023, 0.016}},
		{Name: "muladd", Size: 50_000_000, Limit: 1.1},
		{Name: "blackscholes", Size: 10_000_000, Limit: 0.4, Nesl: Recorded{2.18, 0.42}},
		{Name: "mandelbrot", Size: 2000, Power: 2, Limit: 0.8},
		{Name: "nbody-4k", Program: "nbody", Size: 4000, Power: 2, Limit: 0.6, Nesl: Recorded{1.62, 0.058}},
		{Name: "nbody-20k", Program: "nbody", Size: 20_000, Power: 2, Limit: 0.6},
		{Name: "matmul", Size: 1000, Power: 3, Limit: 1.1},
		{Name: "segsum-uniform", Program: "segsum", Size: 50_000_000, Layout: 0, Limit: 1.1},
		{Name: "segsum-zipf", Program: "segsum", Size: 50_000_000, Layout: 1, Limit: 1.1},
		{Name: "segsum-empty", Program: "segsum", Size: 50_000_000, Layout: 2, Limit: 1.1},
		{Name: "segsum-giant", Program: "segsum", Size: 50_000_000, Layout: 3, Limit: 1.1},
		{Name: "spmv", Size: 1_000_000, Limit: 1.1, Nesl: Recorded{0.116, 0.04}},
		{Name: "sort", Size: 1_000_000, Limit: 1.5, Against: 1, Nesl: Recorded{0.041, 0.0096}},
		{Name: "quicksort", Size: 1_000_000, Limit: 6, Nesl: Recorded{0.94, 0.079}},
		{Name: "quickhull", Size: 5_000_000, Limit: 2.5, Nesl: Recorded{0.92, 0.24}},
		{Name: "bfs", Size: 1_000_000, Limit: 1.2, Against: 1, Nesl: Recorded{0.26, 0.14}},
		// bodies near the limit of opening a square may differ by rounding
		{Name: "barneshut", Size: 50_000, Limit: 20, Epsilon: 1e-4, Nesl: Recorded{9.7, 0}},
	}
}

// leastSize is large enough for every layout of rows.
const leastSize = 150

// Scaled is w with its work multiplied by a factor. What was recorded holds for
// the full size only.
func (w Workload) Scaled(factor float64) Workload {
	if factor != 1 {
		w.Nesl = Recorded{}
	}
	if w.Power > 0 {
		factor = math.Pow(factor, 1/w.Power)
	}
	w.Size = max(int(math.Round(float64(w.Size)*factor)), min(w.Size, leastSize))
	return w
}
