package front

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
	name  string
	form  func() surface.Expr
	needs func() []string
}

// A catalogue lists the entries in their order. It is immutable.
type catalogue struct {
	entries []*entry
	byName  map[string]int
}

// theCatalogue makes the catalogue once.
var theCatalogue = sync.OnceValue(func() *catalogue {
	cat := &catalogue{byName: map[string]int{}}
	for i, d := range prelude.Definitions() {
		cat.entries = append(cat.entries, newEntry(d))
		cat.byName[d.Name] = i
	}
	return cat
})

func newEntry(d prelude.Definition) *entry {
	e := &entry{name: d.Name, libraryName: libraryName{datatype: d.Datatype, locked: !slices.Contains(prelude.Redefinable, d.Name)}}
	e.form = sync.OnceValue(func() surface.Expr {
		var mistakes diag.List
		m := nesl.Parse(d.File, d.Source, &mistakes)
		if mistakes.HasErrors() || len(m.Forms) != 1 {
			panic("front: the prelude is wrong: " + d.Source + mistakes.String(nil))
		}
		return m.Forms[0]
	})
	e.needs = sync.OnceValue(func() []string { return mentions(e.form()) })
	return e
}

// names tells what a program sees of the library.
func (cat *catalogue) names() names {
	out := names{}
	for _, e := range cat.entries {
		out[e.name] = &e.libraryName
	}
	return out
}

// reached are the forms that the names need, directly or through others, in the
// order of the library.
func (cat *catalogue) reached(names []string) (forms []surface.Expr) {
	in := make([]bool, len(cat.entries))
	for len(names) > 0 {
		last := len(names) - 1
		i, ok := cat.byName[names[last]]
		names = names[:last]
		if ok && !in[i] {
			in[i] = true
			names = append(names, cat.entries[i].needs()...)
		}
	}
	for i, e := range cat.entries {
		if in[i] {
			forms = append(forms, e.form())
		}
	}
	return forms
}

// all are the names of all entries.
func (cat *catalogue) all() (names []string) {
	for _, e := range cat.entries {
		names = append(names, e.name)
	}
	return names
}

// mentions are the names of the library that may occur in e, a tree of any
// language of the surface family: local variables with such names count too.
func mentions(e surface.Expr) (names []string) {
	add := func(name string, version int64) {
		switch op, isOp := operators[name]; {
		case version > 0:
			return
		case isOp && op.fn != "":
			name = op.fn
		case isOp:
			name = "__" + op.prim
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
				names = append(names, prelude.Helpers("string")...)
			}
		case *surface.Id:
			add(e.Name, 0)
		case *surface.Global:
			add(e.Name, e.Version)
		case *surface.Unary:
			add(prefixNames[e.Op], 0)
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
