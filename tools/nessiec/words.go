package main

// Words: what the first argument may say is to be done. Each has flags of its own,
// which are some of those of the command.

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"nessiec/ir/diag"
	"nessiec/ir/target"
	"nessiec/tools/session"
)

// A word is a command of the command line.
type word struct {
	name, args, doc string
	brief           string // for the list of words
	example         string
	flags           []string
	nesl            bool                                  // for programs in NESL alone
	start           func(c *command, args []string) error // what arguments that are no flags mean
	do              func(c *command) error                // after the flags; nil: what the flags say
	alone           bool                                  // needs no file
}

// words lists the words in the order of the help.
func words() []*word {
	return []*word{
		{name: "run", args: "FILE... [NAME=VALUE | VALUE]...", brief: "runs a program",
			doc: "Runs a program. With values, calls main, or what -entry says, with them.\n" +
				"-arg NAME=FILE takes a value from a file: numbers of NumPy, tables, JSON, pictures, ...\n" +
				"NAME=FILE:COLUMN,COLUMN takes these columns, by their names.",
			example: "nessiec run examples/primes.nesl n=1000",
			flags:   []string{"target", "simulate", "entry", "arg", "output", "format", "bare", "e", "memory", "threads", "files", "device", "seed", "int", "float", "O0", "O1", "O2", "unsafe", "warn-only", "g", "stats", "keep-going"},
			start:   (*command).startRun},
		{name: "check", args: "FILE...", brief: "finds the mistakes of a program without running it",
			doc:     "Reports all mistakes that can be seen without running a program: names, types, patterns.\nIt is silent if there are none.",
			example: "nessiec check examples/primes.nesl",
			flags:   []string{"entry", "e", "int", "float"},
			start:   (*command).startFiles, do: (*command).check},
		{name: "build", args: "FILE...", brief: "makes an executable, a module of WebAssembly, a library for C or a package for Python",
			doc: "Makes an executable, in C unless -target says another, or with -wasm a module of WebAssembly and nessie.mjs, which loads it,\n" +
				"with -lib a library of one or more entries, NAME.h, NAME.c and libNAME.so for -o NAME,\nor with -python a package for pip, in the folder NAME.",
			example: "nessiec build -entry=main -o primes examples/primes.nesl",
			flags:   []string{"o", "lib", "python", "wasm", "target", "entry", "e", "seed", "int", "float", "fusion", "device", "O0", "O1", "O2", "unsafe", "warn-only", "lineinfo", "simulate"},
			start:   (*command).startBuild},
		{name: "test", args: "FILE...", brief: "runs the tests in comments",
			doc: "Runs the tests in comments, such as\n\n    % test: reverse([1, 2]) = [2, 1] %\n    % test: [1][5] fails \"out of bounds\" %\n\n" +
				"and prints those that give something else.",
			example: "nessiec test -target=opencl examples/quicksort.nesl",
			flags:   []string{"target", "simulate", "seed", "int", "float", "O0", "O1", "O2", "memory", "threads", "files"},
			nesl:    true,
			start:   (*command).startTest, do: (*command).test},
		{name: "fmt", args: "FILE...", brief: "lays out programs in one style",
			doc: "Prints programs in one style: blanks, beginnings of lines, = of bindings below each other. Ends of lines and comments\n" +
				"stay. -w writes the files, -d prints what differs, -l the names of files that do.",
			example: "nessiec fmt -w mine.nesl",
			flags:   []string{"l", "d", "w"},
			nesl:    true,
			start:   (*command).startFormat, do: (*command).formatFiles},
		{name: "bench", args: "FILE...", brief: "measures the expressions in comments",
			doc: "Measures the expressions in comments, such as\n\n    % bench: quicksort(keys) %\n\n" +
				"as often as -runs says, after one cold run: the median, how far runs are apart, and what that is in elements\n" +
				"and bytes of the result. What the definitions of the file compute is not in the time. -against adds the ratio to\n" +
				"another target, or to an earlier run that -o has written.",
			example: "nessiec bench -against=opencl examples/quicksort.nesl",
			flags:   []string{"target", "against", "runs", "o", "simulate", "device", "seed", "int", "float", "O0", "O1", "O2", "unsafe", "memory", "threads", "files"},
			nesl:    true,
			start:   (*command).startBench, do: (*command).benchmark},
		{name: "profile", args: "FILE... [NAME=VALUE | VALUE]...", brief: "says which lines take the time and the memory",
			doc: "Runs a program, as run does, and prints what each of its lines took: time of kernels, by what the\n" +
				"line computes in them, launches, memory. -html writes a page with the source, a timeline and the reasons\nwhy kernels are apart.",
			example: "nessiec profile -html=primes.html examples/primes.nesl n=100000",
			flags:   []string{"html", "target", "simulate", "entry", "arg", "e", "memory", "threads", "files", "device", "seed", "int", "float", "O0", "O1", "O2", "unsafe"},
			start:   (*command).startProfile, do: (*command).profileProgram},
		{name: "repl", args: "[FILE...]", brief: "evaluates what you type",
			doc: "Evaluates what you type: definitions, expressions, and commands, which help lists.\n" +
				"Files are loaded first. An interrupt ends the evaluation, not the session.",
			example: "nessiec repl examples/primes.nesl",
			flags:   []string{"target", "device", "int", "float", "O0", "O1", "O2", "memory", "files", "seed"},
			nesl:    true,
			start:   (*command).startRepl, do: (*command).repl, alone: true},
		{name: "lsp", brief: "serves an editor",
			doc:     "Serves an editor: the Language Server Protocol on standard input and output, for programs in NESL, and mistakes in\nprograms of Harlan and VCODE. tools/editors has settings for some editors.",
			example: "nessiec lsp",
			flags:   []string{"stdio"},
			start:   (*command).startNothing, do: (*command).lsp, alone: true},
		{name: "devices", brief: "lists the devices that programs can run on",
			doc:     "Lists the devices that programs can run on, by target: number, kind, memory, name.\nrun -device=N takes one; so do executables, and contexts of libraries.",
			example: "nessiec devices",
			start:   (*command).startNothing, do: (*command).devices, alone: true},
		{name: "doc", args: "[FILE...] [NAME...]", brief: "says what functions do, cost and yield",
			doc: "Says what names are, of the library or of files: type, cost, run-time errors, examples. Without a name, lists all.\n-o writes all that is said of the library as Markdown.\n" +
				"What it says of a definition in a file is in the comment right above:\n\n" +
				"    % All elements twice.\n      cost: work n, span 1\n      example: twice([1, 2]) = [2, 4]\n      see: map %",
			example: "nessiec doc sort",
			flags:   []string{"o", "int", "float"},
			start:   (*command).startDoc, do: (*command).doc, alone: true},
		{name: "version", brief: "says which build this is",
			doc:     "Says which version this is, of which commit, and by which version of Go it was built.",
			example: "nessiec version",
			start:   (*command).startNothing, do: (*command).version, alone: true},
	}
}

