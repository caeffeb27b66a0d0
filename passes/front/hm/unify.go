package hm

// Unification with classes. Two variables become one whose class is the
// smaller of the two, if one contains the other; otherwise there is no such
// type, even where the classes have a member in common (reference section 4).

import (
	"nessiec/ir"
	"nessiec/ir/types"
)

// A Failure tells why two types cannot be equal: the innermost parts that
// differ.
type Failure struct {
	Kind FailureKind
	A, B *Type
	Why  ir.Pos // what made B what it is, if that is known
}

// A FailureKind classifies failures.
type FailureKind uint8

// The kinds of failure.
const (
	Mismatch FailureKind = iota // different constructors
	BadClass                    // A is not in the class of the variable B, or the classes do not meet
	Infinite                    // the variable A would occur in B, its own value
	Identity                    // two different functions
)

// Unify makes a and b equal. It returns nil, or why it cannot; what was bound
// before the failure stays bound. at is where the equation comes from.
func Unify(a, b *Type, at ir.Pos) *Failure {
	why := b.Why()
	a, b = a.Find(), b.Find()
	switch {
	case a == b || a.Kind == Err || b.Kind == Err:
		return nil
	case a.IsFree():
		return unifyVar(a, b, at)
	case b.IsFree():
		return unifyVar(b, a, at)
	case a.Kind == Clo && b.Kind == Clo && a.Label.root() != b.Label.root():
		return &Failure{Identity, a, b, why}
	case a.Kind != b.Kind || a.Kind == Var || len(a.Args) != len(b.Args) || a.Data != b.Data:
		return &Failure{Mismatch, a, b, why}
	}
	if a.Kind == Fun { // the identity last, so that a wrong argument or result is reported rather than another function
		return unifyAll([]*Type{a.Args[1], a.Args[2], a.Args[0]}, []*Type{b.Args[1], b.Args[2], b.Args[0]}, at)
	}
	return unifyAll(a.Args, b.Args, at)
}

func unifyAll(as, bs []*Type, at ir.Pos) *Failure {
	for i, a := range as {
		if f := Unify(a, bs[i], at); f != nil {
			return f
		}
	}
	return nil
}

func unifyVar(v, t *Type, at ir.Pos) *Failure {
	if t.IsFree() {
		c, ok := meet(v.Class, t.Class)
		if !ok {
			return &Failure{Kind: BadClass, A: v, B: t}
		}
		t.Class, t.level = c, min(v.level, t.level)
		v.bind(t, at)
		return nil
	}
	if !restrict(t, v.Class) {
		return &Failure{Kind: BadClass, A: t, B: v}
	}
	if !lower(t, v) {
		return &Failure{Kind: Infinite, A: v, B: t}
	}
	v.bind(t, at)
	return nil
}

// restrict puts t, no free variable, into class c. What is ordered has ordered
// parts; variables among these get that class. It reports whether that is
// possible. Types share parts: each is visited once.
func restrict(t *Type, c types.Class) bool {
	if !Member(t, c) {
		return false
	}
	if c != types.Ordered || t.ordered {
		return true
	}
	t.ordered = true
	for _, a := range t.Args {
		a = a.Find()
		if !a.IsFree() {
			if !restrict(a, c) {
				return false
			}
			continue
		}
		m, ok := meet(a.Class, c)
		if !ok {
			return false
		}
		a.Class = m
	}
	return true
}

// lower lowers the variables of t to the level of v. It reports whether v does
// not occur in t. Types share parts: each is visited once.
func lower(t, v *Type) bool {
	t = t.Find()
	switch {
	case t == v:
		return false
	case t.seen == v || len(t.Args) == 0 && t.Kind != Var:
		return true
	}
	t.seen = v
	if t.Kind == Var && t.level > v.level {
		t.level = v.level
	}
	for _, a := range t.Args {
		if !lower(a, v) {
			return false
		}
	}
	return true
}

// Member reports whether t, no free variable, is in class c as far as its
// constructor says. A quantified variable is if its own class lies inside c.
func Member(t *Type, c types.Class) bool {
	switch t.Kind {
	case Err:
		return true
	case Var:
		m, ok := meet(t.Class, c)
		return ok && m == t.Class
	}
	switch c {
	case types.Any:
		return true
	case types.Number:
		return t.Kind == Int || t.Kind == Float
	case types.Logical:
		return t.Kind == Int || t.Kind == Bool
	case types.Ordinal:
		return t.Kind == Int || t.Kind == Float || t.Kind == Char
	case types.Ordered:
		return t.Kind >= Int && t.Kind <= Char || t.Kind == Seq || t.Kind == Pair
	}
	return t.Kind >= Int && t.Kind <= Char
}

// meet is the smaller of two classes, if one contains the other.
func meet(a, b types.Class) (types.Class, bool) {
	switch {
	case contains(a, b):
		return b, true
	case contains(b, a):
		return a, true
	}
	return 0, false
}

func contains(a, b types.Class) bool {
	switch a {
	case b, types.Any:
		return true
	case types.Ordered:
		return b != types.Any
	case types.Scalar:
		return b != types.Any && b != types.Ordered
	case types.Ordinal:
		return b == types.Number
	}
	return false
}
