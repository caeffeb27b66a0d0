package harlan

// The forms of vectors.

import (
	"nessiec/ir"
	"nessiec/ir/harlan"
	"nessiec/ir/prim"
)

func (c *compiler) vector(e harlan.Expr) code {
	at := e.Pos()
	switch e := e.(type) {
	case *harlan.Vector:
		elems := c.exprs(e.Elems)
		return func(f *frame) any { return &vector{all(f, elems)} }
	case *harlan.Iota:
		of := c.expr(e.Of)
		return func(f *frame) any {
			n := of(f).(int64)
			if n < 0 {
				c.fail(f, at, prim.ErrIndex)
			}
			v := &vector{make([]any, n)}
			for i := range v.e {
				v.e[i] = int64(i)
			}
			return v
		}
	case *harlan.VectorRef:
		vec, index := c.expr(e.Vec), c.expr(e.Index)
		return func(f *frame) any {
			v, i := vec(f).(*vector), index(f).(int64)
			c.bounds(f, at, v, i, prim.ErrElt)
			return v.e[i]
		}
	case *harlan.VectorSet:
		vec, index, rhs := c.expr(e.Vec), c.expr(e.Index), c.expr(e.Rhs)
		return func(f *frame) any {
			v, i, x := vec(f).(*vector), index(f).(int64), rhs(f)
			c.bounds(f, at, v, i, prim.ErrWrite)
			v.e[i] = x
			return nothing{}
		}
	case *harlan.Put:
		vec, index, rhs := c.expr(e.Vec), c.expr(e.Index), c.expr(e.Rhs)
		return func(f *frame) any {
			v, i, x := vec(f).(*vector), index(f).(int64), rhs(f)
			c.bounds(f, at, v, i, prim.ErrWrite)
			w := &vector{append([]any(nil), v.e...)}
			w.e[i] = x
			return w
		}
	case *harlan.Length:
		of := c.expr(e.Of)
		return func(f *frame) any { return int64(len(of(f).(*vector).e)) }
	case *harlan.Pointer:
		return c.expr(e.Of)
	case *harlan.Kernel:
		return c.kernel(e)
	case *harlan.Filter:
		of, x := c.expr(e.Of), c.slot(e.X)
		cond := c.expr(e.Cond)
		return func(f *frame) any {
			out := &vector{}
			for _, v := range of(f).(*vector).e {
				if f.slots[x] = v; cond(f).(bool) {
					out.e = append(out.e, v)
				}
			}
			return out
		}
	case *harlan.Reduce:
		return c.reduce(at, c.expr(e.Of), c.combine(e.X, e.Y, e.Body))
	case *harlan.Total:
		return c.reduce(at, c.expr(e.Of), c.folding(e.Op))
	case *harlan.Scan:
		return c.scan(c.expr(e.Init), c.expr(e.Of), c.combine(e.X, e.Y, e.Body))
	case *harlan.Running:
		return c.scan(c.expr(e.Init), c.expr(e.Of), c.folding(e.Op))
	}
	panic("harlan: unexpected form " + harlan.Show(e))
}

func (c *compiler) bounds(f *frame, at ir.Pos, v *vector, i int64, msg string) {
	if i < 0 || i >= int64(len(v.e)) {
		c.fail(f, at, msg)
	}
}

func (c *compiler) kernel(e *harlan.Kernel) code {
	seqs, binds, body := c.exprs(e.Seqs), c.slotsOf(e.Binds), c.expr(e.Body)
	return func(f *frame) any {
		vs := all(f, seqs)
		n := len(vs[0].(*vector).e)
		for _, v := range vs[1:] {
			if len(v.(*vector).e) < n {
				c.fail(f, e.Pos(), errShort)
			}
		}
		out := &vector{make([]any, n)}
		for i := range out.e {
			c.step(f)
			for k, v := range vs {
				f.slots[binds[k]] = v.(*vector).e[i]
			}
			out.e[i] = body(f)
		}
		return out
	}
}

// A combiner is the operator of a reduction.
type combiner func(f *frame, a, b any) any

func (c *compiler) combine(x, y *harlan.Var, e harlan.Expr) combiner {
	i, j, body := c.slot(x), c.slot(y), c.expr(e)
	return func(f *frame, a, b any) any {
		c.step(f)
		f.slots[i], f.slots[j] = a, b
		return body(f)
	}
}

// folding is an operator of a fixed meaning.
func (c *compiler) folding(o harlan.Folding) combiner {
	arithmetic := func(op harlan.Operator) combiner {
		return func(_ *frame, a, b any) any {
			if x, ok := a.(float64); ok {
				return floatOp(c.num, op, x, b.(float64))
			}
			return intOp(c.num, op, a.(int64), b.(int64))
		}
	}
	switch o {
	case harlan.Sum:
		return arithmetic(harlan.Add)
	case harlan.Product:
		return arithmetic(harlan.Mul)
	case harlan.Maximum:
		return func(_ *frame, a, b any) any { return max(a.(int64), b.(int64)) }
	case harlan.Minimum:
		return func(_ *frame, a, b any) any { return min(a.(int64), b.(int64)) }
	case harlan.All:
		return func(_ *frame, a, b any) any { return a.(bool) && b.(bool) }
	}
	return func(_ *frame, a, b any) any { return a.(bool) || b.(bool) }
}

func (c *compiler) reduce(at ir.Pos, of code, op combiner) code {
	return func(f *frame) any {
		v := of(f).(*vector)
		if len(v.e) == 0 {
			c.fail(f, at, errEmpty)
		}
		acc := v.e[0]
		for _, x := range v.e[1:] {
			acc = op(f, acc, x)
		}
		return acc
	}
}

func (c *compiler) scan(init, of code, op combiner) code {
	return func(f *frame) any {
		acc := init(f)
		v := of(f).(*vector)
		out := &vector{make([]any, len(v.e))}
		for i, x := range v.e {
			out.e[i] = acc
			if i+1 < len(v.e) {
				acc = op(f, acc, x)
			}
		}
		return out
	}
}
