package infer

// Scalar primitives: values of ints, and what bools say.

import (
	"math"

	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/sizes"
)

// scalarPrim is the result of a primitive on ints or bools, or nil if there is
// no rule for it.
func (x *Analysis) scalarPrim(op prim.Code, args []*shape) *shape {
	switch {
	case len(args) == 0:
		return nil
	case op == prim.CharCode:
		return x.between(sizes.Const(0), sizes.Const(math.MaxUint8))
	}
	switch args[0].kind {
	case types.KInt:
		return x.intPrim(op, args)
	case types.KBool:
		return x.boolPrim(op, args)
	case types.KFloat:
		return floatPrim(op, args)
	}
	return nil
}

// floatPrim compares a float with 0, as checks do: rounding keeps the sign.
func floatPrim(op prim.Code, args []*shape) *shape {
	if len(args) != 2 || args[0].size == nil || args[1].size == nil || !sizes.IsConst(args[0].size, 0) && !sizes.IsConst(args[1].size, 0) {
		return nil
	}
	if c := sizes.Compare(op, args[0].size, args[1].size); c != nil {
		return boolShape(c)
	}
	return nil
}

// randInt is what is drawn below a limit.
func (x *Analysis) randInt(limit *Size) *shape {
	if last := sizes.Sub(limit, sizes.Const(1)); x.NotNegative(last) {
		return x.between(sizes.Const(0), last)
	}
	return nil
}

func (x *Analysis) intPrim(op prim.Code, args []*shape) *shape {
	a := args[0].size
	switch op {
	case prim.Neg:
		return x.applied(op, a)
	case prim.ToFloat:
		return floatShape(a)
	}
	if op == prim.RandInt {
		return x.randInt(args[2].size)
	}
	if len(args) != 2 || args[1].kind != types.KInt {
		return nil
	}
	b := args[1].size
	if c := sizes.Compare(op, a, b); c != nil {
		return boolShape(c)
	}
	return x.applied(op, a, b)
}

// applied is what a primitive on ints yields, nil if there is no rule for it.
func (x *Analysis) applied(op prim.Code, args ...*Size) *shape {
	if n := x.Apply(op, args...); n != nil {
		return intShape(n)
	}
	switch op {
	case prim.Div, prim.Rem, prim.And:
		s := x.unknownInt(0)
		facts, _ := x.Facts(s.size, op, args...)
		x.Bound(s.size, facts...)
		return s
	}
	return nil
}

func (x *Analysis) boolPrim(op prim.Code, args []*shape) *shape {
	a := args[0].cond
	switch op {
	case prim.Not:
		return boolShape(sizes.Negate(a))
	case prim.And:
		return boolShape(sizes.And(a, args[1].cond))
	case prim.Or:
		return boolShape(sizes.Or(a, args[1].cond))
	case prim.Btoi:
		return x.bit(a)
	case prim.Select:
		return x.selected(a, args[1], args[2])
	}
	return nil
}

// bit is 1 if c holds, else 0.
func (x *Analysis) bit(c *sizes.Cond) *shape {
	switch {
	case c == sizes.True:
		return intShape(sizes.Const(1))
	case c == sizes.False:
		return intShape(sizes.Const(0))
	}
	return x.between(sizes.Const(0), sizes.Const(1))
}

// selected is one of two scalars.
func (x *Analysis) selected(c *sizes.Cond, a, b *shape) *shape {
	switch {
	case c == sizes.True:
		return a
	case c == sizes.False:
		return b
	case a.kind == types.KBool:
		return boolShape(sizes.Or(sizes.And(c, a.cond), sizes.And(sizes.Negate(c), b.cond)))
	}
	return x.join(a, b, 0)
}
