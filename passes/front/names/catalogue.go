package names

// What the library has, by name. A definition is read when a program first
// needs it.

import (
	"slices"
	"strings"
	"sync"

	"nessiec/grammar/nesl"
	"nessiec/ir"
	"nessiec/ir/diag"
	surface "nessiec/ir/nesl"
	"nessiec/ir/prim/prelude"
)

// An entry is a definition of the library before the front end. form and needs
// read it: its tree, and the names of the library that occur in it.
type entry struct {
	libraryName
	Name  string
	Form  func() surface.Expr
	needs func() []string
}

// A Catalogue lists the entries in their order. It is immutable.
type Catalogue struct {
	Entries []*entry
	ByName  map[string]int
}

// TheCatalogue makes the catalogue once.
var TheCatalogue = sync.OnceValue(func() *Catalogue {
	cat := &Catalogue{ByName: map[string]int{}}
	for i, d := range prelude.Definitions() {
		cat.Entries = append(cat.Entries, newEntry(d))
		cat.ByName[d.Name] = i
	}
	return cat
})

func newEntry(d prelude.Definition) *entry {
	e := &entry{Name: d.Name, libraryName: libraryName{datatype: d.Datatype, locked: !slices.Contains(prelude.Redefinable, d.Name)}}
	e.Form = sync.OnceValue(func() surface.Expr {
		var mistakes diag.List
		m := nesl.Parse(d.File, d.Source(), &mistakes)
		if mistakes.HasErrors() || len(m.Forms) != 1 {
			panic("front: the prelude is wrong: " + d.Source() + mistakes.String(nil))
		}
		return m.Forms[0]
	})
	e.needs = sync.OnceValue(func() []string { return Mentions(e.Form()) })
	return e
}

// names tells what a program sees of the library.
func (cat *Catalogue) names() names {
	out := names{}
	for _, e := range cat.Entries {
		out[e.Name] = &e.libraryName
	}
	return out
}

// Reached are the forms that the names need, directly or through others, in the
// order of the library. What names that are equally far need is read at once.
func (cat *Catalogue) Reached(names []string) (forms []surface.Expr) {
	in := make([]bool, len(cat.Entries))
	for len(names) > 0 {
		var found []*entry
		for _, name := range names {
			if i, ok := cat.ByName[name]; ok && !in[i] {
				in[i] = true
				found = append(found, cat.Entries[i])
			}
		}
		ir.AtOnce(len(found), func(i int) { found[i].needs() })
		names = nil
		for _, e := range found {
			names = append(names, e.needs()...)
		}
	}
	for i, e := range cat.Entries {
		if in[i] {
			forms = append(forms, e.Form())
		}
	}
	return forms
}

// All are the names of all entries.
func (cat *Catalogue) All() (names []string) {
	for _, e := range cat.Entries {
		names = append(names, e.Name)
	}
	return names
}

// Mentions are the names of the library that may occur in e, a tree of any
// language of the surface family: local variables with such names count too.
func Mentions(e surface.Expr) (names []string) {
	add := func(name string, version int64) {
		switch op, isOp := Operators[name]; {
		case version > 0:
			return
		case isOp && op.Fn != "":
			name = op.Fn
		case isOp:
			name = "__" + op.Prim
		}
		names = append(names, name)
		if op, ok := strings.CutPrefix(name, "__"); ok {
			names = append(names, prelude.Helpers(op)...)
		}
	}
	ir.Walk(e, func(e surface.Expr) bool {
		switch e := e.(type) {
		case *surface.Sum:
			if containsItself(e) { // what an action makes of it is printed as text
				names = append(names, prelude.Helpers("printed")...)
			}
		case *surface.Id:
			add(e.Name, 0)
		case *surface.Global:
			add(e.Name, e.Version)
		case *surface.Unary:
			add(PrefixNames[e.Op], 0)
		case *surface.Binary:
			add(e.Op, 0)
		case *surface.Range, *surface.RangeStep:
			add("[:]", 0)
		case *surface.Serial, *surface.SerialIf:
			add("map", 0)
		case *surface.GenName:
			add(e.Name, 0)
		case *surface.PatData:
			add(e.Con, 0)
		case *surface.PatNone:
			add(e.Con, e.Version)
		case *surface.Contents:
			add(e.Con, e.Version)
		case *surface.TyName:
			add(e.Name, 0)
		case *surface.TyData:
			add(e.Name, 0)
		case *surface.TyCon:
			add(e.Con, e.Version)
		}
		return true
	})
	return names
}

// containsItself reports whether a datatype has its own name in a constructor.
func containsItself(s *surface.Sum) bool {
	return ir.Any(surface.Expr(s), func(e surface.Expr) bool {
		c, ok := e.(*surface.TyCon)
		return ok && c.Con == s.Name
	})
}
