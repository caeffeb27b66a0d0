package kir

// The memory through which the groups of a launch hand sums on (Chain).

import "nessiec/ir/types"

// ChainWords is the words of 32 bits that values of the types ts fill in the
// state of a Chain, for each group, with ints and floats of the given bits;
// bools and chars take one each.
func ChainWords(ts []*types.Type, intBits, floatBits int) int {
	words := 0
	for _, t := range ts {
		switch t.Kind {
		case types.KInt:
			words += intBits / 32
		case types.KFloat:
			words += floatBits / 32
		default:
			words++
		}
	}
	return words
}

// ChainSize is the elements of the state of a Chain for that many groups and
// words for each: 64 bits a word, which a mark stands beside, and 64 more.
func ChainSize(groups int64, words, intBits int) int64 {
	return (groups*int64(words) + 1) * int64(64/intBits)
}
