package main

// The simulator of the device: junk and schedules.

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"nessiec/backends"
	"nessiec/backends/ref/interp"
	refkir "nessiec/backends/ref/kir"
	"nessiec/ir/kir"
	"nessiec/ir/value"
	"nessiec/tools/levels"
)

// simulator runs m with one schedule.
func (c *command) simulator(m *kir.Module) backends.Runner {
	seed := c.opts.Seed
	if c.schedule != "" {
		seed, _ = strconv.ParseInt(c.schedule, 10, 64)
	}
	return levels.Simulator(m, refkir.Options{Seed: seed, Poison: c.poison, Ranks: c.ranks.n})
}

// maxSchedules bounds -schedule=all.
const maxSchedules = 1_000_000

// allSchedules runs m in every order that work-items may have, and rejects it
// if it does not do the same in all of them.
func (c *command) allSchedules(m *kir.Module, inputs []value.Value) error {
	var first, other string
	var failed *interp.Error
	tried, all := refkir.Explore(maxSchedules, func(s *refkir.Schedule) bool {
		var out bytes.Buffer
		w := &interp.World{Stdin: strings.NewReader(""), Stdout: &out, Files: interp.MemFiles{}, Seed: c.opts.Seed}
		_, err := levels.Simulator(m, refkir.Options{Schedule: s, Poison: c.poison, Ranks: c.ranks.n})(c.opts, w, inputs, levels.NewPrinter(c.opts, w).Emit)
		now := out.String()
		if err != nil {
			now += err.Error()
		}
		if first == "" {
			first, failed = now, err
			fmt.Fprint(c.stdout, out.String())
		}
		other = now
		return now == first && (err == nil || err.Kind != interp.Internal)
	})
	fmt.Fprintf(c.stderr, "%d schedules\n", tried)
	switch {
	case other != first:
		fmt.Fprintf(c.stderr, "the last one does something else:\n%s\n", other)
		return errRuntime{statusInternal}
	case !all && (failed == nil || failed.Kind != interp.Internal):
		fmt.Fprintln(c.stderr, "there are more; none was different so far")
	}
	return c.failure(failed)
}
