// Package driver runs passes. For every pass it measures time, turns a panic
// into an internal error with a reproducer, verifies the output, tells
// observers, and on request tests and executes what comes out. Pass authors
// write none of it.
//
//	Driver   the table of passes and what to do around them
//	Program  a module somewhere in the pipeline
//	Row      what happened in one pass; observers get it (times.go, dump.go, package view)
//	Level    how the programs of a family are executed (level.go)
//	Header   the first lines of a dump, from which a Program can be read back (dump.go)
//	Finding  what a bisection found (bisect.go)
package driver

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"nessiec/grammar"
	"nessiec/ir/text"
	"nessiec/passes/pass"
)

// A Driver says which passes there are and what to do around each. The zero
// value with Passes set runs and verifies.
type Driver struct {
	Passes []pass.Pass
	Levels []Level // evaluators, for ExecCheck and Exec

	NoVerify  bool      // do not verify outputs
	Skip      []string  // optional passes to leave out
	SelfTest  bool      // test printing, reading, immutability and determinism after every pass
	ExecCheck *ExecSpec // execute before and after every pass
	Observe   []func(*Row)
	Dir       string           // where reproducers are written; "": nowhere
	Files     []string         // file table, for the headers of dumps
	Now       func() time.Time // clock; nil: all durations are zero
}

// A Program is a module somewhere in the pipeline.
type Program struct {
	Lang   *grammar.Language
	Module any
	Next   int // index of the first pass that did not run yet
}

// Text is the text of the module.
func (p Program) Text(o text.Options) string { return p.Lang.Family.Text(p.Module, o) }

// A Row is what happened in one pass.
type Row struct {
	Index     int // in the table
	Pass      *pass.Pass
	Out       Program
	Skipped   bool // the pass did not run
	Unchanged bool // the pass returned its input
	Rewrites  int  // optional rewrites of the compilation so far
	Notes     []pass.Note
	Verdicts  []pass.Verdict
	Run       time.Duration // of a pass that only reports, known at the end of all
	Verify    time.Duration // of the output, beside the next passes
	Wait      time.Duration // for that, when all passes had run
	Outcomes  []Outcome     // of the output, for every input of ExecCheck
}

// ErrRejected says that a pass found mistakes in the user's program; they are
// in the diagnostics of the context.
var ErrRejected = errors.New("the program was rejected")

// Run runs the passes from p.Next up to index end (exclusive). The error is
// ErrRejected or a *pass.ICE; the program is then the one before the pass that
// failed.
func (d *Driver) Run(c *pass.Ctx, p Program, end int) (Program, error) {
	if err := d.checkSkip(); err != nil {
		return p, err
	}
	x, err := d.startExec(c, p)
	if err != nil {
		return p, err
	}
	p.Lang.Family.Complete(p.Module)
	r := &run{Driver: d, ctx: c, exec: x}
	out, err := r.passes(p, end)
	for _, told := range r.reports {
		if mistakes := told.end(c); mistakes != nil { // they explain what came after
			return told.before, mistakes
		}
	}
	return out, err
}

// A run is what is known while passes run.
type run struct {
	*Driver
	ctx     *pass.Ctx
	exec    *execution
	last    tested // what the self-test knows of the program
	reports []*report
}

// passes runs passes up to index end, or until one that only reports has found an error.
func (r *run) passes(p Program, end int) (Program, error) {
	outputs := r.startVerifications()
	defer close(outputs.queue)
	for i := p.Next; i < end && !slices.ContainsFunc(r.reports, (*report).failed); i++ {
		row := &Row{Index: i, Pass: &r.Passes[i]}
		test, err := r.step(p, row)
		if v, wrong := outputs.end(r.ctx, err != nil || test != nil || r.exec != nil); wrong != nil {
			return v.before, wrong // what passes did with such a program does not matter
		}
		if err != nil {
			return p, r.reproduced(r.ctx, p, err)
		}
		v := outputs.start(p, row)
		if err = r.examine(v, test); err != nil {
			return p, err
		}
		row.Rewrites, row.Notes, row.Verdicts = r.ctx.LastRewrite().N, r.ctx.TakeNotes(), r.ctx.TakeVerdicts()
		p = row.Out
	}
	if v, wrong := outputs.end(r.ctx, true); wrong != nil {
		return v.before, wrong
	}
	return p, nil
}

