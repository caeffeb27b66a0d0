package sizes

// Ints that have a name, and what is known of their values.

import (
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// Define learns what is known of the int x, which a primitive yields for args (Facts). It
// reports whether that is all there is: there is nothing to add if more is known of args.
func (k *Known) Define(x *types.Size, op prim.Code, args ...*types.Size) bool {
	facts, all := k.Facts(x, op, args...)
	for _, d := range facts {
		k.LearnNotNegative(d)
	}
	return all
}

// Facts are integers that are not negative, as x is what a primitive yields for args: the
// values of its operands, of a selection those that it selects from. All is set if there
// are no others, whatever is known of args.
func (k *Known) Facts(x *types.Size, op prim.Code, args ...*types.Size) (facts []*types.Size, all bool) {
	if op == prim.Btoi {
		return between(Const(0), x, Const(1)), true
	}
	if len(args) == 2 {
		switch a, b := args[0], args[1]; op {
		case prim.Div:
			return k.quotient(x, a, b)
		case prim.Rem:
			return k.remainder(x, a, b)
		case prim.And:
			return k.masked(x, a, b)
		case prim.Select:
			least, most := k.Apply(prim.Min, a, b), k.Apply(prim.Max, a, b)
			if least == nil || most == nil {
				return nil, false
			}
			return between(least, x, most), true
		}
	}
	n := k.Apply(op, args...)
	if n == nil || IsWrapped(n) {
		return nil, false
	}
	return between(n, x, n), true
}

// between says lo <= x <= hi, of integers.
func between(lo, x, hi *types.Size) []*types.Size { return []*types.Size{Sub(x, lo), Sub(hi, x)} }

// quotient is about x = a / b, which is 0 if b is, where neither is negative.
func (k *Known) quotient(x, a, b *types.Size) (facts []*types.Size, all bool) {
	if !k.NotNegative(a) || !k.NotNegative(b) {
		return nil, false
	}
	facts = between(Const(0), x, a)
	switch {
	case b.Op == types.SizeConst && b.N > 0:
		rest := Sub(a, Mul(x, b))
		return append(facts, between(Const(0), rest, Sub(b, Const(1)))...), true
	case k.NotNegative(Sub(a, Const(1))) && k.NotNegative(Sub(b, Const(2))):
		return append(facts, Between(x, a)), true
	}
	return facts, false
}

// remainder is about x = a rem b, which is 0 if b is, where neither is negative.
func (k *Known) remainder(x, a, b *types.Size) (facts []*types.Size, all bool) {
	if !k.NotNegative(a) || !k.NotNegative(b) {
		return nil, false
	}
	facts = between(Const(0), x, a)
	if !k.NotNegative(Sub(b, Const(1))) {
		return facts, false
	}
	return append(facts, Between(x, b)), true
}

// masked is about x = a and b, bit by bit: no more than either that is not negative.
func (k *Known) masked(x, a, b *types.Size) (facts []*types.Size, all bool) {
	all = true
	for _, m := range []*types.Size{a, b} {
		if k.NotNegative(m) {
			facts = append(facts, between(Const(0), x, m)...)
		} else {
			all = false
		}
	}
	return facts, all
}
