package repl

// Commands: what a person may say beside forms of the language.

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"nessiec/backends/ref/interp"
	"nessiec/ir/nesl"
	"nessiec/ir/text"
	"nessiec/passes/pass"
	"nessiec/tools/levels"
	"nessiec/tools/library"
	"nessiec/tools/session"
)

// A command is done by its first word. Names that begin with a colon take the rest of
// the input; the others are those of the interactive system of NESL.
type command struct {
	name, arg, doc string
	run            func(x *Shell, ctx context.Context, arg string) error
}

// commands lists the commands in the order of the help.
func commands() []command {
	return []command{
		{"help", "", "lists the commands; ? does, too", (*Shell).help},
		{"describe", "NAME", "what a name is: type, cost, run-time errors, examples; so does :doc", (*Shell).describe},
		{"apropos", "TEXT", "names of the library with a text in them or in what is said of them", (*Shell).apropos},
		{"show_code", "NAME", "how a name was defined here", (*Shell).showCode},
		{"set print_length", "N", "how many elements of a sequence are printed", nil},
		{"load", "FILE", "enters the forms of a file, whose name is a string", nil},
		{":read", "NAME = FILE", "makes a variable of a file with columns that have names; FILE:COLUMN,... takes these", (*Shell).read},
		{":type", "EXPR", "the type of an expression, which is not evaluated", (*Shell).typeOf},
		{":time", "EXPR", "evaluates an expression and says how long it takes to compile and to run", (*Shell).time},
		{":cost", "EXPR", "evaluates an expression and counts work, span, kernels and bytes", (*Shell).cost},
		{":dump", "PASS EXPR", "what the program is after a pass", (*Shell).dump},
		{":target", "[wasm|ref|...]", "what evaluates: WebAssembly, the reference interpreter, or OpenCL, CUDA", (*Shell).target},
		{":reset", "", "forgets all definitions", (*Shell).reset},
		{"exit", "", "ends the session; so does the end of the input", func(*Shell, context.Context, string) error { return ErrExit }},
	}
}

// synonyms of commands.
var synonyms = map[string]string{"?": "help", ":doc": "describe", "quit": "exit", ":quit": "exit", ":help": "help"}

// commandIn is the command that an input is, and what it is told; nil for forms.
func commandIn(input string) (run func(x *Shell, ctx context.Context, arg string) error, arg string) {
	input = strings.TrimSpace(strings.TrimRight(strings.TrimSpace(input), ";"))
	input = strings.Replace(input, "show code ", "show_code ", 1)
	name, arg, _ := strings.Cut(input, " ")
	if s := synonyms[name]; s != "" {
		name = s
	}
	for _, c := range commands() {
		if c.run != nil && c.name == name {
			return c.run, strings.TrimSpace(arg)
		}
	}
	if strings.HasPrefix(name, ":") {
		return func(x *Shell, _ context.Context, _ string) error {
			fmt.Fprintf(x.errs, "there is no command %s; help lists them\n", name)
			return nil
		}, ""
	}
	return nil, ""
}

func (x *Shell) help(context.Context, string) error {
	for _, c := range commands() {
		fmt.Fprintf(x.out, "  %-24s %s\n", strings.TrimSpace(c.name+" "+c.arg), c.doc)
	}
	fmt.Fprintln(x.out, "\nEverything else is NESL. A definition or an expression may go over several lines.")
	return nil
}

func (x *Shell) describe(_ context.Context, name string) error {
	groups := x.groups
	mine, err := library.Definitions(x.ses, pass.NewCtx(x.Options), x.forms)
	if err == nil {
		groups = append([]library.Group{{Entries: mine}}, groups...)
	}
	e, err := library.Find(groups, name)
	if err != nil {
		fmt.Fprintln(x.errs, err)
		return nil
	}
	library.Write(x.out, e)
	return nil
}

func (x *Shell) apropos(_ context.Context, part string) error {
	var found []library.Entry
	for _, g := range x.groups {
		for _, e := range g.Entries {
			if strings.Contains(e.Name, part) || strings.Contains(e.Text, part) {
				found = append(found, e)
			}
		}
	}
	if found == nil {
		fmt.Fprintf(x.errs, "nothing has to do with %s\n", part)
	}
	library.WriteList(x.out, found)
	return nil
}

