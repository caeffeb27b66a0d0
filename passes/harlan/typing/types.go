package typing

// Types while they are being found, for infer-harlan.

import (
	"nessiec/ir/harlan"
	"nessiec/ir/types"
)

// A typ is a type, or a variable that may become one (KVar). Parts are the element of a
// vector or pointer, or the parameters and, last, the result of a procedure.
type typ struct {
	kind    types.Kind
	name    string // KData
	parts   []*typ
	set     *set // KFun
	numeric bool // KVar: becomes a type of numbers
	link    *typ // KVar: what it has become
}

// A set is the lambdas whose values may meet in one place.
type set struct {
	link *set
	name string
}

func (s *set) find() *set {
	for s.link != nil {
		s = s.link
	}
	return s
}

func (t *typ) find() *typ {
	for t.link != nil {
		t = t.link
	}
	return t
}

var (
	intTyp   = &typ{kind: types.KInt}
	floatTyp = &typ{kind: types.KFloat}
	boolTyp  = &typ{kind: types.KBool}
	charTyp  = &typ{kind: types.KChar}
	voidTyp  = &typ{kind: types.KTuple}
	strTyp   = named("str")
	u64Typ   = named("u64")
)

func named(name string) *typ { return &typ{kind: types.KData, name: name} }
func vecOf(t *typ) *typ      { return &typ{kind: types.KSeq, parts: []*typ{t}} }
func pointerTo(t *typ) *typ  { return &typ{kind: types.KData, name: "ptr", parts: []*typ{t}} }
func unknown() *typ          { return &typ{kind: types.KVar} }
func number() *typ           { return &typ{kind: types.KVar, numeric: true} }
func (t *typ) isNumber() bool {
	return t.kind == types.KInt || t.kind == types.KFloat || t.isNamed("u64")
}
func (t *typ) isNamed(n string) bool { return t.kind == types.KData && t.name == n }

func procedure(params []*typ, result *typ) *typ {
	return &typ{kind: types.KFun, set: &set{}, parts: append(append([]*typ{}, params...), result)}
}

// typFrom is a type as it is written; every type of procedures in it has a set of its own.
func typFrom(t *types.Type) *typ {
	switch t.Kind {
	case types.KInt:
		return intTyp
	case types.KFloat:
		return floatTyp
	case types.KBool:
		return boolTyp
	case types.KChar:
		return charTyp
	case types.KTuple:
		return voidTyp
	case types.KSeq:
		return vecOf(typFrom(t.Elem()))
	case types.KFun:
		return procedure(typsFrom(harlan.ParamsOf(t)), typFrom(harlan.ResultOf(t)))
	}
	return &typ{kind: types.KData, name: t.Name, parts: typsFrom(t.Elems[1:])}
}

func typsFrom(ts []*types.Type) (out []*typ) {
	for _, t := range ts {
		out = append(out, typFrom(t))
	}
	return out
}

// final is t when all is known; what is open is an int.
func (t *typ) final() *types.Type {
	t = t.find()
	switch t.kind {
	case types.KVar, types.KInt:
		return types.Int
	case types.KFloat:
		return types.Float
	case types.KBool:
		return types.Bool
	case types.KChar:
		return types.Char
	case types.KTuple:
		return harlan.VoidType
	case types.KSeq:
		return types.Seq(t.parts[0].final())
	case types.KFun:
		n := len(t.parts) - 1
		return harlan.Procedure(t.set.find().name, finals(t.parts[:n]), t.parts[n].final())
	}
	return types.Data(t.name, types.Unit, finals(t.parts)...)
}

func finals(ts []*typ) []*types.Type {
	out := make([]*types.Type, len(ts))
	for i, t := range ts {
		out[i] = t.final()
	}
	return out
}

// eachSet calls f for the sets in t.
func (t *typ) eachSet(f func(*set)) {
	t = t.find()
	if t.set != nil {
		f(t.set.find())
	}
	for _, p := range t.parts {
		p.eachSet(f)
	}
}

// spell is t as programs write it, with _ for what is open.
func (t *typ) spell() string {
	t = t.find()
	switch {
	case t.kind == types.KVar && t.numeric:
		return "number"
	case t.kind == types.KVar:
		return "_"
	case t.kind == types.KSeq:
		return "(vec " + t.parts[0].spell() + ")"
	case t.kind == types.KFun:
		s := "(closure ("
		for i, p := range t.parts[:len(t.parts)-1] {
			if i > 0 {
				s += " "
			}
			s += p.spell()
		}
		return s + ") -> " + t.parts[len(t.parts)-1].spell() + ")"
	case t.kind == types.KData && len(t.parts) > 0:
		return "(" + t.name + " " + t.parts[0].spell() + ")"
	}
	return harlan.Spell(t.final())
}

// occurs reports whether the variable v is inside t.
func (t *typ) occurs(v *typ) bool {
	t = t.find()
	if t == v {
		return true
	}
	for _, p := range t.parts {
		if p.occurs(v) {
			return true
		}
	}
	return false
}

// unify makes a and b one type; false if they differ.
func unify(a, b *typ) bool {
	a, b = a.find(), b.find()
	switch {
	case a == b:
		return true
	case a.kind == types.KVar:
		return a.become(b)
	case b.kind == types.KVar:
		return b.become(a)
	case a.kind != b.kind || a.name != b.name || len(a.parts) != len(b.parts):
		return false
	}
	if a.set != nil {
		if s, t := a.set.find(), b.set.find(); s != t {
			s.link = t
		}
	}
	for i := range a.parts {
		if !unify(a.parts[i], b.parts[i]) {
			return false
		}
	}
	return true
}

// become makes the variable v the type t.
func (v *typ) become(t *typ) bool {
	switch {
	case t.kind == types.KVar:
		t.numeric = t.numeric || v.numeric
	case v.numeric && !t.isNumber() || t.occurs(v):
		return false
	}
	v.link = t
	return true
}
