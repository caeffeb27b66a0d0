package main

// A program is a benchmark of the papers, as examples/bench has it.
type program struct {
	name string
	size int // at which it is counted

	nesl, cuda int // lines of code [nesl-gpu Table 1]; 0: not given
}

var programs = []program{
	{name: "dotp", size: 1000, nesl: 8, cuda: 80},
	{name: "sort", size: 500, nesl: 12, cuda: 136},
	{name: "quicksort", size: 500},
	{name: "blackscholes", size: 500, nesl: 37, cuda: 337},
	{name: "quickhull", size: 500, nesl: 25},
	{name: "barneshut", size: 100, nesl: 225, cuda: 1930},
	{name: "nbody", size: 50},
	{name: "batcher", size: 256},
	{name: "bfs", size: 200},
}
