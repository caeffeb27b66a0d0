package prim

// Random numbers with explicit keys. A key has 64 bits, whatever
// the size of an int: as two ints, of which each holds 32 bits, the high half
// first. The generator of ir/value is applied to the key h, l; x is extended
// with its sign, so numbers do not depend on the size of an int where the type
// of what is drawn does not:
//
//	mix_hi(h, l, x), mix_lo(h, l, x)   the halves of Mix(key, x)
//	rand_int(h, l, v)                  RandInt(key, v)
//	rand_float(h, l, v)                RandFloat(key, v)
//
// Up to the pass thread-random keys are hidden; evaluators keep one in every
// call. In code with key k
//
//	rand(v)                   draws with the key k
//	a call or Apply           runs its function with the key k
//	Each, EachIf              runs body and condition for element i of its
//	                          sequences with the key mix(k, i)
//	foldin n e                runs e with the key mix(k, -1-n)
//	newkey e                  runs e with the key rand_key()
//	an action of the program  runs its function with the key 0
//
// The front end writes foldin wherever a key would be used twice (drawkeys.go
// there). rand_key() is mix(s, c) after c others since the last seed, which s
// stands for; -seed sets the first one, default 0.
//
// Mix(k, x) is a permutation of x, so elements of one map never share a key;
// any other two of n keys are equal with the probability of a birthday, less
// than n*n / 2^65.

import (
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// Key is the key in two halves.
func Key(h, l int64) uint64 { return uint64(uint32(h))<<32 | uint64(uint32(l)) }

// Halves are the ints that hold the key k.
func Halves(k uint64) (h, l int64) { return int64(int32(k >> 32)), int64(int32(k)) }

// FoldKey is the key of foldin n in code with the key k.
func FoldKey(k uint64, n int) uint64 { return value.Mix(k, uint64(FoldPart(n))) }

// FoldPart is the part that foldin n is of a key.
func FoldPart(n int) int64 { return -1 - int64(n) }

func mixHigh(h, l, x int64) int64 {
	h, _ = Halves(value.Mix(Key(h, l), uint64(x)))
	return h
}

func mixLow(h, l, x int64) int64 {
	_, l = Halves(value.Mix(Key(h, l), uint64(x)))
	return l
}

func mixOf(f func(h, l, x int64) int64) Eval {
	return func(value.Num, types.Kind) Op { return Op{Three: f} }
}

func randIntOf(n value.Num, _ types.Kind) Op {
	return Op{Three: func(h, l, v Word) Word { return n.RandInt(Key(h, l), v) }}
}

func randFloatOf(n value.Num, _ types.Kind) Op {
	return Op{Three: func(h, l, v Word) Word { return FloatWord(n.RandFloat(Key(h, l), WordFloat(v))) }}
}
