package infer

// Elements that go elsewhere: what is known of them without their index.

import (
	"nessiec/ir/types"
	"nessiec/passes/sizes"
)

// mixed is the shape, under depth levels, of values each of which is one of
// those held, of whatever index: sizes that depend on the index are lost.
func (x *Analysis) mixed(hs []held, depth int) *shape {
	var out *shape
	for _, h := range hs {
		out = x.join(out, x.rearranged(h.s, h.depth, depth), depth)
	}
	return out
}

// rearranged is s, which stands under from levels, as what stands under to
// levels in another order.
func (x *Analysis) rearranged(s *shape, from, to int) *shape {
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
func (x *Analysis) forgotten(s *shape, depth int) *shape {
	return x.moved(s, depth, func(*Size) *Size { return nil })
}

// moved is s with its sizes changed by f to what they are under depth levels;
// where f returns nil, they are unknown.
func (x *Analysis) moved(s *shape, depth int, f func(*Size) *Size) *shape {
	if s == nil {
		return nil
	}
	switch s.kind {
	case types.KInt:
		if n := f(s.size); n != nil {
			return intShape(n)
		}
		return x.unknownInt(depth)
	case types.KSeq:
		n := f(s.size)
		if n == nil {
			n = x.unknownLength(depth)
		}
		return seqShape(n, x.moved(s.elem(), depth+1, f))
	case types.KTuple:
		out := tupleShape(make([]*shape, len(s.kids))...)
		for i, k := range s.kids {
			out.kids[i] = x.moved(k, depth, f)
		}
		return out
	case types.KBool:
		if (s.cond == sizes.True || s.cond == sizes.False) && f(sizes.Const(0)) != nil {
			return s
		}
		return anyBool // other conditions may depend on the index
	}
	return anyScalar
}
