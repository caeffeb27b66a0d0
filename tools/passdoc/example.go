package main

// Programs before and after a pass, cut to what a page has room for.

import (
	"fmt"
	"strings"

	"nessiec/ir"
)

// room is how many lines of a program a page shows.
const room = 60

// cut is what a page shows of the texts of a program before and after a pass, and a
// sentence about what it does not show, or "". If one text is too long, only
// definitions that the pass changes are shown; among these, those that both sides
// have come before those that only one has, as long as there is room.
func cut(before, after string) (in, out, note string) {
	a, b := definitions(before), definitions(after)
	if lines(before) <= room && lines(after) <= room {
		return before, after, ""
	}
	a, b = ir.Without(a, b), ir.Without(b, a)
	in, left := choose(a, b)
	out, right := choose(b, a)
	note = "Only functions and kernels that the pass changes are shown"
	switch {
	case left > 0 && right > 0:
		note += fmt.Sprintf(", without %s before and %s after", count(left), count(right))
	case left > 0:
		note += fmt.Sprintf(", without %s before", count(left))
	case right > 0:
		note += fmt.Sprintf(", without %s after", count(right))
	}
	return in, out, note + "."
}

func count(n int) string {
	if n == 1 {
		return "one line"
	}
	return fmt.Sprintf("%d lines", n)
}

func lines(text string) int { return strings.Count(text, "\n") }

// definitions splits the text of a program before every line that is not indented.
func definitions(text string) (ds []string) {
	for l := range strings.Lines(text) {
		if n := len(ds); n > 0 && strings.HasPrefix(l, " ") {
			ds[n-1] += l
		} else {
			ds = append(ds, l)
		}
	}
	return ds
}

// name is what a definition defines: (func f ..) defines f.
func name(d string) string {
	if words := strings.Fields(d); len(words) > 1 {
		return words[1]
	}
	return d
}

// choose takes definitions of ds while there is room, first those whose names are
// among others, and says how many lines it leaves out. A definition that is too
// long by itself is shown in part if nothing else is.
func choose(ds, others []string) (text string, left int) {
	both := map[string]bool{}
	for _, d := range others {
		both[name(d)] = true
	}
	taken, used := make([]bool, len(ds)), 0
	for _, known := range []bool{true, false} {
		for i, d := range ds {
			if n := lines(d); both[name(d)] == known && used+n <= room {
				taken[i], used = true, used+n
			}
		}
	}
	for i, d := range ds {
		switch n := lines(d); {
		case taken[i]:
			text += d
		case used == 0:
			text += strings.Join(strings.SplitAfter(d, "\n")[:room], "") + "  ...\n"
			left, used = left+n-room, room
		default:
			left += n
		}
	}
	return text, left
}
