package oracle

// Execution of a program of any family that has an evaluator, and comparison of
// what two executions did.

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"nessiec/backends/ref/interp"
	refkir "nessiec/backends/ref/kir"
	refnkl "nessiec/backends/ref/nkl"
	"nessiec/ir/kir"
	"nessiec/ir/nkl"
	"nessiec/ir/program"
	"nessiec/ir/value"
	"nessiec/passes/driver"
	"nessiec/tools/levels"
)

// An outcome is what a program did.
type outcome struct {
	results []value.Value // of its actions, in order
	output  string        // what it printed
	err     *interp.Error
}

// tooBig reports whether it needed more work or memory than is allowed.
func (o outcome) tooBig() bool {
	return o.err != nil && (o.err.Kind == interp.Steps || o.err.Kind == interp.Memory)
}

// bug reports whether the evaluator found the program wrong.
func (o outcome) bug() bool { return o.err != nil && o.err.Kind == interp.Internal }

// maxBytes bounds the memory of the first execution; later ones may take more.
const maxBytes = 64 << 20

// sharedOnly reports whether a nested program is small only because sequences
// in sequences are shared, which flat programs copy.
func sharedOnly(c Case, maxWork int64) bool {
	m, ok := c.Program.Module.(*nkl.Module)
	if !ok {
		return false
	}
	w := &interp.World{Stdin: strings.NewReader(""), Stdout: io.Discard, Files: interp.MemFiles{}, Seed: c.Options.Seed}
	o := refnkl.Options{Num: c.Options.Num(), World: w, MaxWork: maxGrowth * maxWork, Unshared: true}
	return outcome{err: refnkl.Eval(m, o, nil).Err}.tooBig()
}

// execute runs p; maxWork bounds the work of a program if it is not 0: of flat
// ones in steps. A panic of the evaluator is an error.
func execute(c Case, p driver.Program, maxWork int64) (out outcome, err error) {
	num := c.Options.Num()
	return observe(c, p, maxWork, func(w *interp.World, emit func(interp.Result)) (failed *interp.Error, err error) {
		switch m := p.Module.(type) {
		case *nkl.Module:
			o := refnkl.Options{Num: num, World: w, MaxWork: maxWork, MaxBytes: maxBytes, Emit: emit}
			if maxWork == 0 {
				o.Guard, o.MaxBytes = levels.GuardOf(p.Lang, c.Options), 16*maxBytes
			}
			failed = refnkl.Eval(m, o, nil).Err
		case *kir.Module:
			_, failed = refkir.Run(m, num, w, refkir.Options{Seed: c.order + c.Options.Seed, Poison: c.poison, MaxElems: maxBytes / 8, Ranks: c.ranks}, nil, emit)
		default:
			run := levels.RunnerOf(p.Lang, p.Module)
			if run == nil {
				return nil, fmt.Errorf("programs of %s cannot be executed", p.Lang)
			}
			_, failed = run(c.Options, w, nil, emit)
		}
		return failed, nil
	})
}

// observe runs p by run, in a world of its own.
func observe(c Case, p driver.Program, maxWork int64, run func(*interp.World, func(interp.Result)) (*interp.Error, error)) (out outcome, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the evaluator of %s panics: %v", p.Lang, r)
		}
	}()
	var printed bytes.Buffer
	w := &interp.World{Stdin: strings.NewReader(""), Stdout: &printed, Files: interp.MemFiles{}, Seed: c.Options.Seed, MaxSteps: maxWork}
	out.err, err = run(w, func(r interp.Result) {
		if r.Action.Kind == program.Eval && !c.Prints {
			out.results = append(out.results, r.Value)
		}
	})
	out.output = printed.String()
	return out, err
}

// difference says how b differs from a: a kind, and a message; both are empty
// if they agree. With loose, which error it is does not matter, nor what was
// done before it. What a map printed before one of its elements failed never
// matters: maps are executed in steps of all elements.
func difference(a, b outcome, loose bool, tol float64) (kind, msg string) {
	if (a.err == nil) != (b.err == nil) || !loose && !a.err.Same(b.err) {
		return "error", fmt.Sprintf("%s becomes %s", describe(a.err), describe(b.err))
	}
	if a.err != nil && loose {
		return "", ""
	}
	if len(a.results) != len(b.results) {
		return "value", fmt.Sprintf("%d results become %d", len(a.results), len(b.results))
	}
	for i := range a.results {
		if d := value.Diff(a.results[i], b.results[i], tol); d != "" {
			return "value", fmt.Sprintf("result %d: %s", i+1, d)
		}
	}
	if a.err == nil && a.output != b.output {
		return "value", fmt.Sprintf("the output %q becomes %q", a.output, b.output)
	}
	return "", ""
}

func describe(e *interp.Error) string {
	if e == nil {
		return "no error"
	}
	return fmt.Sprintf("%q %s", e.Error(), e.Pos)
}
