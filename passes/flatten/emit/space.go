package emit

// Index spaces, and the index of an element in sizes.

import (
	"fmt"

	"nessiec/ir/fkl"
	"nessiec/ir/types"
	"nessiec/passes/sizes"
)

// An Space is an index space. With sd it is segmented: its elements are those
// of the segments of sd, in order.
type Space struct {
	N       fkl.Expr
	Sd      fkl.Expr
	Regular bool     // all segments of sd have one length
	Each    fkl.Expr // which is this, if it is known here

	index *types.Size // the number of an element, in sizes; nil while nobody has asked
}

// Levels of types: of which element a size is.

// ElementType is the type of the elements of a sequence of type t that are those of sp.
// The index of the level that is gone, $1, becomes that of sp, whatever the level is in
// the type of the value at hand: the rows of p, in a map in a map, and those of what both
// maps make are of other levels, and p.2{$1} would be said of both.
func (b *Block) ElementType(t *types.Type, sp *Space) *types.Type {
	index := b.indexOf(sp)
	return t.Elem().Map(func(t *types.Type) *types.Type {
		if len(t.Sizes) == 0 || !t.Sizes[0].Varies() {
			return t
		}
		return t.WithSizes(sizes.Open(t.Sizes[0], index))
	})
}

// indexOf is the number of an element of sp, in sizes.
func (b *Block) indexOf(sp *Space) *types.Size {
	if sp.index == nil {
		root := b.HostOf()
		for root.Parent != nil {
			root = root.Parent
		}
		root.indices++
		sp.index = types.OpenIndex(fmt.Sprintf("space.%d", root.indices))
	}
	return sp.index
}
