// Package hm holds the types of inference: mutable graphs in which variables
// are bound by unification (union-find), with the classes of NESL.
//
//	Type      a node: a constructor, or a variable, bound or not
//	Label     the code of a function value: two function values have one type
//	          only if they have one label (reference section 4)
//	Datatype  a constructor with its parameters and what it holds
//	Scheme    a type with the variables over which it is general
//	Final     turns types into types.Type, once everything is inferred
//
// Generalisation happens in one place only, at top-level functions. A variable
// belongs to the function that is being inferred (level 1) or to the values of
// the top level (level 0), which stay monomorphic; binding lowers levels.
package hm

import (
	"nessiec/ir"
	"nessiec/ir/types"
)

// A Kind is the constructor of a type.
type Kind uint8

// The kinds, with the meaning of Args.
const (
	Var    Kind = iota // a variable; bound to Link unless that is nil
	Int                // the base types
	Float              //
	Bool               //
	Char               //
	Stream             // an open file
	Seq                // elements
	Pair               // left, right
	Data               // arguments of Data
	Fun                // identity, argument, result
	Clo                // captures of Label
	Err                // the type of what was rejected; equal to every type
)

// A Type is a node of a type graph. Read it through Find.
type Type struct {
	Kind  Kind
	Args  []*Type
	Data  *Datatype
	Label *Label

	// of variables
	Class types.Class
	link  *Type
	why   ir.Pos      // where it was bound
	level int8        // 0: of a value at top level; 1: of the form being inferred
	param *types.Type // set when quantified

	seen    *Type // the variable for which lower was here last
	ordered bool  // restrict made its parts ordered
}

// A Label is the code that a function value names. Slot is set once the
// function is known to be a version of an older one: versions with one name and
// one type are one function. Pos is where a lambda stands; functions with a name
// have none.
type Label struct {
	Name string
	Slot *Label
	Pos  ir.Pos
}

func (l *Label) root() *Label {
	for l.Slot != nil {
		l = l.Slot
	}
	return l
}

// A Datatype has one constructor, which holds Holds, or alternatives, Cons. Params
// are quantified variables. What it holds does not change once the datatype is used.
type Datatype struct {
	Name   string
	Params []*Type
	Holds  *Type
	Cons   []*Constructor

	Key   string      // name of a datatype that contains itself, for code; "" for others
	final *types.Type // what it is for code, if it has no parameters
	size  int         // of what it holds; 0: not known yet
}

// A Constructor is an alternative. Holds is nil, or the right-nested tuple of its
// Fields.
type Constructor struct {
	Name   string
	Holds  *Type
	Fields int
}

// The types without parts.
var (
	IntType    = &Type{Kind: Int}
	FloatType  = &Type{Kind: Float}
	BoolType   = &Type{Kind: Bool}
	CharType   = &Type{Kind: Char}
	StreamType = &Type{Kind: Stream}
	ErrType    = &Type{Kind: Err}
	StringType = SeqOf(CharType)
)

// SeqOf is the type of sequences of t.
func SeqOf(t *Type) *Type { return &Type{Kind: Seq, Args: []*Type{t}} }

// PairOf is the type of pairs.
func PairOf(l, r *Type) *Type { return &Type{Kind: Pair, Args: []*Type{l, r}} }

// FunOf is the type of function values with identity id.
func FunOf(id, arg, res *Type) *Type { return &Type{Kind: Fun, Args: []*Type{id, arg, res}} }

// CloOf is the identity of function values with code l.
func CloOf(l *Label) *Type { return &Type{Kind: Clo, Label: l} }

// DataOf is a datatype with arguments.
func DataOf(d *Datatype, args []*Type) *Type { return &Type{Kind: Data, Data: d, Args: args} }

// NewVar is a fresh variable of the form being inferred.
func NewVar(c types.Class) *Type { return &Type{Kind: Var, Class: c, level: 1} }

// Find follows the bindings of variables.
func (t *Type) Find() *Type {
	for t.Kind == Var && t.link != nil {
		if next := t.link; next.Kind == Var && next.link != nil {
			t.link, t.why = next.link, next.why
		}
		t = t.link
	}
	return t
}

// Why is where the type of t became known, if t began as a variable.
func (t *Type) Why() ir.Pos {
	t.Find()
	if t.Kind == Var && t.link != nil && t.link.Kind != Var {
		return t.why
	}
	return ir.Pos{}
}

// IsFree reports whether t is an unbound variable that is not quantified.
func (t *Type) IsFree() bool { return t.Kind == Var && t.link == nil && t.param == nil }

// bind binds variable v to t.
func (v *Type) bind(t *Type, at ir.Pos) { v.link, v.why = t, at }
