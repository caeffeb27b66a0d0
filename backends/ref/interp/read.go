package interp

// The effect primitives that read and write text and objects.

import (
	"bufio"
	"bytes"

	"nessiec/ir/value"
	"nessiec/ir/value/object"
)

const (
	endOfFile  = -1 // read_string: the file ended
	maxReached = -2 // read_string: as many characters as asked for
)

func (e *effect) readChar() value.Value {
	in, msg := e.input(0)
	if in == nil {
		return with(value.Char(' '), msg)
	}
	c, err := in.ReadByte()
	if err != nil {
		return with(value.Char(' '), msgEnd)
	}
	return with(value.Char(c), "")
}

func (e *effect) readLine() value.Value {
	s, stop, msg := e.until(0, func(c byte) bool { return c == '\n' }, -1)
	return with(value.Tuple{s, value.Bool(stop == endOfFile)}, msg)
}

func (e *effect) readWord() value.Value {
	s, stop, msg := e.until(0, func(c byte) bool { return c == ' ' || c == '\t' || c == '\n' }, -1)
	end := stop == endOfFile
	if end {
		stop = ' '
	}
	return with(value.Tuple{s, value.Tuple{value.Char(stop), value.Bool(end)}}, msg)
}

func (e *effect) readString() value.Value {
	delims := e.args[0].(value.Chars)
	isDelim := func(c byte) bool { return bytes.IndexByte(delims, c) >= 0 }
	s, stop, msg := e.until(2, isDelim, int64(e.args[1].(value.Int)))
	return with(value.Tuple{s, value.Int(stop)}, msg)
}

// until reads characters from the stream that is argument number i, up to and
// without one that stops, at most limit of them unless that is negative. It
// returns them with the code of the character that stopped, endOfFile or
// maxReached.
func (e *effect) until(i int, stops func(byte) bool, limit int64) (value.Chars, int64, string) {
	s := value.Chars{}
	in, msg := e.input(i)
	if in == nil {
		return s, endOfFile, msg
	}
	for limit < 0 || int64(len(s)) < limit {
		c, err := in.ReadByte()
		if err != nil {
			return s, endOfFile, ""
		}
		if stops(c) {
			return s, int64(c), ""
		}
		s = append(s, c)
	}
	return s, maxReached, ""
}

func (e *effect) writeChar() value.Value {
	return e.write(1, []byte{byte(e.args[0].(value.Char))})
}

func (e *effect) writeString() value.Value { return e.write(1, []byte(value.GoString(e.args[0]))) }

func (e *effect) readObject() value.Value {
	return e.object(1, value.Zero(e.ts[0]), func(in *bufio.Reader) (value.Value, error) {
		return object.Read(e.num, in, e.ts[0])
	})
}

func (e *effect) readVector() value.Value {
	elem := e.ts[0].Elem()
	return e.object(1, value.Empty(elem), func(in *bufio.Reader) (value.Value, error) {
		return object.ReadVector(e.num, in, elem)
	})
}

func (e *effect) readLengths() value.Value {
	return e.object(0, value.Ints{}, func(in *bufio.Reader) (value.Value, error) {
		return object.ReadLengths(e.num, in)
	})
}

// object reads from the stream that is argument number i.
func (e *effect) object(i int, zero value.Value, read func(*bufio.Reader) (value.Value, error)) value.Value {
	in, msg := e.input(i)
	if in == nil {
		return with(zero, msg)
	}
	v, err := read(in)
	if err != nil {
		return with(zero, err.Error())
	}
	return with(v, "")
}

func (e *effect) writeObject() value.Value {
	return e.write(1, object.Append(e.num, nil, e.args[0], e.ts[0]))
}

func (e *effect) writeVector() value.Value {
	return e.write(1, object.AppendVector(e.num, nil, e.args[0].(value.Seq)))
}

func (e *effect) writeLengths() value.Value {
	return e.write(1, object.AppendLengths(e.num, nil, e.args[0].(value.Ints)))
}
