package infer

// What two values say alike: of the branches of a conditional, of the elements of
// a sequence, of the iterations of a loop.

import (
	"nessiec/ir/types"
	"nessiec/passes/shape/infer/shapes"
	"nessiec/passes/sizes"
)

// A joiner joins shapes. In a loop, placeholders are the names that stand for
// anything an iteration may make: they grow where two iterations differ.
type joiner struct {
	x            *Analysis
	placeholders map[string]bool // nil: no loop
}

// join is what a and b, under depth levels, say alike.
func (x *Analysis) join(a, b *shapes.Shape, depth int) *shapes.Shape {
	return joiner{x: x}.join(a, b, depth)
}

func (j joiner) join(a, b *shapes.Shape, depth int) *shapes.Shape {
	switch {
	case a == nil || a == b:
		return b
	case b == nil:
		return a
	}
	switch a.Kind {
	case types.KInt:
		return shapes.Int(j.size(a.Size, b.Size, depth, false))
	case types.KBool:
		if shapes.Same(a, b) {
			return a
		}
		return shapes.AnyBool
	case types.KTuple:
		out := shapes.Tuple(make([]*shapes.Shape, len(a.Kids))...)
		for i := range a.Kids {
			out.Kids[i] = j.join(a.Kids[i], b.Kids[i], depth)
		}
		return out
	case types.KSeq:
		return j.seqs(a, b, depth)
	}
	if shapes.Same(a, b) {
		return a
	}
	return shapes.AnyScalar
}

// seqs joins sequences. The elements of an empty one say nothing.
func (j joiner) seqs(a, b *shapes.Shape, depth int) *shapes.Shape {
	out := shapes.Seq(j.size(a.Size, b.Size, depth, true), nil)
	out.Perm = a.Perm && b.Perm
	switch {
	case sizes.IsConst(a.Size, 0):
		out.Kids[0] = b.Elem()
	case sizes.IsConst(b.Size, 0):
		out.Kids[0] = a.Elem()
	default:
		out.Kids[0] = j.join(a.Elem(), b.Elem(), depth+1)
	}
	return out
}

// size is the size of what is a or b.
func (j joiner) size(a, b *Size, depth int, length bool) *Size {
	if j.placeholders[a.Name] {
		return a
	}
	switch plain := j.x.CanonInt(a); {
	case j.x.Canon(a) == j.x.Canon(b):
		return a
	case plain == j.x.CanonInt(b):
		return sizes.Wrapped(plain)
	}
	return j.any(depth, length)
}

// any is a size that stands for any, under depth levels.
func (j joiner) any(depth int, length bool) *Size {
	n := j.x.unknownSize(j.x.hint, depth, length)
	if j.placeholders != nil {
		j.placeholders[n.Name] = true
	}
	return n
}

// changed is a value of type t, under depth levels, of which nothing is known but the lengths
// of s, unless that is nil.
func (j joiner) changed(t *types.Type, s *shapes.Shape, depth int) *shapes.Shape {
	switch t.Kind {
	case types.KInt:
		return shapes.Int(j.any(depth, false))
	case types.KBool:
		return shapes.AnyBool
	case types.KSeq, types.KTuple:
	default:
		return shapes.AnyScalar
	}
	if s == nil {
		s = &shapes.Shape{Kind: t.Kind, Kids: make([]*shapes.Shape, len(t.Elems))}
	}
	out := *s
	if t.Kind == types.KSeq {
		if depth++; out.Size == nil {
			out.Size = j.any(depth-1, true)
		}
	}
	out.Kids = make([]*shapes.Shape, len(t.Elems))
	for i, e := range t.Elems {
		out.Kids[i] = j.changed(e, s.Kids[i], depth)
	}
	return &out
}
