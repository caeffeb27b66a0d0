package value

// Counter-based random numbers: a number is a pure function of a
// 64-bit key, so every target gives the same ones, element by element, in any
// order. The mixing function is the finalizer of SplitMix64 (Steele, Lea and
// Flood, OOPSLA 2014) over the key plus a multiple of the golden ratio:
//
//	fin(z):    z ^= z>>30; z *= 0xBF58476D1CE4E5B9; z ^= z>>27; z *= 0x94D049BB133111EB; z ^= z>>31
//	Mix(k, x) = fin(k + (x+1) * 0x9E3779B97F4A7C15)        all modulo 2^64
//
// so Mix(k, 0), Mix(k, 1), ... are 2^64 different keys, the SplitMix64 stream seeded with k. All of
// it is unsigned integer arithmetic, plus one multiplication for floats.

import "math/bits"

// SeedKey is the key that -seed and rand_seed set: Mix of a fixed number.
func SeedKey(seed int64) uint64 { return Mix(0x6E65736C, uint64(seed)) }

// Mix derives the key of part x (a call site, an element index) from key k.
func Mix(k, x uint64) uint64 {
	z := k + (x+1)*0x9E3779B97F4A7C15
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// RandInt is the int in [0, v) that key k, itself a result of Mix, stands
// for: the high half of the product of its top bits with v. 0 if v <= 0.
func (n Num) RandInt(k uint64, v int64) int64 {
	if v <= 0 {
		return 0
	}
	if n.Int64 {
		hi, _ := bits.Mul64(k, uint64(v))
		return int64(hi)
	}
	return int64((k >> 32) * uint64(v) >> 32)
}

// RandFloat is the float in [0, v) that key k, itself a result of Mix, stands
// for: its top 53 (single: 24) bits as a fraction, times v. 0 unless v > 0.
func (n Num) RandFloat(k uint64, v float64) float64 {
	u := float64(k>>11) * 0x1p-53
	if n.Float32 {
		u = float64(k>>40) * 0x1p-24
	}
	if x := n.FMul(u, v); x < v { // false for NaN, v <= 0, and rounding up to a subnormal v
		return x
	}
	return 0
}
