package infer

// Elements that go elsewhere: what is known of them without their index.

import (
	"nessiec/ir/types"
	"nessiec/passes/shape/infer/shapes"
	"nessiec/passes/sizes"
)

// mixed is the shape, under depth levels, of values each of which is one of
// those held, of whatever index: sizes that depend on the index are lost.
func (x *Analysis) mixed(hs []held, depth int) *shapes.Shape {
	var out *shapes.Shape
	for _, h := range hs {
		out = x.join(out, x.rearranged(h.s, h.depth, depth), depth)
	}
	return out
}

// rearranged is s, which stands under from levels, as what stands under to
// levels in another order.
func (x *Analysis) rearranged(s *shapes.Shape, from, to int) *shapes.Shape {
	return x.moved(s, to, func(n *Size) *Size {
		for i := range from {
			if n.Mentions(int64(i + 1)) {
				return nil
			}
		}
		return sizes.Subst(n, func(t *Size) *Size {
			if t.Op == types.SizeIndex && t.N > 0 {
				return types.IndexSize(t.N - int64(from) + int64(to))
			}
			return t
		})
	})
}

// forgotten is a value like s, under depth levels, whose sizes are unknown.
func (x *Analysis) forgotten(s *shapes.Shape, depth int) *shapes.Shape {
	return x.moved(s, depth, func(*Size) *Size { return nil })
}

// moved is s with its sizes changed by f to what they are under depth levels;
// where f returns nil, they are unknown.
func (x *Analysis) moved(s *shapes.Shape, depth int, f func(*Size) *Size) *shapes.Shape {
	if s == nil {
		return nil
	}
	switch s.Kind {
	case types.KInt:
		if n := f(s.Size); n != nil {
			return shapes.Int(n)
		}
		return x.unknownInt(depth)
	case types.KSeq:
		n := f(s.Size)
		if n == nil {
			n = x.unknownLength(depth)
		}
		return shapes.Seq(n, x.moved(s.Elem(), depth+1, f))
	case types.KTuple:
		out := shapes.Tuple(make([]*shapes.Shape, len(s.Kids))...)
		for i, k := range s.Kids {
			out.Kids[i] = x.moved(k, depth, f)
		}
		return out
	case types.KBool:
		if (s.Cond == sizes.True || s.Cond == sizes.False) && f(sizes.Const(0)) != nil {
			return s
		}
		return shapes.AnyBool // other conditions may depend on the index
	}
	return shapes.AnyScalar
}
