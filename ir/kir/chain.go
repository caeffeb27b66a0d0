package kir

// The memory through which the groups of a launch hand sums on (Chain).

import "nessiec/ir/types"

// ChainWords is the words of 32 bits that values of the types ts fill in the
// state of a Chain, for each group, with ints and floats of the given bits: as
// many as they fill as members of a struct of C, in this order.
func ChainWords(ts []*types.Type, intBits, floatBits int) int {
	const word = 4
	end := 0
	for _, t := range ts {
		size := chainBytes(t, intBits, floatBits)
		end = (end+size-1)/size*size + size
	}
	align := ChainAlign(ts, intBits, floatBits)
	return (end + align - 1) / align * align / word
}

// ChainAlign is the alignment of that struct, in bytes, which is that of a word
// at least.
func ChainAlign(ts []*types.Type, intBits, floatBits int) int {
	align := 4
	for _, t := range ts {
		align = max(align, chainBytes(t, intBits, floatBits))
	}
	return align
}

// chainBytes is the size of a value, a power of two to which it is aligned.
func chainBytes(t *types.Type, intBits, floatBits int) int {
	switch t.Kind {
	case types.KInt:
		return intBits / 8
	case types.KFloat:
		return floatBits / 8
	}
	return 1
}

// ChainSize is the elements of the state of a Chain for that many groups and
// words for each: 64 bits a word, which a mark stands beside, and 64 more.
func ChainSize(groups int64, words, intBits int) int64 {
	return (groups*int64(words) + 1) * int64(64/intBits)
}