func (x *Shell) showCode(_ context.Context, name string) error {
	if code, ok := x.origin[name]; ok {
		fmt.Fprintln(x.out, strings.TrimSpace(code))
	} else {
		fmt.Fprintf(x.errs, "%s was not defined here; describe %s says what the library knows\n", name, name)
	}
	return nil
}

// expression is the one expression that a text is; mistakes are printed.
func (x *Shell) expression(text string) (nesl.Expr, bool) {
	forms := x.parse(text)
	if len(forms) == 1 && forms[0].Form() == nesl.FormEval {
		return forms[0], true
	}
	if forms != nil || text == "" {
		fmt.Fprintln(x.errs, "expected an expression")
	}
	return nil, false
}

func (x *Shell) typeOf(_ context.Context, text string) error {
	e, ok := x.expression(text)
	if !ok {
		return nil
	}
	c := pass.NewCtx(x.Options)
	types, err := x.ses.Types(c, x.forms, []nesl.Expr{e})
	x.report(c)
	if err != nil {
		return rejected(err)
	}
	fmt.Fprintln(x.out, types[0])
	return nil
}

func (x *Shell) time(ctx context.Context, text string) error {
	e, ok := x.expression(text)
	if !ok {
		return nil
	}
	start := time.Now()
	before := x.ran
	_, err := x.add(ctx, e)
	if ran := x.ran - before; ran > 0 {
		fmt.Fprintf(x.errs, "compiled in %s, ran in %s\n", shown(time.Since(start)-ran), shown(ran))
	}
	return err
}

// shown is a time in milliseconds.
func shown(d time.Duration) string { return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1e3) }

func (x *Shell) cost(ctx context.Context, text string) error {
	e, ok := x.expression(text)
	if !ok {
		return nil
	}
	c := pass.NewCtx(x.Options)
	d, p, err := x.elaborated(c, e)
	x.report(c)
	if err != nil {
		return rejected(err)
	}
	p, given := x.continued(p)
	counters, failed := levels.RunnerOf(p.Lang, p.Module)(x.Options, x.world, given, x.printer.Emit)
	if failed != nil {
		x.fail(failed)
		return nil
	}
	fmt.Fprintf(x.errs, "work %d, span %d", counters.Work, counters.Span)
	if p, err = d.Run(c, p, len(d.Passes)); err != nil {
		return rejected(err)
	}
	quiet := interp.World{Stdout: io.Discard, Stdin: strings.NewReader(""), Files: interp.MemFiles{}, Seed: x.Options.Seed}
	if _, err := x.run(ctx, p, given, &quiet, func(interp.Result) {}); err != nil {
		return err
	}
	fmt.Fprintln(x.errs, x.took)
	return nil
}

func (x *Shell) dump(_ context.Context, arg string) error {
	name, expr, _ := strings.Cut(arg, " ")
	d := x.ses.Driver("")
	at := d.Find(name)
	if at < 0 {
		fmt.Fprintf(x.errs, "there is no pass %s\n", name)
		return nil
	}
	e, ok := x.expression(expr)
	if !ok {
		return nil
	}
	c := pass.NewCtx(x.Options)
	_, p, err := x.elaborated(c, e)
	switch {
	case err != nil:
	case p.Next > at: // among the passes that elaborate
		p, err = d.Run(pass.NewCtx(x.Options), x.program(e), at+1)
	default:
		p, _ = x.continued(p)
		p, err = d.Run(c, p, at+1)
	}
	x.report(c)
	if err != nil {
		return rejected(err)
	}
	fmt.Fprint(x.out, p.Text(text.Options{}))
	return nil
}

func (x *Shell) target(_ context.Context, name string) error {
	switch {
	case name == "":
		fmt.Fprintln(x.out, x.Options.Target)
	case !slices.Contains(session.TargetNames(), name):
		fmt.Fprintf(x.errs, "there is no target %s; there are %s\n", name, strings.Join(session.TargetNames(), ", "))
	case x.files != interp.AllFiles && session.Target(name) != nil && session.Target(name).Compile != nil:
		fmt.Fprintf(x.errs, "on %s programs open any files, and this session has -files=%s\n", name, interp.Grants[x.files])
	default:
		x.Options.Target = name
	}
	return nil
}

func (x *Shell) reset(context.Context, string) error {
	x.Reset()
	return nil
}
