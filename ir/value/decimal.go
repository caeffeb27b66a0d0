package value

// The decimal digits of a float, as the primitives decimal_digits,
// decimal_rest and decimal_exponent see them; nes_decimal.h gives the same on every target.
//
// |x| is rounded correctly (half to even) to 15 significant digits, 7 for a
// single, whose digits beyond that are noise. Fewer digits are those rounded
// again, half away from zero, which is what decimal readers expect of
// 0.123456785.

import (
	"math"
	"strconv"
)

// Digits is the number of significant digits of a float at top level.
func (n Num) Digits() int {
	if n.Float32 {
		return 7
	}
	return 15
}

// leading is how many digits DecimalDigits has at most: so many fit an int of 32 bits.
const leading = 9

// DecimalDigits is the first k significant digits of |x| rounded to k digits (1 to 15), at
// most 9 of them, as an int; 0 for 0, infinities and NaN.
func (n Num) DecimalDigits(x float64, k int64) int64 {
	if !proper(x) {
		return 0
	}
	k = rounding(k)
	return n.decimal(x, int(k)).number(0, min(int(k), leading))
}

// DecimalRest is the digits of |x| rounded to k digits (1 to 15) behind the first 9.
func (n Num) DecimalRest(x float64, k int64) int64 {
	if !proper(x) {
		return 0
	}
	k = rounding(k)
	return n.decimal(x, int(k)).number(leading, int(k))
}

// DecimalExponent is the power of ten of the first of those digits; 0 for 0,
// infinities and NaN.
func (n Num) DecimalExponent(x float64, k int64) int64 {
	if !proper(x) {
		return 0
	}
	return int64(n.decimal(x, int(rounding(k))).exp)
}

// rounding is the number of digits to round to.
func rounding(k int64) int64 { return min(max(k, 1), 15) }

// number is the digits from i to j, 0 behind the last one.
func (d decimal) number(i, j int) int64 {
	r := int64(0)
	for ; i < j; i++ {
		r *= 10
		if i < len(d.digits) {
			r += int64(d.digits[i] - '0')
		}
	}
	return r
}

// proper reports whether x is finite and not 0.
func proper(x float64) bool { return x != 0 && x-x == 0 }

// decimal is (-1)^neg * d.ddd * 10^exp with digits d, the first one not 0 and,
// beyond it, the last one not 0.
type decimal struct {
	neg    bool
	digits []byte
	exp    int
}

// decimal is a finite x /= 0 with at most k digits.
func (n Num) decimal(x float64, k int) decimal {
	prec := n.Digits()
	s := strconv.AppendFloat(make([]byte, 0, 32), math.Abs(x), 'e', prec-1, 64)
	d := decimal{neg: x < 0}
	s[1] = s[0] // d.ddd becomes dddd
	d.digits = s[1 : prec+1]
	e := s[prec+2:]
	for _, c := range e[1:] {
		d.exp = 10*d.exp + int(c-'0')
	}
	if e[0] == '-' {
		d.exp = -d.exp
	}
	d.round(k)
	return d
}

// round keeps at most k digits, half away from zero, and drops zeros.
func (d *decimal) round(k int) {
	if len(d.digits) > k {
		up := d.digits[k] >= '5'
		d.digits = d.digits[:k]
		for i := k - 1; up && i >= 0; i-- {
			up = d.digits[i] == '9'
			if up {
				d.digits[i] = '0'
			} else {
				d.digits[i]++
			}
		}
		if up { // 9.99 became 10.0
			d.digits[0] = '1'
			d.exp++
		}
	}
	m := len(d.digits)
	for m > 1 && d.digits[m-1] == '0' {
		m--
	}
	d.digits = d.digits[:m]
}
