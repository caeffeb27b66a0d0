package clike

// Values as callers of a program see them.

import (
	"strings"

	"nessiec/ir/types"
	"nessiec/ir/value"
)

// A Layout is what a value looks like: a base type, a tuple or a sequence.
// Datatypes are their contents, those with alternatives the number of the
// constructor and what constructors hold, and functions their captures.
type Layout struct {
	Kind  byte // i d b c as in value.Descriptor, ( a tuple, [ a sequence
	Parts []Layout
}

// LayoutOf is the layout of values of a type.
func LayoutOf(t *types.Type) Layout {
	s, _ := readLayout(value.Descriptor(t))
	return s
}

// readLayout reads a descriptor, and returns what follows it.
func readLayout(d string) (Layout, string) {
	switch d[0] {
	case 'D': // D{name:contents}
		s, rest := readLayout(d[strings.IndexByte(d, ':')+1:])
		return s, rest[1:]
	case 'S': // S(tag,slots){constructors}
		s, rest := readLayout(d[1:])
		if len(s.Parts) == 1 {
			s = s.Parts[0]
		}
		return s, rest[closing(rest)+1:]
	case 'f':
		return readLayout(d[1:])
	case '[':
		elem, rest := readLayout(d[1:])
		return Layout{'[', []Layout{elem}}, rest[1:]
	case '(':
		s := Layout{Kind: '('}
		for rest := d[1:]; ; {
			if rest[0] == ')' {
				return s, rest[1:]
			}
			var part Layout
			part, rest = readLayout(strings.TrimPrefix(rest, ","))
			s.Parts = append(s.Parts, part)
		}
	}
	return Layout{Kind: d[0]}, d[1:]
}

// closing is where the brace closes that rest begins with.
func closing(rest string) int {
	depth := 0
	for i := range len(rest) {
		switch rest[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	panic("clike: a descriptor without end")
}

// String is the layout as a descriptor: i, [d], (b,[c]).
func (l Layout) String() string {
	if l.Parts == nil {
		return string(l.Kind)
	}
	var parts []string
	for _, p := range l.Parts {
		parts = append(parts, p.String())
	}
	return string(l.Kind) + strings.Join(parts, ",") + map[byte]string{'[': "]", '(': ")"}[l.Kind]
}
