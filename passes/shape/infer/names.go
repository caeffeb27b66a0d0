package infer

// Sizes and shapes of which nothing is known.

import (
	"nessiec/ir/types"
	"nessiec/passes/shape/infer/shapes"
	"nessiec/passes/sizes"
)

// unknownSize is a new size under depth levels of the value at hand, in all
// enclosing maps.
func (x *Analysis) unknownSize(hint string, depth int, length bool) *Size {
	args := append([]*Size(nil), x.open...)
	for i := range depth {
		args = append(args, types.IndexSize(int64(i+1)))
	}
	kind := sizes.Int
	if length {
		kind = sizes.Length
	}
	return x.Introduce(hint, kind, args...)
}

func (x *Analysis) unknownLength(depth int) *Size { return x.unknownSize(x.hint, depth, true) }

func (x *Analysis) unknownInt(depth int) *shapes.Shape {
	return shapes.Int(x.unknownSize(x.hint, depth, false))
}

// between is a new int, at depth 0, that satisfies lo <= it <= hi; nil is no bound.
func (x *Analysis) between(lo, hi *Size) *shapes.Shape {
	s := x.unknownInt(0)
	if lo != nil {
		x.Bound(s.Size, sizes.Sub(s.Size, lo))
	}
	if hi != nil {
		x.Bound(s.Size, sizes.Sub(hi, s.Size))
	}
	return s
}

// unknown is the shape of a value of type t, under depth levels, of which nothing is known.
func (x *Analysis) unknown(t *types.Type, depth int) *shapes.Shape {
	return joiner{x: x}.changed(t, nil, depth)
}

// limited is n, or something unknown in its place if it is too large.
func (x *Analysis) limited(n *Size, depth int, length bool) *Size {
	if sizes.TooLarge(n) {
		return x.unknownSize(x.hint, depth, length)
	}
	return n
}
