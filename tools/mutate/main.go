// Command mutate tests the tests: it plants faults in the compiler, one at a
// time, and sees whether the short tests (make quick) notice.
//
//	go run ./tools/mutate                        250 faults, resumed from bin/mutants.jsonl
//	go run ./tools/mutate -only=passes/lower     in files whose name has this in it
//	go run ./tools/mutate -again                 try survivors of the results again
//	go run ./tools/mutate -list                  show the faults, run nothing
//
// Faults are chosen by -seed, the operators in turn. They are planted in an
// overlay of the build: the tree is never modified. A fault that does not
// compile is replaced by the next. The score is the share that was noticed of
// those that equivalent.txt does not explain. Exit status: 0 if it is at least
// -score, 1 if not, 2 if the tests cannot be run.
//
//	site.go       where faults can be: functions, identities, choice by seed
//	operator.go   kinds of faults: statements and conditions
//	expression.go kinds of faults: expressions
//	suite.go      the tests that may notice, the likeliest first
//	result.go     what was found, kept in a file
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

type options struct {
	root, file, only string
	seed             uint64
	count            int
	again, list      bool
	score            float64
}

func main() {
	var o options
	flag.StringVar(&o.root, "root", ".", "the module")
	flag.StringVar(&o.file, "o", "bin/mutants.jsonl", "results, from which a run is resumed")
	flag.StringVar(&o.only, "only", "", "faults in files whose name contains this")
	flag.Uint64Var(&o.seed, "seed", 1, "choice of faults")
	flag.IntVar(&o.count, "n", 250, "how many faults")
	flag.BoolVar(&o.again, "again", false, "try faults again that survived")
	flag.BoolVar(&o.list, "list", false, "show the faults, run nothing")
	flag.Float64Var(&o.score, "score", 95, "least score in percent")
	flag.Parse()
	status, err := o.run(os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
	}
	os.Exit(status)
}

func (o options) run(w io.Writer) (int, error) {
	sites, err := findSites(o.root, o.only)
	if err != nil {
		return 2, err
	}
	chosen := choose(sites, o.seed)
	if o.list {
		for _, s := range chosen[:min(o.count, len(chosen))] {
			fmt.Fprintf(w, "%s\n\t%s\n", s.id(), s.change())
		}
		return 0, nil
	}
	explained, err := readExplained(filepath.Join(o.root, "tools", "mutate", "equivalent.txt"))
	if err != nil {
		return 2, err
	}
	suite, err := newSuite(o.root)
	if err != nil {
		return 2, err
	}
	file := o.file
	if !filepath.IsAbs(file) {
		file = filepath.Join(o.root, file)
	}
	all, err := openResults(file, o.again)
	if err != nil {
		return 2, err
	}
	defer all.close()
	t := &tally{explained: explained}
	for _, s := range chosen {
		if t.total() == o.count {
			break
		}
		r, old := all.find(s)
		if !old {
			if r, err = suite.try(s); err != nil {
				return 2, err
			}
			if err := all.add(r); err != nil {
				return 2, err
			}
		}
		t.add(s, r)
		if !old && r.Status != unbuilt {
			fmt.Fprintf(w, "%3d of %d, score %.1f: %s (%.0f s) %s\n", t.total(), o.count, t.score(), r.Status, r.Seconds, s.id())
		}
	}
	t.report(w)
	if t.score() < o.score {
		return 1, nil
	}
	return 0, nil
}

// A tally counts results.
type tally struct {
	explained          map[string]string
	killed, equivalent int
	alive              []*site
	by                 map[string]int // killed, by the package whose tests noticed
}

func (t *tally) total() int { return t.killed + t.equivalent + len(t.alive) }

// score is the share of faults noticed, in percent.
func (t *tally) score() float64 {
	if n := t.killed + len(t.alive); n > 0 {
		return 100 * float64(t.killed) / float64(n)
	}
	return 100
}

func (t *tally) add(s *site, r result) {
	if t.by == nil {
		t.by = map[string]int{}
	}
	switch {
	case r.Status == killed:
		t.killed++
		t.by[r.By]++
	case r.Status == unbuilt:
	case t.explained[s.version()] != "":
		t.equivalent++
	default:
		t.alive = append(t.alive, s)
	}
}

func (t *tally) report(w io.Writer) {
	fmt.Fprintf(w, "%d faults: %d noticed, %d survived, %d equivalent (equivalent.txt): score %.1f\n",
		t.total(), t.killed, len(t.alive), t.equivalent, t.score())
	for _, p := range sorted(t.by) {
		fmt.Fprintf(w, "%6d noticed by %s\n", t.by[p], strings.TrimPrefix(p, "nessiec/"))
	}
	for _, s := range t.alive {
		fmt.Fprintf(w, "survived: %s\n\t%s\n", s.version(), s.change())
	}
}
