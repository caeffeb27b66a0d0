package main

// The flags of DESIGN section 9. They may stand before or after the file.

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"nessiec/backends"
	"nessiec/backends/ref/interp"
	"nessiec/backends/wasm/emit/module"
	"nessiec/grammar"
	"nessiec/ir/nesl"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
	"nessiec/tools/flagvalue"
	"nessiec/tools/session"
)

// command is one invocation: flags, files and what was read so far.
type command struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	ses            *session.Session
	set            *flag.FlagSet

	opts pass.Options
	// optionFlags are the flags that changed opts, as they were given
	optionFlags  []string
	word         *word // what is done; nil: what the flags say
	files        []string
	names        []string           // what doc is asked for
	page         string             // where doc writes the reference
	commandWords []string           // of a program that reads its command line
	values       []session.Argument // of the entry, from the command line itself, and then those of args
	loaded       bool               // whether values has those of args
	entry        string
	entries      []string // all that -entry says
	lib          bool
	python       bool
	library      *backends.Library // what is built with one of these
	exprs        flagvalue.List
	args         flagvalue.List
	out          string
	output       string
	format       flagvalue.Format
	bare         bool
	whole        bool // all of a value is needed, not what is printed
	build        bool
	toWasm       bool
	run          bool
	sim          bool
	chosen       string // device to run on
	ranks        ranksFlag
	stats        bool
	warnOnly     bool
	debug        bool
	bench        flagvalue.Bench
	runs         int
	fmtList      bool
	fmtDiff      bool
	fmtWrite     bool
	against      string
	dump         string
	dumpTo       string
	html         string
	from         string
	front        string
	to           string
	skip         flagvalue.List
	verify       string
	times        bool
	passes       bool
	exec         bool
	memory       flagvalue.Bytes
	threads      int
	grant        flagvalue.Files
	bisect       bool
	limit        int
	poison       bool
	schedule     string
	expl         string
	explP        string
	explF, explR bool
	stdio        bool
	profileTo    string // the file that a program for a profile writes
	keepGoing    bool
	byDefault    bool  // the target was not given
	maxSteps     int64 // of the execution; 0: any number
	mistakes     bool  // of forms that -keep-going left out

	ctx   *pass.Ctx
	forms []nesl.Expr // of the source
	rows  []*driver.Row

	compilers int32 // how often the system's compiler was called

	failed func(*interp.Error) // is told the failure of an executed program
}

