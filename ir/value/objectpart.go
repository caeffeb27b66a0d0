package value

// Single lines of the object format, for programs that read and write objects
// array by array.

import (
	"bufio"

	"nessiec/ir/types"
)

// AppendVector appends a vector of a base type.
func (n Num) AppendVector(b []byte, s Seq) []byte { return appendLeaf(b, Leaf{Seq: s}) }

// AppendLengths appends the lengths of segments.
func (n Num) AppendLengths(b []byte, lens Ints) []byte {
	return appendLeaf(b, Leaf{Lens: true, Seq: lens})
}

// ReadLengths reads the lengths of segments, any number of them.
func (n Num) ReadLengths(r *bufio.Reader) (Seq, error) {
	o := objectReader{num: n, in: r}
	return o.array(types.Int, true, -1)
}
