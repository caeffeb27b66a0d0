// Package shapes is what is known of the sizes in a value, level by level.
package shapes

import (
	"slices"

	"nessiec/ir/types"
	"nessiec/passes/sizes"
)

// A Size is a length, or the value of an int.
type Size = types.Size

// A Shape is what is known of a value. A size under k sequence levels is a
// function of k indices $1 .. $k, outermost first, as in types. A nil Shape is
// that of code that yields no value.
type Shape struct {
	Kind types.Kind  // KSeq, KTuple, KInt, KBool; KFloat stands for the rest
	Size *Size       // of a sequence its length, of an int its value, of a float maybe an int of its sign
	Kids []*Shape    // of a sequence its elements, of a tuple its components
	Cond *sizes.Cond // of a bool, if known
	Perm bool        // of a sequence of ints: each of 0 .. size-1 occurs once
}

// Of scalars of which nothing is known, of bools and others.
var (
	AnyScalar = &Shape{Kind: types.KFloat}
	AnyBool   = &Shape{Kind: types.KBool}
)

// Int is an int of the value n.
func Int(n *Size) *Shape { return &Shape{Kind: types.KInt, Size: n} }

// Float is a float with the sign of n.
func Float(n *Size) *Shape { return &Shape{Kind: types.KFloat, Size: n} }

// Seq is a sequence of n elements, in terms of $1.
func Seq(n *Size, elem *Shape) *Shape {
	return &Shape{Kind: types.KSeq, Size: n, Kids: []*Shape{elem}}
}

// Tuple is a tuple of these components.
func Tuple(kids ...*Shape) *Shape { return &Shape{Kind: types.KTuple, Kids: kids} }

// Bool is a bool that says c, nil if nobody knows what.
func Bool(c *sizes.Cond) *Shape {
	if c == nil {
		return AnyBool
	}
	return &Shape{Kind: types.KBool, Cond: c}
}

// Elem is the shape of the elements of a sequence, in terms of $1.
func (s *Shape) Elem() *Shape { return s.Kids[0] }

// MapSizes applies f to every size of s; it returns s itself if none changes.
func (s *Shape) MapSizes(f func(*Size) *Size) *Shape {
	if s == nil {
		return nil
	}
	out := *s
	changed := false
	if s.Size != nil {
		out.Size = f(s.Size)
		changed = out.Size != s.Size
	}
	if s.Cond != nil {
		out.Cond = s.Cond.MapSizes(f)
		changed = changed || out.Cond != s.Cond
	}
	for i, k := range s.Kids {
		k2 := k.MapSizes(f)
		if k2 == k {
			continue
		}
		if &out.Kids[0] == &s.Kids[0] {
			out.Kids = append([]*Shape(nil), s.Kids...)
		}
		out.Kids[i], changed = k2, true
	}
	if !changed {
		return s
	}
	return &out
}

// EachSize calls f with the sizes of s.
func (s *Shape) EachSize(f func(*Size)) {
	s.MapSizes(func(n *Size) *Size { f(n); return n })
}

// Instantiate is the shape of the element whose number is i.
func (s *Shape) Instantiate(i *Size) *Shape {
	return s.MapSizes(func(n *Size) *Size { return sizes.Open(n, i) })
}

// Generalise is the shape of the elements of a sequence whose element number i has
// shape s.
func (s *Shape) Generalise(i *Size) *Shape {
	return s.MapSizes(func(n *Size) *Size { return sizes.Close(n, i) })
}

// Same reports whether two shapes say the same.
func Same(a, b *Shape) bool {
	if a == b || a == nil || b == nil {
		return a == b
	}
	return a.Size == b.Size && a.Perm == b.Perm && a.Cond.Equal(b.Cond) && slices.EqualFunc(a.Kids, b.Kids, Same)
}

// Inside is s as the shape of every element of a sequence.
func (s *Shape) Inside() *Shape {
	return s.MapSizes(func(n *Size) *Size { return sizes.Close(n, nil) })
}

// Zero is the shape of elements that do not exist.
func Zero(t *types.Type) *Shape {
	switch t.Kind {
	case types.KSeq:
		return Seq(sizes.Const(0), Zero(t.Elem()))
	case types.KTuple:
		s := Tuple(make([]*Shape, len(t.Elems))...)
		for i, e := range t.Elems {
			s.Kids[i] = Zero(e)
		}
		return s
	case types.KInt:
		return Int(sizes.Const(0))
	case types.KBool:
		return AnyBool
	}
	return AnyScalar
}
