package harlan

// Values: int64, float64, bool, byte (a char), string, uint64, and those below.

import (
	"fmt"
	"strconv"
	"strings"

	"nessiec/ir/value"
)

type (
	nothing struct{}          // void
	vector  struct{ e []any } // by pointer: it can be changed
	data    struct {          // of a datatype, by pointer
		con    *constructor
		fields []any
	}
	closure struct { // a procedure, by pointer
		code     *function
		captures []any
	}
	tuple  []any
	again  []any                 // the next iteration of a loop
	handle struct{ value.Value } // an open file
)

// text appends the text of v, as print prints it.
func (r *machine) text(b []byte, v any) []byte {
	switch v := v.(type) {
	case int64:
		return strconv.AppendInt(b, v, 10)
	case uint64:
		return strconv.AppendUint(b, v, 10)
	case float64:
		return r.appendFloat(b, v)
	case bool:
		if v {
			return append(b, '1')
		}
		return append(b, '0')
	case byte:
		return append(b, v)
	case string:
		return append(b, v...)
	case *vector:
		return r.vectorText(b, v)
	case *data:
		b = append(append(b, '('), v.con.name...)
		for _, x := range v.fields {
			b = r.text(append(b, ' '), x)
		}
		return append(b, ')')
	}
	panic("harlan: a value that has no text")
}

func (r *machine) vectorText(b []byte, v *vector) []byte {
	b = append(b, '[')
	for i, x := range v.e {
		if i > 0 {
			switch x.(type) {
			case *vector, *data:
				b = append(b, " \n "...)
			default:
				b = append(b, ' ')
			}
		}
		b = r.text(b, x)
	}
	return append(b, ']')
}

// appendFloat is %.10g of C, of the digits that a float has in nessiec; the sign of zero is
// lost.
func (r *machine) appendFloat(b []byte, x float64) []byte {
	switch {
	case x == 0:
		return append(b, '0')
	case x-x != 0: // NaN, +Inf, -Inf
		return append(b, strings.ToLower(strings.TrimPrefix(strconv.FormatFloat(x, 'g', -1, 64), "+"))...)
	case x < 0:
		b = append(b, '-')
	}
	const k = 10
	digits := strconv.FormatInt(r.num.DecimalDigits(x, k), 10) + strconv.FormatInt(r.num.DecimalRest(x, k), 10)
	digits = strings.TrimRight(digits, "0")
	e := int(r.num.DecimalExponent(x, k))
	n := len(digits)
	switch {
	case e < -4 || e >= k:
		b = append(b, digits[0])
		if n > 1 {
			b = append(append(b, '.'), digits[1:]...)
		}
		return fmt.Appendf(b, "e%+03d", e)
	case e < 0:
		return append(append(append(b, "0."...), strings.Repeat("0", -e-1)...), digits...)
	case n <= e+1:
		return append(append(b, digits...), strings.Repeat("0", e+1-n)...)
	}
	return append(append(append(b, digits[:e+1]...), '.'), digits[e+1:]...)
}

// equal is whether two values of one type are equal, deeply.
func equal(a, b any) bool {
	switch a := a.(type) {
	case *vector:
		return equalAll(a.e, b.(*vector).e)
	case *data:
		d := b.(*data)
		return a.con == d.con && equalAll(a.fields, d.fields)
	}
	return a == b
}

func equalAll(as, bs []any) bool {
	if len(as) != len(bs) {
		return false
	}
	for i := range as {
		if !equal(as[i], bs[i]) {
			return false
		}
	}
	return true
}