func (c *command) define() {
	f := flag.NewFlagSet("nessiec", flag.ContinueOnError)
	c.set, c.opts = f, pass.DefaultOptions()
	c.ranks.c = c
	f.SetOutput(io.Discard)
	option := func(name, doc string) {
		f.Func(name, doc, func(v string) error {
			if name == "target" && !slices.Contains(session.TargetNames(), v) {
				return fmt.Errorf("the targets are %s", strings.Join(session.TargetNames(), ", "))
			}
			if name == "device" && v != "cpu" && v != "gpu" { // whose names are no kinds
				c.chosen = v
				return nil
			}
			c.optionFlags = append(c.optionFlags, "-"+name+"="+v)
			return c.opts.Set("-" + name + "=" + v)
		})
	}
	option("target", "what to run on or to generate for: "+strings.Join(session.TargetNames(), ", ")+"; if nothing but running is asked for, wasm where it can be, else ref")
	option("device", "kind of device to tune for and to run on: cpu or gpu; with -run also a number of nessiec devices, or a part of a name")
	option("int", "bits of int: 32 or 64")
	option("float", "bits of float: 64 or 32")
	option("seed", "seed of rand")
	option("fusion", "planner of fusion: ilp, greedy-down, greedy-up, vertical or none")
	for _, name := range []string{"O0", "O1", "O2", "unsafe", "check-all", "lineinfo"} {
		f.BoolFunc(name, optionDocs[name], func(string) error {
			c.optionFlags = append(c.optionFlags, "-"+name)
			return c.opts.Set("-" + name)
		})
	}
	option("grain", "the least elements of a part of a loop that a group takes, which levels of recursions are multiples of; by default what suits the device")
	f.Var(&c.ranks, "ranks", "compile a program for several ranks, processes with a device each, which mpirun starts; -ranks=N with -run starts N of them, with -schedule or -poison simulates them")
	f.StringVar(&c.out, "o", "", "write the generated source or module, or with -build the executable, to this file; a module as text if it ends in .wat")
	f.BoolVar(&c.build, "build", false, "call the system compiler")
	f.BoolVar(&c.lib, "lib", false, "make a library of the entries, for C and C++")
	f.BoolVar(&c.python, "python", false, "make a Python package of the entries")
	f.BoolVar(&c.toWasm, "wasm", false, "make a module of WebAssembly")
	f.BoolVar(&c.run, "run", false, "build and run; pass the output and exit status on (ref and wasm run always)")
	f.BoolVar(&c.debug, "g", false, "with -run or -target=wasm: find the elements at which a program failed, on the reference interpreter")
	f.BoolVar(&c.sim, "simulate", false, "with -target=cuda: build for the CPU")
	f.Func("entry", "compile this function, main or 'main : type', as the entry; its arguments are read from standard input", func(v string) error {
		c.entry, c.entries = v, append(c.entries, v)
		return nil
	})
	f.Var(&c.args, "arg", "file with an argument of the entry, as FILE or NAME=FILE, once per argument; FILE:COLUMN,... reads these columns by name; - is standard input")
	f.StringVar(&c.output, "output", "", "write the last value to this file, in the format that its suffix says, as "+strings.Join(flagvalue.Suffixes(), " ")+"; - is standard output")
	f.Var(&c.format, "format", "format of the files of -arg and -output, whatever their suffix")
	f.BoolVar(&c.bare, "bare", false, "print values of expressions alone and whole, without their names and types")
	f.Var(&c.exprs, "e", "evaluate this expression after the definitions of the file")
	f.StringVar(&c.dump, "dump", "", "print the program after these passes (comma separated), or all")
	f.StringVar(&c.dumpTo, "dump-dir", "", "write dumps to numbered files in this directory instead")
	f.StringVar(&c.html, "html", "", "write a page with a column per pass to this file; with -exec-check, with costs")
	f.StringVar(&c.front, "front", "", "language of the program: "+strings.Join(session.FrontNames(), " or ")+"; by default what the suffix of the file says")
	f.StringVar(&c.from, "from", "", "enter the pipeline with a dumped program, of any language")
	f.StringVar(&c.to, "to", "", "leave the pipeline at this language and execute there")
	f.Var(&c.skip, "skip", "leave out an optional pass")
	f.StringVar(&c.verify, "verify", "each", "verify the output of each pass, or none")
	f.BoolVar(&c.times, "time-passes", false, "print the time of every pass")
	f.BoolVar(&c.warnOnly, "warn-only", false, "run programs that are certain to fail: that is a warning, not an error")
	f.BoolVar(&c.stats, "stats", false, "print counters of passes and of the execution")
	f.Var(&c.bench, "bench", "measure the compiled program: one cold run and this many more of every expression that has no effect; N:NAME for those called NAME")
	f.BoolVar(&c.fmtList, "l", false, "with fmt: print the names of the files that are not in the style")
	f.BoolVar(&c.fmtDiff, "d", false, "with fmt: print how files differ from the style")
	f.BoolVar(&c.fmtWrite, "w", false, "with fmt: write the files")
	f.IntVar(&c.runs, "runs", 10, "with bench: how often an expression is measured")
	f.StringVar(&c.against, "against", "", "with bench: a target, or a file that -o has written, to compare with")
	f.Var(&c.memory, "memory", "the most memory of the program, as 512M or 2G: of all of it with -target=wasm, else of its arrays on the device")
	f.Var(&c.grant, "files", "which files the program may open, where it runs in this process: all, read or none")
	f.IntVar(&c.threads, "threads", 0, "with -target=wasm: how many threads share the groups of a launch; 0: as many as there are cores")
	f.BoolVar(&c.stdio, "stdio", true, "with lsp: talk through standard input and output, which is the only way")
	f.BoolVar(&c.passes, "passes", false, "print the table of passes")
	f.BoolVar(&c.exec, "exec-check", false, "execute before and after every pass and compare")
	f.BoolVar(&c.bisect, "bisect", false, "find the pass, and the rewrite, that changes the result")
	f.IntVar(&c.limit, "bisect-limit", -1, "allow this many optional rewrites")
	f.BoolVar(&c.poison, "poison", false, "simulate the device; what follows a failed check is the worst that can be")
	f.StringVar(&c.schedule, "schedule", "", "simulate the device; the order of work-items is drawn by this number, or all")
	f.BoolVar(&c.keepGoing, "keep-going", false, "leave out forms with mistakes, which are reported, and read on; the exit status is 2 all the same")
	f.StringVar(&c.expl, "explain", "", "explain a diagnostic code")
	f.StringVar(&c.explP, "explain-pass", "", "explain a pass")
	f.BoolVar(&c.explF, "explain-fusion", false, "say which lines are one kernel, and why others are not")
	f.BoolVar(&c.explR, "explain-ranks", false, "say which launches ranks divide, which they repeat and why, and what is sent before each")
	flag.CommandLine.VisitAll(func(g *flag.Flag) { // glog's
		if f.Lookup(g.Name) == nil {
			f.Var(g.Value, g.Name, g.Usage)
		}
	})
}

var optionDocs = map[string]string{
	"O0": "no optional passes", "O1": "the usual ones", "O2": "all, and the best fusion",
	"unsafe": "no run-time checks", "check-all": "keep checks that were proved superfluous",
	"lineinfo": "source lines in generated code and dumps, names of variables in modules",
}

// parse reads flags and files in any order.
func (c *command) parse(args []string) error {
	c.define()
	args, err := c.takeWord(args)
	if err != nil {
		return err
	}
	var plain []string // no flags
	for len(args) > 0 {
		if c.word != nil && isNumber(args[0]) { // also below 0
			plain, args = append(plain, args[0]), args[1:]
			continue
		}
		if err := c.set.Parse(args); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				return c.usage()
			}
			return reject("%v (%s -help lists the flags)", err, c.set.Name())
		}
		if args = c.set.Args(); len(args) > 0 {
			plain, args = append(plain, args[0]), args[1:]
		}
	}
	if c.word != nil {
		err = c.word.start(c, plain)
	} else {
		c.files = plain
		c.chooseTarget()
	}
	if err != nil {
		return err
	}
	return c.consistent()
}

