package repl

// What a line editor asks: whether an input is complete, and how a word may go on.

import (
	"maps"
	"slices"
	"strings"

	neslparser "nessiec/grammar/nesl"
	"nessiec/ir/diag"
)

// Complete reports whether an input is one as it stands: a command, forms, or forms with
// a mistake that more text would not mend.
func Complete(input string) bool {
	if run, _ := commandIn(input); run != nil {
		return true
	}
	var d diag.List
	neslparser.Parse(0, input, &d)
	for _, m := range d.Sorted() {
		switch {
		case m.Code == "E0101" || m.Code == "E0102" || strings.Contains(m.Message, "the end of the file"):
			return false
		case m.Code == "E0112" && atEnd(input, m): // an operator without its right operand
			return false
		}
	}
	return true
}

// atEnd reports whether nothing comes after what m is about.
func atEnd(input string, m *diag.Diagnostic) bool {
	lines := strings.Split(strings.TrimRight(input, " \t\n"), "\n")
	return m.Pos.Line() == len(lines) && m.Pos.Col()+max(m.Width, 1) > len([]rune(lines[len(lines)-1]))
}

// words of the language.
var words = []string{"and", "case", "datatype", "else", "function", "if", "in", "let", "load", "nand", "nor", "of", "or", "set", "then", "time", "xor"}

// Completions are the words that begin with prefix: of the language, of the library,
// of what was defined, and commands.
func (x *Shell) Completions(prefix string) []string {
	all := map[string]bool{}
	add := func(name string) {
		if strings.HasPrefix(name, prefix) {
			all[name] = true
		}
	}
	for _, w := range words {
		add(w)
	}
	for _, c := range commands() {
		add(c.name)
	}
	for _, g := range x.groups {
		for _, e := range g.Entries {
			add(e.Name)
		}
	}
	for name := range x.origin {
		add(name)
	}
	return slices.Sorted(maps.Keys(all))
}
