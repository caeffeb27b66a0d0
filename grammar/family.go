package grammar

// Families: the one place where modules of different Go types are handled
// alike. Types are erased here, behind generic constructors, and nowhere else
// in this package.

import (
	"fmt"

	"nessiec/ir"
	"nessiec/ir/prim"
	"nessiec/ir/text"
	"nessiec/ir/types"
)

// A Node is an expression of a family whose expressions have type E.
type Node[E any] interface {
	comparable
	Form() ir.Form
	Pos() ir.Pos
	Children(func(int, E))
	Walk(func(E) bool)
}

// A Module is a program of a family whose expressions have type E.
type Module[E any] interface {
	comparable
	EachBody(func(E))
	Text(text.Options) string
}

// Ops is what a family package provides, mostly generated.
type Ops[M Module[E], E Node[E]] struct {
	Schema   []ir.FormInfo
	Parse    func(string) (M, error)
	Complete func(M)       // says the sizes of variables that do not say them yet; nil if the family has none
	Check    func(M) error // scope and types; nil if there is nothing to check

	// Of a family whose modules have kernels, which depend on nothing outside of them:
	// Rest is m without the kernels that known has, too; CheckRest is Check of m, of whose
	// kernels only those of rest are looked into.
	Rest      func(m, known M) M
	CheckRest func(m, rest M) error

	Show     func(E) string
	EachType func(E, func(*types.Type)) // nil if nodes have no types
	EachPrim func(E, func(*prim.Prim))  // nil if nodes have no primitives
}

// A Family is a set of node types with one schema: nkl, fkl, lcu, kir.
type Family struct {
	Name   string
	Schema []ir.FormInfo

	is       func(any) bool
	parse    func(string) (any, error)
	text     func(any, text.Options) string
	complete func(any)
	check    func(m, rest any) error
	rest     func(m, known any) any
	grammar  func(l *Language, m, known any) error
	forms    func(any, []int)
}

// NewFamily makes the family called name from the operations of its package.
func NewFamily[M Module[E], E Node[E]](name string, ops Ops[M, E]) *Family {
	return &Family{
		Name:   name,
		Schema: ops.Schema,
		is:     func(m any) bool { _, ok := m.(M); return ok },
		parse:  func(src string) (any, error) { return ops.Parse(src) },
		text:   func(m any, o text.Options) string { return m.(M).Text(o) },
		grammar: func(l *Language, m, known any) error {
			before := map[E]bool{}
			if known, ok := known.(M); ok {
				known.EachBody(func(e E) { before[e] = true })
			}
			return check(l, ops, m.(M), before)
		},
		forms: func(m any, count []int) { countForms[M, E](m.(M), count) },
		complete: func(m any) {
			if ops.Complete != nil {
				ops.Complete(m.(M))
			}
		},
		check: func(m, rest any) error {
			switch {
			case rest != m:
				return ops.CheckRest(m.(M), rest.(M))
			case ops.Check == nil:
				return nil
			}
			return ops.Check(m.(M))
		},
		rest: func(m, known any) any {
			if ops.Rest == nil {
				return m
			}
			return ops.Rest(m.(M), known.(M))
		},
	}
}

// Parse reads a module of the family. What it does not say of sizes is added, as Complete
// does, if it is well typed.
func (f *Family) Parse(src string) (any, error) {
	m, err := f.parse(src)
	if err == nil && f.check(m, m) == nil {
		f.Complete(m)
	}
	return m, err
}

// Complete says the sizes of variables of m that do not say them yet, as those that a pass
// has just made.
func (f *Family) Complete(m any) { f.complete(m) }

// Text prints a module of the family.
func (f *Family) Text(m any, o text.Options) string { return f.text(m, o) }

// Count returns how many nodes of each form a module has, by form.
func (f *Family) Count(m any) []int {
	n := make([]int, len(f.Schema))
	f.forms(m, n)
	return n
}

func countForms[M Module[E], E Node[E]](m M, count []int) {
	m.EachBody(func(e E) {
		ir.Walk(e, func(e E) bool { count[e.Form()]++; return true })
	})
}

// Check checks the tree grammar alone: forms, child positions, kinds of types
// and classes of primitives, in one traversal that allocates nothing per node.
func (l *Language) Check(m any) error { return l.checkAfter(m, nil) }

// checkAfter is Check of what a pass has made of known, of which the tree grammar of l allows all;
// nil if there is none.
func (l *Language) checkAfter(m, known any) error {
	if !l.Family.is(m) {
		return fmt.Errorf("%s: not a program of family %s: %T", l.Name, l.Family.Name, m)
	}
	return l.Family.grammar(l, m, known)
}

// An Invariant is a property of programs that the tree grammar cannot state.
type Invariant struct {
	Name, Doc string
	check     func(any) error
	fits      func(any) bool
	kernels   bool // it holds where it does of every kernel alone
}

// Property makes an invariant of programs of type M; check returns what is
// wrong with a program, or nil.
func Property[M any](name, doc string, check func(M) error) Invariant {
	return Invariant{Name: name, Doc: doc,
		check: func(m any) error { return check(m.(M)) },
		fits:  func(m any) bool { _, ok := m.(M); return ok },
	}
}
