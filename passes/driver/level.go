package driver

// Levels: how the programs of a family are executed. The table is built by
// whoever knows the evaluators, from typed functions.

import (
	"strings"

	"nessiec/grammar"
	"nessiec/ir"
	"nessiec/passes/pass"
)

// A Level is a family with its evaluator.
type Level struct {
	Family *grammar.Family
	From   *grammar.Language // the first language that can be executed; nil: all of the family
	run    func(pass.Options, *grammar.Language, any, Input) Outcome
}

// NewLevelIn is NewLevel for evaluators that go by the language of a program.
func NewLevelIn[M any](f *grammar.Family, run func(pass.Options, *grammar.Language, M, Input) Outcome) Level {
	return Level{Family: f, run: func(o pass.Options, l *grammar.Language, m any, in Input) Outcome { return run(o, l, m.(M), in) }}
}

// NewLevel makes a level. run executes the actions of a module in order; it
// does not panic on programs that verify.
func NewLevel[M any](f *grammar.Family, run func(pass.Options, M, Input) Outcome) Level {
	return NewLevelIn(f, func(o pass.Options, _ *grammar.Language, m M, in Input) Outcome { return run(o, m, in) })
}

// An Input is what a program reads. It means the same at every level: the
// source type of each read action tells how it becomes values of the family.
type Input struct {
	Args  []string // NESL literals, one per read action, in order, or one for all
	Names []string // what messages call the arguments; nil: input
	Stdin string
	Words []string // of the command line, behind the name of the program
}

// An Outcome is what can be observed of an execution.
type Outcome struct {
	Output   string // everything printed
	Error    string // the run-time error, "" if there is none
	ErrorPos ir.Pos
	Cost     []Counter // not part of the meaning
}

// A Counter is one measure of an execution: work, span, kernels, arrays,
// elements read or written.
type Counter struct {
	Name string
	N    int64
}

// Counter is the value of the counter called name, 0 if it was not counted.
func (o Outcome) Counter(name string) int64 {
	for _, c := range o.Cost {
		if c.Name == name {
			return c.N
		}
	}
	return 0
}

// Work is how much an execution did: steps of the cost model, or accesses to
// elements where a level counts those.
func (o Outcome) Work() int64 {
	if w := o.Counter("work"); w > 0 {
		return w
	}
	return o.Counter("reads") + o.Counter("writes")
}

func (o Outcome) String() string {
	s := o.Output
	if o.Error != "" {
		if s != "" && !strings.HasSuffix(s, "\n") {
			s += "\n"
		}
		s += "RUNTIME ERROR: " + o.Error + "\n"
	}
	return s
}

// Runs reports whether programs of a language can be executed.
func (l Level) Runs(lang *grammar.Language) bool {
	if l.Family != lang.Family {
		return false
	}
	for from := lang; from != nil; from = from.Parent {
		if l.From == nil || from == l.From {
			return true
		}
	}
	return false
}

// Exec executes a program, if there is an evaluator for its family.
func (d *Driver) Exec(o pass.Options, p Program, in Input) (out Outcome, ok bool) {
	for _, l := range d.Levels {
		if l.Runs(p.Lang) {
			return l.run(o, p.Lang, p.Module, in), true
		}
	}
	return Outcome{}, false
}
