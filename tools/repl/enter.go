package repl

// Entering forms: each is compiled with all before it, whose values are given to it.

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"nessiec/backends/ref/interp"
	"nessiec/backends/wasm/emit"
	"nessiec/backends/wasm/engine"
	"nessiec/grammar"
	"nessiec/ir/diag"
	"nessiec/ir/kir"
	"nessiec/ir/nesl"
	"nessiec/ir/nkl"
	"nessiec/ir/program"
	"nessiec/ir/value"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
	"nessiec/tools/levels"
	"nessiec/tools/session"
)

// ErrExit says that the person wants to leave.
var ErrExit = errors.New("exit")

// Enter does what an input says and prints what comes of it; what is wrong with it is
// printed, too. An error is ErrExit, or one of the compiler.
func (x *Shell) Enter(ctx context.Context, text string) error {
	if run, arg := commandIn(text); run != nil {
		return run(x, ctx, arg)
	}
	forms := x.parse(text)
	for _, f := range forms {
		if ok, err := x.add(ctx, f); !ok || err != nil {
			return err
		}
		if name := session.Defined(f); name != "" {
			x.origin[name] = text
		}
	}
	return nil
}

// parse is the forms of a text; mistakes are printed, and there are none then.
func (x *Shell) parse(text string) []nesl.Expr {
	name := fmt.Sprintf("input %d", len(x.inputs)+1)
	x.inputs[name] = text
	c := pass.NewCtx(x.Options)
	p, err := x.ses.Parse(c, session.Source{Files: []string{name}})
	x.report(c)
	switch {
	case errors.Is(err, driver.ErrRejected):
		return nil
	case err != nil:
		fmt.Fprintln(x.errs, err)
		return nil
	}
	return p.Module.(*nesl.Module).Forms
}

// report prints the diagnostics of c.
func (x *Shell) report(c *pass.Ctx) {
	fmt.Fprint(x.errs, c.Diags.String(x.ses.Files))
	c.Diags = new(diag.List)
}

// add compiles and runs one form after those before, and accepts it unless it is
// rejected or fails.
func (x *Shell) add(ctx context.Context, f nesl.Expr) (ok bool, err error) {
	c := pass.NewCtx(x.Options)
	d, p, err := x.elaborated(c, f)
	x.report(c)
	if err != nil {
		return false, rejected(err)
	}
	actions := p.Module.(*nkl.Module).Actions
	p, given := x.continued(p)
	c = pass.NewCtx(x.Options)
	if p, err = d.Run(c, p, len(d.Passes)); err != nil {
		x.report(c)
		return false, rejected(err)
	}
	results := map[string]value.Value{}
	if ok, err = x.run(ctx, p, given, x.world, func(r interp.Result) {
		if r.Action.Kind == program.Eval {
			results[r.Action.Result] = r.Value
		}
		x.printer.Emit(r)
	}); !ok || err != nil {
		return false, err
	}
	for _, a := range actions[len(x.kept):] {
		var k kept
		if a.Kind == program.Eval && handedOn(a.Type) { // others are made again
			k.value = results[a.Result]
		}
		x.kept = append(x.kept, k)
	}
	x.forms = append(x.forms, f)
	return true, nil
}

// rejected is err, unless it says that mistakes were reported.
func rejected(err error) error {
	if errors.Is(err, driver.ErrRejected) {
		return nil
	}
	return err
}

// elaborated is the program of all forms and one more, elaborated.
func (x *Shell) elaborated(c *pass.Ctx, f nesl.Expr) (*driver.Driver, driver.Program, error) {
	d := x.ses.Driver(x.Options.Target)
	p, err := d.Run(c, x.program(f), d.Reach(grammar.NestedElaborated.Language))
	return d, p, err
}

// program is all forms and one more.
func (x *Shell) program(f nesl.Expr) driver.Program {
	return driver.Program{Lang: grammar.NeslParsed.Language, Module: &nesl.Module{Forms: append(slices.Clip(x.forms), f)}}
}

// continued is an elaborated program that goes on where the one before has ended, and
// the values that it is given.
func (x *Shell) continued(p driver.Program) (driver.Program, []value.Value) {
	m := *p.Module.(*nkl.Module)
	var given []value.Value
	m.Actions, given = x.resumed(m.Actions)
	p.Module = &m
	return p, given
}

// resumed is the new ones of actions, and before them those of the others that they need:
// what these have yielded is read, and given, or made again without being printed.
func (x *Shell) resumed(actions []*program.Action) (out []*program.Action, given []value.Value) {
	needed := map[string]bool{}
	for i := len(actions) - 1; i >= 0; i-- {
		a := actions[i]
		if i < len(x.kept) {
			if !needed[a.Result] {
				continue
			}
			b := *a
			b.Name = ""
			if v := x.kept[i].value; v != nil {
				b.Kind, b.TypeText, b.Fn, b.Args = program.Read, "", "", nil
				given = append(given, v)
			}
			a = &b
		}
		for _, name := range a.Args {
			needed[name] = true
		}
		out = append(out, a)
	}
	slices.Reverse(out)
	slices.Reverse(given)
	return out, given
}

// run runs a compiled program on the target, notes what it took, and reports whether it
// did not fail; how it failed is printed. An error is one of the compiler.
func (x *Shell) run(ctx context.Context, p driver.Program, given []value.Value, w *interp.World, emitted func(interp.Result)) (ok bool, err error) {
	m := p.Module.(*kir.Module)
	t := session.Target(x.Options.Target)
	if t != nil && t.Compile != nil {
		return x.runExecutable(ctx, t, m, given, w, emitted), nil
	}
	start := time.Now()
	defer func() { x.ran += time.Since(start) }()
	var failed *interp.Error
	if t == nil {
		var counters interp.Counters
		counters, failed = levels.RunnerOf(p.Lang, m)(x.Options, w, given, emitted)
		x.took = fmt.Sprintf(", %d kernels, %d bytes at most", counters.Kernels, counters.Peak)
	} else {
		e, err := emit.Emit(m, x.Options.Num())
		if err != nil {
			return false, err
		}
		machine, err := engine.New(e, engine.Options{Memory: x.Memory})
		if err != nil {
			return false, err
		}
		defer machine.Close()
		start = time.Now()
		failed = machine.Run(ctx, w, given, emitted)
		s := machine.Stats()
		x.took = fmt.Sprintf(", %d kernels, %d bytes at most", s.Launches, s.Peak)
	}
	if failed != nil {
		x.fail(failed)
	}
	return failed == nil, nil
}

// fail prints how a program failed.
func (x *Shell) fail(failed *interp.Error) {
	fmt.Fprintln(x.errs, failed.Error())
	for _, line := range failed.Where(x.ses.Files.Position) {
		fmt.Fprintln(x.errs, " ", line)
	}
}
