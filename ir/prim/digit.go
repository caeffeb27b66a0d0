package prim

// Digits of sort keys.

import (
	"math"

	"nessiec/ir/types"
	"nessiec/ir/value"
)

// Digit is byte i of the number that orders words of kind k.
func Digit(num value.Num, k types.Kind, w, i Word) Word {
	var key uint64
	switch {
	case k == types.KFloat && num.Float32:
		bits := math.Float32bits(float32(WordFloat(w)))
		if bits>>31 != 0 {
			bits = ^bits
		} else {
			bits |= 1 << 31
		}
		key = uint64(bits)
	case k == types.KChar:
		key = uint64(w)
	case k == types.KFloat || num.Int64:
		key = uint64(SortKey(k, w)) ^ 1<<63
	default:
		key = uint64(uint32(w) ^ 1<<31)
	}
	return Word(key >> (8 * uint(i)) & 255)
}
