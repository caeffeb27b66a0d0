// Package types holds the types of every IR family and the variables that
// carry them. Types are canonical: two types are equal iff their pointers are.
//
// The source-level kinds (Int..Var) describe NESL values. Vec and Sd appear
// once programs are flat, Buf and Lanes in device programs. Sizes annotate Seq,
// Vec and Sd from shape inference on; they are compile-time only.
package types

import (
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
)

// A Kind tells the constructor of a type.
type Kind uint8

// The kinds, with the meaning of Elems.
const (
	Invalid Kind = iota
	KInt         // int: 32 or 64 bits, an option of the whole program
	KFloat       // float: IEEE double or single, likewise
	KBool        // bool
	KChar        // char: a byte
	KSeq         // [t]: Elems = t; Sizes = none or its length
	KTuple       // tuple: Elems = components (NESL pairs have two; () has none)
	KData        // datatype: Name; Elems = contents, then type arguments
	KFun         // function value: Elems = identity, argument, result
	KClo         // identity of a function value: Name = label, Elems = captures
	KVar         // type variable: Name, Class
	KVec         // flat vector of a base type: Elems = t; Sizes = none, its length, or its length and the value of element $1
	KSd          // segment descriptor: Sizes = none, or the number of segments and the size of segment $1
	KBuf         // device buffer: Elems = base type, Name = address space
	KLanes       // N lanes of a base type: Elems = t
	KStream      // handle of an open file (contents of the NESL datatype stream are an int)
	KSum         // datatype with alternatives: Name; Elems = constructors, then type arguments (sum.go)
	KCon         // constructor of a sum: Name; Elems = fields
	KRef         // value of a recursive datatype: Name; Elems = type arguments. The family says what it is made of
)

// A Class bounds a type variable (NESL 3.1, section 4 of the language reference).
type Class uint8

// The classes. Number is contained in Ordinal; that, Logical and Scalar in
// Ordered, to which sequences and tuples of its members belong; all in Any.
const (
	Any Class = iota
	Number
	Ordinal
	Logical
	Scalar
	Ordered
)

var classNames = [...]string{"any", "number", "ordinal", "logical", "scalar", "ordered"}

func (c Class) String() string { return classNames[c] }

// ParseClass reads the name of a class.
func ParseClass(s string) (Class, bool) {
	for i, n := range classNames {
		if n == s {
			return Class(i), true
		}
	}
	return 0, false
}

// Type is an interned type; make one with the constructors below.
type Type struct {
	Kind  Kind
	Class Class // KVar
	N     int   // KLanes
	Name  string
	Elems []*Type
	Sizes []*Size
	key   string
	hash  uint64

	tagged *atomic.Pointer[Type] // what Tagged found; nil if there is no sum in it
	erased *atomic.Pointer[Type] // what Erase found; nil if there is no size in it
}

// String returns the text form, which Parse reads back.
func (t *Type) String() string { return t.key }

// Elem returns the element type of a Seq, Vec, Buf or Lanes.
func (t *Type) Elem() *Type { return t.Elems[0] }

// IsBase reports whether t is int, float, bool or char.
func (t *Type) IsBase() bool { return t.Kind >= KInt && t.Kind <= KChar }

// IsScalar reports whether values of t are base values, or tuples of such.
func (t *Type) IsScalar() bool {
	if t.Kind != KTuple {
		return t.IsBase()
	}
	for _, c := range t.Elems {
		if !c.IsScalar() {
			return false
		}
	}
	return true
}

// The base types.
var (
	Int    = internType(Type{Kind: KInt}, nil)
	Float  = internType(Type{Kind: KFloat}, nil)
	Bool   = internType(Type{Kind: KBool}, nil)
	Char   = internType(Type{Kind: KChar}, nil)
	Unit   = internType(Type{Kind: KTuple}, nil)
	Stream = internType(Type{Kind: KStream}, nil)
	Sd     = internType(Type{Kind: KSd}, nil)
	String = Seq(Char)
)

// Seq is the sequence type [t], without a size.
func Seq(t *Type) *Type { return internType(Type{Kind: KSeq}, []*Type{t}) }

// SeqN is [t # n].
func SeqN(t *Type, n *Size) *Type {
	return internType(Type{Kind: KSeq}, []*Type{t}, n)
}

// Tuple is the type of tuples of ts.
func Tuple(ts ...*Type) *Type { return internType(Type{Kind: KTuple}, ts) }

// Data is the datatype called name, with its contents and type arguments.
func Data(name string, contents *Type, args ...*Type) *Type {
	return internType(Type{Kind: KData, Name: name}, append([]*Type{contents}, args...))
}

// Fun is the type of a function value with the given identity (a Clo or a Var).
func Fun(id, arg, res *Type) *Type { return internType(Type{Kind: KFun}, []*Type{id, arg, res}) }

// Clo is the identity of the function values made at label with these captures.
func Clo(label string, captures ...*Type) *Type {
	return internType(Type{Kind: KClo, Name: label}, captures)
}

// TVar is a type variable.
func TVar(name string, c Class) *Type { return internType(Type{Kind: KVar, Name: name, Class: c}, nil) }

// Vec is a flat vector of base type t, without a size.
func Vec(t *Type) *Type { return internType(Type{Kind: KVec}, []*Type{t}) }

// Buf is a buffer of base type t in an address space: global, local or private.
func Buf(t *Type, space string) *Type {
	return internType(Type{Kind: KBuf, Name: space}, []*Type{t})
}

