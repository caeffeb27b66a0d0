package view

// Text by lines, with the positions in the source of the forms that start on
// each, which are not shown.

import (
	"slices"
	"strings"

	"nessiec/ir"
	"nessiec/ir/text"
	"nessiec/passes/driver"
)

// A line of a program.
type line struct {
	Text string
	Pos  []string `json:",omitempty"` // of forms that start here: file:line:col
	New  bool     `json:",omitempty"` // not in the column before
	Gone bool     `json:",omitempty"` // not in the column after
}

// lines prints p. The words of the text with all positions are those of the
// text without, but for the positions, and heads of forms that are only written
// where they have one, as in (ref @0:1:2 x).
func lines(p driver.Program) []line {
	var out []line
	all := words(p.Text(text.Options{Positions: true}))
	for _, t := range strings.Split(strings.TrimSuffix(p.Text(text.Options{}), "\n"), "\n") {
		l := line{Text: t}
		for _, w := range words(t) {
			if isPos(w) {
				continue
			}
			for len(all) > 1 && all[0] != w && isPos(all[1]) {
				l.add(all[1])
				all = all[2:]
			}
			for all = all[min(1, len(all)):]; len(all) > 0 && isPos(all[0]); all = all[1:] {
				l.add(all[0])
			}
		}
		out = append(out, l)
	}
	return out
}

// words splits at blanks and parentheses.
func words(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == '\n' || r == '(' || r == ')' })
}

// isPos reports whether a word is a position, @file:line:col, with the calls that it
// came through.
func isPos(w string) bool {
	_, ok := ir.ParsePos(w)
	return ok
}

// add adds the places of a position: its own, and those of calls.
func (l *line) add(pos string) {
	for _, place := range strings.Split(pos, "@")[1:] {
		if !slices.Contains(l.Pos, place) {
			l.Pos = append(l.Pos, place)
		}
	}
}

// mark marks what is not in both texts, not counting how lines are indented.
func mark(before, after []line) {
	old, now := map[string]int{}, map[string]int{}
	for _, l := range before {
		old[strings.TrimSpace(l.Text)]++
	}
	for _, l := range after {
		now[strings.TrimSpace(l.Text)]++
	}
	for i, l := range after {
		key := strings.TrimSpace(l.Text)
		after[i].New = old[key] == 0
		old[key]--
		if old[key] < 0 {
			old[key] = 0
		}
	}
	for i, l := range before {
		key := strings.TrimSpace(l.Text)
		before[i].Gone = now[key] == 0
		if now[key] > 0 {
			now[key]--
		}
	}
}
