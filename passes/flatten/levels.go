package flatten

// Levels of types: of which element a size is.

import (
	"fmt"

	"nessiec/ir/types"
	"nessiec/passes/sizes"
)

// elementType is the type of the elements of a sequence of type t that are those of sp.
// The index of the level that is gone, $1, becomes that of sp, whatever the level is in
// the type of the value at hand: the rows of p, in a map in a map, and those of what both
// maps make are of other levels, and p.2{$1} would be said of both.
func (b *block) elementType(t *types.Type, sp *indexSpace) *types.Type {
	index := b.indexOf(sp)
	return t.Elem().Map(func(t *types.Type) *types.Type {
		if len(t.Sizes) == 0 || !t.Sizes[0].Varies() {
			return t
		}
		return t.WithSizes(sizes.Open(t.Sizes[0], index))
	})
}

// indexOf is the number of an element of sp, in sizes.
func (b *block) indexOf(sp *indexSpace) *types.Size {
	if sp.index == nil {
		root := b.hostOf()
		for root.parent != nil {
			root = root.parent
		}
		root.indices++
		sp.index = types.OpenIndex(fmt.Sprintf("space.%d", root.indices))
	}
	return sp.index
}
