package harlan

// Values: int64, float64, bool, byte (a char), string, uint64, and those below.

import (
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
		return appendFloat(b, v)
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

// appendFloat is %.9g of C; the sign of zero is lost.
func appendFloat(b []byte, x float64) []byte {
	if x == 0 {
		return append(b, '0')
	}
	s := strconv.FormatFloat(x, 'e', 8, 64)
	mantissa, exponent, ok := strings.Cut(s, "e")
	if !ok { // NaN, +Inf, -Inf
		return append(b, strings.ToLower(strings.TrimPrefix(s, "+"))...)
	}
	if e, err := strconv.Atoi(exponent); err == nil && e >= -4 && e <= 8 {
		s = strconv.FormatFloat(x, 'f', 8-e, 64)
		if strings.Contains(s, ".") {
			s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
		}
		return append(b, s...)
	}
	return append(b, strings.TrimRight(strings.TrimRight(mantissa, "0"), ".")+"e"+exponent...)
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
