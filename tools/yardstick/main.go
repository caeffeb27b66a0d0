// Command yardstick tells whether a change of the compiler changes what it emits. It
// writes sums of the text that every program of a corpus becomes, for every target and
// many options, and of the program after every pass on the way; it compares two such
// files, and names for each program that differs the first pass whose dump does.
//
//	go run ./tools/yardstick -o FILE            all programs
//	go run ./tools/yardstick -quick -o FILE     a sample
//	go run ./tools/yardstick OLD NEW            compare two files
//	go run ./tools/yardstick -with=OLD          measure what OLD has, and compare
//	go run ./tools/yardstick -commit=REV        build it from that commit, measure both, compare
//
// It exits 0 if all sums agree, 1 if some differ, 2 if it cannot tell.
//
//	corpus.go   the programs
//	setting.go  the options; those that agree up to a pass that asks for more share the passes before
//	measure.go  the sums of a program
//	sums.go     the format of files
//	compare.go  the differences of two files
//	commit.go   the same tool, built from another commit
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/debug"
)

// A config is what the flags say.
type config struct {
	root    string // of the repository
	out     string
	with    string
	commit  string
	quick   bool
	seeds   int
	workers int
}

func main() {
	c := config{}
	flag.StringVar(&c.root, "root", ".", "the root of the repository, where the programs are")
	flag.StringVar(&c.out, "o", "", "write the sums to this file")
	flag.StringVar(&c.with, "with", "", "compare with the sums of this file")
	flag.StringVar(&c.commit, "commit", "", "compare with the sums that this tool gives when it is built from this commit")
	flag.BoolVar(&c.quick, "quick", false, "a sample of programs and settings")
	flag.IntVar(&c.seeds, "seeds", 300, "how many generated programs of each kind")
	flag.IntVar(&c.workers, "j", 2, "how many programs at a time")
	flag.Parse()
	debug.SetGCPercent(400) // programs are many, and nothing of them is kept
	code, err := c.run(flag.Args(), os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "yardstick:", err)
		code = 2
	}
	os.Exit(code)
}

// run does what the flags ask for and returns the exit status.
func (c config) run(files []string, w io.Writer) (int, error) {
	var old, own *sums
	var err error
	switch {
	case len(files) == 2:
		if old, err = readFile(files[0]); err != nil {
			return 2, err
		}
		if own, err = readFile(files[1]); err != nil {
			return 2, err
		}
		return report(w, old, own), nil
	case len(files) != 0:
		return 2, fmt.Errorf("two files can be compared, not %d", len(files))
	case c.commit != "":
		old, err = c.atCommit()
	case c.with != "":
		old, err = readFile(c.with)
	case c.out == "":
		return 2, fmt.Errorf("say -o, -with or -commit, or name two files")
	}
	if err != nil {
		return 2, err
	}
	if own, err = c.measure(); err != nil {
		return 2, err
	}
	if c.out != "" {
		if err := writeFile(c.out, own); err != nil {
			return 2, err
		}
		fmt.Fprintf(w, "%d sums of %d programs\n", len(own.rows), own.programs())
	}
	if old == nil {
		return 0, nil
	}
	return report(w, old, own), nil
}
