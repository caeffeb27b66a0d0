package value

// Reading NESL literals, driven by the expected type: the input of -entry
// (DESIGN 12). t f T F are the bools, [] needs no type, an int literal will do
// for a float, right-nested tuples may be written either way, and comments
// between % are blanks. nes_read.h reads the same and reports the same errors.

import (
	"fmt"
	"strings"

	"nessiec/ir/types"
)

// InputError is text that is not a value of the expected type.
type InputError struct {
	File      string
	Line, Col int // from 1; columns count characters
	Msg       string
}

// CodeInput is the stable code of an InputError.
const CodeInput = "E0050"

func (e *InputError) Error() string {
	return fmt.Sprintf("%s:%d:%d: error[%s]: %s", e.File, e.Line, e.Col, CodeInput, e.Msg)
}

// Reader takes values off the front of a text.
type Reader struct {
	num      Num
	file     string
	text     []byte
	pos      int
	saturate bool
}

// Saturate makes r read floats beyond the largest one as infinite ones. The object
// format needs it: it writes the largest one rounded to 15 digits.
func (r *Reader) Saturate() { r.saturate = true }

// NewReader reads from text; file is its name in errors.
func NewReader(file string, text []byte, num Num) *Reader {
	return &Reader{num: num, file: file, text: text}
}

// Arguments reads all of the text: one literal per component of t when t is a
// tuple (right nesting removed), else one, separated by blanks. It returns a
// value of type t.
func (r *Reader) Arguments(t *types.Type) (v Value, err error) {
	defer r.recover(&err)
	v = r.arguments(t)
	r.end()
	return v, nil
}

// Value reads one value of type t and leaves what follows it.
func (r *Reader) Value(t *types.Type) (v Value, err error) {
	defer r.recover(&err)
	return r.value(t), nil
}

// End fails unless only blanks are left.
func (r *Reader) End() (err error) {
	defer r.recover(&err)
	r.end()
	return nil
}

// Rest is what was not read.
func (r *Reader) Rest() []byte { return r.text[r.pos:] }

func (r *Reader) recover(err *error) {
	switch e := recover().(type) {
	case nil:
	case *InputError:
		*err = e
	default:
		panic(e)
	}
}

func (r *Reader) end() {
	if r.blanks(); r.pos < len(r.text) {
		r.fail("unexpected text after the last value: found " + r.found())
	}
}

func (r *Reader) arguments(t *types.Type) Value {
	if t.Kind != types.KTuple {
		return r.value(t)
	}
	v := make(Tuple, len(t.Elems))
	for i, e := range t.Elems {
		if i == len(t.Elems)-1 {
			v[i] = r.arguments(e)
		} else {
			v[i] = r.value(e)
		}
	}
	return v
}

func (r *Reader) value(t *types.Type) Value {
	r.blanks()
	switch t.Kind {
	case types.KInt:
		return Int(r.int())
	case types.KFloat:
		return Float(r.float())
	case types.KBool:
		return Bool(r.bool())
	case types.KChar:
		return Char(r.char())
	case types.KSeq:
		return r.seq(t.Elem())
	case types.KTuple:
		r.want('(')
		v := r.components(t)
		r.want(')')
		return v
	case types.KData:
		return r.data(t.Name, t.Elems[0])
	case types.KSum:
		return r.sum(t)
	case types.KStream:
		return r.data("stream", types.Int)
	}
	r.fail("a value of this type has no literal")
	return nil
}

// components reads a tuple without its parentheses. The last component, if it
// is a tuple, may have its own pair unless its first one is a tuple too.
func (r *Reader) components(t *types.Type) Value {
	v := make(Tuple, len(t.Elems))
	for i, e := range t.Elems {
		if i > 0 {
			r.want(',')
		}
		last := i == len(t.Elems)-1 && e.Kind == types.KTuple && len(e.Elems) > 0
		if last && !(r.next() == '(' && e.Elems[0].Kind != types.KTuple) {
			v[i] = r.components(e)
		} else {
			v[i] = r.value(e)
		}
	}
	return v
}

// data reads NAME(contents); a tuple inside may have its own parentheses.
func (r *Reader) data(name string, t *types.Type) Value {
	if w := r.word(); !strings.EqualFold(w, name) {
		r.expected("`" + strings.ToLower(name) + "`")
	} else {
		r.pos += len(w)
	}
	return r.held(t)
}

// held reads (contents) of type t.
func (r *Reader) held(t *types.Type) Value {
	r.want('(')
	var v Value
	if t.Kind == types.KTuple && len(t.Elems) > 0 && !(r.next() == '(' && t.Elems[0].Kind != types.KTuple) {
		v = r.components(t)
	} else {
		v = r.value(t)
	}
	r.want(')')
	return v
}

func (r *Reader) seq(elem *types.Type) Value {
	if elem.Kind == types.KChar && r.next() == '"' {
		return r.string()
	}
	r.want('[')
	switch elem.Kind {
	case types.KInt:
		return Ints(list(r, r.int))
	case types.KFloat:
		return Floats(list(r, r.float))
	}
	b := NewBuilder(elem, 0)
	if r.next() == ']' {
		r.pos++
		return b.Seq()
	}
	for {
		b.Append(r.value(elem))
		if !r.more() {
			return b.Seq()
		}
	}
}

// list reads the elements of a sequence of numbers and its bracket.
func list[T any](r *Reader, one func() T) []T {
	out := []T{}
	if r.next() == ']' {
		r.pos++
		return out
	}
	for {
		r.blanks()
		out = append(out, one())
		if !r.more() {
			return out
		}
	}
}

// more reads the comma or the bracket after an element.
func (r *Reader) more() bool {
	switch r.next() {
	case ',':
		r.pos++
		return true
	case ']':
		r.pos++
		return false
	}
	r.expected("`,` or `]`")
	return false
}
