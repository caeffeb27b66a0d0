package data

// Arrays of NumPy: .npy (NEP 1, versions 1 to 3). The header is read here and not by
// a library: sbinet/npyio panics on damaged ones, and reads element by element.

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"nessiec/ir/types"
	"nessiec/ir/value"
)

var npy = Format{Name: "npy", Suffixes: []string{".npy"}, Doc: "scalars, [t], [[t]], ...: arrays of NumPy",
	read: func(b []byte, t *types.Type, num value.Num) (value.Value, error) {
		a, err := readArray(b)
		if err != nil {
			return nil, err
		}
		return a.value(t, num)
	},
	write: func(v value.Value, t *types.Type, num value.Num) ([]byte, error) {
		s := value.Of(t, v)
		c, err := columnOf(s, t)
		if err != nil {
			return nil, err
		}
		return writeArray(c, num)
	}}

// An ndarray is numbers with a shape.
type ndarray struct {
	shape  []int
	column *column // of all elements, the last index the fastest
}

var (
	npyMagic  = []byte("\x93NUMPY")
	npyHeader = regexp.MustCompile(`^\{'descr': '([<>|=]?)([a-zA-Z])(\d*)', 'fortran_order': (True|False), 'shape': \(([\d, ]*)\), ?\}\s*$`)
)

// readArray reads a file.
func readArray(b []byte) (*ndarray, error) {
	if !bytes.HasPrefix(b, npyMagic) || len(b) < 12 {
		return nil, fmt.Errorf("this is no .npy file")
	}
	start, size := 10, int64(binary.LittleEndian.Uint16(b[8:]))
	if b[6] > 1 {
		start, size = 12, int64(binary.LittleEndian.Uint32(b[8:]))
	}
	if b[6] < 1 || b[6] > 3 || int64(start)+size > int64(len(b)) {
		return nil, fmt.Errorf("the header is cut off, or of a newer version of .npy")
	}
	header, body := string(b[start:start+int(size)]), b[start+int(size):]
	m := npyHeader.FindStringSubmatch(header)
	if m == nil {
		return nil, fmt.Errorf("the header %.60q is none of an array of numbers, bools or bytes", header)
	}
	a := &ndarray{}
	n := 1
	for _, d := range strings.FieldsFunc(m[5], func(r rune) bool { return r == ',' || r == ' ' }) {
		k, err := strconv.ParseInt(d, 10, 48)
		if err != nil || k > 0 && n > math.MaxInt32*64/int(k) {
			return nil, fmt.Errorf("the shape (%s) is too large", m[5])
		}
		if k == 0 && n > maxEmptyRows {
			return nil, fmt.Errorf("the shape (%s) has too many rows without elements", m[5])
		}
		a.shape, n = append(a.shape, int(k)), n*int(k)
	}
	width, _ := strconv.Atoi(m[3])
	var err error
	if a.column, err = decodeNumbers(body, m[1], m[2], width, n); err != nil {
		return nil, err
	}
	if m[4] == "True" && len(a.shape) > 1 {
		a.column.permute(fortranOrder(a.shape, n))
	}
	return a, nil
}

// maxEmptyRows bounds the rows without elements, of which a file of some bytes may claim
// any number.
const maxEmptyRows = 1 << 20

// decodeNumbers reads n elements of a type of NumPy.
func decodeNumbers(b []byte, order, kind string, width, n int) (*column, error) {
	what := kind + strconv.Itoa(width)
	read := numberReaders[what]
	switch {
	case read == nil:
		return nil, fmt.Errorf("elements of type %s are not read; there are bools, ints, floats and bytes", what)
	case len(b) != n*width:
		return nil, fmt.Errorf("%d elements of %d bytes are expected, found %d bytes", n, width, len(b))
	}
	if order == ">" && width > 1 {
		b = swapped(b, width)
	}
	c := &column{n: n}
	read(c, b)
	return c, nil
}

// numberReaders fill a column with elements, by the kind and the width.
var numberReaders = map[string]func(c *column, b []byte){
	"b1": func(c *column, b []byte) {
		c.is, c.bools = bools, make([]bool, c.n)
		for i, x := range b {
			c.bools[i] = x != 0
		}
	},
	"u1": func(c *column, b []byte) { c.is, c.bytes = bytesOf, b },
	"S1": func(c *column, b []byte) { c.is, c.bytes = bytesOf, b },
	"i1": func(c *column, b []byte) { widen[int8](c, b) },
	"i2": func(c *column, b []byte) { widen[int16](c, b) },
	"i4": func(c *column, b []byte) { widen[int32](c, b) },
	"u2": func(c *column, b []byte) { widen[uint16](c, b) },
	"u4": func(c *column, b []byte) { widen[uint32](c, b) },
	"i8": func(c *column, b []byte) { c.is, c.ints = ints, elements[int64](b, c.n) },
	"f8": func(c *column, b []byte) { c.is, c.floats = floats, elements[float64](b, c.n) },
	"f4": func(c *column, b []byte) { c.is, c.floats = floats, doubles(elements[float32](b, c.n)) },
}

func widen[T int8 | int16 | int32 | uint16 | uint32](c *column, b []byte) {
	c.is, c.ints = ints, widened(elements[T](b, c.n))
}

