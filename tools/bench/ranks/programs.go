package main

import (
	"embed"
	"fmt"
)

//go:embed programs
var sources embed.FS

// A program has functions data, of a size, and work, of what that makes.
type program struct {
	name           string
	counted, timed int     // sizes
	share          float64 // the bound on the work of a rank of two, of that of one rank
}

// programs have bounds where their work is to be divided (an even share is 0.5). A sort finds the
// places of its keys before it moves them there, so that ranks know what they send; quicksort is
// to gain, on two ranks, at least half of what two ranks could.
var programs = []program{
	{"dot", 40000, 20_000_000, 0.55},
	{"spmv", 4000, 1_000_000, 0.55},
	{"nbody", 400, 6000, 0.55},
	{"segsum", 8000, 1_500_000, 0.55},
	{"sort", 100_000, 5_000_000, 0.85},
	{"quicksort", 4000, 500_000, 1},
}

// text is the source of a program that works on data of size n, and last an expression.
func (p program) text(n int, last string) (string, error) {
	src, err := sources.ReadFile("programs/" + p.name + ".nesl")
	return fmt.Sprintf("%s\ngiven = data(%d);\nresult = work(given);\n%s;\n", src, n, last), err
}

// sized is a size times a factor, at least 1.
func sized(n int, scale float64) int { return max(1, int(float64(n)*scale)) }
