package main

// Comparison of two files of sums.

import (
	"fmt"
	"io"
	"slices"
	"sort"
	"strings"
)

// A difference is a program whose emitted text differs, or that only one file has.
type difference struct {
	program, setting string
	where            string // the first pass after which it differs, or what else is wrong
}

// compare lists the differences, in the order of the new file.
func compare(old, own *sums) (out []difference) {
	before := map[[2]string]row{}
	for _, r := range old.rows {
		before[[2]string{r.program, r.setting}] = r
	}
	for _, r := range own.rows {
		key := [2]string{r.program, r.setting}
		b, ok := before[key]
		delete(before, key)
		switch {
		case !ok:
			out = append(out, difference{r.program, r.setting, "only in the new sums"})
		case b.emitted != r.emitted:
			out = append(out, difference{r.program, r.setting, firstPass(b, r)})
		}
	}
	for _, r := range old.rows { // in order
		if _, left := before[[2]string{r.program, r.setting}]; left {
			out = append(out, difference{r.program, r.setting, "only in the old sums"})
		}
	}
	return out
}

// firstPass names the first pass of the new pipeline after which the program differs
// from what it is after the pass of that name in the old one.
func firstPass(old, own row) string {
	was, is := old.filled(), own.filled()
	for i, name := range own.passes {
		if k := slices.Index(old.passes, name); k >= 0 && was[k] != is[i] {
			return name
		}
	}
	if strings.HasPrefix(own.emitted, "fails-") || strings.HasPrefix(old.emitted, "fails-") {
		return own.emitted + " instead of " + old.emitted
	}
	return "emission"
}

// filled is the sums of r with those of unchanged programs.
func (r row) filled() []string {
	out := slices.Clone(r.after)
	for i := range out {
		if out[i] == "=" {
			out[i] = out[i-1]
		}
	}
	return out
}

// report prints the differences: first how many programs each pass changes, then all
// of them. It returns the exit status.
func report(w io.Writer, old, own *sums) int {
	ds := compare(old, own)
	if len(ds) == 0 {
		fmt.Fprintf(w, "all %d sums of %d programs agree\n", len(own.rows), own.programs())
		return 0
	}
	count := map[string]int{}
	for _, d := range ds {
		count[d.where]++
	}
	var names []string
	for n := range count {
		names = append(names, n)
	}
	sort.Slice(names, func(i, j int) bool {
		return count[names[i]] > count[names[j]] || count[names[i]] == count[names[j]] && names[i] < names[j]
	})
	fmt.Fprintf(w, "%d of %d sums differ, first after\n", len(ds), len(own.rows))
	for _, n := range names {
		fmt.Fprintf(w, "%8d × %s\n", count[n], n)
	}
	for _, d := range ds {
		fmt.Fprintf(w, "%s %s: %s\n", d.program, d.setting, d.where)
	}
	return 1
}
