// Command fuzz makes random programs and tests that every pass and evaluator
// treats them alike. It is deterministic: program i of -seed=N is program 0 of
// -seed=N+i.
//
//	go run ./tools/fuzz -seed=1 -n=10000        ten thousand programs
//	go run ./tools/fuzz -seed=1 -duration=60s   as many as a minute allows
//
// It exits 0 when it found nothing, else 1, having printed for every kind of
// failure the command that repeats it and a reduced program that re-enters the
// pipeline before the guilty pass. An interrupt ends it early; the summary says
// where to resume.
//
//	main.go    flags
//	hunt.go    workers, progress and summary
//	cases.go   from a seed to a case: language, program, options
//	report.go  what is printed and written about a failure
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"slices"
	"strings"
	"time"

	"nessiec/grammar"
	"nessiec/passes"
	"nessiec/tools/fuzz/oracle"
)

func main() {
	h := &hunt{Progress: os.Stderr, Out: os.Stdout}
	flag.Uint64Var(&h.Seed, "seed", 1, "the first seed; 0 takes one from the clock")
	flag.IntVar(&h.N, "n", 0, "how many programs; 0 is no limit")
	flag.DurationVar(&h.Duration, "duration", 0, "how long; 0 is no limit")
	flag.IntVar(&h.Workers, "j", runtime.NumCPU(), "how many programs at a time")
	flag.IntVar(&h.MaxKinds, "max", 20, "stop after this many kinds of failures")
	flag.StringVar(&h.Dir, "dir", os.TempDir(), "where reduced programs are written")
	lang := flag.String("lang", "", "the language of the programs; default: early nested ones in turn")
	oracles := flag.String("oracles", "nkl,fkl,lcu", "the families whose evaluators are asked (nkl, fkl, lcu, kir); every: after every pass; self: self-test")
	flag.Parse()
	debug.SetGCPercent(800) // programs are small and many
	if name := os.Getenv("FUZZPROF"); name != "" {
		f, _ := os.Create(name)
		pprof.StartCPUProfile(f)
		defer pprof.StopCPUProfile()
	}
	if err := h.choose(*lang, strings.Split(*oracles, ",")); err != nil {
		fmt.Fprintln(os.Stderr, "fuzz:", err)
		os.Exit(2)
	}
	if h.Seed == 0 {
		h.Seed = uint64(time.Now().UnixNano() / 1000)
	}
	if h.N == 0 && h.Duration == 0 {
		h.N = 10000
	}
	h.run()
	if h.summary() > 0 {
		os.Exit(1)
	}
}

// choose sets up language and oracle from what the flags say.
func (h *hunt) choose(lang string, oracles []string) error {
	h.Oracle = &oracle.Oracle{MaxWork: 50_000}
	families := []*grammar.Family{grammar.NESL}
	all := []*grammar.Family{grammar.NKL, grammar.FKL, grammar.LCU, grammar.KIR}
	for _, name := range oracles {
		i := slices.IndexFunc(all, func(f *grammar.Family) bool { return f.Name == name })
		switch {
		case name == "every":
			h.Oracle.Every = true
		case name == "self":
			h.Oracle.SelfTest = true
		case i >= 0:
			families = append(families, all[i])
		default:
			return fmt.Errorf("no oracle is called %s", name)
		}
	}
	h.Oracle.Passes = oracle.Upto(passes.Table(), func(f *grammar.Family) bool { return slices.Contains(families, f) })
	if lang == "" {
		return nil
	}
	h.Lang = grammar.Find(grammar.All(), lang)
	if h.Lang == nil {
		return fmt.Errorf("no language is called %s", lang)
	}
	return nil
}
