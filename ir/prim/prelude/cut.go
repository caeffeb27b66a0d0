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
		begin, above, at := -1, 0, 0 // of the definition at hand, if there is one; of the line
		end := func() {
			if begin >= 0 {
				d := &defs[len(defs)-1]
				d.Source = strings.Repeat("\n", above) + f.Source[begin:at]
			}
			begin = -1
		}
		n := 0
		for line := range strings.Lines(f.Source) {
			if name, datatype, ok := opening(line); ok {
				end()
				defs = append(defs, Definition{Name: name, Datatype: datatype, File: i})
				begin, above = at, n
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
	if strings.ContainsRune(" %\n", rune(line[0])) {
		return "", false, false
	}
	words := strings.FieldsFunc(line, func(c rune) bool { return strings.ContainsRune(" (=\n", c) })
	switch {
	case len(words) < 2:
		return "", false, false
	case words[0] == "function" || words[0] == "datatype":
		return words[1], words[0] == "datatype", true
	}
	return words[0], false, true
}
