package interp

// The effect primitives. Operations on streams return (value, (flag, message)):
// when the flag is f, the message says why and the value is the zero of its
// type. At the end of a file only read_char fails.

import (
	"bufio"
	"io"

	"nessiec/ir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// Messages of input and output. That of a failed open is followed by the name.
const (
	msgOpen     = "ERROR: while trying to open "
	msgEnd      = "End of File."
	msgNoStream = "No such stream."
	msgNoRead   = "Not open for reading."
	msgNoWrite  = "Not open for writing."
	msgWrite    = "Write failed."
)

// A stream is an open file; one of in and out is set.
type stream struct {
	in    *bufio.Reader
	out   io.Writer
	close func() error
}

// effect is one call of an effect primitive.
type effect struct {
	*World
	num  value.Num
	args []value.Value
	ts   []*types.Type // of args
}

// Do performs the effect primitive p. ts are the types of args, sequences as
// Seq or Vec. A tuple in the result nests as the type of p says.
func (w *World) Do(p *prim.Prim, n value.Num, args []value.Value, ts []*types.Type, pos ir.Pos) (value.Value, *Error) {
	if p.Name == "error" {
		return nil, &Error{Kind: User, Msg: value.GoString(args[0]), Pos: pos}
	}
	f := effects[p.Name]
	if f == nil {
		return nil, Bug(pos, "%s is not an effect", p.Name)
	}
	return f(&effect{w, n, args, ts}), nil
}

var effects = map[string]func(*effect) value.Value{
	"rand_seed":                (*effect).randSeed,
	"rand_key":                 (*effect).randKey,
	"print_char":               (*effect).printChar,
	"print_string":             (*effect).printString,
	"open_file":                (*effect).openFile,
	"close_file":               (*effect).closeFile,
	"read_char":                (*effect).readChar,
	"read_line":                (*effect).readLine,
	"read_word":                (*effect).readWord,
	"read_string":              (*effect).readString,
	"write_char":               (*effect).writeChar,
	"write_string":             (*effect).writeString,
	"read_object":              (*effect).readObject,
	"read_vector":              (*effect).readVector,
	"read_lengths":             (*effect).readLengths,
	"write_object":             (*effect).writeObject,
	"write_vector":             (*effect).writeVector,
	"write_lengths":            (*effect).writeLengths,
	"get_environment_variable": (*effect).getEnv,
	"argument_count":           (*effect).argumentCount,
	"argument":                 (*effect).argument,
	"clock":                    (*effect).clock,
	"exit_status":              (*effect).exitStatus,
}

func (e *effect) randSeed() value.Value {
	e.Seed, e.keys = int64(e.args[0].(value.Int)), 0
	return value.Bool(true)
}

func (e *effect) randKey() value.Value {
	h, l := prim.Halves(e.Key())
	return value.Tuple{value.Int(h), value.Int(l)}
}

func (e *effect) getEnv() value.Value {
	if e.Env == nil {
		return value.Chars{}
	}
	return value.String(e.Env(value.GoString(e.args[0])))
}

func (e *effect) argumentCount() value.Value { return value.Int(len(e.Args)) }

func (e *effect) argument() value.Value {
	i := int64(e.args[0].(value.Int))
	if i < 0 || i >= int64(len(e.Args)) {
		return value.Chars{}
	}
	return value.String(e.Args[i])
}

func (e *effect) clock() value.Value { return value.Float(e.num.Round(e.Now())) }

func (e *effect) exitStatus() value.Value {
	e.Status = int64(e.args[0].(value.Int))
	return value.Bool(true)
}

func (e *effect) printChar() value.Value {
	return e.print([]byte{byte(e.args[0].(value.Char))})
}

func (e *effect) printString() value.Value { return e.print([]byte(value.GoString(e.args[0]))) }

func (e *effect) print(b []byte) value.Value {
	if e.Stdout != nil {
		_, _ = e.Stdout.Write(b)
	}
	return value.Bool(true)
}

// status is (flag, message); no message means success.
func status(msg string) value.Value { return value.Tuple{value.Bool(msg == ""), value.String(msg)} }

// with pairs a value with its status.
func with(v value.Value, msg string) value.Value { return value.Tuple{v, status(msg)} }

func (e *effect) openFile() value.Value {
	name := value.GoString(e.args[0])
	s, err := e.open(name, e.args[1].(value.Int))
	if err != nil {
		return with(value.Int(-1), msgOpen+name)
	}
	if e.streams == nil {
		e.streams = map[int64]*stream{}
	}
	id := 3 + e.opened
	e.opened++
	e.streams[id] = s
	return with(value.Int(id), "")
}

func (e *effect) open(name string, mode value.Int) (*stream, error) {
	if e.Files == nil {
		return nil, io.ErrClosedPipe
	}
	if mode == 0 {
		f, err := e.Files.Open(name)
		if err != nil {
			return nil, err
		}
		return &stream{in: bufio.NewReader(f), close: f.Close}, nil
	}
	f, err := e.Files.Create(name, mode == 2)
	if err != nil {
		return nil, err
	}
	return &stream{out: f, close: f.Close}, nil
}

func (e *effect) closeFile() value.Value {
	id := int64(e.args[0].(value.Int))
	s := e.streams[id]
	if s == nil {
		return status(msgNoStream)
	}
	delete(e.streams, id)
	if s.close() != nil {
		return status(msgWrite)
	}
	return status("")
}

// input finds the stream that is argument number i, to read; if there is none,
// the message says so. Stream 0 is standard input.
func (e *effect) input(i int) (*bufio.Reader, string) {
	id := int64(e.args[i].(value.Int))
	switch s := e.streams[id]; {
	case id == 0 && e.Stdin != nil:
		if e.stdin == nil {
			e.stdin = bufio.NewReader(e.Stdin)
		}
		return e.stdin, ""
	case s == nil:
		return nil, msgNoStream
	case s.in == nil:
		return nil, msgNoRead
	default:
		return s.in, ""
	}
}

// write writes b on the stream that is argument number i. Streams 1 and 2 are
// standard output, as in NESL.
func (e *effect) write(i int, b []byte) value.Value {
	id := int64(e.args[i].(value.Int))
	switch s := e.streams[id]; {
	case id == 1 || id == 2:
		e.print(b)
	case s == nil:
		return status(msgNoStream)
	case s.out == nil:
		return status(msgNoWrite)
	default:
		if _, err := s.out.Write(b); err != nil {
			return status(msgWrite)
		}
	}
	return status("")
}
