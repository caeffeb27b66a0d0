// Package diag holds what the compiler tells the user about a program: errors
// and warnings with a position, a stable code and an explanation.
//
// A Diagnostic is one message, a List collects them during a compilation, a
// Table explains codes (nessiec -explain=E0102), and Render prints a list with
// the source lines. Messages are lower case, without a final dot, and say what
// was found and what was expected.
package diag

import (
	"slices"

	"nessiec/ir"
)

// Severity says whether a program can still be compiled.
type Severity uint8

const (
	Error Severity = iota
	Warning
)

// String is the word that is printed.
func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// Diagnostic is one message about a program.
type Diagnostic struct {
	Severity Severity
	Pos      ir.Pos
	Width    int    // characters to underline from Pos on the same line; 0 counts as 1
	Code     string // "E0102", in the Table
	Message  string
	Notes    []Note
	Hint     string // what to do about it, "" if there is nothing to suggest
}

// Note is a second place that belongs to a diagnostic. A Note without a valid
// position is a plain remark.
type Note struct {
	Pos     ir.Pos
	Width   int
	Message string
}

// Note adds a note and returns d. A place is noted once.
func (d *Diagnostic) Note(pos ir.Pos, width int, message string) *Diagnostic {
	if pos.IsValid() && slices.ContainsFunc(d.Notes, func(n Note) bool { return n.Pos == pos }) {
		return d
	}
	d.Notes = append(d.Notes, Note{pos, width, message})
	return d
}

// WithHint sets the hint and returns d.
func (d *Diagnostic) WithHint(hint string) *Diagnostic {
	d.Hint = hint
	return d
}

// Underline sets the number of characters to underline and returns d.
func (d *Diagnostic) Underline(width int) *Diagnostic {
	d.Width = width
	return d
}
