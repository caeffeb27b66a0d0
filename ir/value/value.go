// Package value holds NESL values: what literals denote, what the evaluators
// compute with, and what programs read and print. The C runtime in
// backends/clike does the same on arrays and agrees to the last digit.
//
// A value does not carry its type; whatever needs one (printing, reading,
// flattening) takes it as an argument. Datatypes are erased: a value of KData
// type is its contents, one of KSum type the value of the type that stands for it
// (types.Tagged), and a value of KStream type is the Int of the handle.
// Values are immutable: never write into a sequence that someone else can see.
//
// Glossary of the package:
//
//	Num        the widths of int and float; every total scalar operation (num.go, float.go)
//	Seq        a sequence; its representation follows from its element type (seq.go)
//	Printer    the top-level format and the string format of NESL (print.go)
//	Reader     literals given to -entry (read.go)
//	Flatten    a value as arrays, the shape compiled programs use (flatten.go)
package value

import "nessiec/ir/types"

// Value is the closed sum of NESL values: Int, Float, Bool, Char, Tuple, Fun
// and the representations of Seq.
type Value interface{ isValue() }

// Int is an int, already wrapped to the width of the program.
type Int int64

// Float is a float, already rounded to the width of the program.
type Float float64

// Bool is a bool.
type Bool bool

// Char is a char: a byte.
type Char byte

// Tuple holds the components as its type lists them; NESL pairs have two, and
// (a, b, c) is Tuple{a, Tuple{b, c}}.
type Tuple []Value

// Fun is a function value: the label of its code and what it captured. Its
// type names the label too, so two function values of one type differ in
// captures only.
type Fun struct {
	Label    string
	Captures []Value
}

// Rec is a value of a recursive datatype, until references to rows of tables stand
// for such values: constructor number Tag of its datatype, which is Con (types.Con),
// with its fields.
type Rec struct {
	Tag    int
	Con    *types.Type
	Fields []Value
}

func (Int) isValue()   {}
func (Float) isValue() {}
func (Bool) isValue()  {}
func (Char) isValue()  {}
func (Tuple) isValue() {}
func (*Fun) isValue()  {}
func (*Rec) isValue()  {}

// Zero is the identity value of type t: 0, 0.0, f, the null character, [] and tuples of
// these (NESL's identity).
func Zero(t *types.Type) Value {
	switch t.Kind {
	case types.KInt, types.KStream:
		return Int(0)
	case types.KFloat:
		return Float(0)
	case types.KBool:
		return Bool(false)
	case types.KChar:
		return Char(0)
	case types.KSeq, types.KVec:
		return Empty(t.Elem())
	case types.KData:
		return Zero(t.Elems[0])
	case types.KSum:
		return Zero(t.Tagged())
	case types.KTuple:
		return zeros(t.Elems)
	case types.KRef:
		return &Rec{}
	case types.KFun:
		return zeroFun(t.Elems[0])
	}
	panic("value: no zero of type " + t.String())
}

func zeros(ts []*types.Type) Tuple {
	vs := make(Tuple, len(ts))
	for i, t := range ts {
		vs[i] = Zero(t)
	}
	return vs
}

// zeroFun is the function value whose captures are zero; an identity that is
// still a variable has none.
func zeroFun(id *types.Type) Value {
	if id.Kind != types.KClo {
		return &Fun{Label: id.Name}
	}
	return &Fun{Label: id.Name, Captures: zeros(id.Elems)}
}

// String makes the [char] value of the bytes of s.
func String(s string) Chars { return Chars(s) }

// GoString is the bytes of a [char] value.
func GoString(v Value) string { return string(v.(Chars)) }
