// Command ranks prints what several ranks gain (docs/ranks.md): how the work of programs is
// divided, what they send, what a rank costs alone and how much memory it has, and what a
// model expects of networks.
//
//	work.go      work and bytes sent, counted in the simulator
//	programs.go  programs and sizes
//	measure.go   time of one rank and memory of each, with OpenCL and MPI
//	model.go     efficiency on many machines, from figures of a network
//
// Counts are exact and the same on any machine; times and memory are those of this one.
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	scale := flag.Float64("scale", 1, "sizes of programs, as a factor")
	nessiec := flag.String("nessiec", "", "the command, for what is measured; without it counts alone")
	model := flag.Bool("model", false, "print the model instead")
	var net Network
	flag.Float64Var(&net.Memory, "memory", 200, "GB/s between the memory of a machine and its cores")
	flag.Float64Var(&net.Link, "link", 12.5, "GB/s between a machine and the network, each way")
	flag.Float64Var(&net.Latency, "latency", 2, "microseconds of a message, or of a step of a collective")
	flag.Float64Var(&net.Random, "random", 30, "bytes that a read at a random place costs")
	flag.Parse()
	if *model {
		printModel(os.Stdout, net)
		return
	}
	err := printWork(os.Stdout, *scale)
	if err == nil && *nessiec != "" {
		err = printMeasured(os.Stdout, *nessiec, *scale)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "ranks:", err)
		os.Exit(1)
	}
}