// wordNamed finds a word; nil if there is none.
func wordNamed(name string) *word {
	for _, w := range words() {
		if w.name == name {
			return w
		}
	}
	return nil
}

// takeWord takes the word off args, if they begin with one.
func (c *command) takeWord(args []string) ([]string, error) {
	if len(args) == 0 {
		return args, nil
	}
	switch args[0] { // as other commands have it
	case "help":
		args = append(args[1:len(args):len(args)], "-help")
	case "-version", "--version":
		args = []string{"version"}
	}
	w := wordNamed(args[0])
	if w == nil {
		return args, misspelt(args[0])
	}
	c.word = w
	all := c.set
	c.set = flag.NewFlagSet("nessiec "+w.name, flag.ContinueOnError)
	c.set.SetOutput(all.Output())
	for _, name := range w.flags {
		f := all.Lookup(name)
		c.set.Var(f.Value, f.Name, f.Usage)
	}
	return args[1:], nil
}

// misspelt rejects a first argument that is no file, and almost a word or not like a file.
func misspelt(arg string) error {
	if strings.HasPrefix(arg, "-") || isFile(arg) {
		return nil
	}
	var names []string
	for _, w := range words() {
		names = append(names, w.name)
	}
	switch near := diag.Nearest(arg, names); {
	case near != "":
		return reject("there is no file and no command %s; did you mean %s?", arg, near)
	case !strings.ContainsAny(arg, "./"):
		return reject("there is no file and no command %s (nessiec help lists the commands)", arg)
	}
	return nil
}

