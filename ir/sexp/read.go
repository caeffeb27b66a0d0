package sexp

// The reader.

import (
	"fmt"
	"strings"
)

// Parse reads all top-level forms of src. The error is an *Error.
func Parse(src string) (ns []*Node, err error) {
	p := &parser{s: src, line: 1}
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *Error:
			ns, err = nil, e
		default:
			panic(e)
		}
	}()
	for p.blanks(); p.i < len(p.s); p.blanks() {
		ns = append(ns, p.node())
	}
	return ns, nil
}

type parser struct {
	s         string
	i         int
	line      int
	lineStart int     // offset of the first byte of the line
	room      []Node  // to be used; made in pieces, which cost less than one at a time
	open      []*Node // the kids of all lists that are being read
}

func (p *parser) at() *Node {
	if len(p.room) == 0 {
		p.room = make([]Node, 64)
	}
	n := &p.room[0]
	p.room = p.room[1:]
	n.Line, n.Col = int32(p.line), int32(p.i-p.lineStart+1)
	return n
}

func (n *Node) fail(f string, a ...any) {
	panic(&Error{Line: int(n.Line), Col: int(n.Col), Msg: fmt.Sprintf(f, a...)})
}

// blanks skips blanks and comments.
func (p *parser) blanks() {
	for p.i < len(p.s) {
		switch c := p.s[p.i]; c {
		case '\n':
			p.i++
			p.line++
			p.lineStart = p.i
		case ' ', '\t', '\r':
			p.i++
		case ';':
			for p.i < len(p.s) && p.s[p.i] != '\n' {
				p.i++
			}
		default:
			return
		}
	}
}

// node reads one datum; the next byte starts it.
func (p *parser) node() *Node {
	switch p.s[p.i] {
	case '(':
		return p.list()
	case ')':
		p.at().fail("unexpected )")
	case '"':
		return p.quoted()
	}
	return p.atom()
}

func (p *parser) list() *Node {
	n := p.at()
	n.List = true
	p.i++
	first := len(p.open)
	for {
		p.blanks()
		if p.i >= len(p.s) {
			n.fail("unclosed (")
		}
		if p.s[p.i] == ')' {
			p.i++
			if len(p.open) > first {
				n.Kids = append([]*Node(nil), p.open[first:]...)
				p.open = p.open[:first]
			}
			return n
		}
		p.open = append(p.open, p.node())
	}
}

func (p *parser) quoted() *Node {
	n, start := p.at(), p.i
	for p.i++; p.i < len(p.s) && p.s[p.i] != '\n'; p.i++ {
		switch p.s[p.i] {
		case '\\':
			p.i++
		case '"':
			p.i++
			n.Atom = p.s[start:p.i]
			return n
		}
	}
	n.fail("unclosed string")
	return nil
}

func (p *parser) atom() *Node {
	n, start, depth := p.at(), p.i, 0
	for ; p.i < len(p.s); p.i++ {
		switch c := p.s[p.i]; {
		case c == '[' || c == '<' || c == '{':
			depth++
		case (c == ']' || c == '>' || c == '}') && depth > 0:
			depth--
		case c == '\n' && depth > 0:
			n.fail("unclosed bracket in %s", p.s[start:p.i])
		case depth == 0 && strings.IndexByte(" \t\r\n()\";", c) >= 0:
			n.Atom = p.s[start:p.i]
			return n
		}
	}
	if depth > 0 {
		n.fail("unclosed bracket in %s", p.s[start:])
	}
	n.Atom = p.s[start:]
	return n
}
