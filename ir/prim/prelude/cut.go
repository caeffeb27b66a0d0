package prelude

// Cutting the sources into definitions, so that a program reads only those that
// it needs.

import "strings"

// A Definition is one form of the library.
type Definition struct {
	Name     string
	Datatype bool
	File     int    // index into Files
	Source   string // with empty lines in front of it, so that positions are those in the file
}

// Definitions cuts the files. Every definition begins at the start of a line,
// and no other line begins with a letter or an underscore.
func Definitions() (defs []Definition) {
	for i, f := range Files() {
		var open *Definition
		for n, line := range strings.SplitAfter(f.Source, "\n") {
			if name, datatype, ok := opening(line); ok {
				defs = append(defs, Definition{Name: name, Datatype: datatype, File: i, Source: strings.Repeat("\n", n)})
				open = &defs[len(defs)-1]
			}
			switch {
			case strings.HasPrefix(line, "%"):
				open = nil
			case open != nil:
				open.Source += line
			}
		}
	}
	return defs
}

// opening is the name that a line begins to define.
func opening(line string) (name string, datatype, ok bool) {
	words := strings.FieldsFunc(line, func(c rune) bool { return strings.ContainsRune(" (=\n", c) })
	switch {
	case len(words) < 2 || strings.HasPrefix(line, " ") || strings.HasPrefix(line, "%"):
		return "", false, false
	case words[0] == "function" || words[0] == "datatype":
		return words[1], words[0] == "datatype", true
	}
	return words[0], false, true
}
