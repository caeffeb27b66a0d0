package prim

// Reduction operators: the monoids of reductions and scans [lcu §4.1],
// typed by the element they combine.

import (
	"math"

	"nessiec/ir/types"
	"nessiec/ir/value"
)

// A Rop is a reduction operator.
type Rop uint8

// The operators. Id passes an array through unreduced. Set and Arbitrary are for scatters
// only, where the stored value replaces the old one: Set where places differ, Arbitrary
// where they need not. Join combines tuples by code that stands beside it, and its
// identities are zeros. Rank makes directories of flags, and is for these only.
const (
	RAdd Rop = iota
	RMul
	RMax
	RMin
	RAnd
	ROr
	RXor
	RSize   // the sum of sizes, which does not wrap
	ROffset // the sum of sizes, as the offset behind them
	RId
	RSet
	RArbitrary
	RJoin
	RRank
)

// FlagBits is how many flags an int of a directory holds, whatever its size.
const FlagBits = 32

// ropCodes are the primitives that combine two elements.
var ropCodes = [...]Code{RAdd: Add, RMul: Mul, RMax: Max, RMin: Min, RAnd: And, ROr: Or, RXor: Xor, RSize: AddSize, ROffset: AddOffset}

var ropNames = map[Rop]string{RId: "id", RSet: "set", RArbitrary: "arbitrary", RJoin: "join", RRank: "rank"}

func (r Rop) String() string {
	if r < RId {
		return ropCodes[r].String()
	}
	return ropNames[r]
}

// ParseRop reads the name of an operator.
func ParseRop(s string) (Rop, bool) {
	for r := RAdd; r <= RRank; r++ {
		if r.String() == s {
			return r, true
		}
	}
	return 0, false
}

// RopOf is the operator that combines two elements by a primitive.
func RopOf(c Code) (Rop, bool) {
	for r, of := range ropCodes {
		if of == c {
			return Rop(r), true
		}
	}
	return 0, false
}

// Prim is the scalar primitive that combines two elements; nil for
// those that are none.
func (r Rop) Prim() *Prim {
	if r >= RId {
		return nil
	}
	return ropCodes[r].Prim()
}

// Combine is the operation on words of kind k: Combine(n, k)(total so far,
// next element). It is nil for operators that are no primitive.
func (r Rop) Combine(n value.Num, k types.Kind) func(x, y Word) Word {
	p := r.Prim()
	if p == nil {
		return nil
	}
	return p.Eval(n, k).Two
}

// Identity is the word of kind k that a reduction starts from (reference
// section 8.3): max_val([] int) is min_int, max_val([] float) is about -1e36,
// and of chars the first one: the byte 0, the last one being 255.
func (r Rop) Identity(n value.Num, k types.Kind) Word {
	switch r {
	case RMul:
		if k == types.KFloat {
			return FloatWord(1)
		}
		return 1
	case RMax:
		return extreme(k, n.MinInt(), 0, -value.HugeFloat)
	case RMin:
		return extreme(k, n.MaxInt(), math.MaxUint8, value.HugeFloat)
	case RAnd:
		if k == types.KBool {
			return 1
		}
		return -1
	}
	return 0
}

func extreme(k types.Kind, i, char int64, f float64) Word {
	switch k {
	case types.KFloat:
		return FloatWord(f)
	case types.KChar:
		return char
	}
	return i
}

// Combines reports whether r combines elements of type t; those that combine
// nothing do not, nor does join, which combines tuples.
func (r Rop) Combines(t *types.Type) bool {
	switch r {
	case RAdd, RMul:
		return t.Kind == types.KInt || t.Kind == types.KFloat
	case RSize, ROffset:
		return t.Kind == types.KInt
	case RMax, RMin:
		return t.Kind == types.KInt || t.Kind == types.KFloat || t.Kind == types.KChar
	case RAnd, ROr, RXor:
		return t.Kind == types.KBool || t.Kind == types.KInt
	}
	return false
}
