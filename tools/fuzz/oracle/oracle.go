// Package oracle decides whether passes and evaluators treat a program right:
// it is verified after every pass, executed, and must do the same everywhere.
//
//	Case     a program with the options to compile it with (this file)
//	Oracle   what to do with it; Test does it
//	Failure  what is wrong, and which pass is guilty
//	outcome  what a program did when it was executed (execute.go; as WebAssembly, wasm.go)
//
// Of device programs it also tests the simulator: schedule.go. It compares ranks with one: ranks.go.
package oracle

import (
	"errors"
	"fmt"
	"strings"

	"nessiec/grammar"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
)

// A Case is a program and how to compile it.
type Case struct {
	Program driver.Program
	Options pass.Options
	Skip    []string // optional passes to leave out
	Loose   bool     // several checks may fail: which one does is not determined
	Safe    bool     // it was made so that no check fails
	Prints  bool     // what it does is what it prints: results of actions are not compared
	Wrong   string   // what the simulator must report of a device program; "" if it is right

	order  int64 // of the simulator's schedules
	poison bool  // what it finds behind failed checks is the worst that can be
	ranks  int   // of the simulator; 0: one
}

// An Oracle tests cases. Several may run at once.
type Oracle struct {
	Passes      []pass.Pass
	Every       bool  // verify and execute after every pass, not only at the end of each family
	SelfTest    bool  // print, read back and run again after every pass
	Wasm        bool  // run what the last pass makes as WebAssembly (wasm.go)
	Unsimulated bool  // leave the simulator of devices out
	Ranks       int   // run what the last pass makes on so many simulated ranks, too (ranks.go)
	MaxWork     int64 // cases that take more are not tested
}

// A Failure is what is wrong with a case.
type Failure struct {
	Pass   string         // the guilty pass; "" if the case itself is wrong
	Kind   string         // panic, output, self-test, evaluator, internal, prediction, schedule, ranks, unreported, error, value
	Msg    string         // what happened
	Before driver.Program // the program before the guilty pass
}

// Key is equal for failures of the same way.
func (f *Failure) Key() string { return f.Pass + ": " + f.Kind }

func (f *Failure) String() string { return f.Key() + ": " + f.Msg }

// ErrTooBig says that a case takes more work or memory than is allowed.
var ErrTooBig = errors.New("the program is too big")

// Test tests a case. The error is ErrTooBig, or says that it cannot be tested.
func (o *Oracle) Test(c Case) (*Failure, error) {
	if c.Wrong != "" {
		return c.reported(), nil
	}
	if err := c.Program.Lang.Verify(c.Program.Module); err != nil {
		return &Failure{Kind: "input", Msg: err.Error(), Before: c.Program}, nil
	}
	want, err := execute(c, c.Program, o.MaxWork)
	switch {
	case err != nil:
		return &Failure{Kind: "evaluator", Msg: err.Error(), Before: c.Program}, nil
	case want.tooBig():
		return nil, ErrTooBig
	case want.bug():
		return &Failure{Kind: "internal", Msg: want.err.Msg, Before: c.Program}, nil
	case c.Safe && want.err != nil:
		return &Failure{Kind: "prediction", Msg: describe(want.err) + " was not expected", Before: c.Program}, nil
	}
	if f := c.rescheduled(want); f != nil {
		return f, nil
	}
	x := &examination{o: o, c: c, want: want}
	f := x.run(o.Every)
	switch {
	case x.tooBig:
		return nil, ErrTooBig
	case f == nil || o.Every:
		return f, nil
	}
	if g := x.run(true); g != nil { // it is known where it shows, not which pass is guilty
		return g, nil
	}
	return f, nil
}

// An examination is the test of one case.
type examination struct {
	o      *Oracle
	c      Case
	want   outcome
	tooBig bool // flat programs do too much: before they notice that they fail, or with sequences that are shared
}

// maxGrowth is how many elements sequences may have, per step of the nested
// program, if none were shared.
const maxGrowth = 20

// maxSteps is how many steps a flat program may take per step of the nested one.
const maxSteps = 400

// found stops the driver when execution shows a difference.
type found struct{ *Failure }

// run runs the passes, verifies and executes. If every is not set, it does so
// where a family ends and does not know the guilty pass.
func (x *examination) run(every bool) (f *Failure) {
	before := x.c.Program
	inexact := false
	d := &driver.Driver{Passes: x.o.Passes, SelfTest: x.o.SelfTest, NoVerify: !every}
	for _, name := range x.c.Skip {
		if d.Find(name) >= 0 { // else it comes after the passes that are tested
			d.Skip = append(d.Skip, name)
		}
	}
	d.Observe = []func(*driver.Row){func(r *driver.Row) {
		if !r.Skipped {
			inexact = inexact || r.Pass.Inexact
		}
		if !r.Unchanged && !r.Skipped && every || !every && x.endsFamily(r.Index) {
			if f := x.compare(r, inexact, !every); f != nil {
				f.Before = before
				panic(found{f})
			}
		}
		before = r.Out
	}}
	defer func() {
		if r := recover(); r != nil {
			stop, ok := r.(found)
			if !ok {
				panic(r)
			}
			f = stop.Failure
		}
	}()
	p, err := d.Run(pass.NewCtx(x.c.Options), x.c.Program, len(x.o.Passes))
	if err == nil && x.o.Wasm {
		return x.compareModule(p, inexact)
	}
	return failed(p, err)
}

