package vm

// Frames and the registers in them.

import (
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// A Reg is a register of a function: a word or a vector, at a fixed place of
// every frame.
type Reg struct {
	Kind types.Kind // of the word, or of the elements of the vector
	Vec  bool
	at   int
}

// A Vector is a flat vector of scalars of one kind, as words. It is never
// changed once another register holds it.
type Vector struct {
	Kind  types.Kind
	Words []prim.Word
	holds int  // registers that hold it
	table bool // a column of a table, which takes no memory of its own
}

// A Frame is the registers of one activation of a function.
type Frame struct {
	words    []prim.Word
	vecs     []*Vector
	failed   int           // the check that stopped the current element, in program order
	combined [][]prim.Word // what an epilogue gets
	run      *run          // counters and limits of the machine
}

// Word is the value of a scalar register.
func (f *Frame) Word(r Reg) prim.Word { return f.words[r.at] }

// Set assigns to a scalar register.
func (f *Frame) Set(r Reg, w prim.Word) { f.words[r.at] = w }

// Vector is the value of a vector register.
func (f *Frame) Vector(r Reg) *Vector { return f.vecs[r.at] }

// Hold assigns to a vector register; it keeps count of the bytes that
// registers hold.
func (f *Frame) Hold(r Reg, v *Vector) {
	old := f.vecs[r.at]
	f.vecs[r.at] = v
	f.run.hold(v)
	f.run.drop(old)
}

// drop empties the vector registers when the activation ends.
func (f *Frame) drop() {
	for _, v := range f.vecs {
		f.run.drop(v)
	}
}

// At is element i of vector r; out of range it is zero.
func (f *Frame) at(r, i Reg) prim.Word {
	ws, k := f.vecs[r.at].Words, f.words[i.at]
	if uint64(k) < uint64(len(ws)) {
		return ws[k]
	}
	return 0
}
