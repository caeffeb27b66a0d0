package session

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"nessiec/backends/ref/interp"
	refnkl "nessiec/backends/ref/nkl"
	"nessiec/backends/wasm/emit"
	"nessiec/backends/wasm/engine"
	"nessiec/grammar"
	"nessiec/ir/kir"
	"nessiec/ir/nkl"
	"nessiec/ir/program"
	"nessiec/tools/levels"
)

// A Report is what came of a program that was to be run.
type Report struct {
	Marks  []Mark   // with errors it was not run
	Failed string   `json:",omitempty"` // how it failed, as the command says it
	Where  []string `json:",omitempty"` // and where
	Cost   *Cost    `json:",omitempty"` // if it was run
}

// A Cost is what a program took.
type Cost struct {
	Kernels       int     // in the module
	Launches      int64   // of kernels
	Waits         int64   // of the host for results of kernels
	Arrays, Bytes int64   // arrays made; the most bytes of them at a time
	Module        int     // bytes
	Compile, Run  float64 // seconds
}

// Events is told what a program does while it runs.
type Events struct {
	Print   func(text []byte)
	Picture func(Picture)
}

// Write prints.
func (e Events) Write(text []byte) (int, error) {
	e.Print(text)
	return len(text), nil
}

// mostRead is how many numbers of a picture are printed, too.
const mostRead = 100

// Run compiles a program and runs it. An error is one of the compiler.
func Run(src string, events Events) (Report, error) {
	start := time.Now()
	c := begin(src, "wasm")
	ok, err := c.through(len(c.Passes))
	r := Report{Marks: c.marks()}
	if !ok || err != nil {
		return r, err
	}
	m := c.at.Module.(*kir.Module)
	p, err := emit.Emit(m, c.Options.Num())
	if err != nil {
		return r, err
	}
	x, err := engine.New(p, engine.Options{Prefix: true, Whole: isPicture})
	if err != nil {
		return r, err
	}
	defer x.Close()
	r.Cost = &Cost{Kernels: len(m.Kernels), Module: len(p.Bytes()), Compile: time.Since(start).Seconds()}
	started := time.Now()
	w := &interp.World{Stdin: strings.NewReader(""), Stdout: events, Files: interp.MemFiles{}, Seed: c.Options.Seed,
		Clock: func() float64 { return time.Since(started).Seconds() }}
	printer := levels.NewPrinter(c.Options, w)
	failed := x.Run(context.Background(), w, nil, func(res interp.Result) {
		a := res.Action
		if a.Kind == program.Eval && a.Name != "" {
			if p, ok := pictureOf(res.Value, a.Type); ok {
				if len(p.Data) > mostRead {
					fmt.Fprintf(w.Stdout, "%s : %s\n", a.Name, a.TypeText)
				} else {
					printer.Emit(res)
				}
				events.Picture(p)
				return
			}
		}
		printer.Emit(res)
	})
	r.Cost.Run = time.Since(started).Seconds()
	s := x.Stats()
	r.Cost.Launches, r.Cost.Waits, r.Cost.Arrays, r.Cost.Bytes = s.Launches, s.Reads, s.Arrays, s.Peak
	if failed != nil {
		if failed.Kind != interp.Memory && levels.Repeatable(m) {
			if e := onReference(src); e.Same(failed) {
				failed = e
			}
		}
		r.Failed, r.Where = failed.Error(), failed.Where(c.files.Position)
	}
	return r, nil
}

// maxSteps is the work after which a failure is no longer looked for on the reference
// interpreter, some seconds of it in a browser.
const maxSteps = 5_000_000

// onReference is how a program fails on the reference interpreter, which knows the
// elements it happens at; nil if it does not, or not so soon.
func onReference(src string) *interp.Error {
	c := begin(src, "ref")
	if ok, err := c.through(c.Reach(grammar.NestedElaborated.Language)); !ok || err != nil {
		return nil
	}
	w := &interp.World{Stdin: strings.NewReader(""), Stdout: io.Discard, Files: interp.MemFiles{}, Seed: c.Options.Seed}
	o := refnkl.Options{Num: c.Options.Num(), World: w, Guard: levels.GuardOf(c.at.Lang, c.Options), MaxWork: maxSteps}
	return refnkl.Eval(c.at.Module.(*nkl.Module), o, nil).Err
}