// Lanes is n values of base type t side by side.
func Lanes(t *Type, n int) *Type { return internType(Type{Kind: KLanes, N: n}, []*Type{t}) }

// WithElems returns t with other component types (and the same everything else).
func (t *Type) WithElems(es []*Type) *Type {
	return internType(*t, es, t.Sizes...)
}

// WithSizes returns t with other sizes; none removes the annotation.
func (t *Type) WithSizes(ss ...*Size) *Type {
	return internType(*t, t.Elems, ss...)
}

// Map rebuilds t bottom up by f; it returns t itself when nothing changes.
func (t *Type) Map(f func(*Type) *Type) *Type {
	var es []*Type
	for i, e := range t.Elems {
		if e2 := e.Map(f); e2 != e {
			if es == nil {
				es = clone(t.Elems)
			}
			es[i] = e2
		}
	}
	if es != nil {
		t = t.WithElems(es)
	}
	return f(t)
}

// Erase removes every size annotation.
func (t *Type) Erase() *Type {
	if t.erased == nil {
		return t
	}
	if u := t.erased.Load(); u != nil {
		return u
	}
	u := t.Map(func(t *Type) *Type {
		if t.Sizes == nil {
			return t
		}
		return t.WithSizes()
	})
	t.erased.Store(u)
	return u
}

// Erased is ts without sizes; ts itself if there are none.
func Erased(ts []*Type) []*Type {
	var out []*Type
	for i, t := range ts {
		if u := t.Erase(); u != t {
			if out == nil {
				out = clone(ts)
			}
			out[i] = u
		}
	}
	if out == nil {
		return ts
	}
	return out
}

// OneLength reports whether t says of the sequences in it, at every depth, that they have one
// length each.
func (t *Type) OneLength() bool {
	if t.Kind == KSeq && (len(t.Sizes) != 1 || t.Sizes[0].Varies()) {
		return false
	}
	return !slices.ContainsFunc(t.Elems, func(c *Type) bool { return !c.OneLength() })
}

// HasRows reports whether t has sequences in sequences.
func (t *Type) HasRows() bool { return t.hasRows(false) }

func (t *Type) hasRows(inside bool) bool {
	if t.Kind == KSeq {
		if inside {
			return true
		}
		inside = true
	}
	return slices.ContainsFunc(t.Elems, func(c *Type) bool { return c.hasRows(inside) })
}

// Has reports whether any type inside t, t included, is of kind k.
func (t *Type) Has(k Kind) bool {
	if t.Kind == k {
		return true
	}
	for _, e := range t.Elems {
		if e.Has(k) {
			return true
		}
	}
	return false
}

func clone(ts []*Type) []*Type { return append([]*Type(nil), ts...) }

// A Var is a binder of any family. Identity is the pointer; Name is a hint for
// readers, and the printer appends .1, .2 in order of binding.
type Var struct {
	Name  string
	Type  *Type
	Value *Size // of an int in host code of flat programs (package sizing); nil: not said
}

// NewVar makes a fresh variable.
func NewVar(name string, t *Type) *Var { return &Var{Name: name, Type: t} }

// CopyVar is a fresh variable for what v holds.
func CopyVar(v *Var) *Var { c := *v; return &c }

// OfVars is the types of variables.
func OfVars(vs []*Var) []*Type {
	ts := make([]*Type, len(vs))
	for i, v := range vs {
		ts[i] = v.Type
	}
	return ts
}

// text is what String returns.
func (t *Type) text() string {
	var b strings.Builder
	t.write(&b)
	return b.String()
}

func (t *Type) write(b *strings.Builder) {
	switch t.Kind {
	case KInt:
		b.WriteString("int")
	case KFloat:
		b.WriteString("float")
	case KBool:
		b.WriteString("bool")
	case KChar:
		b.WriteString("char")
	case KStream:
		b.WriteString("stream")
	case KSeq:
		t.writeList(b, "[", t.Elems, "]")
	case KTuple:
		t.writeList(b, "<", t.Elems, ">")
	case KData:
		t.writeList(b, "data<"+t.Name+" ", t.Elems, ">")
	case KSum:
		t.writeList(b, "sum<"+t.Name+" ", t.Elems, ">")
	case KCon:
		t.writeList(b, "con<"+t.Name+" ", t.Elems, ">")
	case KRef:
		t.writeList(b, "ref<"+t.Name+" ", t.Elems, ">")
	case KFun:
		t.writeList(b, "fun<", t.Elems, ">")
	case KClo:
		t.writeList(b, "clo<"+t.Name+" ", t.Elems, ">")
	case KVar:
		b.WriteString("'" + t.Name + "/" + t.Class.String())
	case KVec:
		t.writeList(b, "vec<", t.Elems, ">")
	case KSd:
		t.writeList(b, "sd<", nil, ">")
	case KBuf:
		t.writeList(b, "buf<"+t.Name+" ", t.Elems, ">")
	case KLanes:
		t.writeList(b, "lanes<"+strconv.Itoa(t.N)+" ", t.Elems, ">")
	}
}

func (t *Type) writeList(b *strings.Builder, open string, es []*Type, close string) {
	b.WriteString(open)
	for i, e := range es {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(e.key)
	}
	for i, s := range t.Sizes {
		mark := "#"
		if i == 1 && t.Kind == KVec {
			mark = "="
		}
		b.WriteString(mark + s.key)
	}
	b.WriteString(close)
}
