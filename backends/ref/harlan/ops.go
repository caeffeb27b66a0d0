package harlan

// Operators, casts, and functions of the world outside.

import (
	"math"

	"nessiec/ir/harlan"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// op compiles an operator, which the type of its operands chooses.
func (c *compiler) op(e *harlan.Op) code {
	left, right, at := c.expr(e.Left), c.expr(e.Right), e.Pos()
	if e.Op == harlan.Equal {
		return func(f *frame) any { return equal(left(f), right(f)) }
	}
	switch c.sigs.TypeOf(e.Left) {
	case types.Int:
		return func(f *frame) any {
			a, b := left(f).(int64), right(f).(int64)
			if b == 0 && e.Op == harlan.Div {
				c.fail(f, at, prim.ErrDivide)
			}
			if b == 0 && e.Op == harlan.Mod {
				c.fail(f, at, prim.ErrRem)
			}
			return intOp(c.num, e.Op, a, b)
		}
	case types.Float:
		return func(f *frame) any { return floatOp(c.num, e.Op, left(f).(float64), right(f).(float64)) }
	}
	return func(f *frame) any {
		a, b := left(f).(uint64), right(f).(uint64)
		if b == 0 && (e.Op == harlan.Div || e.Op == harlan.Mod) {
			c.fail(f, at, prim.ErrDivide)
		}
		return wideOp(e.Op, a, b)
	}
}

func intOp(n value.Num, op harlan.Operator, a, b int64) any {
	switch op {
	case harlan.Add:
		return n.Wrap(a + b)
	case harlan.Sub:
		return n.Wrap(a - b)
	case harlan.Mul:
		return n.Wrap(a * b)
	case harlan.Div:
		return n.Wrap(a / b)
	case harlan.Mod:
		return n.Wrap(a % b)
	case harlan.ShiftLeft:
		return n.Wrap(a << (b & int64(n.IntBits()-1)))
	case harlan.ShiftRight:
		return a >> (b & int64(n.IntBits()-1))
	}
	return common(op, a, b)
}

func floatOp(n value.Num, op harlan.Operator, a, b float64) any {
	switch op {
	case harlan.Add:
		return n.Round(a + b)
	case harlan.Sub:
		return n.Round(a - b)
	case harlan.Mul:
		return n.Round(a * b)
	case harlan.Div:
		if b == 0 { // whatever its sign
			return a * math.Inf(1)
		}
		return n.Round(a / b)
	case harlan.Less:
		return a < b
	case harlan.LessEqual:
		return a <= b
	case harlan.Greater:
		return a > b
	}
	return a >= b
}

func wideOp(op harlan.Operator, a, b uint64) any {
	switch op {
	case harlan.Add:
		return a + b
	case harlan.Sub:
		return a - b
	case harlan.Mul:
		return a * b
	case harlan.Div:
		return a / b
	case harlan.Mod:
		return a % b
	case harlan.ShiftLeft:
		return a << (b & 63)
	case harlan.ShiftRight:
		return a >> (b & 63)
	}
	return common(op, a, b)
}

// common is the operators that are the same for all ints.
func common[T int64 | uint64](op harlan.Operator, a, b T) any {
	switch op {
	case harlan.BitAnd:
		return a & b
	case harlan.BitOr:
		return a | b
	case harlan.BitXor:
		return a ^ b
	case harlan.Less:
		return a < b
	case harlan.LessEqual:
		return a <= b
	case harlan.Greater:
		return a > b
	}
	return a >= b
}

// cast converts between numbers, and from chars and bools.
func (c *compiler) cast(e *harlan.Cast) code {
	of := c.expr(e.Of)
	return func(f *frame) any {
		var i int64
		switch v := of(f).(type) {
		case float64:
			if e.To == types.Float {
				return v
			}
			if e.To == harlan.U64Type {
				return uint64(v)
			}
			i = c.num.Trunc(v)
		case uint64:
			if e.To == types.Float {
				return c.num.Round(float64(v))
			}
			i = int64(v)
		case int64:
			i = v
		case byte:
			i = int64(v)
		case bool:
			if v {
				i = 1
			}
		}
		switch e.To {
		case types.Int:
			return c.num.Wrap(i)
		case types.Char:
			return byte(i)
		case harlan.U64Type:
			return uint64(i)
		}
		return c.num.Float(i)
	}
}
