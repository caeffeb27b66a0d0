package value

// The order of values: that of sort and rank.

import (
	"cmp"
	"math"
)

// Compare says whether a comes before b (-1), after it (1), or neither (0):
// floats in the order of their bits, f before t, tuples and sequences in the
// order of dictionaries. The values are of one ordered type.
func Compare(a, b Value) int {
	switch a := a.(type) {
	case Int:
		return cmp.Compare(a, b.(Int))
	case Char:
		return cmp.Compare(a, b.(Char))
	case Float:
		return cmp.Compare(FloatOrder(float64(a)), FloatOrder(float64(b.(Float))))
	case Bool:
		return cmp.Compare(boolOrder(a), boolOrder(b.(Bool)))
	case Tuple:
		for i, b := range b.(Tuple) {
			if c := Compare(a[i], b); c != 0 {
				return c
			}
		}
		return 0
	case Seq:
		b := b.(Seq)
		for i := range min(a.Len(), b.Len()) {
			if c := Compare(a.At(i), b.At(i)); c != 0 {
				return c
			}
		}
		return cmp.Compare(a.Len(), b.Len())
	}
	panic("value: no order")
}

func boolOrder(b Bool) int {
	if b {
		return 1
	}
	return 0
}

// FloatOrder maps floats to ints in the order of their bits, so that -0.0 comes
// before 0.0.
func FloatOrder(x float64) int64 {
	w := int64(math.Float64bits(x))
	if w < 0 {
		return w ^ math.MaxInt64
	}
	return w
}

// Precedes reports whether a comes before b: floats by <, others in their order.
func Precedes(a, b Value) bool {
	if x, ok := a.(Float); ok {
		return x < b.(Float)
	}
	return Order(a, b) < 0
}

// Order is Compare with floats in the order of their values, NaN first; 0.0 and -0.0 are equal.
func Order(a, b Value) int {
	switch a := a.(type) {
	case Float:
		return cmp.Compare(float64(a), float64(b.(Float)))
	case Tuple:
		for i, b := range b.(Tuple) {
			if c := Order(a[i], b); c != 0 {
				return c
			}
		}
		return 0
	case Seq:
		b := b.(Seq)
		for i := range min(a.Len(), b.Len()) {
			if c := Order(a.At(i), b.At(i)); c != 0 {
				return c
			}
		}
		return cmp.Compare(a.Len(), b.Len())
	}
	return Compare(a, b)
}
