package object

// Single lines of the object format, for programs that read and write objects
// array by array.

import (
	"bufio"

	"nessiec/ir/types"
	"nessiec/ir/value"
)

// AppendVector appends a vector of a base type.
func AppendVector(n value.Num, b []byte, s value.Seq) []byte {
	return appendLeaf(b, value.Leaf{Seq: s})
}

// AppendLengths appends the lengths of segments.
func AppendLengths(n value.Num, b []byte, lens value.Ints) []byte {
	return appendLeaf(b, value.Leaf{Lens: true, Seq: lens})
}

// ReadLengths reads the lengths of segments, any number of them.
func ReadLengths(n value.Num, r *bufio.Reader) (value.Seq, error) {
	o := objectReader{num: n, in: r}
	return o.array(types.Int, true, -1)
}
