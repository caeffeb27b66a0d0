package main

// Work by rank, counted in the simulator: accesses of kernels to memory. Groups are small, so
// that programs of some thousand elements are divided as large ones are.

import (
	"fmt"
	"io"
	"slices"

	refkir "nessiec/backends/ref/kir"
	"nessiec/grammar"
	"nessiec/ir/target"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
	"nessiec/tools/cost"
)

// grain is the least elements of a group.
const grain = 32

// options are those of programs for ranks.
func options() pass.Options {
	o := cost.Options(target.CPU().Name)
	o.Target, o.Ranks, o.Grain = target.OpenCL.Name, true, grain
	return o
}

// compiled is a program for ranks.
func (p program) compiled(n int) (driver.Program, error) {
	src, err := p.text(n, "result")
	if err != nil {
		return driver.Program{}, err
	}
	return cost.Text(options(), src, grammar.DeviceLegal.Language)
}

// A count is the work of the rank that has most of it, accesses of kernels to memory, and the
// bytes that all ranks send.
type count struct{ work, sent float64 }

// counts is what each number of ranks does of a program; all must print the same.
func (p program) counts(n int, ranks ...int) (out []count, err error) {
	c, err := p.compiled(n)
	if err != nil {
		return nil, err
	}
	printed := ""
	for i, r := range ranks {
		run, err := cost.Simulate(options(), c, refkir.Options{Ranks: r}, nil)
		switch {
		case err != nil:
			return nil, fmt.Errorf("%s on %d ranks: %w", p.name, r, err)
		case i > 0 && run.Output != printed:
			return nil, fmt.Errorf("%s on %d ranks prints %q, and on %d %q", p.name, r, run.Output, ranks[0], printed)
		}
		printed = run.Output
		work := run.Cost.Reads + run.Cost.Writes
		if r > 1 {
			work = slices.Max(run.Traffic.Work)
		}
		out = append(out, count{float64(work), float64(run.Traffic.Sent)})
	}
	return out, nil
}

// printWork prints the work of the busiest rank as a share of that of one rank, and the
// bytes that ranks send for each access of one.
func printWork(w io.Writer, scale float64) error {
	fmt.Fprintf(w, "%-10s %9s %12s %14s %14s %14s %6s\n", "work", "elements", "1 rank", "2: share", "4: share", "2: bytes sent", "bound")
	for _, p := range programs {
		n := sized(p.counted, scale)
		t, err := p.counts(n, 1, 2, 4)
		if err != nil {
			return err
		}
		one := t[0].work
		fmt.Fprintf(w, "%-10s %9d %12.0f %14.3f %14.3f %14.3f %6.2f\n", p.name, n, one, t[1].work/one, t[2].work/one, t[1].sent/one, p.share)
	}
	return nil
}