// failed is the failure that the driver found.
func failed(before driver.Program, err error) *Failure {
	var ice *pass.ICE
	switch {
	case err == nil:
		return nil
	case errors.As(err, &ice):
		return &Failure{Pass: ice.Pass, Kind: ice.Stage, Msg: ice.Err.Error() + frames(ice.Stack), Before: before}
	}
	return &Failure{Pass: "driver", Kind: "rejected", Msg: err.Error(), Before: before}
}

// frames is where a panic came from, as far as the passes know it.
func frames(stack []byte) string {
	var b strings.Builder
	for _, l := range strings.Split(string(stack), "\n") {
		if i := strings.Index(l, "/passes/"); i >= 0 && strings.HasPrefix(l, "\t") && !strings.Contains(l, "/driver/") && !strings.Contains(l, "/pass/") {
			b.WriteString("\n\tat " + strings.Fields(l[i+1:])[0])
		}
		if b.Len() > 300 {
			break
		}
	}
	return b.String()
}

// endsFamily reports whether pass i is the last one that makes a family.
func (x *examination) endsFamily(i int) bool {
	ps := x.o.Passes
	return i+1 == len(ps) || ps[i].To.Family != ps[i+1].To.Family
}

// compare executes the output of a pass, having verified it unless the driver has.
func (x *examination) compare(r *driver.Row, inexact, verify bool) *Failure {
	f := &Failure{Pass: r.Pass.Name}
	if verify {
		if err := r.Out.Lang.Verify(r.Out.Module); err != nil {
			f.Kind, f.Msg = "output", err.Error()
			return f
		}
	}
	if x.o.Unsimulated && r.Out.Lang.Family == grammar.KIR {
		return nil
	}
	limit := int64(0)
	if r.Out.Lang.Family != grammar.NKL {
		limit = maxSteps * x.o.MaxWork
	}
	got, err := execute(x.c, r.Out, limit)
	f, tooBig := x.verdict(f, got, err, inexact)
	if tooBig {
		panic(found{})
	}
	if f == nil && x.o.Ranks > 1 && r.Index+1 == len(x.o.Passes) {
		f = x.divided(r, got)
	}
	return f
}

// verdict is f, with what is wrong with an execution, or nil. A program is too big to
// be compared if it may do more steps than the nested one: a step is for all
// elements, and checks come later.
func (x *examination) verdict(f *Failure, got outcome, err error, inexact bool) (_ *Failure, tooBig bool) {
	switch {
	case err != nil:
		f.Kind, f.Msg = "evaluator", err.Error()
	case got.tooBig() && (x.want.err != nil || sharedOnly(x.c, x.o.MaxWork)):
		x.tooBig = true
		return nil, true
	case got.bug():
		f.Kind, f.Msg = "internal", got.err.Msg
	default:
		if f.Kind, f.Msg = difference(x.want, got, x.c.Loose, driver.Tolerance(x.c.Options, inexact)); f.Kind == "" {
			return nil, false
		}
	}
	return f, false
}

// Rewrite says which optional rewrite of the guilty pass is to blame for a
// difference, "" if none is, or it cannot be told.
func (o *Oracle) Rewrite(c Case, f *Failure) string {
	d := &driver.Driver{Passes: o.Passes, Skip: c.Skip}
	i := d.Find(f.Pass)
	want, err := execute(c, c.Program, 0)
	if i < 0 || err != nil || f.Kind != "value" && f.Kind != "error" && f.Kind != "internal" {
		return ""
	}
	found, err := d.Bisect(c.Options, c.Program, i+1, func(p driver.Program) bool {
		got, err := execute(c, p, 0)
		kind, _ := difference(want, got, c.Loose, driver.Tolerance(c.Options, true))
		return err != nil || got.bug() || kind != ""
	})
	if err != nil || found.Rewrite.N == 0 {
		return ""
	}
	return found.String()
}

// Prepare runs the passes from p to the language l and prints and reads the
// result, so that nothing but its text is tested.
func Prepare(ps []pass.Pass, o pass.Options, p driver.Program, l *grammar.Language) (driver.Program, error) {
	d := &driver.Driver{Passes: ps}
	end := d.Reach(l)
	if end < p.Next {
		return p, fmt.Errorf("no program of %s is made from %s", l, p.Lang)
	}
	p, err := d.Run(pass.NewCtx(o), p, end)
	if err != nil {
		return p, err
	}
	return reread(d, o, p)
}

// reread prints p and reads it back.
func reread(d *driver.Driver, o pass.Options, p driver.Program) (driver.Program, error) {
	o.LineInfo = true
	q, _, err := d.ReadDump(d.Dump(o, p), []*grammar.Language{p.Lang})
	return q, err
}

// Alike reports how two programs that should mean the same differ when they are
// executed where they start, or nil.
func (o *Oracle) Alike(a, b Case) *Failure { return o.alike(a, b, false) }

// alike is Alike; with moved, what fails may do so elsewhere in the text, and
// say so in other words.
func (o *Oracle) alike(a, b Case, moved bool) *Failure {
	x, err1 := execute(a, a.Program, o.MaxWork)
	y, err2 := execute(b, b.Program, 4*o.MaxWork)
	if err1 != nil || err2 != nil || x.tooBig() || y.tooBig() {
		return nil // Test of each of them tells
	}
	kind, msg := difference(x, y, a.Loose || moved, driver.Tolerance(a.Options, true))
	if kind == "" {
		return nil
	}
	return &Failure{Kind: "rewrite " + kind, Msg: msg, Before: b.Program}
}
