package flat

// The minimum cut against all sets of values, on small random graphs.

import (
	"math/rand/v2"
	"testing"
)

func TestLeastCut(t *testing.T) {
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 1))
		n := 1 + r.IntN(8)
		weights, from := make([]int, n), make([][]int, n)
		given, needed := make([]bool, n), make([]bool, n)
		g := newCut()
		ids := make([]int, n)
		for i := range n {
			weights[i] = r.IntN(20)
			ids[i] = g.value(weights[i])
			for j := range i {
				if r.IntN(3) == 0 {
					from[i] = append(from[i], j)
					g.from(ids[j], ids[i])
				}
			}
			if len(from[i]) == 0 {
				given[i] = true
				g.given(ids[i])
			}
			if i == n-1 || r.IntN(4) == 0 {
				needed[i] = true
				g.needed(ids[i])
			}
		}
		// enough reports whether all that is needed follows from the values in set
		enough := func(set int) bool {
			var can func(i int) bool
			can = func(i int) bool {
				if set>>i&1 != 0 {
					return true
				}
				for _, j := range from[i] {
					if !can(j) {
						return false
					}
				}
				return !given[i]
			}
			for i := range n {
				if needed[i] && !can(i) {
					return false
				}
			}
			return true
		}
		best := -1
		for set := range 1 << n {
			w := 0
			for i := range n {
				w += set >> i & 1 * weights[i]
			}
			if enough(set) && (best < 0 || w < best) {
				best = w
			}
		}
		cut, weight := g.minCut()
		set, sum := 0, 0
		for i := range n {
			if cut[ids[i]] {
				set |= 1 << i
				sum += weights[i]
			}
		}
		if weight != best || sum != best || !enough(set) {
			t.Errorf("seed %d: a cut of weight %d, values of %d, where %d is least", seed, weight, sum, best)
		}
	}
}
