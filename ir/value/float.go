package value

// The total operations on floats and the conversions between int and float.
// Every result is rounded once to the width of float: for + - * / and sqrt a
// double result rounded to single is the correctly rounded single result.

import "math"

// HugeFloat is the identity of min_val on floats, and -HugeFloat that of
// max_val: NESL has the C float 1e36 there, not infinity.
const HugeFloat = float64(float32(1e36))

// Round reduces x to the width of float.
func (n Num) Round(x float64) float64 {
	if n.Float32 {
		return float64(float32(x))
	}
	return x
}

// FAdd is x + y.
func (n Num) FAdd(x, y float64) float64 { return n.Round(float64(x + y)) }

// FSub is x - y.
func (n Num) FSub(x, y float64) float64 { return n.Round(float64(x - y)) }

// FMul is x * y; the conversion forbids fusing it with an addition.
func (n Num) FMul(x, y float64) float64 { return n.Round(float64(x * y)) }

// FDiv is x / y as IEEE has it: division by zero gives an infinity or NaN.
func (n Num) FDiv(x, y float64) float64 { return n.Round(float64(x / y)) }

// FNeg is 0.0 - x, so that the negation of 0.0 is +0.0.
func (n Num) FNeg(x float64) float64 { return 0 - x }

// FAbs is x if x > 0 and 0.0 - x otherwise.
func (n Num) FAbs(x float64) float64 {
	if x > 0 {
		return x
	}
	return 0 - x
}

// FMax is y if y > x, else x; so x when either is NaN. Thus what is no number does not
// count in the largest of several that begins with a number, however these are grouped.
func (n Num) FMax(x, y float64) float64 {
	if y > x {
		return y
	}
	return x
}

// FMin is y if y < x, else x, as FMax is.
func (n Num) FMin(x, y float64) float64 {
	if y < x {
		return y
	}
	return x
}

// Sqrt is correctly rounded; NaN for negative x.
func (n Num) Sqrt(x float64) float64 { return n.Round(math.Sqrt(x)) }

// The functions below come from the library of each target; results agree to
// a few units in the last place, not bit by bit.

// Ln is the natural logarithm; -inf at 0, NaN below.
func (n Num) Ln(x float64) float64 {
	if 0 < x && x < 0x1p-1022 { // math.Log is wrong on subnormal numbers on some machines
		return n.Round(math.Log(x*0x1p54) - 54*math.Ln2)
	}
	return n.Round(math.Log(x))
}

// Exp is e to the x.
func (n Num) Exp(x float64) float64 { return n.Round(math.Exp(x)) }

// Sin is the sine of x radians.
func (n Num) Sin(x float64) float64 { return n.Round(math.Sin(x)) }

// Cos is the cosine of x radians.
func (n Num) Cos(x float64) float64 { return n.Round(math.Cos(x)) }

// Tan is the tangent of x radians.
func (n Num) Tan(x float64) float64 { return n.Round(math.Tan(x)) }

// Asin is the arc sine in radians; NaN outside -1..1.
func (n Num) Asin(x float64) float64 { return n.Round(math.Asin(x)) }

// Acos is the arc cosine in radians; NaN outside -1..1.
func (n Num) Acos(x float64) float64 { return n.Round(math.Acos(x)) }

// Atan is the arc tangent in radians.
func (n Num) Atan(x float64) float64 { return n.Round(math.Atan(x)) }

// Sinh is the hyperbolic sine.
func (n Num) Sinh(x float64) float64 { return n.Round(math.Sinh(x)) }

// Cosh is the hyperbolic cosine.
func (n Num) Cosh(x float64) float64 { return n.Round(math.Cosh(x)) }

// Tanh is the hyperbolic tangent.
func (n Num) Tanh(x float64) float64 { return n.Round(math.Tanh(x)) }

// Float converts an int, rounding once.
func (n Num) Float(x int64) float64 {
	if n.Float32 {
		return float64(float32(x))
	}
	return float64(x)
}

// Trunc converts toward zero; out of range or NaN gives min_int.
func (n Num) Trunc(x float64) int64 { return n.toInt(math.Trunc(x)) }

// Floor converts to the next int below; out of range or NaN gives min_int.
func (n Num) Floor(x float64) int64 { return n.toInt(math.Floor(x)) }

// Ceil converts to the next int above; out of range or NaN gives min_int.
func (n Num) Ceil(x float64) int64 { return n.toInt(math.Ceil(x)) }

// RoundInt is NESL's round: trunc(x + 0.5), so RoundInt(-2.6) = -2.
func (n Num) RoundInt(x float64) int64 { return n.Trunc(n.FAdd(x, 0.5)) }

// toInt converts an integral x.
func (n Num) toInt(x float64) int64 {
	limit := 0x1p31
	if n.Int64 {
		limit = 0x1p63
	}
	if x >= -limit && x < limit {
		return int64(x)
	}
	return n.MinInt()
}
