// Package levels knows how programs of every family are executed: the table of
// evaluators that the driver, the golden tests and the tools use.
//
//	RunnerOf executes the actions of one module
//	Printer  prints results like the NESL top level
//	All      the levels of the driver
package levels

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"nessiec/backends"
	reffkl "nessiec/backends/ref/fkl"
	refharlan "nessiec/backends/ref/harlan"
	"nessiec/backends/ref/interp"
	refkir "nessiec/backends/ref/kir"
	reflcu "nessiec/backends/ref/lcu"
	refnkl "nessiec/backends/ref/nkl"
	refvcode "nessiec/backends/ref/vcode"
	"nessiec/grammar"
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/harlan"
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/nkl"
	"nessiec/ir/program"
	"nessiec/ir/value"
	"nessiec/ir/vcode"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
)

// RunnerOf is the runner of a program in l, of any family that has an
// evaluator; nil for the others.
func RunnerOf(l *grammar.Language, module any) backends.Runner {
	switch m := module.(type) {
	case *harlan.Module:
		if !harlanLevel().Runs(l) {
			return nil
		}
		return func(o pass.Options, w *interp.World, _ []value.Value, _ func(interp.Result)) (interp.Counters, *interp.Error) {
			return refharlan.Run(m, o.Num(), w)
		}
	case *vcode.Module:
		return vcodeRunner(m)
	case *nkl.Module:
		return func(o pass.Options, w *interp.World, in []value.Value, emit func(interp.Result)) (interp.Counters, *interp.Error) {
			out := refnkl.Eval(m, refnkl.Options{Num: o.Num(), World: w, Guard: GuardOf(l, o), Emit: emit, MaxWork: w.MaxSteps}, in)
			return out.Cost, out.Err
		}
	case *fkl.Module:
		return func(o pass.Options, w *interp.World, in []value.Value, emit func(interp.Result)) (interp.Counters, *interp.Error) {
			return reffkl.Run(m, o.Num(), w, in, emit)
		}
	case *lcu.Module:
		return func(o pass.Options, w *interp.World, in []value.Value, emit func(interp.Result)) (interp.Counters, *interp.Error) {
			return reflcu.Run(m, o.Num(), w, in, emit)
		}
	case *kir.Module:
		return func(o pass.Options, w *interp.World, in []value.Value, emit func(interp.Result)) (interp.Counters, *interp.Error) {
			s := refkir.Options{Seed: o.Seed}
			if o.Ranks {
				s.Ranks = 3
			}
			return Simulator(m, s)(o, w, in, emit)
		}
	}
	return nil
}

// Simulator is the runner of a device program under s.
func Simulator(m *kir.Module, s refkir.Options) backends.Runner {
	return func(o pass.Options, w *interp.World, in []value.Value, emit func(interp.Result)) (interp.Counters, *interp.Error) {
		x, err := refkir.Run(m, o.Num(), w, s, in, emit)
		return x.Cost, err
	}
}

// Repeatable reports whether a program does the same if it is done again, and
// nobody can see that it was.
func Repeatable(m *kir.Module) bool {
	for _, f := range m.Funcs {
		if ir.Any(f.Body, func(s kir.Expr) bool {
			c, ok := s.(*kir.CallRuntime)
			return ok && c.Fn != "error" && c.Fn != "rand_key"
		}) {
			return false
		}
	}
	return true
}

// GuardOf says what a partial primitive does in l: it raises its error as long
// as no pass has made the checks explicit, and is total from then on.
func GuardOf(l *grammar.Language, o pass.Options) refnkl.Guard {
	if o.Unsafe {
		return refnkl.Total
	}
	for ; l != nil; l = l.Parent {
		if l == grammar.NestedChecked.Language {
			return refnkl.Total
		}
	}
	return refnkl.Raise
}

// ActionsOf lists the actions of a module of any family that has an evaluator.
func ActionsOf(module any) []*program.Action {
	switch m := module.(type) {
	case *nkl.Module:
		return m.Actions
	case *fkl.Module:
		return m.Actions
	case *lcu.Module:
		return m.Actions
	case *kir.Module:
		return m.Actions
	}
	return nil
}

// All lists the levels.
func All() []driver.Level {
	return []driver.Level{harlanLevel(), vcodeLevel(), level[*nkl.Module](grammar.NKL), level[*fkl.Module](grammar.FKL), level[*lcu.Module](grammar.LCU),
		level[*kir.Module](grammar.KIR)}
}

// harlanLevel is that of Harlan, from where types are known. As a variable it would be in
// every program that executes anything.
func harlanLevel() driver.Level {
	l := driver.NewLevel(grammar.Harlan, func(o pass.Options, m *harlan.Module, in driver.Input) driver.Outcome {
		run := func(o pass.Options, w *interp.World, _ []value.Value, _ func(interp.Result)) (interp.Counters, *interp.Error) {
			return refharlan.Run(m, o.Num(), w)
		}
		return Observe(o, nil, run, in)
	})
	l.From = grammar.HarlanTyped.Language
	return l
}

