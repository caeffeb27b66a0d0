package prim

// Shapes of primitives: how the lengths of results follow from those of
// arguments. The text is ARGUMENTS -> RESULTS with one item for every sequence
// level of the scheme, in order, outside in:
//
//	n        a length; the same letter is the same length
//	n[]      a length for every element of the enclosing level
//	n+m      the sum of two lengths
//	sum(n)   the sum of all n[]
//	#i       the value of argument number i, an int
//	?k  ?k[] a length known only at run time
//
// Lengths inside the type that a variable stands for are not listed: results
// get them from the arguments that hold their elements.

import (
	"fmt"
	"strings"

	"nessiec/ir/types"
)

// A SizeKind tells what an item of a shape says.
type SizeKind uint8

// The kinds of items.
const (
	SizeVar   SizeKind = iota // Name
	SizePlus                  // Name + Other
	SizeSum                   // the sum of Name[]
	SizeArg                   // the value of argument Arg
	SizeFresh                 // unknown; Name tells equal ones
)

// A SizeItem is the length of one sequence level; PerElement marks items with [].
type SizeItem struct {
	Kind        SizeKind
	Name, Other string
	Arg         int
	PerElement  bool
}

// A Shape lists the lengths of all sequence levels.
type Shape struct{ Args, Results []SizeItem }

// ParseShape reads the text form of p.Shape.
func (p *Prim) ParseShape() (Shape, error) {
	if p.Shape == "" {
		return Shape{}, nil
	}
	left, right, ok := strings.Cut(p.Shape, "->")
	if !ok {
		return Shape{}, fmt.Errorf("shape %q of %s has no arrow", p.Shape, p.Name)
	}
	var s Shape
	for _, w := range strings.Fields(left) {
		s.Args = append(s.Args, parseItem(w))
	}
	for _, w := range strings.Fields(right) {
		s.Results = append(s.Results, parseItem(w))
	}
	if len(s.Args) != levels(p.scheme.Params...) || len(s.Results) != levels(p.scheme.Result) {
		return Shape{}, fmt.Errorf("shape %q of %s does not fit the type %s", p.Shape, p.Name, p.Type)
	}
	return s, nil
}

func parseItem(w string) SizeItem {
	base, per := strings.CutSuffix(w, "[]")
	switch {
	case strings.HasPrefix(base, "?"):
		return SizeItem{Kind: SizeFresh, Name: base[1:], PerElement: per}
	case strings.HasPrefix(base, "#"):
		return SizeItem{Kind: SizeArg, Arg: int(base[1] - '0'), PerElement: per}
	case strings.HasPrefix(base, "sum("):
		return SizeItem{Kind: SizeSum, Name: strings.TrimSuffix(base[4:], ")"), PerElement: per}
	}
	if a, b, ok := strings.Cut(base, "+"); ok {
		return SizeItem{Kind: SizePlus, Name: a, Other: b, PerElement: per}
	}
	return SizeItem{Kind: SizeVar, Name: base, PerElement: per}
}

// levels counts the sequence types in ts.
func levels(ts ...*types.Type) int {
	n := 0
	for _, t := range ts {
		n += levels(t.Elems...)
		if t.Kind == types.KSeq {
			n++
		}
	}
	return n
}
