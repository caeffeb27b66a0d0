package main

// userPrograms is the workloads of the second group: each is written in the
// plainest style, for the language and not for the compiler. They aim at three
// times the time of C on one thread.
func userPrograms() []Workload {
	ws := []Workload{
		// pivots of nearly equal size are exchanged alike, but errors add up
		{Name: "lu", Size: 512, Power: 3, Epsilon: 1e-6},
		{Name: "lurec", Size: 512, Power: 3},
		{Name: "cholesky", Size: 512, Power: 3},
		{Name: "strassen", Size: 512, Power: 3},
		{Name: "cg", Size: 500_000},
		{Name: "pagerank", Size: 500_000},
		{Name: "triangles", Size: 300_000},
		{Name: "unionfind", Size: 1_000_000},
		{Name: "countsort", Size: 1_000_000},
		{Name: "batcher", Size: 1 << 18},
		{Name: "strsort", Size: 100_000},
		{Name: "wordfreq", Size: 10_000_000},
		{Name: "csvgroup", Size: 1_000_000},
		{Name: "calculator", Size: 1_000_000},
		{Name: "align", Size: 5000},
		{Name: "clip", Size: 1_000_000},
		{Name: "kdtree", Size: 200_000},
		// bodies near the limit of opening a cube may differ by rounding
		{Name: "octree", Size: 75_000, Epsilon: 1e-4},
		// as may the diagonals of points that are nearly on a circle
		{Name: "delaunay", Size: 100_000, Epsilon: 1e-4},
		{Name: "life", Size: 300_000},
		{Name: "sudoku", Size: 1000},
	}
	for i := range ws {
		ws[i].Group, ws[i].Limit, ws[i].Against = groups[1], 3, 1
	}
	return ws
}
