// Package object reads and writes the text format of write_object and read_object
// (section 9 of the language reference): the arrays of the flat value, one a line.
//
//	int     ( 1 2 )
//	float   ( 2.50000000000000e+00 )
//	bool    ( T F )
//	char    ( 2 ), then a new line and the characters themselves
//	lengths [ 2 1 ]
//
// Between tokens any white space is allowed, and ints may stand for floats.
package object

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"nessiec/ir/types"
	"nessiec/ir/value"
)

// Append appends v of type t in object format.
func Append(n value.Num, b []byte, v value.Value, t *types.Type) []byte {
	for _, l := range value.Flatten(v, t) {
		b = appendLeaf(b, l)
	}
	return b
}

func appendLeaf(b []byte, l value.Leaf) []byte {
	open, end := "(", " )\n"
	if l.Lens {
		open, end = "[", " ]\n"
	}
	b = append(b, open...)
	switch s := l.Seq.(type) {
	case value.Ints:
		for _, x := range s {
			b = strconv.AppendInt(append(b, ' '), x, 10)
		}
	case value.Floats:
		for _, x := range s {
			b = appendExact(append(b, ' '), x)
		}
	case value.Bools:
		for _, x := range s {
			c := byte('F')
			if x {
				c = 'T'
			}
			b = append(b, ' ', c)
		}
	case value.Chars:
		b = append(fmt.Appendf(b, " %d%s", len(s), end), s...)
		return append(b, '\n')
	}
	return append(b, end...)
}

// appendExact appends x as C's %.14e does.
func appendExact(b []byte, x float64) []byte {
	if math.IsInf(x, 0) || x != x {
		b, _ = value.Special(b, x)
		return b
	}
	return strconv.AppendFloat(b, x, 'e', 14, 64)
}

// Read reads a value of type t in object format from r, up to the end of
// its last array. The error is a sentence for the status of the NESL function.
func Read(n value.Num, r *bufio.Reader, t *types.Type) (value.Value, error) {
	o := objectReader{num: n, in: r}
	s, err := value.UnflattenFrom(t, 1, o.array)
	if err != nil {
		return nil, err
	}
	return s.At(0), nil
}

// ReadVector reads one vector of base type elem, of any length.
func ReadVector(n value.Num, r *bufio.Reader, elem *types.Type) (value.Seq, error) {
	o := objectReader{num: n, in: r}
	return o.array(elem, false, -1)
}

type objectReader struct {
	num value.Num
	in  *bufio.Reader
}

var errObject = errors.New("not in object format")

// array reads one line of the format; count is how many elements it must have,
// -1 if any number will do.
func (o *objectReader) array(elem *types.Type, lens bool, count int) (value.Seq, error) {
	open, end := "(", ")"
	if lens {
		open, end = "[", "]"
	}
	if o.token() != open {
		return nil, errObject
	}
	if elem.Kind == types.KChar {
		return o.chars(count)
	}
	b := value.NewBuilder(elem, max(count, 0))
	for w := o.token(); w != end; w = o.token() {
		v, ok := o.scalar(w, elem)
		if n, isInt := v.(value.Int); !ok || lens && isInt && n < 0 {
			return nil, errObject
		}
		b.Append(v)
	}
	if count >= 0 && b.Len() != count {
		return nil, errObject
	}
	return b.Seq(), nil
}

func (o *objectReader) scalar(w string, t *types.Type) (value.Value, bool) {
	r := value.NewReader("", []byte(w), o.num)
	r.Saturate()
	if t.Kind == types.KStream {
		t = types.Int
	}
	v, err := r.Value(t)
	return v, err == nil && len(r.Rest()) == 0
}

// chars reads the count, one line end and that many characters.
func (o *objectReader) chars(count int) (value.Seq, error) {
	n, err := strconv.Atoi(o.token())
	if err != nil || n < 0 || count >= 0 && n != count || o.token() != ")" {
		return nil, errObject
	}
	if c, err := o.in.ReadByte(); err != nil || c != '\n' {
		return nil, errObject
	}
	s, err := io.ReadAll(io.LimitReader(o.in, int64(n)))
	if err != nil || len(s) != n {
		return nil, errObject
	}
	return value.Chars(s), nil
}

// token reads a bracket or a word, "" at the end.
func (o *objectReader) token() string {
	c, err := o.in.ReadByte()
	for err == nil && bytes.IndexByte([]byte(" \t\r\n\f"), c) >= 0 {
		c, err = o.in.ReadByte()
	}
	var w []byte
	for err == nil && bytes.IndexByte([]byte(" \t\r\n\f()[]"), c) < 0 {
		w = append(w, c)
		c, err = o.in.ReadByte()
	}
	if err == nil && len(w) == 0 {
		return string(c)
	}
	if err == nil {
		_ = o.in.UnreadByte()
	}
	return string(w)
}
