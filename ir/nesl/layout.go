// Layout: documents with places where a line may break, after Wadler ("A
// prettier printer", 2003).

package nesl

import (
	"strings"
	"unicode/utf8"
)

// doc is a text with places where it may break.
type doc interface{ isDoc() }

type (
	str   string        // as it is
	cat   []doc         // one after another
	nest  struct{ doc } // breaks inside indent by two more
	align struct{ doc } // breaks inside go back to where it begins
	group struct{ doc } // on one line if it fits, else all its breaks are taken
	brk   struct{}      // a blank, or the end of a line
)

func (str) isDoc()   {}
func (cat) isDoc()   {}
func (nest) isDoc()  {}
func (align) isDoc() {}
func (group) isDoc() {}
func (brk) isDoc()   {}

// soft is a break that is taken only if what follows does not fit.
var soft = group{brk{}}

// cell is a doc to be written, with its indentation, on one line or not.
type cell struct {
	indent int
	flat   bool
	doc    doc
}

// layout writes d on lines of at most width characters where that is possible.
func layout(d doc, width int) string {
	var b strings.Builder
	column := 0
	work := []cell{{doc: d}}
	for len(work) > 0 {
		c := work[len(work)-1]
		work = work[:len(work)-1]
		switch d := c.doc.(type) {
		case str:
			b.WriteString(string(d))
			column = advance(column, string(d))
		case brk:
			if c.flat {
				b.WriteByte(' ')
				column++
				break
			}
			b.WriteByte('\n')
			b.WriteString(strings.Repeat(" ", c.indent))
			column = c.indent
		case group:
			flat := c.flat || fits(width-column, cell{c.indent, true, d.doc}, work)
			work = append(work, cell{c.indent, flat, d.doc})
		case align:
			work = append(work, cell{column, c.flat, d.doc})
		default:
			work = push(work, c)
		}
	}
	return b.String()
}

// push puts the parts of a cat or nest on the stack.
func push(work []cell, c cell) []cell {
	switch d := c.doc.(type) {
	case cat:
		for i := len(d) - 1; i >= 0; i-- {
			work = append(work, cell{c.indent, c.flat, d[i]})
		}
	case nest:
		work = append(work, cell{c.indent + 2, c.flat, d.doc})
	default:
		panic(d)
	}
	return work
}

// fits reports whether first, and what follows it up to the next end of a
// line, takes at most room characters.
func fits(room int, first cell, rest []cell) bool {
	work := []cell{first}
	for room >= 0 {
		if len(work) == 0 {
			if len(rest) == 0 {
				return true
			}
			work = append(work, rest[len(rest)-1])
			rest = rest[:len(rest)-1]
		}
		c := work[len(work)-1]
		work = work[:len(work)-1]
		switch d := c.doc.(type) {
		case str:
			first, _, more := strings.Cut(string(d), "\n")
			if room -= utf8.RuneCountInString(first); more {
				return room >= 0
			}
		case brk:
			if !c.flat {
				return true
			}
			room--
		case group:
			work = append(work, cell{c.indent, c.flat, d.doc})
		case align:
			work = append(work, cell{c.indent, c.flat, d.doc})
		default:
			work = push(work, c)
		}
	}
	return false
}

// advance is the column after s.
func advance(column int, s string) int {
	if i := strings.LastIndexByte(s, '\n'); i >= 0 {
		return utf8.RuneCountInString(s[i+1:])
	}
	return column + utf8.RuneCountInString(s)
}
