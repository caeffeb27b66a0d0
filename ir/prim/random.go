package prim

// Random numbers with explicit keys (PASSES G7). A key is an int, so the
// generator of ir/value is applied to its bits, zero-extended:
//
//	mix(k, x)         Mix(k, x), the low bits
//	rand_int(k, v)    RandInt(Mix(k, 0), v)
//	rand_float(k, v)  RandFloat(Mix(k, 0), v)
//
// The hidden keys, which the pass thread-random writes and which the evaluator
// of the languages before it follows, are defined by source positions p (the
// int of an ir.Pos), so they do not depend on the order of passes. In code
// with key k
//
//	rand(v) at p              draws with the key mix(k, p)
//	a call or Apply at p      runs its function with the key mix(k, p)
//	Each, EachIf at p         runs body and condition for element i of its
//	                          sequences with the key mix(mix(k, p), i)
//	let x = e in b            where e may reach rand_seed: b has the key rand_key()
//	an action of the program  runs its function with the key rand_key()
//
// rand_key() is mix of the last seed; -seed sets the first one, default 0.

import (
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// MixKey is mix(k, x).
func MixKey(n value.Num, k, x int64) int64 {
	return n.Wrap(int64(value.Mix(keyBits(n, k), keyBits(n, x))))
}

// SeedKey is the key that the seed s stands for.
func SeedKey(n value.Num, s int64) int64 { return n.Wrap(int64(value.SeedKey(s))) }

func keyBits(n value.Num, k int64) uint64 {
	if n.Int64 {
		return uint64(k)
	}
	return uint64(uint32(k))
}

// RandInt is rand_int(k, v).
func RandInt(n value.Num, k, v int64) int64 { return n.RandInt(value.Mix(keyBits(n, k), 0), v) }

// RandFloat is rand_float(k, v).
func RandFloat(n value.Num, k int64, v float64) float64 {
	return n.RandFloat(value.Mix(keyBits(n, k), 0), v)
}

func randFloatOf(n value.Num, _ types.Kind) Op {
	return Op{Two: func(k, v Word) Word { return FloatWord(RandFloat(n, k, WordFloat(v))) }}
}
