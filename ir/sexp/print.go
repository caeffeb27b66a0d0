package sexp

// The printer: lists that do not fit in a line are broken after the kids that
// do; the last kid of a Chain list (the body of a let) is not indented, so
// that a chain reads as a list of statements.

import (
	"math"
	"strings"
)

const (
	lineWidth = 96
	maxIndent = 72 // deeper nesting stays here, so that text is linear in the tree
)

var blanks = strings.Repeat(" ", maxIndent)

// String prints n from column 0, without a final newline.
func (n *Node) String() string {
	var b strings.Builder
	Print(&b, n)
	return b.String()
}

// Print writes n from column 0, without a final newline.
func Print(b *strings.Builder, n *Node) {
	n.measure()
	n.print(b, 0, 0)
}

// measure sets the width of n and of everything in it.
func (n *Node) measure() int {
	if !n.List {
		return len(n.Atom)
	}
	w := 1 + max(1, len(n.Kids))
	for _, k := range n.Kids {
		w += k.measure()
	}
	if n.Lines && len(n.Kids) > 2 || n.Chain && n.Kids[len(n.Kids)-1].Chain {
		w = lineWidth * 2 // several statements: a line for each, however short
	}
	n.width = int32(min(w, math.MaxInt32))
	return w
}

// wide is the number of columns of n on one line.
func (n *Node) wide() int {
	if n.List {
		return int(n.width)
	}
	return len(n.Atom)
}

// print writes n, which starts at column indent and is followed by tail
// closing parentheses.
func (n *Node) print(b *strings.Builder, indent, tail int) {
	if !n.List || len(n.Kids) == 0 || n.wide()+tail <= lineWidth-indent {
		n.flat(b)
		return
	}
	b.WriteByte('(')
	in := indent + 2
	if n.Head() == "" || n.allAtoms() {
		in = indent + 1
	}
	col, open := indent+1, true
	for i, k := range n.Kids {
		last := i == len(n.Kids)-1
		ends := 1
		if last {
			ends += tail
		}
		onLine := k.wide()+ends <= lineWidth-col && !(last && n.Chain) && !(n.Lines && i > 0) && (open || n.allAtoms())
		switch {
		case onLine && i > 0:
			b.WriteByte(' ')
			col++
			fallthrough
		case onLine:
			k.flat(b)
			col += k.wide()
		default:
			at := min(in, maxIndent)
			if last && n.Chain {
				at = min(indent, maxIndent)
			}
			if i > 0 {
				b.WriteByte('\n')
				b.WriteString(blanks[:at])
			} else {
				at = indent + 1
			}
			k.print(b, at, ends)
			open = i == 0 && !k.List
			col = at + k.wide()
		}
	}
	b.WriteByte(')')
}

func (n *Node) allAtoms() bool {
	for _, k := range n.Kids {
		if k.List {
			return false
		}
	}
	return true
}

// flat writes n on one line.
func (n *Node) flat(b *strings.Builder) {
	if !n.List {
		b.WriteString(n.Atom)
		return
	}
	b.WriteByte('(')
	for i, k := range n.Kids {
		if i > 0 {
			b.WriteByte(' ')
		}
		k.flat(b)
	}
	b.WriteByte(')')
}
