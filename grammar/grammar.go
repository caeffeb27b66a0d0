// Package grammar declares the languages between passes as data.
//
//	Family     a set of node types with one schema and codec: nkl, fkl (family.go)
//	Language   a regular tree grammar over a family, plus invariants
//	Lang[P]    a Language with the Go type of its programs
//	Change     one line of a definition, as a delta from the parent (change.go)
//	Sort       a named set of forms: atom = ref | int | ...
//	Invariant  a property the tree grammar cannot state, with its check
//
// A language allows a set of forms, at each child position a set of forms, a
// set of kinds of types, a set of classes of primitives, and lists invariants.
// Check tests all of it (check.go); WriteDelta prints the definition (delta.go).
// The chains of languages are in nested.go, flat.go, kernel.go and device.go;
// a mistake in a chain (removing what is not there) panics at start-up.
package grammar

import (
	"fmt"

	"nessiec/ir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// A Language is declared by Base and Extend and does not change afterwards.
type Language struct {
	Name, Doc string
	Family    *Family
	Parent    *Language // nil for the first language of a family
	Delta     []Change

	forms      ir.FormSet
	child      [][]ir.FormSet // allowed forms, by form and child position
	kinds      bits           // allowed kinds of types
	prims      bits           // allowed classes of primitives
	invariants []Invariant
}

// A Lang is a language whose programs have Go type P. The type parameter lets
// the Go compiler check that a pass from L1 to L2 has type func(P1) P2.
type Lang[P any] struct{ *Language }

// A Sort is a named set of forms.
type Sort struct {
	Name  string
	Forms ir.FormSet
}

// AnyForm lifts a restriction made in an earlier language.
var AnyForm = Sort{"any form", ir.AllForms()}

// bits is a set of small integers: kinds or classes.
type bits uint64

func bit[T ~uint8](xs []T) (b bits) {
	for _, x := range xs {
		b |= 1 << x
	}
	return b
}

// Base declares the first language of a family. It allows no form but those
// of its changes, all kinds of types and all primitives, and restricts nothing.
func Base[P any](f *Family, name, doc string, delta ...Change) Lang[P] {
	l := &Language{Name: name, Doc: doc, Family: f, child: unrestricted(f.Schema), kinds: ^bits(0), prims: ^bits(0)}
	return define[P](l, delta)
}

func unrestricted(schema []ir.FormInfo) [][]ir.FormSet {
	child := make([][]ir.FormSet, len(schema))
	for i, info := range schema {
		for _, fd := range info.Fields {
			if fd.Child >= 0 {
				child[i] = append(child[i], ir.AllForms())
			}
		}
	}
	return child
}

// Extend declares a language as a delta from l.
func (l Lang[P]) Extend(name, doc string, delta ...Change) Lang[P] {
	n := *l.Language
	n.Name, n.Doc, n.Parent, n.Delta = name, doc, l.Language, nil
	n.child = make([][]ir.FormSet, len(l.child))
	for i, c := range l.child {
		n.child[i] = append([]ir.FormSet(nil), c...)
	}
	n.invariants = append([]Invariant(nil), l.invariants...)
	return define[P](&n, delta)
}

func define[P any](l *Language, delta []Change) Lang[P] {
	var zero P
	if !l.Family.is(zero) {
		panic(fmt.Sprintf("grammar: %s: programs of family %s are not of type %T", l.Name, l.Family.Name, zero))
	}
	for _, c := range delta {
		if err := c.apply(l, zero); err != nil {
			panic(fmt.Sprintf("grammar: %s: %v", l.Name, err))
		}
		l.Delta = append(l.Delta, c)
	}
	return Lang[P]{l}
}

// Has reports whether form f is in the language.
func (l *Language) Has(f ir.Form) bool { return l.forms.Has(f) }

// Forms is the set of forms of the language.
func (l *Language) Forms() ir.FormSet { return l.forms }

// Child is the set of forms allowed at a child position.
func (l *Language) Child(f ir.Field) ir.FormSet { return l.child[f.Form][f.Index].And(l.forms) }

// HasKind reports whether types of kind k are in the language.
func (l *Language) HasKind(k types.Kind) bool { return l.kinds>>k&1 != 0 }

// HasPrims reports whether primitives of class c are in the language.
func (l *Language) HasPrims(c prim.Class) bool { return l.prims>>c&1 != 0 }

// Invariants lists the invariants that hold in the language, oldest first.
func (l *Language) Invariants() []Invariant { return l.invariants }

// HasInvariant reports whether the invariant with this name holds.
func (l *Language) HasInvariant(name string) bool {
	for _, inv := range l.invariants {
		if inv.Name == name {
			return true
		}
	}
	return false
}

func (l *Language) String() string { return l.Name }

// Find returns the language called name, or nil.
func Find(langs []*Language, name string) *Language {
	for _, l := range langs {
		if l.Name == name {
			return l
		}
	}
	return nil
}
