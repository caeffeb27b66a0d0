package prim

// Words: scalars of any base type as 64 bits, so that an evaluator can keep
// them in one array and does not box them.

import (
	"math"

	"nessiec/ir/types"
	"nessiec/ir/value"
)

// A Word is a scalar: an int as it is, a char by its code, a bool as 0 or 1, a float as
// the bits of a double.
type Word = int64

// FloatWord is the word of x.
func FloatWord(x float64) Word { return Word(math.Float64bits(x)) }

// WordFloat is the float of w.
func WordFloat(w Word) float64 { return math.Float64frombits(uint64(w)) }

// BoolWord is the word of b.
func BoolWord(b bool) Word {
	if b {
		return 1
	}
	return 0
}

// ToWord is the word of a scalar value.
func ToWord(v value.Value) Word {
	switch v := v.(type) {
	case value.Int:
		return Word(v)
	case value.Float:
		return FloatWord(float64(v))
	case value.Bool:
		return BoolWord(bool(v))
	case value.Char:
		return Word(v)
	}
	panic("prim: not a scalar")
}

// FromWord is the value of w as a scalar of kind k (or a stream).
func FromWord(k types.Kind, w Word) value.Value {
	switch k {
	case types.KInt, types.KStream:
		return value.Int(w)
	case types.KFloat:
		return value.Float(WordFloat(w))
	case types.KBool:
		return value.Bool(w != 0)
	case types.KChar:
		return value.Char(w)
	}
	panic("prim: not a base type")
}

// SortKey maps a word of kind k to an int64 in the order of rank: floats in
// the order of their bits, so that -0.0 comes before 0.0.
func SortKey(k types.Kind, w Word) int64 {
	if k == types.KFloat {
		return value.FloatOrder(WordFloat(w))
	}
	return w
}
