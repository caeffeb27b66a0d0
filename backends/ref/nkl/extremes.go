package nkl

// The largest and the smallest of elements that have an order.

import (
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
			if x := s.At(i); largest && value.Order(best, x) < 0 || !largest && value.Order(x, best) < 0 {
				best = x
			}
		}
		return best
	})
}
