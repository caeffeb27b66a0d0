package names

// What the library has, by name. A definition is read when a program first
// needs it.

import (
	"fmt"
	"strings"
	"sync"

	"nessiec/ir"
	surface "nessiec/ir/nesl"
	"nessiec/ir/prim/prelude"
)

// An entry is a definition of the library before the front end.
type entry struct {
	prelude.Definition
	locked bool // programs may not define the name anew

	reading sync.Once
	form    surface.Expr
	needs   []string // names of the library that occur in it
}

// A Catalogue lists the entries in their order. It is immutable.
type Catalogue struct {
	Entries []*entry
	ByName  map[string]int
}

// TheCatalogue makes the catalogue once.
var TheCatalogue = sync.OnceValue(func() *Catalogue {
	redefinable := map[string]bool{}
	for _, name := range prelude.Redefinable {
		redefinable[name] = true
	}
	all := prelude.Definitions
	entries := make([]entry, len(all))
	cat := &Catalogue{Entries: make([]*entry, len(all)), ByName: make(map[string]int, len(all))}
	for i, d := range all {
		e := &entries[i]
		e.Definition, e.locked = d, !redefinable[d.Name]
		cat.Entries[i], cat.ByName[d.Name] = e, i
	}
	return cat
})

// entries are those of a catalogue, none if that is nil.
func (cat *Catalogue) entries() []*entry {
	if cat == nil {
		return nil
	}
	return cat.Entries
}

// find is the definition of a name, nil if there is none.
func (cat *Catalogue) find(name string) *entry {
	if cat == nil {
		return nil
	}
	if i, ok := cat.ByName[name]; ok {
		return cat.Entries[i]
	}
	return nil
}

// read makes the tree of the definition, once.
func (e *entry) read() {
	e.reading.Do(func() {
		m, err := surface.Parse(e.Tree)
		if err != nil || len(m.Forms) != 1 {
			panic(fmt.Sprintf("front: the definition of %s in the library: %v", e.Name, err))
		}
		e.form = m.Forms[0]
		e.needs = Mentions(e.form)
	})
}

// Form is the tree of the definition.
func (e *entry) Form() surface.Expr {
	e.read()
	return e.form
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
		ir.AtOnce(len(found), func(i int) { found[i].read() })
		names = nil
		for _, e := range found {
			names = append(names, e.needs...)
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