// consistent rejects combinations that mean nothing.
func (c *command) consistent() error {
	info := c.passes || c.expl != "" || c.explP != "" || c.word != nil && c.word.alone
	if c.simulated() && c.to == "" && c.from == "" {
		c.to = grammar.DeviceLegal.Name
	}
	switch {
	case c.from != "" && len(c.files) > 0:
		return reject("-from and a file exclude each other")
	case c.from == "" && len(c.files) == 0 && len(c.exprs) == 0 && !info:
		return reject("no file (nessiec -help lists the flags)")
	case c.verify != "each" && c.verify != "none":
		return reject("-verify is each or none")
	case c.to != "" && (c.run || c.build || c.out != ""):
		return reject("-to executes on the reference interpreter; it cannot be combined with -o, -build or -run")
	case (c.build || c.out != "" || c.bench.Runs > 0) && c.interpreted():
		return reject("-o, -build and -bench need a -target that generates code: %s", strings.Join(session.TargetNames()[1:], " or "))
	case c.inProcess() && c.build:
		return reject("-target=%s has no -build: programs run in this process", c.opts.Target)
	case !c.hasDevice():
		return reject("-target=%s has no -device=%s", c.opts.Target, c.opts.Device)
	case c.memory > 0 && !c.inProcess() && !c.run:
		return reject("-memory needs a program that runs, not on -target=ref; one that is built takes -memory itself")
	case c.chosen != "" && !c.run:
		return reject("-device=%s needs -run; a program that is built takes -device itself", c.chosen)
	case c.given("files") && !c.inProcess() && !c.interpreted():
		return reject("-files needs a program that runs in this process, on -target=ref or %s", strings.Join(session.InProcess(), " or "))
	case c.given("threads") && !c.inProcess():
		return reject("-threads needs -target=%s", strings.Join(session.InProcess(), " or "))
	case c.threads < 0 || c.threads > module.MaxWorkers:
		return reject("-threads is a number from 0 to %d", module.MaxWorkers)
	case (c.ranks.on && !c.simulated() || c.explR && !c.byDefault) && !c.onRanks():
		return reject("-ranks needs -target=%s", strings.Join(session.OnRanks(), " or "))
	case c.ranks.on && (c.lib || c.python):
		return reject("-ranks is for programs, not for libraries")
	case c.ranks.n > 0 && !c.run && !c.simulated():
		return reject("-ranks=%d needs -run; mpirun -n %d starts a program that is built", c.ranks.n, c.ranks.n)
	case c.sim && (c.interpreted() || !c.backend().Simulates):
		return reject("-simulate needs -target=cuda")
	case c.debug && !c.run && c.compiled():
		return reject("-g needs -run")
	case (c.lib || c.python) && (c.word == nil || c.word.name != "build"):
		return reject("-lib and -python are flags of nessiec build")
	case len(c.entries) > 1 && !c.lib && !c.python:
		return reject("a program has one -entry; a library may have several: nessiec build -lib")
	case c.entry == "" && len(c.args) > 0:
		return reject("-arg needs -entry")
	case c.output != "" && (c.exec || c.bisect || c.schedule == "all" || c.bench.Runs > 0):
		return reject("-output needs one run of the program")
	case c.bare && c.compiled() && !c.run:
		return reject("-bare needs a program that runs; one that is built takes -bare itself")
	case c.schedule != "" && c.schedule != "all" && !isNumber(c.schedule):
		return reject("-schedule is a number or all")
	case c.bench.Runs > 0 && !c.run && !c.inProcess():
		return reject("-bench needs -run; a program that is built takes -bench=%s itself", &c.bench)
	}
	return nil
}

// simulated reports whether the simulator of the device executes the program.
func (c *command) simulated() bool { return c.poison || c.schedule != "" }

func isNumber(s string) bool {
	_, err := strconv.ParseInt(s, 10, 64)
	return err == nil
}

// usage prints the help.
func (c *command) usage() error {
	if c.word != nil {
		c.help(c.word)
		return errRuntime{statusGood}
	}
	fmt.Fprint(c.stdout, "usage: nessiec COMMAND ... or nessiec [flags] FILE.nesl...\n\n")
	for _, w := range words() {
		fmt.Fprintf(c.stdout, "  nessiec %-8s %s\n", w.name, w.brief)
	}
	fmt.Fprint(c.stdout, "\nnessiec COMMAND -help says more. Without a command,\n"+
		"runs a NESL program: compiled to WebAssembly in this process, or on the reference interpreter\n"+
		"where there is no -target and something else than running is asked for. Or compiles it for another target.\nSeveral files are one program, in their order.\n\n")
	printFlags(c.set, c.stdout)
	return errRuntime{statusGood}
}
