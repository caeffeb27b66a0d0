package main

// What oracles cost: the time of the programs that the same ones are asked about.

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"
)

// A rate is what programs have cost so far.
type rate struct {
	programs int
	spent    time.Duration
}

// rates are those of the oracles that programs are asked about, by their names.
type rates map[string]rate

func (r rates) add(names string, spent time.Duration) {
	old := r[names]
	r[names] = rate{old.programs + 1, old.spent + spent}
}

// write writes what costs most first, and leaves out what costs little.
func (r rates) write(w io.Writer) {
	all := time.Duration(0)
	for _, one := range r {
		all += one.spent
	}
	for _, names := range slices.SortedFunc(maps.Keys(r), func(a, b string) int { return cmp.Compare(r[b].spent, r[a].spent) }) {
		one := r[names]
		if 50*one.spent < all {
			return
		}
		fmt.Fprintf(w, "%8d of %s: %.1f ms each, %.0f%% of the time\n", one.programs, names,
			float64(one.spent.Microseconds())/1000/float64(one.programs), 100*one.spent.Seconds()/all.Seconds())
	}
}

// names are the oracles that are asked about the program of a seed.
func (a *ask) names(seed uint64) string {
	if a.costs(seed) != nil {
		return "cost"
	}
	var names []string
	for name := range a.every {
		if a.wants(name, seed) {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(x, y string) int { return cmp.Or(cmp.Compare(a.every[x], a.every[y]), cmp.Compare(x, y)) })
	return strings.Join(names, ",")
}
