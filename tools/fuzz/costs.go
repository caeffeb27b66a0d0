package main

// Programs of the oracle of costs: NESL texts whose work is a parameter, measured at
// several sizes.

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"nessiec/grammar"
	"nessiec/ir/nesl"
	"nessiec/passes/driver"
	"nessiec/tools/cost"
	"nessiec/tools/fuzz/oracle"
	"nessiec/tools/fuzz/scalegen"
	"nessiec/tools/reduce/shrink"
)

// maxScaledWork bounds what a program may cost at the sizes that are always asked.
const maxScaledWork = 400_000

// costs is the oracle that is asked about the cost of the program of a seed, nil if
// none is. One program of four is compiled for a GPU.
func (a *ask) costs(seed uint64) *oracle.Costs {
	cost, shares := a.wants("cost", seed), a.wants("shares", seed)
	if !cost && !shares {
		return nil
	}
	o := &oracle.Costs{Passes: a.table, Device: "cpu", MaxWork: maxScaledWork, Shares: shares && !cost, Gaps: a.gaps}
	if seed%4 == 3 {
		o.Device = "gpu"
	}
	return o
}

// testCosts measures the program of a seed.
func (h *hunt) testCosts(o *oracle.Costs, seed uint64) (oracle.Case, *oracle.Failure) {
	p := scalegen.Make(seed)
	c := oracle.Case{Options: cost.Options(o.Device)}
	m, err := cost.Parse(p.Text)
	if err != nil {
		return c, &oracle.Failure{Pass: "front", Kind: "rejected", Msg: err.Error()}
	}
	c.Program = driver.Program{Lang: grammar.NeslParsed.Language, Module: m}
	f, err := o.Test(m)
	if err != nil {
		h.tooBig.Add(1) // or it fails, and says nothing about costs
	}
	if f != nil {
		f.Kind += ", " + p.Shape
	}
	return c, f
}

// smallCosts shrinks a program that costs too much, and writes its text.
func (h *hunt) smallCosts(o *oracle.Costs, seed uint64, c oracle.Case, f *oracle.Failure, more func() bool) string {
	kind, _, _ := strings.Cut(f.Kind, ",")
	msg := f.Msg
	m := shrink.Program(c.Program.Lang, c.Program.Module, func(m any) bool {
		g, err := o.Test(m.(*nesl.Module))
		if err != nil || g == nil || g.Kind != kind {
			return false
		}
		msg = g.Msg
		return true
	}, more).(*nesl.Module)
	text := nesl.Format(m)
	name := filepath.Join(h.Dir, fmt.Sprintf("fuzz-cost-%d.nesl", seed))
	if err := os.WriteFile(name, []byte(fmt.Sprintf("%% %s %%\n%s", f.Key(), text)), 0o666); err != nil {
		return fmt.Sprintf("\tno program written: %v\n", err)
	}
	return fmt.Sprintf("\treduced: %s, %s\n%s", name, msg, text)
}
