package prelude

// Cutting the sources into definitions, so that a program reads only those that
// it needs.

import "strings"

// A Definition is one form of the library.
type Definition struct {
	Name     string
	Datatype bool
	File     int // index into Files
	above    int // how many lines stand before it there
	text     string
}

// Source is the definition with empty lines in front of it, so that positions are those in the
// file.
func (d Definition) Source() string { return strings.Repeat("\n", d.above) + d.text }

// Definitions cuts the files. Every definition begins at the start of a line,
// and no other line begins with a letter or an underscore.
func Definitions() (defs []Definition) {
	for i, f := range Files() {
		begin, at := -1, 0 // of the definition at hand, if there is one; of the line
		end := func() {
			if begin >= 0 {
				defs[len(defs)-1].text = f.Source[begin:at]
			}
			begin = -1
		}
		n := 0
		for line := range strings.Lines(f.Source) {
			if name, datatype, ok := opening(line); ok {
				end()
				defs = append(defs, Definition{Name: name, Datatype: datatype, File: i, above: n})
				begin = at
			} else if line[0] == '%' {
				end()
			}
			at += len(line)
			n++
		}
		end()
	}
	return defs
}

// opening is the name that a line begins to define.
func opening(line string) (name string, datatype, ok bool) {
	if strings.IndexByte(" %\n", line[0]) >= 0 {
		return "", false, false
	}
	first, rest := word(line)
	second, _ := word(rest)
	switch {
	case second == "":
		return "", false, false
	case first == "function" || first == "datatype":
		return second, first == "datatype", true
	}
	return first, false, true
}

// word is the first word of a text, and what follows it.
func word(text string) (first, rest string) {
	const between = " (=\n"
	text = strings.TrimLeft(text, between)
	if end := strings.IndexAny(text, between); end >= 0 {
		return text[:end], text[end:]
	}
	return text, ""
}
