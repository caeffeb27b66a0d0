// Command fuzz makes random programs and tests that every pass and evaluator
// treats them alike. It is deterministic: program i of -seed=N is program 0 of
// -seed=N+i.
//
//	go run ./tools/fuzz -seed=1 -n=10000        ten thousand programs
//	go run ./tools/fuzz -seed=1 -duration=60s   as many as a minute allows
//	go run ./tools/fuzz -front=harlan -n=10000  programs in Harlan, from their text on
//
// It exits 0 when it found nothing, else 1, having printed for every kind of
// failure the command that repeats it and a reduced program that re-enters the
// pipeline before the guilty pass. An interrupt ends it early; the summary says
// where to resume.
//
//	main.go    flags
//	hunt.go    workers, progress and summary
//	cases.go   from a seed to a case: language or text, program, options
//	gen        nested programs; flatgen: flat ones; kirgen: device programs;
//	           spell: nested ones as NESL; harlangen: texts in Harlan
//	ask.go     which oracles are asked about it
//	costs.go   programs of growing size (scalegen), whose costs are compared
//	batch.go   cases that share a compiled program
//	harlan.go  programs in Harlan
//	rates.go   what oracles cost
//	report.go  what is printed and written about a failure
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"time"

	"nessiec/grammar"
)

// standard is what is asked by default: the evaluators that are fast of all programs, the
// rest of some. The numbers have no common factors, so any two are asked of some program.
const standard = "nkl,fkl,lcu,kir/10,wasm/3,ranks/11,every/19,self/23,text/47,lists/83,cost/101"

// standardHarlan is the same for programs in Harlan, which are larger.
const standardHarlan = "nkl,fkl,lcu/3,kir/41,wasm/8,ranks/43,every/37,self/53"

func main() {
	h := &hunt{Progress: os.Stderr, Out: os.Stdout}
	flag.Uint64Var(&h.Seed, "seed", 1, "the first seed; 0 takes one from the clock")
	flag.IntVar(&h.N, "n", 0, "how many programs; 0 is no limit")
	flag.DurationVar(&h.Duration, "duration", 0, "how long; 0 is no limit")
	flag.IntVar(&h.Workers, "j", runtime.NumCPU(), "how many programs at a time")
	flag.IntVar(&h.MaxKinds, "max", 20, "stop after this many kinds of failures")
	flag.StringVar(&h.Dir, "dir", os.TempDir(), "where reduced programs are written")
	lang := flag.String("lang", "", "the language of the programs; default: early nested ones in turn")
	front := flag.String("front", "nesl", "what the programs are written in: nesl, as texts and as programs of all levels, or harlan, as texts")
	oracles := flag.String("oracles", "", "what is asked, X/N of every Nth program: the evaluators nkl, fkl, lcu, kir; "+
		"every: after every pass; self: print, read back and run every pass again; text: from a NESL text on; lists: of a text in the style of lists; wasm: run as WebAssembly; ranks: compiled for ranks, simulate several; c, opencl, cuda: compile and run; "+
		"cost: what a program with loops costs at several sizes, shares: the same, more strictly, as sequences in sequences are shared; "+
		"default: "+standard+", of programs in Harlan "+standardHarlan)
	gaps := flag.Bool("gaps", false, "with -oracles=cost: report known gaps, too")
	flag.Parse()
	for _, name := range []string{"lang", "front", "oracles", "gaps"} {
		if f := flag.Lookup(name); f.Value.String() != f.DefValue {
			h.Flags += fmt.Sprintf(" -%s=%s", name, f.Value)
		}
	}
	debug.SetGCPercent(2000) // programs are small and many: collecting is most of the time otherwise
	debug.SetMemoryLimit(3 << 30)
	if err := h.choose(*front, *lang, *oracles); err != nil {
		fmt.Fprintln(os.Stderr, "fuzz:", err)
		os.Exit(2)
	}
	h.Ask.gaps = *gaps
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

// choose sets up language and oracles from what the flags say.
func (h *hunt) choose(front, lang, oracles string) (err error) {
	if h.Harlan = front == "harlan"; !h.Harlan && front != "nesl" {
		return fmt.Errorf("programs are written in nesl or harlan, not in %s", front)
	}
	if oracles == "" {
		oracles = standard
		if h.Harlan {
			oracles = standardHarlan
		}
	}
	if h.Ask, err = parseAsk(front, oracles); err != nil || lang == "" {
		return err
	}
	if h.Harlan {
		return errors.New("programs in Harlan are made as texts: -lang chooses nothing")
	}
	h.Lang = grammar.Find(grammar.All(), lang)
	if h.Lang == nil {
		return fmt.Errorf("no language is called %s", lang)
	}
	if h.Lang.Family == grammar.KIR {
		h.Ask.every[grammar.KIR.Name] = 1 // no other evaluator can be asked
	}
	return nil
}
