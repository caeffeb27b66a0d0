package infer

// What two values say alike: of the branches of a conditional, of the elements of
// a sequence, of the iterations of a loop.

import (
	"nessiec/ir/types"
	"nessiec/passes/sizes"
)

// A joiner joins shapes. In a loop, placeholders are the names that stand for
// anything an iteration may make: they grow where two iterations differ.
type joiner struct {
	x            *Analysis
	placeholders map[string]bool // nil: no loop
}

// join is what a and b, under depth levels, say alike.
func (x *Analysis) join(a, b *shape, depth int) *shape { return joiner{x: x}.join(a, b, depth) }

func (j joiner) join(a, b *shape, depth int) *shape {
	switch {
	case a == nil || a == b:
		return b
	case b == nil:
		return a
	}
	switch a.kind {
	case types.KInt:
		return intShape(j.size(a.size, b.size, depth, false))
	case types.KBool:
		if same(a, b) {
			return a
		}
		return anyBool
	case types.KTuple:
		out := tupleShape(make([]*shape, len(a.kids))...)
		for i := range a.kids {
			out.kids[i] = j.join(a.kids[i], b.kids[i], depth)
		}
		return out
	case types.KSeq:
		return j.seqs(a, b, depth)
	}
	if same(a, b) {
		return a
	}
	return anyScalar
}

// seqs joins sequences. The elements of an empty one say nothing.
func (j joiner) seqs(a, b *shape, depth int) *shape {
	out := seqShape(j.size(a.size, b.size, depth, true), nil)
	out.perm = a.perm && b.perm
	switch {
	case sizes.IsConst(a.size, 0):
		out.kids[0] = b.elem()
	case sizes.IsConst(b.size, 0):
		out.kids[0] = a.elem()
	default:
		out.kids[0] = j.join(a.elem(), b.elem(), depth+1)
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
func (j joiner) changed(t *types.Type, s *shape, depth int) *shape {
	switch t.Kind {
	case types.KInt:
		return intShape(j.any(depth, false))
	case types.KBool:
		return anyBool
	case types.KSeq, types.KTuple:
	default:
		return anyScalar
	}
	if s == nil {
		s = &shape{kind: t.Kind, kids: make([]*shape, len(t.Elems))}
	}
	out := *s
	if t.Kind == types.KSeq {
		if depth++; out.size == nil {
			out.size = j.any(depth-1, true)
		}
	}
	out.kids = make([]*shape, len(t.Elems))
	for i, e := range t.Elems {
		out.kids[i] = j.changed(e, s.kids[i], depth)
	}
	return &out
}
