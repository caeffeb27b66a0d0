package device

// Descriptions of targets: everything lower-kernels knows about devices.

import "nessiec/passes/pass"

// A Target says how work is divided. A program is correct on any device
// whatever its target; it is tuned for one.
type Target struct {
	Name   string
	Local  int // work-items of a group; 1 means that a group is a sequential loop without barriers
	Chunks int // the most groups of a kernel whose groups each take a chunk of the elements
	Grain  int // the least elements of a chunk, a multiple of Local
	Slice  int // work-items that rank their digits together in a sort, at most Local
}

// CPU gives every group one work-item and a long run of elements.
func CPU() Target { return Target{Name: "cpu", Local: 1, Chunks: 64, Grain: 4096, Slice: 1} }

// GPU has coalesced groups, a work-item per element where order allows it.
func GPU() Target { return Target{Name: "gpu", Local: 256, Chunks: 512, Grain: 1024, Slice: 32} }

// TargetOf is the description that the options ask for; CUDA has GPUs only.
func TargetOf(o pass.Options) Target {
	if o.Device == "gpu" || o.Target == "cuda" {
		return GPU()
	}
	return CPU()
}

// sequential reports whether a group is a loop of one work-item.
func (t Target) sequential() bool { return t.Local == 1 }
