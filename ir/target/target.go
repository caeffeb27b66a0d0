// Package target describes where programs go: targets, what their code can say, and the
// kinds of devices that it is tuned for. Passes know no more of a backend.
//
//	Desc          a kind of device: all that lowering knows of it
//	Target        a name, its kinds of devices, and its capabilities (targets.go)
//	Capabilities  what code for a target can say (targets.go)
package target

import "nessiec/ir/value"

// A Desc says how work is divided on a kind of device. A program is correct on any
// device, whatever it is tuned for.
type Desc struct {
	Name       string
	Local      int  // work-items of a group; 1 means that a group is a sequential loop without barriers
	Chunks     int  // the most groups of a kernel whose groups each take a chunk of the elements
	Grain      int  // the least elements of a chunk, a multiple of Local
	Warp       int  // work-items that exchange values and rank digits together; divides Local
	Items      int  // the most elements of a work-item in a tile
	Plain      int  // the same where elements are what lies in memory, or little more; 0: no more than Items
	Chains     bool // groups may wait for groups of lower numbers
	Lanes      int  // elements that a loop takes at a time, in lanes; 0: one
	Vectorised bool // what compiles the code makes vectors of loops over elements next to each other, flags too

	// Tiles of products: how many rows and columns of entries a work-item has (a
	// sequential one has so many rows at a time), and the bytes of local memory.
	TileRows, TileCols, TileBytes int

	Waits bool // to wait for what launches make takes as long as many of them

	Ranks bool // launches are divided among ranks: kernels say what they can of what groups touch

	Level int // elements that keep the device busy: where more would be made and stored together, they go in halves, one after the other

	Most int // elements of rows that are divided wherever rows begin; 0: as many as an int of 32 bits counts
}

// LocalBytes is how much local memory the elements of a tile may take.
const LocalBytes = 24576

// CPU gives every group one work-item and a long run of elements.
func CPU() Desc {
	return Desc{Name: "cpu", Local: 1, Chunks: 64, Grain: 4096, Level: 1 << 16, Warp: 1, Lanes: 8, Vectorised: true,
		TileRows: 4, TileCols: 64, TileBytes: 1 << 15}
}

// GPU has coalesced groups, a work-item per element where order allows it.
func GPU() Desc {
	return Desc{Name: "gpu", Waits: true, Local: 256, Chunks: 512, Grain: 1024, Level: 1 << 24, Warp: 32, Items: 11, Plain: 23,
		TileRows: 4, TileCols: 4, TileBytes: LocalBytes}
}

// ChainedGPU is a GPU whose groups make progress: those that run go on running.
func ChainedGPU() Desc {
	t := GPU()
	t.Name, t.Chains = "chained", true
	return t
}

// Serial reports whether a group is a loop of one work-item.
func (t Desc) Serial() bool { return t.Local == 1 }

// MostElements is how many elements groups may divide among them.
func (t Desc) MostElements() int {
	if t.Most > 0 {
		return t.Most
	}
	return int(value.Num{}.MostElements())
}
