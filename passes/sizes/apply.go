package sizes

// The values of primitives on ints, and what comparisons say.

import (
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// Int is the value of an int that is d unless it wraps; nil if d is too large to be
// followed.
func (k *Known) Int(d *types.Size) *types.Size {
	switch {
	case TooLarge(d):
		return nil
	case d.Op == types.SizeConst && d.N >= -k.safeInt-1 && d.N <= k.safeInt, len(d.Args) == 0 && d.Op != types.SizeConst:
		return d
	case d.Op == types.SizeApp:
		return d
	}
	l := linearOf(d)
	lo, hi := within(l, k.rangeOf)
	switch {
	case !l.bad && lo >= -k.safeInt-1 && hi <= k.safeInt:
		return d
	case k.NotNegative(Sub(Const(k.safeInt), d)) && k.NotNegative(Add(d, Const(k.safeInt+1))):
		return d
	}
	return Wrapped(d)
}

// TooLarge reports whether a size has more nodes than values of ints may have.
func TooLarge(d *types.Size) bool { return Weight(d) > maxWeight }

// Positive is the larger one of n and 0.
func (k *Known) Positive(n *types.Size) *types.Size {
	if k.NotNegative(n) {
		return n
	}
	return types.AppSize(fnPos, n)
}

// Apply is the value of a primitive on ints, or nil if there is no rule for it or it is
// too large.
func (k *Known) Apply(op prim.Code, args ...*types.Size) *types.Size {
	a := args[0]
	if op == prim.Neg {
		return k.Int(Mul(a, Const(-1)))
	}
	if len(args) != 2 {
		return nil
	}
	b := args[1]
	switch op {
	case prim.Add:
		return k.Int(Add(a, b))
	case prim.Sub:
		return k.Int(Sub(a, b))
	case prim.Mul:
		return k.Int(Mul(a, b))
	case prim.Div:
		return k.divide(fnDiv, a, b)
	case prim.Rem:
		return k.divide(fnRem, a, b)
	case prim.Min:
		return k.oneOf(fnMin, a, b)
	case prim.Max:
		return k.oneOf(fnMax, a, b)
	}
	return nil
}

// divide is a quotient or a remainder.
func (k *Known) divide(fn string, a, b *types.Size) *types.Size {
	if b.Op == types.SizeConst && b.N > 0 && a.Op == types.SizeConst {
		if fn == fnDiv {
			return Const(a.N / b.N)
		}
		return Const(a.N % b.N)
	}
	if fn == fnDiv && (b.Op != types.SizeConst || b.N <= 0) {
		return nil
	}
	return k.Int(types.AppSize(fn, a, b))
}

// oneOf is the minimum or maximum of two ints.
func (k *Known) oneOf(fn string, a, b *types.Size) *types.Size {
	if k.NotNegative(Sub(a, b)) {
		a, b = b, a // now a is the smaller one, if that is known
	}
	if k.NotNegative(Sub(b, a)) {
		if fn == fnMin {
			return a
		}
		return b
	}
	return k.Int(types.AppSize(fn, inOrder(a, b)...))
}

// Compare is what a comparison of two ints says, nil if op is none.
func Compare(op prim.Code, a, b *types.Size) *Cond {
	switch op {
	case prim.Eq:
		return Equal(a, b)
	case prim.Ne:
		return Negate(Equal(a, b))
	case prim.Lt:
		return Less(a, b)
	case prim.Le:
		return LessEq(a, b)
	case prim.Gt:
		return Less(b, a)
	case prim.Ge:
		return LessEq(b, a)
	}
	return nil
}
