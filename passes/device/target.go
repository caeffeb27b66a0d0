package device

// Descriptions of targets: everything lower-kernels knows about devices.

import (
	"nessiec/ir/value"
	"nessiec/passes/pass"
)

// A Target says how work is divided. A program is correct on any device
// whatever its target; it is tuned for one.
type Target struct {
	Name   string
	Local  int  // work-items of a group; 1 means that a group is a sequential loop without barriers
	Chunks int  // the most groups of a kernel whose groups each take a chunk of the elements
	Grain  int  // the least elements of a chunk, a multiple of Local
	Warp   int  // work-items that exchange values and rank digits together; divides Local
	Items  int  // the most elements of a work-item in a tile
	Chains bool // groups may wait for groups of lower numbers
	Lanes  int  // elements that a loop takes at a time, in lanes; 0: one

	// Tiles of products: how many rows and columns of entries a work-item has (a
	// sequential one has so many rows at a time), and the bytes of local memory.
	TileRows, TileCols, TileBytes int

	Most int // elements of rows that are divided wherever rows begin; 0: as many as an int of 32 bits counts
}

// most is how many elements groups may divide among them.
func (t Target) most() int {
	if t.Most > 0 {
		return t.Most
	}
	return int(value.Num{}.MostElements())
}

// CPU gives every group one work-item and a long run of elements.
func CPU() Target {
	return Target{Name: "cpu", Local: 1, Chunks: 64, Grain: 4096, Warp: 1, Lanes: 8,
		TileRows: 4, TileCols: 64, TileBytes: 1 << 15}
}

// GPU has coalesced groups, a work-item per element where order allows it.
func GPU() Target {
	return Target{Name: "gpu", Local: 256, Chunks: 512, Grain: 1024, Warp: 32, Items: 11,
		TileRows: 4, TileCols: 4, TileBytes: tileBytes}
}

// CUDA is a GPU whose groups make progress: those that run go on running.
func CUDA() Target {
	t := GPU()
	t.Name, t.Chains = "cuda", true
	return t
}

// TargetOf is the description that the options ask for.
func TargetOf(o pass.Options) Target {
	switch {
	case o.Target == "cuda":
		return CUDA()
	case o.Device == "gpu":
		return GPU()
	}
	return CPU()
}

// sequential reports whether a group is a loop of one work-item.
func (t Target) sequential() bool { return t.Local == 1 }
