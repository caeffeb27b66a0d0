package kir

// Lanes. An expression on lanes is computed one lane after another; what
// depends on all lanes goes through them for each.

import (
	"nessiec/ir/kir"
	"nessiec/ir/prim"
)

// lanes compiles the expressions that only lanes have.
func (c *compiler) lanes(e kir.Expr) evaluator {
	switch e := e.(type) {
	case *kir.Splat:
		return c.expr(e.Val)
	case *kir.Ramp:
		base, num := c.expr(e.Base), c.num
		return func(it *item) prim.Word { return num.Add(base(it), int64(it.lane)) }
	case *kir.MaskedLoad:
		b, idx, mask, k := c.slot[kir.VarOf(e.Buf)], c.expr(e.Idx), c.expr(e.Mask), kir.TypeOf(e.Buf).Elem().Kind
		idx = c.within(b, c.placed(b, idx))
		return func(it *item) prim.Word {
			switch {
			case mask(it) != 0:
			case it.group.poisons():
				return it.group.machine.unspecified(k)
			default:
				return 0
			}
			return it.group.bufs[b].load(idx(it), it)
		}
	case *kir.Any:
		mask, n := c.expr(e.Mask), kir.LanesOf(kir.TypeOf(e.Mask))
		return func(it *item) prim.Word {
			some := prim.Word(0)
			it.each(n, func() { some |= mask(it) })
			return some
		}
	case *kir.Fold:
		t := kir.TypeOf(e.Init)
		init, val, n, f := c.expr(e.Init), c.expr(e.Val), kir.LanesOf(kir.TypeOf(e.Val)), e.Op.Combine(c.num, t.Kind)
		return func(it *item) prim.Word {
			acc := init(it)
			it.each(n, func() { acc = f(acc, val(it)) })
			return acc
		}
	}
	panic("kir: no expression: " + kir.Show(e))
}

// each runs f for n lanes, lane 0 first.
func (it *item) each(n int, f func()) {
	up := it.lane
	for it.lane = 0; it.lane < n; it.lane++ {
		f()
	}
	it.lane = up
}

// assigned compiles the assignment of values to variables, all at once. Between
// statements the current lane is lane 0.
func (c *compiler) assigned(es []kir.Expr, to []registers) func(*item) {
	vs := c.exprs(es)
	return func(it *item) {
		var few [8]prim.Word
		ws := few[:0]
		for i, v := range vs {
			ws = append(ws, v(it))
			for it.lane = 1; it.lane < to[i].count; it.lane++ {
				ws = append(ws, v(it))
			}
			it.lane = 0
		}
		for _, r := range to {
			ws = ws[copy(it.regs[r.first:r.first+r.count], ws):]
		}
	}
}

// store compiles a Store; all lanes are computed before any is stored.
func (c *compiler) store(buf, at, val kir.Expr, how writing) *stmt {
	b, idx, v := c.slot[kir.VarOf(buf)], c.expr(at), c.expr(val)
	idx = c.within(b, c.placed(b, idx))
	n := kir.LanesOf(kir.TypeOf(at))
	if n == 0 {
		return alone(func(it *item) flow { it.group.bufs[b].store(idx(it), v(it), it, how); return next })
	}
	return simple(func(it *item) {
		at, ws := make([]prim.Word, 0, n), make([]prim.Word, 0, n)
		it.each(n, func() { at, ws = append(at, idx(it)), append(ws, v(it)) })
		for k, w := range ws {
			it.group.bufs[b].store(at[k], w, it, how)
		}
	})
}
