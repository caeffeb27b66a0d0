package value

// Values as text: the format of the top level, and the other one, that of @,
// string and print (section 7 of the language reference). Lines are not broken.

import (
	"strconv"
	"strings"

	"nessiec/ir/types"
)

// Printer prints values in the top-level format.
type Printer struct {
	Num   Num
	Limit int // sequences show this many elements (print_length); negative: all
}

// PrintLength is the limit before any "set print_length".
const PrintLength = 100

// Top is the line for a value of type t bound to name: "it = [1, 2] : [int]".
func (p Printer) Top(name string, v Value, t *types.Type) string {
	b := append([]byte(name), " = "...)
	b = p.Append(b, v, t)
	return string(append(append(b, " : "...), TypeText(t)...))
}

// Text is v of type t in the top-level format.
func (p Printer) Text(v Value, t *types.Type) string { return string(p.Append(nil, v, t)) }

// Append appends v of type t in the top-level format.
func (p Printer) Append(b []byte, v Value, t *types.Type) []byte {
	w := writer{num: p.Num, limit: p.Limit, b: b}
	w.value(v, t)
	return w.b
}

// Text is @v for v of type t.
func (n Num) Text(v Value, t *types.Type) string {
	w := writer{num: n, limit: -1, at: true, short: true}
	w.value(v, t)
	return string(w.b)
}

// Printed is v of type t in the top-level format, whole, but with floats as @ has them.
func (n Num) Printed(v Value, t *types.Type) string {
	w := writer{num: n, limit: -1, short: true}
	w.value(v, t)
	return string(w.b)
}

// writer prints in either format.
type writer struct {
	num   Num
	limit int
	at    bool // the format of @
	short bool // floats have 8 digits
	b     []byte
}

func (w *writer) str(s string) { w.b = append(w.b, s...) }

func (w *writer) value(v Value, t *types.Type) {
	switch t.Kind {
	case types.KInt:
		w.int(int64(v.(Int)))
	case types.KFloat:
		w.float(float64(v.(Float)))
	case types.KBool:
		w.bool(bool(v.(Bool)))
	case types.KChar:
		w.char(byte(v.(Char)))
	case types.KSeq, types.KVec:
		w.seq(v.(Seq), t.Elem())
	case types.KTuple:
		w.str("(")
		w.components(v.(Tuple), t)
		w.str(")")
	case types.KData:
		w.data(t.Name, v, t.Elems[0])
	case types.KSum:
		tag, fields := Constructor(v, t)
		w.constructor(t.Cons()[tag], fields)
	case types.KRef:
		r := v.(*Rec)
		w.constructor(r.Con, r.Fields)
	case types.KStream:
		w.data("stream", v, types.Int)
	case types.KFun:
		w.fun()
	default:
		panic("value: cannot print a value of type " + t.String())
	}
}

func (w *writer) int(x int64) { w.b = strconv.AppendInt(w.b, x, 10) }

func (w *writer) float(x float64) {
	if w.short {
		w.b = w.num.AppendFloat8(w.b, x)
	} else {
		w.b = w.num.AppendFloat(w.b, x)
	}
}

func (w *writer) bool(x bool) {
	c := byte('F')
	if x {
		c = 'T'
	}
	if w.at {
		c += 'a' - 'A'
	}
	w.b = append(w.b, c)
}

func (w *writer) char(c byte) { w.b = append(w.b, '`', c) }

func (w *writer) fun() {
	if w.at {
		w.str("function")
	} else {
		w.str("fn")
	}
}

// components prints a tuple without its parentheses, right nesting removed.
func (w *writer) components(v Tuple, t *types.Type) {
	for i, e := range t.Elems {
		if i > 0 {
			w.str(", ")
		}
		if inner, ok := v[i].(Tuple); ok && i == len(v)-1 && e.Kind == types.KTuple && len(inner) > 0 {
			w.components(inner, e)
		} else {
			w.value(v[i], e)
		}
	}
}

// data prints a datatype; the format of @ shows only its contents.
func (w *writer) data(name string, v Value, t *types.Type) {
	if w.at {
		w.value(v, t)
		return
	}
	w.str(strings.ToLower(name) + "(")
	if t.Kind == types.KTuple {
		w.components(v.(Tuple), t)
	} else {
		w.value(v, t)
	}
	w.str(")")
}

func (w *writer) seq(s Seq, elem *types.Type) {
	if chars, ok := s.(Chars); ok && elem.Kind == types.KChar && !w.at {
		w.quoted(chars)
		return
	}
	w.str("[")
	for i := range s.Len() {
		if w.limit >= 0 && i >= w.limit {
			if i > 0 {
				w.str(",")
			}
			w.str("...")
			break
		}
		if i > 0 {
			w.str(", ")
		}
		w.element(s, i, elem)
	}
	w.str("]")
}

// element prints s[i] without boxing it where there is a short way.
func (w *writer) element(s Seq, i int, elem *types.Type) {
	switch s := s.(type) {
	case Ints:
		if elem.Kind == types.KInt {
			w.int(s[i])
			return
		}
	case Floats:
		if elem.Kind == types.KFloat {
			w.float(s[i])
			return
		}
	}
	w.value(s.At(i), elem)
}

// quoted prints a string: only " and \ are escaped, newlines stay.
func (w *writer) quoted(s Chars) {
	w.str(`"`)
	for _, c := range s {
		if c == '"' || c == '\\' {
			w.str(`\`)
		}
		w.b = append(w.b, c)
	}
	w.str(`"`)
}
