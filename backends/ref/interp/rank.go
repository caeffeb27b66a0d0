package interp

// Sorting for rank and rank_down.

import (
	"slices"

	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// Rank is the place of every key, of kind k, in the stable ascending or
// descending order; floats go by their bits.
func Rank(keys []prim.Word, k types.Kind, down bool) []int64 {
	order := make([]int, len(keys))
	sorted := make([]int64, len(keys))
	for i, w := range keys {
		order[i] = i
		sorted[i] = prim.SortKey(k, w)
		if down {
			sorted[i] = ^sorted[i] // reverses the order, and is its own inverse
		}
	}
	slices.SortStableFunc(order, func(i, j int) int {
		switch {
		case sorted[i] < sorted[j]:
			return -1
		case sorted[i] > sorted[j]:
			return 1
		}
		return 0
	})
	rank := make([]int64, len(keys))
	for place, i := range order {
		rank[i] = int64(place)
	}
	return rank
}
