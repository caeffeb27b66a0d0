package sexp

// The printer: lists that do not fit in a line are broken after the kids that
// do; the last kid of a Chain list (the body of a let) is not indented, so
// that a chain reads as a list of statements.

import "strings"

const (
	lineWidth = 96
	maxIndent = 72 // deeper nesting stays here, so that text is linear in the tree
)

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
		n.width = len(n.Atom)
		return n.width
	}
	n.width = 1 + max(1, len(n.Kids))
	for _, k := range n.Kids {
		n.width += k.measure()
	}
	if n.Lines && len(n.Kids) > 2 || n.Chain && n.Kids[len(n.Kids)-1].Chain {
		n.width = lineWidth * 2 // several statements: a line for each, however short
	}
	return n.width
}

// print writes n, which starts at column indent and is followed by tail
// closing parentheses.
func (n *Node) print(b *strings.Builder, indent, tail int) {
	if !n.List || len(n.Kids) == 0 || n.width+tail <= lineWidth-indent {
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
		onLine := k.width+ends <= lineWidth-col && !(last && n.Chain) && !(n.Lines && i > 0) && (open || n.allAtoms())
		switch {
		case onLine && i > 0:
			b.WriteByte(' ')
			col++
			fallthrough
		case onLine:
			k.flat(b)
			col += k.width
		default:
			at := min(in, maxIndent)
			if last && n.Chain {
				at = indent
			}
			if i > 0 {
				b.WriteString("\n" + strings.Repeat(" ", at))
			} else {
				at = indent + 1
			}
			k.print(b, at, ends)
			open = i == 0 && !k.List
			col = at + k.width
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
