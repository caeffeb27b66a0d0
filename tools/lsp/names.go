package lsp

// Which names mean the same: what resolve-names says.

import (
	"strings"
	"unicode/utf8"

	"nessiec/ir"
	"nessiec/ir/nesl"
	"nessiec/passes/front/names"
	"nessiec/passes/pass"
)

// A symbol is what a name means: a version of a definition, or a variable of a form.
type symbol struct {
	name    string // unique in its form, for variables
	version int64
	form    int // -1 for definitions
}

// An occurrence is a name in the source.
type occurrence struct {
	symbol
	pos   ir.Pos
	width int
	def   bool
	// twin says that this is the short generator a, which means a in a: two symbols have
	// one name there.
	twin bool
	next int // at the same place; 0: none
}

// An index is all names of a program.
type index struct {
	all    []occurrence   // from 1; those of definitions in the library, version 0, included
	first  map[int64]int  // by place, the first occurrence there
	defs   map[symbol]int // of each, the occurrence that defines it
	latest map[string]symbol
	order  []names.Definition
}

// A site is a place with a name that is defined there.
type site struct {
	at   int64
	name string
}

// newIndex resolves the names of a program; mistakes in them are left out.
func newIndex(c *pass.Ctx, forms []nesl.Expr, files []*text) *index {
	x := &index{all: []occurrence{{}}, first: map[int64]int{}, defs: map[symbol]int{}, latest: map[string]symbol{}}
	m, defs := names.Definitions(c, &nesl.Module{Forms: forms})
	x.order = defs
	at := map[site]int64{} // versions
	for _, d := range defs {
		at[site{d.Pos.Key(), d.Name}] = d.Version
		if d.Name != "it" {
			x.latest[d.Name] = symbol{d.Name, d.Version, -1}
		}
	}
	for i, f := range m.Forms {
		x.form(i, f, at, files)
	}
	return x
}

func (x *index) form(i int, f nesl.Expr, at map[site]int64, files []*text) {
	add := func(s symbol, pos ir.Pos, def bool) {
		if !pos.IsValid() || pos.File() >= len(files) {
			return
		}
		base, _, _ := strings.Cut(s.name, ".")
		name := files[pos.File()].nameAt(pos.Line(), pos.Col())
		if !strings.EqualFold(name, base) { // it has no name there
			return
		}
		o := occurrence{symbol: s, pos: pos, width: utf8.RuneCountInString(name), def: def}
		last := 0
		for k := x.first[pos.Key()]; k > 0; k = x.all[k].next {
			if x.all[k].symbol == s {
				return
			}
			last, x.all[k].twin, o.twin = k, true, true
		}
		if _, ok := x.defs[s]; def && !ok {
			x.defs[s] = len(x.all)
		}
		if last > 0 {
			x.all[last].next = len(x.all)
		} else {
			x.first[pos.Key()] = len(x.all)
		}
		x.all = append(x.all, o)
	}
	global := func(name string, pos ir.Pos) {
		if v, ok := at[site{pos.Key(), name}]; ok {
			add(symbol{name, v, -1}, pos, true)
		}
	}
	ir.Walk(f, func(e nesl.Expr) bool {
		switch e := e.(type) {
		case *nesl.Function:
			global(e.Name, e.Pos())
		case *nesl.Stub:
			global(e.Name, e.Pos())
		case *nesl.Datatype:
			global(e.Name, e.Pos())
		case *nesl.Sum:
			global(e.Name, e.Pos())
		case *nesl.Constructor:
			global(e.Name, e.Pos())
		case *nesl.PatVar:
			if _, ok := at[site{e.Pos().Key(), e.Name}]; ok {
				global(e.Name, e.Pos())
			} else {
				add(symbol{e.Name, -1, i}, e.Pos(), true)
			}
		case *nesl.Local:
			add(symbol{e.Name, -1, i}, e.Pos(), false)
		case *nesl.Global:
			add(symbol{e.Name, e.Version, -1}, e.Pos(), false)
		case *nesl.PatCon:
			add(symbol{e.Con, e.Version, -1}, e.Pos(), false)
		case *nesl.PatNone:
			add(symbol{e.Con, e.Version, -1}, e.Pos(), false)
		case *nesl.TyCon:
			add(symbol{e.Con, e.Version, -1}, e.Pos(), false)
		}
		return true
	})
}

// at is the occurrence at a place, or right before it; of two, the one that is used there.
func (x *index) at(file int, t *text, line, col int) (occurrence, bool) {
	_, start := t.nameAround(line, col)
	k := x.first[ir.MakePos(file, line, start).Key()]
	best := k
	for ; k > 0; k = x.all[k].next {
		if !x.all[k].def {
			best = k
		}
	}
	return x.all[best], best > 0
}

// of is all occurrences of a symbol, in order of the forms.
func (x *index) of(s symbol) (out []occurrence) {
	for _, o := range x.all[1:] {
		if o.symbol == s {
			out = append(out, o)
		}
	}
	return out
}
