package module

// What is where in memory:
//
//	pools   the first free block of every size, as addresses
//	errors  the error area of kir: the word and the slots of sites
//	calls   the first places of calls in progress
//	data    constants
//	locals  what is written in vain, and local arrays: those of one kernel at a time
//	areas   errors and local arrays of other workers (share.go)
//	heap    arrays
//
// An array is at the address of its first element, a multiple of 16. Before it
// are four numbers: its elements, its owners, the class of its block, and its
// bytes or, while it is free, the next free one. Behind its last element are 64
// bytes of its block, so that element 0 can be read of any array. All arrays are
// above mostOffset (address.go).

import (
	"encoding/binary"

	w "nessiec/backends/wasm/encode"
	"nessiec/ir/types"
)

// The header of an array, at negative offsets from its first element.
const (
	HeaderBytes = 16
	CountAt     = 0
	ownersAt    = 4
	classAt     = 8
	bytesAt     = 12 // or the next free block
	behind      = 64 // bytes behind the last element
)

// NowhereBytes is the room, before local arrays, for an element that nobody reads.
const NowhereBytes = 16

const (
	poolsAt    = 1024 // no array has a small address
	poolsBytes = 4 * 4 * 32
	firstCalls = 1024 // bytes of calls in progress, at first
)

// A layout is the part of memory that is given out so far, and what is in it.
type layout struct {
	callsAt    uint32
	At         uint32            // where the next constant goes
	constants  map[string]uint32 // those that are there
	LocalBytes uint32            // of the kernel with most local arrays
	LocalsAt   *w.Global
}

// Start gives out the parts whose size is known.
func (e *Emitter) Start() {
	e.constants = map[string]uint32{}
	e.Errors = poolsAt + poolsBytes
	width := uint32(e.Num.IntBits() / 8)
	var area []byte
	for range e.ErrorWords() {
		area = binary.LittleEndian.AppendUint64(area, uint64(e.NoError()))[:len(area)+int(width)]
	}
	e.Data = append(e.Data, w.Segment{At: e.Errors, Bytes: area})
	e.callsAt = (e.Errors + uint32(len(area)) + 15) &^ 15
	e.At = e.callsAt + firstCalls
}

// Constant is the address of bytes that are in memory from the start.
func (e *Emitter) Constant(bytes []byte) uint32 {
	at, ok := e.constants[string(bytes)]
	if !ok {
		at = e.At
		e.At = (e.At + uint32(len(bytes)) + 15) &^ 15
		e.constants[string(bytes)] = at
		if len(bytes) > 0 {
			e.Data = append(e.Data, w.Segment{At: at, Bytes: bytes})
		}
	}
	return at
}

// Finish gives out the rest.
func (e *Emitter) Finish() {
	locals := max(e.At, MostOffset)
	e.LocalsAt.Init = int32(locals)
	heap := (locals + e.LocalBytes + behind + 15) &^ 15
	if e.Share != nil {
		heap = e.Share.giveAreas(heap, uint32(e.ErrorWords())<<e.Shift(types.Int), e.LocalBytes)
	}
	e.heap.Init, e.heapFirst.Init = int32(heap), int32(heap)
	e.Pages = (heap+w.PageSize-1)/w.PageSize + 1
}

// MostOffset is the largest constant part of an address. Arrays are above it, so
// that an index without its constant part, which may be negative, does not lead
// below address 0.
const MostOffset = 1 << 16
