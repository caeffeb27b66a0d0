package property

// Random numbers do not repeat: elements have different keys, and so have
// places, calls and steps of a recursion, as far as can be tried.

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"nessiec/grammar"
	"nessiec/ir/value"
	"nessiec/passes/pass"
)

// tuples are programs whose result is n tuples of w numbers, one after another.
var tuples = []struct {
	name, source string
	w            int
}{
	{"elements", "flatten({[rand(j), rand(j), rand(j)] : j in dist(1073741824, %d)})", 3},
	{"rows", "flatten({flatten({[rand(j), rand(j), rand(j)] : j in dist(1073741824, 100)}) : i in index(%d / 100)})", 3},
	{"calls", "function roll(j) = [rand(j), rand(j), rand(j)];\nflatten({roll(1073741824) ++ roll(1073741824) : j in index(%d / 2)})", 3},
	{"recursion", "function rolls(j, n) = if n == 0 then [] int else [rand(j), rand(j), rand(j)] ++ rolls(j, n - 1);\n" +
		"flatten({rolls(1073741824, 20) : i in index(%d / 20)})", 3},
}

// No two of 100,000 tuples of 90 bits are equal, on ten seeds; with
// NESSIEC_LONG=1 no two of a million.
func TestDistinctTuples(t *testing.T) {
	n := 100_000
	if os.Getenv("NESSIEC_LONG") != "" {
		n = 1_000_000
	}
	for _, s := range tuples {
		for seed := range int64(10) {
			if s.name != "elements" && seed > 1 {
				break
			}
			o := pass.DefaultOptions()
			o.Seed = seed
			xs := drawn(t, fmt.Sprintf(s.source, n), grammar.NestedElaborated.Language, o)
			if len(xs) != s.w*n {
				t.Fatalf("%s: %d numbers, want %d", s.name, len(xs), s.w*n)
			}
			seen := make(map[[3]int]bool, n)
			for i := 0; i < len(xs); i += s.w {
				seen[[3]int(xs[i:])] = true
			}
			if len(seen) != n {
				t.Errorf("%s, seed %d: %d of %d tuples are like another", s.name, seed, n-len(seen), n)
			}
		}
	}
}

// Mix is a permutation of the part, so all elements of one map have different
// keys, however many there are: the part follows from the key that was made.
func TestMixIsAPermutation(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for range 100_000 {
		k, x := r.Uint64(), r.Uint64()
		if got := unmix(k, value.Mix(k, x)); got != x {
			t.Fatalf("part %d of key %d comes back as %d", x, k, got)
		}
	}
}

// unmix is the part x with Mix(k, x) = z.
func unmix(k, z uint64) uint64 {
	unshift := func(z uint64, n uint) uint64 { // undoes z ^ z>>n
		for s := n; s < 64; s *= 2 {
			z ^= z >> s
		}
		return z
	}
	inverse := func(a uint64) uint64 { // of an odd number, modulo 2^64
		x := a
		for range 6 {
			x *= 2 - a*x
		}
		return x
	}
	z = unshift(z, 31) * inverse(0x94D049BB133111EB)
	z = unshift(z, 27) * inverse(0xBF58476D1CE4E5B9)
	return (unshift(z, 30)-k)*inverse(0x9E3779B97F4A7C15) - 1
}

// Keys of maps in maps, and of places in elements, are different: a million,
// with NESSIEC_LONG=1 a hundred million.
func TestDistinctKeys(t *testing.T) {
	rows := 500
	if os.Getenv("NESSIEC_LONG") != "" {
		rows = 5000
	}
	top := value.Mix(value.SeedKey(0), 0)
	keys := make([]uint64, 0, 4*rows*rows)
	for i := range rows {
		row := value.Mix(top, uint64(i))
		for j := range rows {
			k := value.Mix(row, uint64(j))
			keys = append(keys, k)
			for place := 1; place < 4; place++ {
				keys = append(keys, value.Mix(k, uint64(-1-int64(place))))
			}
		}
	}
	slices.Sort(keys)
	if n := len(slices.Compact(keys)); n != 4*rows*rows {
		t.Errorf("%d of %d keys are like another", 4*rows*rows-n, 4*rows*rows)
	}
}
