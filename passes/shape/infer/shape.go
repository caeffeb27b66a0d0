// Package infer finds the lengths of sequences: it goes through a program and says what
// values, checks, branches, maps, loops and calls tell about sizes.
//
//	size      a length, or the value of an int, as an expression (types.Size)
//	shape     the sizes in a value, level by level
//	condition what a bool says about sizes (sizes.Cond)
//	facts     what holds at the place at hand: scoped by dominance (sizes.Known)
//	index     the element number of an enclosing map, written $x: an open index
//	scheme    the shapes of the parameters and the result of a function
//
// What follows from what is known of sizes is the business of package passes/sizes. The
// passes that ask are those of package shape. The package imports sizes and ir.
//
// Nothing is believed because a program would fail otherwise: equalities come
// from checks and conditions, and hold below them only.
package infer

import (
	"slices"

	"nessiec/ir/types"
	"nessiec/passes/sizes"
)

// A Size is a length, or the value of an int.
type Size = types.Size

// A shape is what is known of a value. A size under k sequence levels is a
// function of k indices $1 .. $k, outermost first, as in types. A nil shape is
// that of code that yields no value.
type shape struct {
	kind types.Kind  // KSeq, KTuple, KInt, KBool; KFloat stands for the rest
	size *Size       // of a sequence its length, of an int its value, of a float maybe an int of its sign
	kids []*shape    // of a sequence its elements, of a tuple its components
	cond *sizes.Cond // of a bool, if known
	perm bool        // of a sequence of ints: each of 0 .. size-1 occurs once
}

var (
	anyScalar = &shape{kind: types.KFloat}
	anyBool   = &shape{kind: types.KBool}
)

func intShape(n *Size) *shape { return &shape{kind: types.KInt, size: n} }

// floatShape is a float with the sign of n.
func floatShape(n *Size) *shape { return &shape{kind: types.KFloat, size: n} }

func seqShape(n *Size, elem *shape) *shape {
	return &shape{kind: types.KSeq, size: n, kids: []*shape{elem}}
}

func tupleShape(kids ...*shape) *shape { return &shape{kind: types.KTuple, kids: kids} }

func boolShape(c *sizes.Cond) *shape {
	if c == nil {
		return anyBool
	}
	return &shape{kind: types.KBool, cond: c}
}

// elem is the shape of the elements of a sequence, in terms of $1.
func (s *shape) elem() *shape { return s.kids[0] }

// mapSizes applies f to every size of s; it returns s itself if none changes.
func (s *shape) mapSizes(f func(*Size) *Size) *shape {
	if s == nil {
		return nil
	}
	out := *s
	changed := false
	if s.size != nil {
		out.size = f(s.size)
		changed = out.size != s.size
	}
	if s.cond != nil {
		out.cond = s.cond.MapSizes(f)
		changed = changed || out.cond != s.cond
	}
	for i, k := range s.kids {
		k2 := k.mapSizes(f)
		if k2 == k {
			continue
		}
		if &out.kids[0] == &s.kids[0] {
			out.kids = append([]*shape(nil), s.kids...)
		}
		out.kids[i], changed = k2, true
	}
	if !changed {
		return s
	}
	return &out
}

// instantiate is the shape of the element whose number is i.
func (s *shape) instantiate(i *Size) *shape {
	return s.mapSizes(func(n *Size) *Size { return sizes.Open(n, i) })
}

// generalise is the shape of the elements of a sequence whose element number i has
// shape s.
func (s *shape) generalise(i *Size) *shape {
	return s.mapSizes(func(n *Size) *Size { return sizes.Close(n, i) })
}

// same reports whether two shapes say the same.
func same(a, b *shape) bool {
	if a == b || a == nil || b == nil {
		return a == b
	}
	return a.size == b.size && a.perm == b.perm && a.cond.Equal(b.cond) && slices.EqualFunc(a.kids, b.kids, same)
}
