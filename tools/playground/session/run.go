package session

import (
	"context"
	"fmt"
	"strings"
	"time"

	"nessiec/backends/ref/interp"
	"nessiec/backends/wasm/emit"
	"nessiec/backends/wasm/engine"
	"nessiec/ir/kir"
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
	p, err := emit.Emit(m, levels.NumOf(c.Options))
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
		r.Failed, r.Where = failed.Error(), failed.Where(c.files.Position)
	}
	return r, nil
}
