package library

// Entries as text, for people at a terminal.

import (
	"fmt"
	"io"
	"strings"

	"nessiec/ir/diag"
)

// Find is the entry with a name, the first if there are several. An error proposes the
// nearest name.
func Find(groups []Group, name string) (Entry, error) {
	var names []string
	for _, g := range groups {
		for _, e := range g.Entries {
			if e.Name == strings.ToLower(name) {
				return e, nil
			}
			names = append(names, e.Name)
		}
	}
	if near := diag.Nearest(strings.ToLower(name), names); near != "" {
		return Entry{}, fmt.Errorf("nothing is called %s; did you mean %s?", name, near)
	}
	return Entry{}, fmt.Errorf("nothing is called %s", name)
}

// WriteList prints the names of entries with their first sentences.
func WriteList(w io.Writer, entries []Entry) {
	width := 0
	for _, e := range entries {
		width = max(width, len(e.Name))
	}
	for _, e := range entries {
		fmt.Fprintf(w, "  %-*s  %s\n", width, e.Name, firstSentence(e.Text))
	}
}

// firstSentence is text up to a period, without it; three periods end no sentence.
func firstSentence(text string) string {
	for i := 1; i < len(text); i++ {
		if text[i] == '.' && text[i-1] != '.' && (i+1 == len(text) || text[i+1] == ' ') {
			return text[:i]
		}
	}
	return text
}

// Write prints all of an entry.
func Write(w io.Writer, e Entry) {
	fmt.Fprint(w, e.Name)
	if e.Type != "" {
		fmt.Fprint(w, " : ", e.Type)
	}
	fmt.Fprintln(w)
	part := func(key, text string) {
		if text != "" {
			fmt.Fprintf(w, "  %-9s %s\n", key, text)
		}
	}
	for _, line := range wrapped(e.Text, 76) {
		fmt.Fprintf(w, "  %s\n", line)
	}
	part("cost:", e.Cost)
	for _, m := range e.Fails {
		part("fails:", m)
	}
	for _, example := range e.Examples {
		part("example:", example)
	}
	part("see also:", strings.Join(e.See, ", "))
}

// wrapped is text in lines of at most this width, if its words are no longer.
func wrapped(text string, width int) (lines []string) {
	for _, word := range strings.Fields(text) {
		last := len(lines) - 1
		if last < 0 || len(lines[last])+1+len(word) > width {
			lines = append(lines, word)
		} else {
			lines[last] += " " + word
		}
	}
	return lines
}
