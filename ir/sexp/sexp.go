// Package sexp is the one concrete syntax of all IR families: a reader and a
// printer of s-expressions that know no form.
//
// An atom may contain balanced brackets [], <> and {}, and blanks inside them,
// so that a type such as <int [float]> is one atom. An atom that starts with "
// is a Go string. A comment runs from ; to the end of the line.
package sexp

import "fmt"

// Node is an atom or, if List, a list.
type Node struct {
	Atom      string
	List      bool
	Chain     bool // the last kid continues the list's statement sequence: do not indent it
	Lines     bool // every kid but the first on a line of its own, if there are several
	Kids      []*Node
	Line, Col int // where the reader found it, from 1
	width     int // on one line; set by the printer
}

// A makes an atom.
func A(s string) *Node { return &Node{Atom: s} }

// L makes a list.
func L(kids ...*Node) *Node { return &Node{List: true, Kids: kids} }

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
