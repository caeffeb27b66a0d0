package value

// The table of total integer operations (DESIGN 12), one for all targets, the
// interpreters and the constant folder. backends/clike/runtime/nes_num.h is
// the same table in C; a test compares the two on extreme values.

import (
	"math"
	"math/bits"
)

// Num says how wide int and float are in a program. The zero value is the
// default: 32-bit ints, double floats. Arguments of its methods must already
// be wrapped (Wrap) and rounded (Round); results are.
type Num struct {
	Int64   bool // int has 64 bits
	Float32 bool // float is IEEE single
}

// IntBits is 32 or 64.
func (n Num) IntBits() int {
	if n.Int64 {
		return 64
	}
	return 32
}

// FloatBits is 64 or 32.
func (n Num) FloatBits() int {
	if n.Float32 {
		return 32
	}
	return 64
}

// MaxInt is the largest int, the result of min_val([] int).
func (n Num) MaxInt() int64 {
	if n.Int64 {
		return math.MaxInt64
	}
	return math.MaxInt32
}

// MinInt is the smallest int, the result of max_val([] int).
func (n Num) MinInt() int64 { return -n.MaxInt() - 1 }

// Wrap reduces x to the width of int, two's complement.
func (n Num) Wrap(x int64) int64 {
	if n.Int64 {
		return x
	}
	return int64(int32(x))
}

// Add is x + y, wrapped.
func (n Num) Add(x, y int64) int64 { return n.Wrap(x + y) }

// Sub is x - y, wrapped.
func (n Num) Sub(x, y int64) int64 { return n.Wrap(x - y) }

// Mul is x * y, wrapped.
func (n Num) Mul(x, y int64) int64 { return n.Wrap(x * y) }

// AddSize is x + y for sizes, which are not negative: MaxInt if that is too large
// for an int. It is associative.
func (n Num) AddSize(x, y int64) int64 {
	s := uint64(x) + uint64(y)
	if !n.Int64 {
		s = uint64(uint32(x) + uint32(y))
	}
	return int64(min(s, uint64(n.MaxInt())))
}

// AddOffset is x + y for offsets: modulo the number of ints that are not negative, and
// negative from where the sum is too large for an int. It is associative.
func (n Num) AddOffset(x, y int64) int64 {
	return n.Wrap(x&n.MaxInt()+y&n.MaxInt()) | (x|y)&n.MinInt()
}

// OffsetSize is the size that an offset says: MaxInt if that is too large for an int.
func (n Num) OffsetSize(x int64) int64 {
	if x < 0 {
		return n.MaxInt()
	}
	return x
}

// MulSize is x * y for sizes, which are not negative: MaxInt if that is too large
// for an int.
func (n Num) MulSize(x, y int64) int64 {
	if x > 0 && y > n.MaxInt()/x {
		return n.MaxInt()
	}
	return n.Mul(x, y)
}

// MostElements is how many indices an index space may have. It leaves room for
// the bounds of a chunk that ends behind the last of them.
func (n Num) MostElements() int64 { return n.MaxInt() - n.MaxInt()/16 }

// Neg is 0 - x, wrapped: Neg(min_int) = min_int.
func (n Num) Neg(x int64) int64 { return n.Wrap(-x) }

// Abs is the absolute value, wrapped: Abs(min_int) = min_int.
func (n Num) Abs(x int64) int64 {
	if x > 0 {
		return x
	}
	return n.Wrap(-x)
}

// Div truncates toward zero; x/0 = 0 and min_int/-1 = min_int.
func (n Num) Div(x, y int64) int64 {
	if y == 0 {
		return 0
	}
	return n.Wrap(x / y)
}

// Rem has the sign of x; Rem(x, 0) = 0 and Rem(min_int, -1) = 0.
func (n Num) Rem(x, y int64) int64 {
	if y == 0 {
		return 0
	}
	return x % y
}

// Mod has the sign of y; Mod(x, 0) = 0.
func (n Num) Mod(x, y int64) int64 {
	r := n.Rem(x, y)
	if r != 0 && (r < 0) != (y < 0) {
		r += y
	}
	return r
}

// Shl shifts left by c mod the width.
func (n Num) Shl(x, c int64) int64 { return n.Wrap(x << n.count(c)) }

// Shr shifts right by c mod the width, keeping the sign.
func (n Num) Shr(x, c int64) int64 { return x >> n.count(c) }

func (n Num) count(c int64) uint { return uint(c & int64(n.IntBits()-1)) }

// PopCount is how many bits of x are ones.
func (n Num) PopCount(x int64) int64 {
	if n.Int64 {
		return int64(bits.OnesCount64(uint64(x)))
	}
	return int64(bits.OnesCount32(uint32(x)))
}

// And is the bitwise and.
func (n Num) And(x, y int64) int64 { return x & y }

// Or is the bitwise or.
func (n Num) Or(x, y int64) int64 { return x | y }

// Xor is the bitwise exclusive or.
func (n Num) Xor(x, y int64) int64 { return x ^ y }

// Not is the one's complement.
func (n Num) Not(x int64) int64 { return ^x }

// Max is the larger one.
func (n Num) Max(x, y int64) int64 { return max(x, y) }

// Min is the smaller one.
func (n Num) Min(x, y int64) int64 { return min(x, y) }

// CodeChar is the char whose code is the lowest byte of x.
func (n Num) CodeChar(x int64) byte { return byte(x) }

// CharCode is the code of c.
func (n Num) CharCode(c int32) int64 { return int64(c) }

// Btoi is 1 for true, 0 for false.
func (n Num) Btoi(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
