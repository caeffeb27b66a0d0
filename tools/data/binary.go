package data

// The form in which compiled programs read and write values: the arrays of the value
// as they are in memory, which are mapped or copied and not parsed. All numbers are
// little-endian.
//
//	bytes  0..7    "NESLDATA"
//	       8..11   1: the version
//	      12..15   bits of ints: 32 or 64
//	      16..19   bits of floats: 32 or 64
//	      20..23   k: the number of arrays
//	      24..31   n: the length of the descriptor
//	      32..     the descriptor of the type, as value.Descriptor writes it: i d b c for
//	               int float bool char, [x] for sequences, (x,y) for tuples
//	then, from the next multiple of 64 bytes on
//	               k times two numbers of 64 bits: the elements of an array, and where in
//	               the file it starts, a multiple of 64
//	then           the arrays
//
// The arrays are those of a vector of one such value (ir/value/flatten.go), outside
// in: a base type is one array; a tuple the arrays of its components; a sequence its
// offsets, which are ints, the first 0 and one more than there are sequences, and then
// the arrays of its elements. Ints and floats have the bits that the header says, bools
// and chars are bytes. So the value of a [[float]] with n rows has three arrays: 0 and
// n; the n+1 offsets of rows; the floats.

import (
	"encoding/binary"
	"fmt"

	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// Binary is the form of compiled programs.
var Binary = Format{Name: "nesldata", Suffixes: []string{".nesldata"}, Doc: "any value: the form that compiled programs read and write",
	read: readBinary, write: writeBinary}

const (
	binaryMagic = "NESLDATA"
	binaryStart = 32 // of the descriptor
	binaryAlign = 64
)

func aligned(n int) int { return (n + binaryAlign - 1) / binaryAlign * binaryAlign }

func writeBinary(v value.Value, t *types.Type, num value.Num) ([]byte, error) {
	if t.Has(types.KFun) || t.Has(types.KStream) {
		return nil, fmt.Errorf("a value of type %s cannot be written", value.TypeText(t))
	}
	descriptor := value.Descriptor(t)
	leaves := value.Flatten(v, t)
	b := append(make([]byte, 0, 4096), binaryMagic...)
	for _, n := range []int{1, num.IntBits(), num.FloatBits(), len(leaves)} {
		b = binary.LittleEndian.AppendUint32(b, uint32(n))
	}
	b = binary.LittleEndian.AppendUint64(b, uint64(len(descriptor)))
	b = append(b, descriptor...)
	b = append(b, make([]byte, aligned(len(b))-len(b))...)
	table := len(b)
	b = append(b, make([]byte, 16*len(leaves))...)
	for i, l := range leaves {
		c, err := columnOf(l.Seq, prim.ElemOf(l.Seq))
		if err != nil {
			return nil, err
		}
		if l.Lens {
			c.ints, c.n = offsetsOf(c.ints), c.n+1
		}
		b = append(b, make([]byte, aligned(len(b))-len(b))...)
		binary.LittleEndian.PutUint64(b[table+16*i:], uint64(c.n))
		binary.LittleEndian.PutUint64(b[table+16*i+8:], uint64(len(b)))
		_, body := encodeNumbers(c, num)
		b = append(b, body...)
	}
	return b, nil
}

func offsetsOf(lens []int64) []int64 {
	out := make([]int64, len(lens)+1)
	for i, n := range lens {
		out[i+1] = out[i] + n
	}
	return out
}

func readBinary(b []byte, t *types.Type, num value.Num) (value.Value, error) {
	r := binaryReader{b: b, num: num}
	if len(b) < binaryStart || string(b[:8]) != binaryMagic {
		return nil, fmt.Errorf("this is no data of a compiled program")
	}
	head := func(at int) int64 { return int64(binary.LittleEndian.Uint32(b[at:])) }
	if v := head(8); v != 1 {
		return nil, fmt.Errorf("this is data of version %d, and not 1", v)
	}
	r.ints, r.floats = head(12), head(16)
	n := int64(binary.LittleEndian.Uint64(b[24:]))
	if n < 0 || n > int64(len(b)-binaryStart) || r.ints != 32 && r.ints != 64 || r.floats != 32 && r.floats != 64 {
		return nil, fmt.Errorf("the header is damaged")
	}
	descriptor := string(b[binaryStart : binaryStart+n])
	if want := value.Descriptor(t); descriptor != want {
		return nil, fmt.Errorf("expected data of %s, found %.60q where it is %q", value.TypeText(t), descriptor, want)
	}
	r.table, r.arrays = aligned(binaryStart+int(n)), int(head(20))
	if r.arrays > (len(b)-r.table)/16 {
		return nil, fmt.Errorf("the file is cut off")
	}
	s, err := r.seq(t, 1)
	if err != nil {
		return nil, err
	}
	if v := s.At(0); value.ProperTags(v, t) {
		return v, nil
	}
	return nil, fmt.Errorf("there is no such constructor")
}

// A binaryReader takes arrays one after another.
type binaryReader struct {
	b             []byte
	num           value.Num
	ints, floats  int64 // bits
	table, arrays int
	next          int
}

// seq takes the arrays of n elements of type t.
func (r *binaryReader) seq(t *types.Type, n int) (value.Seq, error) {
	switch t.Kind {
	case types.KData:
		return r.seq(t.Elems[0], n)
	case types.KSum:
		return r.seq(t.Tagged(), n)
	case types.KTuple:
		out := &value.Rows{N: n, Cols: make([]value.Seq, len(t.Elems))}
		for k, e := range t.Elems {
			c, err := r.seq(e, n)
			if err != nil {
				return nil, err
			}
			out.Cols[k] = c
		}
		return out, nil
	case types.KSeq:
		c, err := r.array(types.Int, n+1)
		if err != nil {
			return nil, err
		}
		if n := c.ints[n]; n < 0 || n > int64(len(r.b)) {
			return nil, fmt.Errorf("offsets are beyond the file")
		}
		if err := checkOffsets(c.ints, int(c.ints[n])); err != nil {
			return nil, err
		}
		all, err := r.seq(t.Elem(), int(c.ints[n]))
		if err != nil {
			return nil, err
		}
		out := make(value.Values, n)
		for i := range out {
			out[i] = all.Slice(int(c.ints[i]), int(c.ints[i+1]))
		}
		return out, nil
	}
	c, err := r.array(t, n)
	if err != nil {
		return nil, err
	}
	return c.fit(t, r.num)
}

// array takes an array of n elements of a base type.
func (r *binaryReader) array(t *types.Type, n int) (*column, error) {
	if r.next >= r.arrays {
		return nil, fmt.Errorf("there are only %d arrays", r.arrays)
	}
	entry := r.b[r.table+16*r.next:]
	r.next++
	length, at := binary.LittleEndian.Uint64(entry), binary.LittleEndian.Uint64(entry[8:])
	kind, width := "u", 1
	switch t.Kind {
	case types.KInt:
		kind, width = "i", int(r.ints/8)
	case types.KFloat:
		kind, width = "f", int(r.floats/8)
	case types.KBool:
		kind = "b"
	}
	switch {
	case length != uint64(n):
		return nil, fmt.Errorf("array %d has %d elements, and not %d", r.next, length, n)
	case at > uint64(len(r.b)) || uint64(n*width) > uint64(len(r.b))-at:
		return nil, fmt.Errorf("the file is cut off in array %d", r.next)
	}
	return decodeNumbers(r.b[at:at+uint64(n*width)], "<", kind, width, n)
}
