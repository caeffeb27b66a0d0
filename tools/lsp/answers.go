package lsp

// What the editor asks about a place.

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"go.lsp.dev/protocol"

	"nessiec/grammar/vcode"
	"nessiec/ir"
	"nessiec/ir/diag"
	"nessiec/ir/nesl"
	"nessiec/passes/front/names"
	"nessiec/tools/session"
)

// answers is what is said of a place in an open document.
type answers interface {
	hover() *protocol.Hover // nil: nothing
	definition() []protocol.Location
	references(declaration bool) []protocol.Location
	prepareRename() *protocol.Range // of the name that a rename would change; nil: none
	rename(name string) (*protocol.WorkspaceEdit, error)
	completion() *protocol.CompletionList
	symbols() []protocol.DocumentSymbol
}

// answers finds who answers for a place in a document.
func (s *Server) answers(id protocol.TextDocumentIdentifier, p protocol.Position) (answers, bool) {
	if d := s.docs[fileOf(id.URI)]; d != nil && isVcode(d.name) {
		return &vcodeNames{d, vcode.Names(0, d.text.all), p}, true
	}
	if d := s.docs[fileOf(id.URI)]; d != nil && isHarlan(d.name) {
		return d.harlanNames(p), true
	}
	if v, ok := s.view(id, p); ok {
		return v, true
	}
	return nil, false
}

// A view is a document with its program, at a place.
type view struct {
	*Server
	doc       *document
	prog      *program
	line, col int
}

func (s *Server) view(id protocol.TextDocumentIdentifier, p protocol.Position) (*view, bool) {
	d := s.docs[fileOf(id.URI)]
	if d == nil || isOther(d.name) {
		return nil, false
	}
	line, col := d.text.place(p)
	return &view{s, d, s.program(d), line, col}, true
}

// location is where an occurrence is.
func (v *view) location(o occurrence) protocol.Location {
	d := v.prog.docs[o.pos.File()]
	return protocol.Location{URI: uriOf(d.name), Range: d.text.span(o.pos, o.width)}
}

// occurrence is the name at the place. Where its form has a mistake, it is the last
// definition of that name.
func (v *view) occurrence() (o occurrence, ok bool) {
	x := v.prog.index()
	if o, ok := x.at(0, v.doc.text, v.line, v.col); ok {
		return o, true
	}
	name, start := v.doc.text.nameAround(v.line, v.col)
	sym, ok := x.latest[strings.ToLower(name)]
	return occurrence{symbol: sym, pos: ir.MakePos(0, v.line, start), width: utf8.RuneCountInString(name)}, ok
}

func (v *view) definition() []protocol.Location {
	o, ok := v.occurrence()
	x := v.prog.index()
	if k, known := x.defs[o.symbol]; ok && known {
		return []protocol.Location{v.location(x.all[k])}
	}
	return nil
}

// everywhere is the programs of all open documents that have the document of v in them.
func (v *view) everywhere() []*view {
	out := []*view{v}
	for _, d := range v.openDocuments() {
		if d == v.doc || isOther(d.name) {
			continue
		}
		if p := v.program(d); slices.Contains(p.docs, v.doc) {
			out = append(out, &view{Server: v.Server, doc: d, prog: p})
		}
	}
	return out
}

// occurrences is all places of the symbol at the place, in all programs: those of a
// definition that others load, too. Each is told with the view it is in.
func (v *view) occurrences(tell func(*view, occurrence)) (found occurrence, ok bool) {
	o, ok := v.occurrence()
	x := v.prog.index()
	k, known := x.defs[o.symbol]
	if !ok || !known {
		return o, false
	}
	def := x.all[k]
	home := v.prog.docs[def.pos.File()]
	type where struct {
		d  *document
		at int64
	}
	seen := map[where]bool{}
	for _, w := range v.everywhere() {
		y := w.prog.index()
		file := slices.Index(w.prog.docs, home)
		for k := y.first[ir.MakePos(max(file, 0), def.pos.Line(), def.pos.Col()).Key()]; k > 0; k = y.all[k].next {
			if file < 0 || !y.all[k].def || y.all[k].name != def.name && def.form < 0 {
				continue
			}
			for _, p := range y.of(y.all[k].symbol) {
				at := where{w.prog.docs[p.pos.File()], ir.MakePos(0, p.pos.Line(), p.pos.Col()).Key()}
				if !seen[at] && (v == w || def.form < 0) {
					seen[at] = true
					tell(w, p)
				}
			}
		}
	}
	return def, true
}

func (v *view) references(declaration bool) (out []protocol.Location) {
	v.occurrences(func(w *view, o occurrence) {
		if declaration || !o.def {
			out = append(out, w.location(o))
		}
	})
	return out
}

func (v *view) prepareRename() *protocol.Range {
	o, ok := v.occurrence()
	if !ok || o.version == 0 {
		return nil
	}
	r := v.doc.text.span(o.pos, o.width)
	return &r
}

// rename gives a symbol another name. The short generator a becomes b in a, or a in b.
func (v *view) rename(name string) (*protocol.WorkspaceEdit, error) {
	if !validName(name) {
		return nil, fmt.Errorf("%s is no name", name)
	}
	changes := map[protocol.DocumentURI][]protocol.TextEdit{}
	def, ok := v.occurrences(func(w *view, o occurrence) {
		l := w.location(o)
		text := name
		if o.twin {
			old := w.prog.docs[o.pos.File()].text.nameAt(o.pos.Line(), o.pos.Col())
			if text = old + " in " + name; o.def {
				text = name + " in " + old
			}
		}
		changes[l.URI] = append(changes[l.URI], protocol.TextEdit{Range: l.Range, NewText: text})
	})
	if !ok || def.version == 0 {
		return nil, fmt.Errorf("there is no name here that the program defines")
	}
	return &protocol.WorkspaceEdit{Changes: changes}, nil
}

// validName reports whether a text is a name that programs may define.
func validName(name string) bool {
	if name == "" || strings.IndexFunc(name, func(r rune) bool { return !isName(r) }) >= 0 || '0' <= name[0] && name[0] <= '9' {
		return false
	}
	var d diag.List
	s := session.New()
	c := newCtx()
	c.Diags = &d
	s.Read = func(string) ([]byte, error) { return []byte("function " + name + "(x) = x;"), nil }
	p, err := s.Parse(c, session.Source{Files: []string{"name.nesl"}})
	if err != nil {
		return false
	}
	names.ResolveNames(c, p.Module.(*nesl.Module))
	return !c.Diags.HasErrors()
}
