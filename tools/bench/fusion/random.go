package main

// Random regions: the time of planners by the number of runs.

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"nessiec/passes/kernel/fusion"
)

func randomRegions(w io.Writer, sizes string, regions int, l limits) (rows []Row, err error) {
	for _, s := range strings.Split(sizes, ",") {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 {
			return nil, fmt.Errorf("size %q", s)
		}
		ps := planners(l, n)
		tallies := make([]tally, len(ps))
		for k := range regions {
			if err := measure(fusion.Random(n, 7000+uint64(k)), ps, tallies); err != nil {
				return nil, fmt.Errorf("%d runs, seed %d: %w", n, k, err)
			}
		}
		fmt.Fprintf(w, "%d random regions of %d runs\n  %s\n", regions, n, header)
		print(w, ps, tallies)
		for k, t := range tallies {
			rows = append(rows, Row{ps[k].name, n, regions, t.at(0.5), t.at(0.95), t.proved, t.worse, t.first})
		}
	}
	return rows, nil
}

// print prints a table; where regions are many, most are planned by all alike.
func print(w io.Writer, ps []planner, tallies []tally) {
	least := tallies[0].first
	for k := range tallies {
		least = min(least, tallies[k].first)
	}
	for k := range tallies {
		fmt.Fprintf(w, "  %s\n", tallies[k].row(ps[k].name, least))
	}
}
