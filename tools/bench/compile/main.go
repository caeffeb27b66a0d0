// Command compile measures compile time: that of all passes, with verification, over
// all examples, as -time-passes of the compiler tells it. With -against it does so for
// another build of the compiler, too, in turns, and prints ratios.
//
//	go run ./tools/bench/compile -nessiec bin/nessiec -against OTHER
//
// The time of a pass is the least of all rounds, since others use the machine.
//
//	measure.go  rounds, and the tables of the compiler
//	report.go   quantiles, slow passes, ratios
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// A config is what the flags say.
type config struct {
	compilers []string // one, or two
	files     []string
	levels    []string
	target    string
	rounds    int
}

func main() {
	c := config{}
	own := flag.String("nessiec", "bin/nessiec", "the compiler")
	against := flag.String("against", "", "another build of it, measured in turns")
	programs := flag.String("programs", "examples/*.nesl,examples/bench/*.nesl", "what is compiled")
	levels := flag.String("levels", "-O1,-O2", "the levels of optimisation")
	flag.StringVar(&c.target, "target", "opencl", "for which target")
	flag.IntVar(&c.rounds, "rounds", 5, "how often")
	flag.Parse()
	c.compilers, c.levels = []string{*own}, strings.Split(*levels, ",")
	if *against != "" {
		c.compilers = append(c.compilers, *against)
	}
	for _, p := range strings.Split(*programs, ",") {
		more, _ := filepath.Glob(p)
		c.files = append(c.files, more...)
	}
	if err := c.run(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "compile:", err)
		os.Exit(1)
	}
}
