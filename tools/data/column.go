package data

// Columns: what formats have in common.

import "fmt"

// A content is what a column holds.
type content uint8

const (
	ints    content = iota
	floats          // of 32 or 64 bits
	bools           //
	bytesOf         // chars, or numbers from 0 to 255
	lists           // element i is elem[offsets[i] : offsets[i+1]]
	records         // tuples: the fields, all of n elements
)

var contentNames = [...]string{"ints", "floats", "bools", "bytes", "sequences", "tuples"}

func (c content) String() string { return contentNames[c] }

// A column is n values of one kind.
type column struct {
	name    string // in the file, "" if it has none
	n       int
	is      content
	ints    []int64
	floats  []float64
	bools   []bool
	bytes   []byte
	offsets []int64
	elem    *column
	fields  []*column
}

// describe is what c holds, for messages.
func (c *column) describe() string {
	switch c.is {
	case lists:
		return "sequences of " + c.elem.describe()
	case records:
		return fmt.Sprintf("tuples of %d", len(c.fields))
	}
	return c.is.String()
}

// checkOffsets reports offsets that do not go up from 0 to what there is.
func checkOffsets(offsets []int64, elements int) error {
	last := int64(0)
	for i, o := range offsets {
		if o < last || o > int64(elements) || i == 0 && o != 0 {
			return &Problem{Row: i + 1, Msg: fmt.Sprintf("the offset %d is out of order or beyond the %d elements", o, elements)}
		}
		last = o
	}
	if len(offsets) == 0 || last != int64(elements) {
		return fmt.Errorf("the last offset is not the number of elements, %d", elements)
	}
	return nil
}

// even is the offsets of n lists of the same length.
func even(n, length int) []int64 {
	out := make([]int64, n+1)
	for i := range out {
		out[i] = int64(i * length)
	}
	return out
}
