package prim

// Scalar operations on the parts of floats, which NESL's hash needs to be
// equal on all targets.

import (
	"math"

	"nessiec/ir/types"
	"nessiec/ir/value"
)

// floatExponent is log2 of |x| truncated toward zero, from the bits: 0 for
// zero, infinities and NaN.
func floatExponent(_ value.Num, x float64) int64 {
	if x == 0 || math.IsInf(x, 0) || x != x {
		return 0
	}
	frac, e := math.Frexp(math.Abs(x)) // |x| = frac * 2^e, 0.5 <= frac < 1
	if e <= 0 && frac != 0.5 {
		return int64(e)
	}
	return int64(e) - 1
}

// ldexpOf is x * 2^i, rounded once.
func ldexpOf(n value.Num, _ types.Kind) Op {
	return Op{Two: func(x, i Word) Word {
		i = max(min(i, 5000), -5000) // beyond, every float is infinite or zero
		return FloatWord(n.Round(math.Ldexp(WordFloat(x), int(i))))
	}}
}

// decimalOf makes an Eval of a function of a float and a number of digits.
func decimalOf(f func(value.Num, float64, int64) int64) Eval {
	return func(n value.Num, _ types.Kind) Op {
		return Op{Two: func(x, k Word) Word { return f(n, WordFloat(x), k) }}
	}
}
