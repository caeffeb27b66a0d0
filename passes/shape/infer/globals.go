package infer

// Values of the top level: what an action has made has the shape of the result of its
// function, when a later action reads it.

import (
	"nessiec/ir/types"
	"nessiec/passes/shape/infer/shapes"
)

// given is the shape of parameter i of function fn, of type t: of a value of the top level
// it is known which lengths are constants, and which are the same for all elements.
func (x *Analysis) given(fn string, i int, t *types.Type) *shapes.Shape {
	s := x.unknown(t, 0)
	if x.regular[regularParam{fn, i}] {
		x.regularInside(s, 0)
	}
	from := x.Globals[fn]
	if i >= len(from) || from[i] == "" {
		return s
	}
	if made := x.Results[from[i]]; made != nil {
		x.sameForAll(s, made, 0)
	}
	return s
}

// sameForAll gives s, under depth levels, the sizes of type t that do not depend on these.
func (x *Analysis) sameForAll(s *shapes.Shape, t *types.Type, depth int) {
	switch t.Kind {
	case types.KSeq:
		if len(t.Sizes) == 1 {
			switch n := t.Sizes[0]; {
			case n.Op == types.SizeConst:
				s.Size = n
			case depth > 0 && !n.Varies():
				s.Size = x.unknownLength(0)
			}
		}
		x.sameForAll(s.Kids[0], t.Elem(), depth+1)
	case types.KTuple:
		for i, c := range t.Elems {
			x.sameForAll(s.Kids[i], c, depth)
		}
	}
}