func isFile(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// startFiles takes all arguments for files.
func (c *command) startFiles(args []string) error {
	c.files = args
	if len(args) == 0 && len(c.exprs) == 0 {
		return reject("no file (nessiec %s -help says what it takes)", c.word.name)
	}
	return nil
}

// startRun takes arguments for files as long as they look like files, and then for
// values.
func (c *command) startRun(args []string) error {
	n := 0
	for n < len(args) && (n == 0 || strings.HasSuffix(args[n], ".nesl")) {
		n++
	}
	if n > 0 && c.readsWords(args[0]) {
		c.commandWords, args = args[n:], args[:n]
	}
	for _, a := range args[n:] {
		name, text, named := session.ParameterOf(a)
		if !named {
			text = a
		}
		c.values = append(c.values, session.Argument{Param: name, From: name, Data: []byte(text)})
	}
	if c.entry == "" && len(c.values)+len(c.args) > 0 {
		c.entry = "main"
	}
	c.chooseTarget()
	c.run = c.compiled()
	return c.startFiles(args[:n])
}

// readsWords reports whether a program is in a language whose programs read their command
// line, rather than having an entry with parameters.
func (c *command) readsWords(file string) bool {
	return c.front == "harlan" || c.front == "" && strings.HasSuffix(file, ".kfc")
}

// commandLine is what the program sees of the command line.
func (c *command) commandLine() []string {
	if len(c.files) == 0 {
		return []string{"nessiec"}
	}
	return append([]string{c.files[0]}, c.commandWords...)
}

// startTest takes arguments for files, and for a target what programs run on.
func (c *command) startTest(args []string) error {
	c.chooseTarget()
	return c.startFiles(args)
}

// startBuild chooses what is made.
func (c *command) startBuild(args []string) error {
	if err := c.startFiles(args); err != nil {
		return err
	}
	if c.lib || c.python {
		if err := c.startLibrary(); err != nil {
			return err
		}
	}
	switch {
	case c.toWasm && c.given("target"):
		return reject("-wasm and -target exclude each other")
	case c.toWasm:
		c.opts.Target = target.Wasm.Name
		if c.out == "" {
			c.out = c.base() + ".wasm"
		}
		return nil
	case !c.given("target") && c.opts.Device == "gpu":
		c.opts.Target = target.OpenCL.Name
	case !c.given("target"):
		c.opts.Target = target.C.Name
	}
	c.build = true
	return nil
}

// help prints what a word does, with its flags.
func (c *command) help(w *word) {
	fmt.Fprintf(c.stdout, "usage: nessiec %s [flags] %s\n\n%s\n\n    %s\n\n", w.name, w.args, w.doc, w.example)
	printFlags(c.set, c.stdout)
}

// printFlags prints flags, but for those of the log that nobody needs here.
func printFlags(all *flag.FlagSet, out io.Writer) {
	shown := flag.NewFlagSet(all.Name(), flag.ContinueOnError)
	all.VisitAll(func(f *flag.Flag) {
		if f.Name == "v" || f.Name == "logtostderr" || flag.CommandLine.Lookup(f.Name) == nil {
			shown.Var(f.Value, f.Name, f.Usage)
		}
	})
	shown.SetOutput(out)
	shown.PrintDefaults()
}
