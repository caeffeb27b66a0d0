package infer

// Scalar primitives: values of ints, and what bools say.

import (
	"math"

	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/shape/infer/shapes"
	"nessiec/passes/sizes"
)

// scalarPrim is the result of a primitive on ints or bools, or nil if there is
// no rule for it.
func (x *Analysis) scalarPrim(op prim.Code, args []*shapes.Shape) *shapes.Shape {
	switch {
	case len(args) == 0:
		return nil
	case op == prim.CharCode:
		return x.between(sizes.Const(0), sizes.Const(math.MaxUint8))
	}
	switch args[0].Kind {
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
func floatPrim(op prim.Code, args []*shapes.Shape) *shapes.Shape {
	if len(args) != 2 || args[0].Size == nil || args[1].Size == nil || !sizes.IsConst(args[0].Size, 0) && !sizes.IsConst(args[1].Size, 0) {
		return nil
	}
	if c := sizes.Compare(op, args[0].Size, args[1].Size); c != nil {
		return shapes.Bool(c)
	}
	return nil
}

// randInt is what is drawn below a limit.
func (x *Analysis) randInt(limit *Size) *shapes.Shape {
	if last := sizes.Sub(limit, sizes.Const(1)); x.NotNegative(last) {
		return x.between(sizes.Const(0), last)
	}
	return nil
}

func (x *Analysis) intPrim(op prim.Code, args []*shapes.Shape) *shapes.Shape {
	a := args[0].Size
	switch op {
	case prim.Neg:
		return x.applied(op, a)
	case prim.ToFloat:
		return shapes.Float(a)
	}
	if op == prim.RandInt {
		return x.randInt(args[2].Size)
	}
	if len(args) != 2 || args[1].Kind != types.KInt {
		return nil
	}
	b := args[1].Size
	if c := sizes.Compare(op, a, b); c != nil {
		return shapes.Bool(c)
	}
	return x.applied(op, a, b)
}

// applied is what a primitive on ints yields, nil if there is no rule for it.
func (x *Analysis) applied(op prim.Code, args ...*Size) *shapes.Shape {
	if n := x.Apply(op, args...); n != nil {
		return shapes.Int(n)
	}
	switch op {
	case prim.Div, prim.Rem, prim.And:
		s := x.unknownInt(0)
		facts, _ := x.Facts(s.Size, op, args...)
		x.Bound(s.Size, facts...)
		return s
	}
	return nil
}

func (x *Analysis) boolPrim(op prim.Code, args []*shapes.Shape) *shapes.Shape {
	a := args[0].Cond
	switch op {
	case prim.Not:
		return shapes.Bool(sizes.Negate(a))
	case prim.And:
		return shapes.Bool(sizes.And(a, args[1].Cond))
	case prim.Or:
		return shapes.Bool(sizes.Or(a, args[1].Cond))
	case prim.Btoi:
		return x.bit(a)
	case prim.Select:
		return x.selected(a, args[1], args[2])
	}
	return nil
}

// bit is 1 if c holds, else 0.
func (x *Analysis) bit(c *sizes.Cond) *shapes.Shape {
	switch {
	case c == sizes.True:
		return shapes.Int(sizes.Const(1))
	case c == sizes.False:
		return shapes.Int(sizes.Const(0))
	}
	return x.between(sizes.Const(0), sizes.Const(1))
}

// selected is one of two scalars.
func (x *Analysis) selected(c *sizes.Cond, a, b *shapes.Shape) *shapes.Shape {
	switch holds, known := x.Decide(c); {
	case known && holds:
		return a
	case known:
		return b
	case a.Kind == types.KBool:
		return shapes.Bool(sizes.Or(sizes.And(c, a.Cond), sizes.And(sizes.Negate(c), b.Cond)))
	}
	return x.join(a, b, 0)
}