// doubles is numbers in the precision that programs read.
func doubles(s []float32) []float64 {
	out := make([]float64, len(s))
	for i, x := range s {
		out[i] = float64(x)
	}
	return out
}

// elements is n little-endian numbers, in the memory of b where they are aligned.
func elements[T int8 | int16 | int32 | int64 | uint16 | uint32 | float32 | float64](b []byte, n int) []T {
	var zero T
	size := int(unsafe.Sizeof(zero))
	if n == 0 {
		return nil
	}
	if uintptr(unsafe.Pointer(&b[0]))%uintptr(size) == 0 && littleEndian {
		return unsafe.Slice((*T)(unsafe.Pointer(&b[0])), n)
	}
	out := make([]T, n)
	_ = binary.Read(bytes.NewReader(b), binary.LittleEndian, out)
	return out
}

// littleEndian says how this machine keeps numbers.
var littleEndian = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// swapped is numbers of some bytes each in the other order.
func swapped(b []byte, width int) []byte {
	out := bytes.Clone(b)
	for i := 0; i < len(out); i += width {
		slices.Reverse(out[i : i+width])
	}
	return out
}

// fortranOrder is, for each element with the last index the fastest, where it is if
// the first one is.
func fortranOrder(shape []int, n int) []int64 {
	from := make([]int64, n)
	index := make([]int, len(shape))
	for i := range from {
		at := 0
		for d := len(shape) - 1; d >= 0; d-- {
			at = at*shape[d] + index[d]
		}
		from[i] = int64(at)
		for d := len(shape) - 1; d >= 0; d-- {
			if index[d]++; index[d] < shape[d] {
				break
			}
			index[d] = 0
		}
	}
	return from
}

// permute makes element i what element from[i] was.
func (c *column) permute(from []int64) {
	c.ints, c.floats, c.bools, c.bytes = permuted(c.ints, from), permuted(c.floats, from), permuted(c.bools, from), permuted(c.bytes, from)
}

func permuted[T any](s []T, from []int64) []T {
	if s == nil {
		return nil
	}
	out := make([]T, len(from))
	for i, k := range from {
		out[i] = s[k]
	}
	return out
}

// nested is the array as one value: sequences in sequences.
func (a *ndarray) nested() *column {
	c := a.column
	for d := len(a.shape) - 1; d >= 0; d-- {
		n := 1
		for _, k := range a.shape[:d] {
			n *= k
		}
		c = &column{n: n, is: lists, elem: c, offsets: even(n, a.shape[d])}
	}
	return c
}

// value is the array as a value of type t.
func (a *ndarray) value(t *types.Type, num value.Num) (value.Value, error) {
	s, err := a.nested().fit(t, num)
	if err != nil {
		return nil, err
	}
	return s.At(0), nil
}

// writeArray is a file with the one element of c.
func writeArray(c *column, num value.Num) ([]byte, error) {
	shape := "("
	for ; c.is == lists; c = c.elem {
		length := 0
		if c.n > 0 {
			length = int(c.offsets[1])
		}
		for i := range c.n {
			if int(c.offsets[i+1]-c.offsets[i]) != length {
				return nil, &Problem{Row: i + 1, Msg: fmt.Sprintf("a .npy file has rows of one length, not of %d and %d; .npz takes any", length, c.offsets[i+1]-c.offsets[i])}
			}
		}
		shape += strconv.Itoa(length) + ","
	}
	kind, body := encodeNumbers(c, num)
	if kind == "" {
		return nil, fmt.Errorf(".npy files hold numbers, bools and chars, not %s", c.describe())
	}
	header := "{'descr': '" + kind + "', 'fortran_order': False, 'shape': " + shape + "), }"
	pad := 64 - (10+len(header)+1)%64
	header += strings.Repeat(" ", pad%64) + "\n"
	out := append(bytes.Clone(npyMagic), 1, 0)
	out = binary.LittleEndian.AppendUint16(out, uint16(len(header)))
	return append(append(out, header...), body...), nil
}

// encodeNumbers is the elements of c in the widths of the program, and their type of
// NumPy; "" if there is none.
func encodeNumbers(c *column, num value.Num) (kind string, body []byte) {
	switch c.is {
	case ints:
		if num.Int64 {
			return "<i8", appendAll(c.ints)
		}
		return "<i4", appendAll(narrow[int32](c.ints))
	case floats:
		if num.Float32 {
			return "<f4", appendAll(narrow[float32](c.floats))
		}
		return "<f8", appendAll(c.floats)
	case bools:
		body = make([]byte, c.n)
		for i, x := range c.bools {
			if x {
				body[i] = 1
			}
		}
		return "|b1", body
	case bytesOf:
		return "|u1", c.bytes
	}
	return "", nil
}

func narrow[T int32 | float32, S int64 | float64](s []S) []T {
	out := make([]T, len(s))
	for i, x := range s {
		out[i] = T(x)
	}
	return out
}

// appendAll is numbers as little-endian bytes.
func appendAll[T int32 | int64 | float32 | float64](s []T) []byte {
	b, _ := binary.Append(nil, binary.LittleEndian, s)
	return b
}
