package session

import (
	"io"
	"strings"

	reffkl "nessiec/backends/ref/fkl"
	"nessiec/backends/ref/interp"
	reflcu "nessiec/backends/ref/lcu"
	"nessiec/grammar"
	"nessiec/ir/fkl"
	"nessiec/ir/lcu"
	"nessiec/passes/driver"
)

// A PassCost is what a program costs as a pass leaves it, when it is executed.
type PassCost struct {
	Pass   string // "" is what the first column shows
	Costs  []Count
	TooBig bool `json:",omitempty"` // to be executed for this
}

// A Count is a number with what it counts.
type Count struct {
	Name string
	N    int64
}

// mostSteps is how many steps an execution may take, so that all of them together take no
// more than some seconds in a browser.
const mostSteps = 400_000

// Costs executes a program as each pass leaves it for wasm, opencl or cuda, as long as it
// is flat or a graph of kernels, and returns what that costs; nothing if the program has
// mistakes or fails. What device programs cost, running them says: Run. An error is one of
// the compiler.
func Costs(src, target string) ([]PassCost, error) {
	b, err := backend(target)
	if err != nil {
		return nil, err
	}
	c := begin(src, target)
	if b != nil {
		c.Passes = append(c.Passes, b.Passes...)
	}
	out := []PassCost{}
	failed := false
	c.Observe = append(c.Observe, func(r *driver.Row) {
		if f := r.Out.Lang.Family; r.Skipped || r.Unchanged || failed || f != grammar.FKL && f != grammar.LCU {
			return
		}
		cost, err := c.execute(r.Out)
		switch {
		case err == nil:
			out = append(out, PassCost{Pass: r.Pass.Name, Costs: []Count{
				{"launches", cost.Kernels}, {"arrays", cost.Arrays}, {"elements read", cost.Reads}, {"written", cost.Writes}, {"most bytes at a time", cost.Peak}}})
		case err.Kind == interp.Steps || err.Kind == interp.Memory:
			out = append(out, PassCost{Pass: r.Pass.Name, TooBig: true})
		default:
			failed = true
		}
	})
	if ok, err := c.through(len(c.Passes)); !ok || err != nil || failed {
		return nil, err
	}
	return out, nil
}

// execute executes a program that reads nothing and prints to nobody. It names evaluators
// one by one: the table of levels would bring that of Harlan to the page.
func (c *compilation) execute(p driver.Program) (cost interp.Counters, failed *interp.Error) {
	w := &interp.World{Stdin: strings.NewReader(""), Stdout: io.Discard, Files: interp.MemFiles{}, Seed: c.Options.Seed, MaxSteps: mostSteps,
		Clock: func() float64 { return 0 }}
	none := func(interp.Result) {}
	switch m := p.Module.(type) {
	case *fkl.Module:
		return reffkl.Run(m, c.Options.Num(), w, nil, none)
	case *lcu.Module:
		return reflcu.Run(m, c.Options.Num(), w, nil, none)
	}
	panic("no evaluator of " + p.Lang.Name)
}