// step runs one pass on p, or begins to, if it only reports, and fills in the row. What is
// returned tests the row.
func (r *run) step(p Program, row *Row) (*selfTest, error) {
	ps := row.Pass
	if ps.From != p.Lang {
		panic(fmt.Sprintf("driver: pass %s takes %s, but the program is in %s", ps.Name, ps.From, p.Lang))
	}
	row.Out = Program{ps.To, p.Module, row.Index + 1}
	if slices.Contains(r.Skip, ps.Name) || !ps.Permitted(r.ctx) {
		row.Skipped = true
		return nil, nil
	}
	test := r.startSelfTest(r.ctx, p, ps, r.last)
	if ps.Reports && test == nil {
		r.reports, row.Unchanged = append(r.reports, r.startReport(r.ctx, p, row)), true
		return nil, nil
	}
	start := r.now()
	out, err := r.apply(r.ctx, p, ps)
	row.Run = r.now().Sub(start)
	if err == nil {
		row.Out.Module, row.Unchanged = out, out == p.Module
	}
	return test, err
}

// examine tests and executes what a pass has made, on request, once it is verified.
func (r *run) examine(v *verification, test *selfTest) error {
	if v.row.Skipped || test == nil && r.exec == nil {
		return nil
	}
	err := v.wait(r.ctx)
	if err != nil {
		return err
	}
	if r.last, err = test.after(v.row.Out); err != nil {
		return r.ice(r.ctx, v.before, v.row.Pass, "self-test", err)
	}
	if err := r.exec.after(r.ctx, v.row); err != nil {
		return r.ice(r.ctx, v.before, v.row.Pass, "execution", err)
	}
	return nil
}

func (d *Driver) now() time.Time {
	if d.Now == nil {
		return time.Time{}
	}
	return d.Now()
}

// checkSkip reports a name in Skip that is not an optional pass.
func (d *Driver) checkSkip() error {
	for _, name := range d.Skip {
		i := d.Find(name)
		if i < 0 {
			return fmt.Errorf("no pass %s; the passes are %s", name, strings.Join(d.names(func(*pass.Pass) bool { return true }), ", "))
		}
		if !d.Passes[i].Optional {
			return fmt.Errorf("pass %s cannot be skipped; the optional passes are %s", name,
				strings.Join(d.names(func(p *pass.Pass) bool { return p.Optional }), ", "))
		}
	}
	return nil
}

func (d *Driver) names(sel func(*pass.Pass) bool) (names []string) {
	for i := range d.Passes {
		if sel(&d.Passes[i]) {
			names = append(names, d.Passes[i].Name)
		}
	}
	return names
}

// Find is the index of the pass called name, or -1.
func (d *Driver) Find(name string) int {
	return slices.IndexFunc(d.Passes, func(p pass.Pass) bool { return p.Name == name })
}

// Start is the index of the first pass that takes l; if none does and the last
// pass makes l, the number of passes; else -1.
func (d *Driver) Start(l *grammar.Language) int {
	for i := range d.Passes {
		if d.Passes[i].From == l {
			return i
		}
	}
	if n := len(d.Passes); n > 0 && d.Passes[n-1].To == l {
		return n
	}
	return -1
}

// Reach is the index after the first pass that makes l from another language,
// that is, before optional passes on l; 0 if the table starts with l; -1 if it
// never gets there.
func (d *Driver) Reach(l *grammar.Language) int {
	for i := range d.Passes {
		switch l {
		case d.Passes[i].From:
			return i
		case d.Passes[i].To:
			return i + 1
		}
	}
	return -1
}

// Leave is the index after the last pass that makes l, optional passes on l
// included; see Reach for the rest.
func (d *Driver) Leave(l *grammar.Language) int {
	for i := len(d.Passes) - 1; i >= 0; i-- {
		if d.Passes[i].To == l {
			return i + 1
		}
	}
	return d.Reach(l)
}
