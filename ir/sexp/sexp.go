// Package sexp is the one concrete syntax of all IR families: a reader and a
// printer of s-expressions that know no form.
//
// An atom may contain balanced brackets [], <> and {}, and blanks inside them,
// so that a type such as <int [float]> is one atom. An atom that starts with "
// is a Go string. A comment runs from ; to the end of the line.
package sexp

import "fmt"

// Node is an atom or, if List, a list. Atoms are not changed once they are made:
// a tree may have one at several places.
type Node struct {
	Atom      string
	Kids      []*Node
	Line, Col int32 // where the reader found it, from 1
	width     int32 // of a list, on one line; set by the printer
	List      bool
	Chain     bool // the last kid continues the list's statement sequence: do not indent it
	Lines     bool // every kid but the first on a line of its own, if there are several
}

// A makes an atom.
func A(s string) *Node { return &Node{Atom: s} }

// L makes a list.
func L(kids ...*Node) *Node { return &Node{List: true, Kids: kids} }

// Room makes an empty list with room for so many kids.
func Room(kids int) *Node {
	if kids > 4 {
		return &Node{List: true, Kids: make([]*Node, 0, kids)}
	}
	n := new(struct { // in one piece: most lists are short
		list Node
		kids [4]*Node
	})
	n.list.List, n.list.Kids = true, n.kids[:0]
	return &n.list
}

// Form makes a list that begins with an atom, with room for so many more kids.
func Form(head string, kids int) *Node {
	n := new(struct {
		list, head Node
		kids       [5]*Node
	})
	n.head.Atom = head
	n.list.List, n.list.Kids = true, n.kids[:1]
	if kids >= len(n.kids) {
		n.list.Kids = make([]*Node, 1, kids+1)
	}
	n.list.Kids[0] = &n.head
	return &n.list
}

// Add appends a kid.
func (n *Node) Add(k *Node) { n.Kids = append(n.Kids, k) }

// Head is the first kid of a list if that is an atom, else "".
func (n *Node) Head() string {
	if n.List && len(n.Kids) > 0 && !n.Kids[0].List {
		return n.Kids[0].Atom
	}
	return ""
}

// An Error is a positioned error of the reader or of a decoder.
type Error struct {
	Line, Col int
	Msg       string
}

func (e *Error) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Col, e.Msg) }
