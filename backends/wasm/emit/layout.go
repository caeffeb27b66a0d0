package emit

// What is where in memory:
//
//	pools   the first free block of every size, as addresses
//	errors  the error area of kir: the word and the slots of sites
//	calls   the first places of calls in progress
//	data    constants
//	locals  local arrays: those of one kernel at a time
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
	headerBytes = 16
	countAt     = 0
	ownersAt    = 4
	classAt     = 8
	bytesAt     = 12 // or the next free block
	behind      = 64 // bytes behind the last element
)

const (
	poolsAt    = 1024 // no array has a small address
	poolsBytes = 4 * 4 * 32
	firstCalls = 1024 // bytes of calls in progress, at first
)

// A layout is the part of memory that is given out so far, and what is in it.
type layout struct {
	callsAt    uint32
	at         uint32            // where the next constant goes
	constants  map[string]uint32 // those that are there
	localBytes uint32            // of the kernel with most local arrays
	localsAt   *w.Global
}

// start gives out the parts whose size is known.
func (e *emitter) start() {
	e.constants = map[string]uint32{}
	e.Errors = poolsAt + poolsBytes
	width := uint32(e.Num.IntBits() / 8)
	var area []byte
	for range e.ErrorWords() {
		area = binary.LittleEndian.AppendUint64(area, uint64(e.NoError()))[:len(area)+int(width)]
	}
	e.Data = append(e.Data, w.Segment{At: e.Errors, Bytes: area})
	e.callsAt = (e.Errors + uint32(len(area)) + 15) &^ 15
	e.at = e.callsAt + firstCalls
}

// constant is the address of bytes that are in memory from the start.
func (e *emitter) constant(bytes []byte) uint32 {
	at, ok := e.constants[string(bytes)]
	if !ok {
		at = e.at
		e.at = (e.at + uint32(len(bytes)) + 15) &^ 15
		e.constants[string(bytes)] = at
		if len(bytes) > 0 {
			e.Data = append(e.Data, w.Segment{At: at, Bytes: bytes})
		}
	}
	return at
}

// finish gives out the rest.
func (e *emitter) finish() {
	locals := max(e.at, mostOffset)
	e.localsAt.Init = int32(locals)
	heap := (locals + e.localBytes + behind + 15) &^ 15
	if e.Share != nil {
		heap = e.Share.giveAreas(heap, uint32(e.ErrorWords())<<e.Shift(types.Int), e.localBytes)
	}
	e.heap.Init, e.heapFirst.Init = int32(heap), int32(heap)
	e.Pages = (heap+w.PageSize-1)/w.PageSize + 1
}
