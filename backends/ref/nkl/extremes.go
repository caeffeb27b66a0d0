package nkl

// The largest and the smallest of elements that have an order.

import (
	"cmp"

	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// extreme finds the first of the largest or smallest elements.
func (c *compiler) extreme(a *application) {
	largest, t := a.op.Code == prim.MaxValOf, a.res
	op := prim.RMin
	if largest {
		op = prim.RMax
	}
	if prim.InClass(t, types.Ordinal) {
		c.fold(a, op)
		return
	}
	c.structural(a, func(m *machine, vs []value.Value) value.Value {
		s := vs[0].(value.Seq)
		if s.Len() == 0 {
			return value.Zero(t)
		}
		best := s.At(0)
		for i := 1; i < s.Len(); i++ {
			if x := s.At(i); largest && order(best, x) < 0 || !largest && order(x, best) < 0 {
				best = x
			}
		}
		return best
	})
}

// order is that of dictionaries, of floats by their values, NaN first.
func order(a, b value.Value) int {
	switch a := a.(type) {
	case value.Float:
		return cmp.Compare(float64(a), float64(b.(value.Float)))
	case value.Tuple:
		for i, b := range b.(value.Tuple) {
			if c := order(a[i], b); c != 0 {
				return c
			}
		}
		return 0
	case value.Seq:
		b := b.(value.Seq)
		for i := range min(a.Len(), b.Len()) {
			if c := order(a.At(i), b.At(i)); c != 0 {
				return c
			}
		}
		return cmp.Compare(a.Len(), b.Len())
	}
	return value.Compare(a, b)
}
