package passtest

// The txtar format: a comment, then sections that start with a line
// "-- name --". It is read here, in a few lines, rather than by a library.

import "strings"

// An archive is a parsed txtar file.
type archive struct {
	comment  string
	sections []*section
}

type section struct {
	name, text string
	line       int // of its first line in the file, from 1
}

func parseArchive(data string) *archive {
	a := &archive{}
	for i, l := range strings.SplitAfter(data, "\n") {
		s := strings.TrimSpace(l)
		switch n := len(a.sections); {
		case len(s) > 6 && strings.HasPrefix(s, "-- ") && strings.HasSuffix(s, " --"):
			a.sections = append(a.sections, &section{name: s[3 : len(s)-3], line: i + 2})
		case n == 0:
			a.comment += l
		default:
			a.sections[n-1].text += l
		}
	}
	return a
}

// find is the section called name, or nil.
func (a *archive) find(name string) *section {
	for _, s := range a.sections {
		if s.name == name {
			return s
		}
	}
	return nil
}

// get is the text of a section, "" if there is none.
func (a *archive) get(name string) string {
	if s := a.find(name); s != nil {
		return s.text
	}
	return ""
}

// source is the text of a section with empty lines in front, so that lines
// have the numbers that they have in the file.
func (a *archive) source(name string) string {
	s := a.find(name)
	if s == nil {
		return ""
	}
	return strings.Repeat("\n", s.line-1) + s.text
}

// set changes a section or adds it at the end.
func (a *archive) set(name, text string) {
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	if s := a.find(name); s != nil {
		s.text = text
		return
	}
	a.sections = append(a.sections, &section{name: name, text: text})
}

func (a *archive) String() string {
	var b strings.Builder
	b.WriteString(a.comment)
	for _, s := range a.sections {
		b.WriteString("-- " + s.name + " --\n" + s.text)
	}
	return b.String()
}
