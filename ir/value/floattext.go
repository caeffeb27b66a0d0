package value

// Floats as decimal text: the top-level format (15 significant digits), the
// format of @ (8 digits) and exp_string. The digits are those of decimal.go,
// trailing zeros dropped. The sign of zero and of NaN is lost; infinities print
// as inf and -inf. nes_text.h writes the same.

import (
	"math"
	"strconv"
)

// Special appends what is not a finite number other than 0.
func Special(b []byte, x float64) ([]byte, bool) {
	switch {
	case x == 0:
		return append(b, "0.0"...), true
	case x != x:
		return append(b, "nan"...), true
	case math.IsInf(x, 1):
		return append(b, "inf"...), true
	case math.IsInf(x, -1):
		return append(b, "-inf"...), true
	}
	return b, false
}

// AppendFloat appends x as the top level prints it: 0.333333333333333, 1.0E7.
func (n Num) AppendFloat(b []byte, x float64) []byte {
	b, done := Special(b, x)
	if done {
		return b
	}
	d := n.decimal(x, n.Digits())
	return d.append(b, "E")
}

// AppendFloat8 appends x as @ prints it: 0.33333333, 1.0e+7.
func (n Num) AppendFloat8(b []byte, x float64) []byte {
	b, done := Special(b, x)
	if done {
		return b
	}
	d := n.decimal(x, 8)
	return d.append(b, "e+")
}

// append chooses between plain and exponent form.
func (d *decimal) append(b []byte, e string) []byte {
	if d.neg {
		b = append(b, '-')
	}
	if d.exp < -3 || d.exp > 6 {
		b = append(b, d.digits[0], '.')
		b = appendOr0(b, d.digits[1:])
		return d.appendExp(b, e)
	}
	if d.exp < 0 {
		b = append(b, "0."...)
		b = zeroPad(b, -d.exp-1)
		return append(b, d.digits...)
	}
	whole := min(d.exp+1, len(d.digits))
	b = append(b, d.digits[:whole]...)
	b = zeroPad(b, d.exp+1-whole)
	b = append(b, '.')
	return appendOr0(b, d.digits[whole:])
}

// appendExp appends e and the exponent; the second byte of e is the sign to
// write when it is not negative.
func (d *decimal) appendExp(b []byte, e string) []byte {
	if d.exp < 0 {
		e = e[:1]
	}
	return strconv.AppendInt(append(b, e...), int64(d.exp), 10)
}

func appendOr0(b, digits []byte) []byte {
	if len(digits) == 0 {
		return append(b, '0')
	}
	return append(b, digits...)
}

func zeroPad(b []byte, n int) []byte {
	for range n {
		b = append(b, '0')
	}
	return b
}

// MaxExpDigits is the most digits after the point that exp_string takes; the
// library reports a larger number, and this package uses the limit instead.
const MaxExpDigits = 8

// ExpString is NESL's exp_string(x, d): d digits after the point, always with
// an exponent: 1.235e+3. Zero is 0.0 whatever d is.
func (n Num) ExpString(x float64, d int64) string {
	b, done := Special(nil, x)
	if done {
		return string(b)
	}
	k := int(min(max(d, 0), MaxExpDigits)) + 1
	v := n.decimal(x, k)
	if v.neg {
		b = append(b, '-')
	}
	b = append(b, v.digits[0], '.')
	b = append(b, v.digits[1:]...)
	b = zeroPad(b, k-len(v.digits))
	return string(v.appendExp(b, "e+"))
}
