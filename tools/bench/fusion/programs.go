package main

// The regions of programs: what planners make of them, and what copies are worth.

import (
	"fmt"
	"io"
	"os"
	"strings"

	"nessiec/grammar"
	neslparser "nessiec/grammar/nesl"
	"nessiec/ir/lcu"
	"nessiec/passes"
	"nessiec/passes/driver"
	"nessiec/passes/kernel/fusion"
	"nessiec/passes/kernel/regions"
	"nessiec/passes/pass"
)

func programRegions(w io.Writer, files []string, l limits) error {
	var all []*fusion.Problem
	for _, f := range files {
		some, err := regionsOf(f)
		if err != nil {
			return fmt.Errorf("%s: %w", f, err)
		}
		all = append(all, some...)
	}
	if len(all) == 0 {
		return nil
	}
	ps := planners(l, 0) // parts of programs are small
	tallies := make([]tally, len(ps))
	runs, how := 0, map[string]int{}
	var none, greedy, stay, best fusion.Cost
	for _, p := range all {
		if err := measure(p, ps, tallies); err != nil {
			return err
		}
		r := fusion.ILP(p)
		runs += p.N
		how[decided(r.How)]++
		none, greedy, best = sum(none, p.Cost(fusion.None(p))), sum(greedy, p.Cost(fusion.Greedy(p))), sum(best, p.Cost(r.Plan))
		q := *p
		q.Copies = nil
		stay = sum(stay, p.Cost(fusion.ILP(&q).Plan))
	}
	fmt.Fprintf(w, "%d regions of %d programs, %d runs\n  %s\n", len(all), len(files), runs, header)
	print(w, ps, tallies)
	fmt.Fprintln(w, "  the largest part was decided by:")
	for _, x := range []string{"greedy", "search", "solver", "nobody"} {
		fmt.Fprintf(w, "    %-8s %d\n", x, how[x])
	}
	fmt.Fprintf(w, "  %-20s %8s %8s %8s %8s\n", "sums", "stored", "again", "read", "launches")
	for _, x := range []struct {
		name string
		cost fusion.Cost
	}{{"nothing fused", none}, {"exact, no copies", stay}, {"greedy", greedy}, {"exact", best}} {
		fmt.Fprintf(w, "  %-20s %8d %8d %8d %8d\n", x.name, x.cost.Stored, x.cost.Again, x.cost.Read, x.cost.Launches)
	}
	return nil
}

// decided is who made a plan, from what the planner says for people.
func decided(how string) string {
	switch {
	case strings.Contains(how, "greedy"):
		return "greedy"
	case strings.Contains(how, "proved by search"):
		return "search"
	case strings.Contains(how, "proved by"):
		return "solver"
	}
	return "nobody"
}

func sum(c, d fusion.Cost) fusion.Cost {
	return fusion.Cost{Stored: c.Stored + d.Stored, Again: c.Again + d.Again, Read: c.Read + d.Read, Launches: c.Launches + d.Launches}
}

// regionsOf is the regions of a program that is compiled with -O2, before its filters
// are decomposed and after.
func regionsOf(file string) (out []*fusion.Problem, err error) {
	src, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	o := pass.DefaultOptions()
	o.OptLevel = 2
	c := pass.NewCtx(o)
	m := neslparser.Parse(0, string(src), c.Diags)
	d := &driver.Driver{Passes: passes.Table(), NoVerify: true, Observe: []func(*driver.Row){func(r *driver.Row) {
		if r.Pass.Name == "outline-kernels" || r.Pass.Name == "place-appends" {
			out = append(out, regions.Problems(pass.NewCtx(o), r.Out.Module.(*lcu.Module))...)
		}
	}}}
	if c.Diags.HasErrors() {
		return nil, driver.ErrRejected
	}
	_, err = d.Run(c, driver.Program{Lang: grammar.NeslParsed.Language, Module: m}, d.Reach(grammar.KernelRefit.Language))
	return out, err
}
