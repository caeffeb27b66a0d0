package main

// A model of programs on many machines, with as much data on each whatever their number: time
// is that of the memory of a machine, and of the network, whose figures are parameters. It has
// no part in what the compiler does; its figures are expectations, and not measured.

import (
	"fmt"
	"io"
	"math"
)

// A Network is machines and what joins them.
type Network struct {
	Memory  float64 // GB/s of a machine
	Link    float64 // GB/s of a machine, each way
	Latency float64 // microseconds of a message, or of a step of a collective
	Random  float64 // bytes that a read at a random place costs
}

// local is the seconds that so many bytes take in memory.
func (n Network) local(bytes float64) float64 { return bytes / (n.Memory * 1e9) }

// exchange is the seconds in which each of so many ranks sends bytes to all others. Networks
// of many machines are tapered: traffic between far ones shares links.
func (n Network) exchange(bytes float64, ranks int) float64 {
	taper := 1.0
	switch {
	case ranks >= 1024:
		taper = 2
	case ranks >= 256:
		taper = 1.5
	}
	return bytes * taper * float64(ranks-1) / float64(ranks) / (n.Link * 1e9)
}

// collectives is the seconds of so many collectives of a few bytes.
func (n Network) collectives(count float64, ranks int) float64 {
	return count * math.Ceil(math.Log2(float64(ranks))) * n.Latency * 1e-6
}

// A workload says how long a rank of so many takes, and how long one that is alone.
type workload struct {
	name string
	time func(n Network, ranks int) float64
}

const (
	million  = 1e6
	wordSize = 4.0 // bytes of an int
	numSize  = 8.0 // bytes of a float
)

// workloads are those of a rank; what is alone has no network.
var workloads = []workload{
	{"dot, 64M pairs", dot(64 * million)},
	{"dot, 1M pairs", dot(million)},
	{"spmv banded, 80M entries", func(n Network, r int) float64 {
		return n.local(80*million*(numSize+2*wordSize+wordSize)) + n.collectives(4, r) // and a few elements beside the band
	}},
	{"spmv random, 80M entries", func(n Network, r int) float64 {
		return n.local(80*million*n.Random) + n.exchange(distinct(r)*numSize, r) + n.collectives(6, r)
	}},
	{"spmv random, first time", func(n Network, r int) float64 {
		inspected := 1.0 // reads of which one more makes a list
		if r > 1 {
			inspected = 2
		}
		return n.local(inspected*80*million*n.Random) + n.exchange(distinct(r)*(numSize+wordSize), r) + n.collectives(11, r)
	}},
	{"spmv random, all of x", func(n Network, r int) float64 {
		return n.local(80*million*n.Random) + n.exchange(rows*numSize*float64(r), r) + n.collectives(5, r)
	}},
	{"quicksort, 64M keys", quicksort(64 * million)},
}

// dot reads two floats for each pair, and combines partial sums.
func dot(pairs float64) func(Network, int) float64 {
	return func(n Network, r int) float64 { return n.local(2*numSize*pairs) + n.collectives(2, r) }
}

// rows is how many elements of a vector a rank has, a tenth of the entries of its matrix.
const rows = 8 * million

// distinct is how many different elements, of those of all ranks, 80 million random reads ask for.
func distinct(ranks int) float64 {
	all := rows * float64(ranks)
	return all * (1 - math.Exp(-80*million/all))
}

// movesPerKey is how often quicksort moves a key to another rank, by the logarithm of their
// number: counts of random keys, between which it is linear.
var movesPerKey = [][2]float64{{0, 0}, {3, 2.6}, {6, 6.3}, {10, 11.6}}

func moves(ranks int) float64 {
	x := math.Log2(float64(ranks))
	for i := 1; i < len(movesPerKey); i++ {
		a, b := movesPerKey[i-1], movesPerKey[i]
		if x <= b[0] || i == len(movesPerKey)-1 {
			return a[1] + (x-a[0])*(b[1]-a[1])/(b[0]-a[0])
		}
	}
	return 0
}

// quicksort goes down and up: each level reads keys for three filters, and moves some.
func quicksort(keys float64) func(Network, int) float64 {
	return func(n Network, r int) float64 {
		levels := math.Log2(keys * float64(r))
		return n.local(2.5*3*wordSize*keys*levels) + n.exchange(2*moves(r)*wordSize*keys, r) + n.collectives(20*levels, r)
	}
}

// efficiency is the time of a rank that is alone, with its data, over that of so many.
func (w workload) efficiency(n Network, ranks int) float64 { return w.time(n, 1) / w.time(n, ranks) }

// printModel prints the efficiencies of weak scaling.
func printModel(w io.Writer, n Network) {
	counts := []int{2, 8, 64, 256, 1024}
	fmt.Fprintf(w, "model: %g GB/s of memory, %g GB/s of network, %g us, %g bytes a random read\n%-26s", n.Memory, n.Link, n.Latency, n.Random, "efficiency, data of a rank")
	for _, r := range counts {
		fmt.Fprintf(w, " %7d", r)
	}
	fmt.Fprintln(w)
	for _, x := range workloads {
		fmt.Fprintf(w, "%-26s", x.name)
		for _, r := range counts {
			fmt.Fprintf(w, " %7.3f", x.efficiency(n, r))
		}
		fmt.Fprintln(w)
	}
}
