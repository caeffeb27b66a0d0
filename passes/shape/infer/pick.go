package infer

// Elements of short literals: a size that differs from one to the next is a
// function of the index that picks one, %pick{$1, first, second, ..}.

import (
	"slices"

	"nessiec/ir/types"
	"nessiec/passes/shape/infer/shapes"
	"nessiec/passes/sizes"
)

// picked is the shape, under depth levels, of the elements ss of a literal, in
// terms of their index $1.
func (x *Analysis) picked(ss []*shapes.Shape, depth int) *shapes.Shape {
	for _, s := range ss {
		if s == nil {
			return x.common(ss, depth)
		}
	}
	out := *ss[0]
	switch out.Kind {
	case types.KInt:
		return shapes.Int(x.pick1(sizesOf(ss), depth, false))
	case types.KTuple:
		out.Kids = make([]*shapes.Shape, len(out.Kids))
		for i := range out.Kids {
			out.Kids[i] = x.picked(kidsOf(ss, i), depth)
		}
		return &out
	case types.KSeq:
		if slices.ContainsFunc(ss, func(s *shapes.Shape) bool { return sizes.IsConst(s.Size, 0) }) {
			return x.common(ss, depth)
		}
		for _, s := range ss {
			out.Perm = out.Perm && s.Perm
		}
		out.Size = x.pick1(sizesOf(ss), depth, true)
		out.Kids = []*shapes.Shape{x.picked(kidsOf(ss, 0), depth+1)}
		return &out
	}
	return x.common(ss, depth)
}

// common is what all of ss, under depth levels, say alike.
func (x *Analysis) common(ss []*shapes.Shape, depth int) (out *shapes.Shape) {
	for _, s := range ss {
		out = x.join(out, s, depth)
	}
	return out
}

// pick1 is the size of what has one of the sizes ns, the first where $1 is 0.
func (x *Analysis) pick1(ns []*Size, depth int, length bool) *Size {
	return x.limited(sizes.Pick(types.IndexSize(1), x.merged(ns)), depth, length)
}

// merged is ns in canonical form, with the first of those that are known to be equal for all of them.
func (x *Analysis) merged(ns []*Size) []*Size {
	out := make([]*Size, len(ns))
	for i, n := range ns {
		out[i] = x.Canon(n)
		if before := slices.IndexFunc(out[:i], func(m *Size) bool { return x.Same(m, out[i]) }); before >= 0 {
			out[i] = out[before]
		}
	}
	return out
}

// pickedAgain is a size of elements of a literal, now that more may be known than when it was made.
func (x *Analysis) pickedAgain(n *Size) *Size {
	if i, ns, ok := sizes.Alternatives(n); ok {
		return sizes.Pick(i, x.merged(ns))
	}
	return n
}

func sizesOf(ss []*shapes.Shape) []*Size {
	out := make([]*Size, len(ss))
	for i, s := range ss {
		out[i] = s.Size
	}
	return out
}

// kidsOf lists kid number i of all ss.
func kidsOf(ss []*shapes.Shape, i int) []*shapes.Shape {
	out := make([]*shapes.Shape, len(ss))
	for k, s := range ss {
		out[k] = s.Kids[i]
	}
	return out
}
