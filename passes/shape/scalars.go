package shape

// Scalar primitives: values of ints, and what bools say.

import (
	"math"

	"nessiec/ir/types"
)

// scalarPrim is the result of a primitive on ints or bools, or nil if there is
// no rule for it.
func (x *analysis) scalarPrim(op string, args []*shape) *shape {
	switch {
	case len(args) == 0:
		return nil
	case op == "char_code":
		return x.between(constant(0), constant(math.MaxUint8))
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
func floatPrim(op string, args []*shape) *shape {
	if len(args) != 2 || args[0].size == nil || args[1].size == nil || !isConst(args[0].size, 0) && !isConst(args[1].size, 0) {
		return nil
	}
	if c := compare(op, args[0].size, args[1].size); c != nil {
		return boolShape(c)
	}
	return nil
}

// randInt is what is drawn below a limit.
func (x *analysis) randInt(limit *size) *shape {
	if last := sub(limit, constant(1)); x.notNegative(last) {
		return x.between(constant(0), last)
	}
	return nil
}

func (x *analysis) intPrim(op string, args []*shape) *shape {
	a := args[0].size
	switch op {
	case "neg":
		return x.int(mul(a, constant(-1)))
	case "to_float":
		return floatShape(a)
	}
	if op == "rand_int" {
		return x.randInt(args[2].size)
	}
	if len(args) != 2 || args[1].kind != types.KInt {
		return nil
	}
	b := args[1].size
	if c := compare(op, a, b); c != nil {
		return boolShape(c)
	}
	switch op {
	case "add":
		return x.int(add(a, b))
	case "sub":
		return x.int(sub(a, b))
	case "mul":
		return x.int(mul(a, b))
	case "div":
		return x.divide(symDiv, a, b)
	case "rem":
		return x.divide(symRem, a, b)
	case "and":
		return x.masked(a, b)
	case "min":
		return x.oneOf(symMin, a, b)
	case "max":
		return x.oneOf(symMax, a, b)
	}
	return nil
}

func compare(op string, a, b *size) *cond {
	switch op {
	case "eq":
		return equals(a, b)
	case "ne":
		return negate(equals(a, b))
	case "lt":
		return less(a, b)
	case "le":
		return lessEq(a, b)
	case "gt":
		return less(b, a)
	case "ge":
		return lessEq(b, a)
	}
	return nil
}

// divide is a quotient or a remainder.
func (x *analysis) divide(sym string, a, b *size) *shape {
	if b.Op == types.SizeConst && b.N > 0 && a.Op == types.SizeConst {
		if sym == symDiv {
			return intShape(constant(a.N / b.N))
		}
		return intShape(constant(a.N % b.N))
	}
	if sym == symDiv && (b.Op != types.SizeConst || b.N <= 0) {
		return x.unknownInt(0)
	}
	return x.int(types.AppSize(sym, a, b))
}

// masked is what two ints have in common: of a number that is not negative, no
// more than that number.
func (x *analysis) masked(a, b *size) *shape {
	for _, m := range []*size{a, b} {
		if m.Op == types.SizeConst && m.N >= 0 {
			return x.between(constant(0), m)
		}
	}
	return nil
}

// oneOf is the minimum or maximum of two ints.
func (x *analysis) oneOf(sym string, a, b *size) *shape {
	if x.notNegative(sub(a, b)) {
		a, b = b, a // now a is the smaller one, if that is known
	}
	if x.notNegative(sub(b, a)) {
		if sym == symMin {
			return intShape(a)
		}
		return intShape(b)
	}
	return x.int(types.AppSize(sym, inOrder(a, b)...))
}

// inOrder is the arguments of a minimum or maximum.
func inOrder(a, b *size) []*size {
	if a.String() > b.String() {
		a, b = b, a
	}
	return []*size{a, b}
}

func (x *analysis) boolPrim(op string, args []*shape) *shape {
	a := args[0].cond
	switch op {
	case "not":
		return boolShape(negate(a))
	case "and":
		return boolShape(and(a, args[1].cond))
	case "or":
		return boolShape(or(a, args[1].cond))
	case "btoi":
		return x.bit(a)
	case "select":
		return x.selected(a, args[1], args[2])
	}
	return nil
}

// bit is 1 if c holds, else 0.
func (x *analysis) bit(c *cond) *shape {
	switch {
	case c == yes:
		return intShape(constant(1))
	case c == no:
		return intShape(constant(0))
	}
	return x.between(constant(0), constant(1))
}

// selected is one of two scalars.
func (x *analysis) selected(c *cond, a, b *shape) *shape {
	switch {
	case c == yes:
		return a
	case c == no:
		return b
	case a.kind == types.KBool:
		return boolShape(or(and(c, a.cond), and(negate(c), b.cond)))
	}
	return x.join(a, b, 0)
}