// vcodeRunner runs a program of VCODE, which has no actions.
func vcodeRunner(m *vcode.Module) backends.Runner {
	return func(o pass.Options, w *interp.World, _ []value.Value, _ func(interp.Result)) (interp.Counters, *interp.Error) {
		return refvcode.Run(m, o.Num(), w)
	}
}

// vcodeLevel is that of VCODE. The machine needs nothing of what passes find out.
func vcodeLevel() driver.Level {
	return driver.NewLevel(grammar.Vcode, func(o pass.Options, m *vcode.Module, in driver.Input) driver.Outcome {
		return Observe(o, nil, vcodeRunner(m), in)
	})
}

// CanRun reports whether programs of a family can be executed.
func CanRun(f *grammar.Family) bool {
	for _, l := range All() {
		if l.Family == f {
			return true
		}
	}
	return false
}

// level makes a level of the driver.
func level[M any](f *grammar.Family) driver.Level {
	return driver.NewLevelIn(f, func(o pass.Options, l *grammar.Language, m M, in driver.Input) driver.Outcome {
		return Observe(o, ActionsOf(m), RunnerOf(l, m), in)
	})
}

// Observe runs a program with these actions in a world in memory.
func Observe(o pass.Options, actions []*program.Action, run backends.Runner, in driver.Input) driver.Outcome {
	inputs, err := ReadInputs(o, actions, in)
	if err != nil {
		return driver.Outcome{Error: err.Error()}
	}
	var out bytes.Buffer
	w := &interp.World{Stdin: strings.NewReader(in.Stdin), Stdout: &out, Files: interp.MemFiles{}, Seed: o.Seed,
		Args: append([]string{"program"}, in.Words...)}
	cost, failed := run(o, w, inputs, NewPrinter(o, w).Emit)
	r := driver.Outcome{Output: out.String(), Cost: counters(cost)}
	switch {
	case failed != nil:
		r.Error, r.ErrorPos = strings.TrimPrefix(failed.Error(), "RUNTIME ERROR: "), failed.Pos.Place()
	case w.Status != 0:
		r.Error = fmt.Sprintf("exit status %d", w.Status)
	}
	return r
}

// counters lists what an execution cost.
func counters(c interp.Counters) []driver.Counter {
	return []driver.Counter{
		{Name: "work", N: c.Work}, {Name: "span", N: c.Span}, {Name: "kernels", N: c.Kernels}, {Name: "arrays", N: c.Arrays},
		{Name: "reads", N: c.Reads}, {Name: "writes", N: c.Writes}, {Name: "copies", N: c.Copies}, {Name: "peak", N: c.Peak},
		{Name: "transfers", N: c.HostTransfer},
	}
}

// ReadInputs reads the values of the read actions from their literals: all of
// them from one text, or one from each of several.
func ReadInputs(o pass.Options, actions []*program.Action, in driver.Input) ([]value.Value, error) {
	var reads []*program.Action
	for _, a := range actions {
		if a.Kind == program.Read {
			reads = append(reads, a)
		}
	}
	if len(reads) == 0 {
		return nil, nil
	}
	if len(in.Args) != 1 && len(in.Args) != len(reads) {
		return nil, fmt.Errorf("the entry reads %d values, not %d", len(reads), len(in.Args))
	}
	var out []value.Value
	var r *value.Reader
	for i, a := range reads {
		if i < len(in.Args) {
			name := "input"
			if i < len(in.Names) {
				name = in.Names[i]
			}
			r = value.NewReader(name, []byte(in.Args[i]), o.Num())
		}
		v, err := r.Printed(a.Type)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
		if i+1 < len(in.Args) || i+1 == len(reads) {
			if err := r.End(); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// A Printer prints the results of actions like the NESL top level, each on a
// line of its own.
type Printer struct {
	Bare  bool // values of expressions alone, whole
	num   value.Num
	limit int
	out   *output
}

// An output remembers how what was written to w ends.
type output struct {
	w    io.Writer
	last byte
}

func (o *output) Write(b []byte) (int, error) {
	if len(b) > 0 {
		o.last = b[len(b)-1]
	}
	return o.w.Write(b)
}

// NewPrinter makes a printer to the standard output of w, which must be set,
// that shows as many elements of a sequence as the top level does at first.
func NewPrinter(o pass.Options, w *interp.World) *Printer {
	out := &output{w.Stdout, '\n'}
	w.Stdout = out
	return &Printer{num: o.Num(), limit: value.PrintLength, out: out}
}

// line prints a line.
func (p *Printer) line(text string) {
	if p.out.last != '\n' {
		text = "\n" + text
	}
	fmt.Fprintln(p.out, text)
}

// Emit prints one result.
func (p *Printer) Emit(r interp.Result) {
	a := r.Action
	if p.Bare {
		if a.Kind == program.Eval && a.Name == "it" {
			p.line(value.Printer{Num: p.num, Limit: -1}.Text(r.Value, a.Type))
		}
		return
	}
	switch a.Kind {
	case program.Say:
		p.line(a.TypeText)
	case program.PrintLength:
		p.limit = a.N
	case program.Eval:
		if a.Name != "" {
			text := value.Printer{Num: p.num, Limit: p.limit}.Text(r.Value, a.Type)
			p.line(a.Name + " = " + text + " : " + a.TypeText)
		}
	}
}
