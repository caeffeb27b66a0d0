package lsp

// Answers about a place in a program in Harlan.

import (
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"go.lsp.dev/protocol"

	"nessiec/ir"
	"nessiec/ir/datum"
	passes "nessiec/passes/harlan"
	"nessiec/passes/harlan/library"
)

// harlanNames is a document in Harlan, at a place. A program is one file: answers stay in it.
type harlanNames struct {
	doc *document
	*harlanIndex
	at protocol.Position
}

// harlanNames is a document with what its names mean. Types of functions are those before the last
// mistake.
func (d *document) harlanNames(at protocol.Position) *harlanNames {
	if d.harlan == nil || d.harlanOf != d.text {
		x := newHarlanIndex(d.text.all)
		if x.funcs == nil && d.harlan != nil {
			x.funcs = d.harlan.funcs
		}
		d.harlan, d.harlanOf = x, d.text
	}
	return &harlanNames{d, d.harlan, at}
}

// libraryDecls is the declarations of libraries by the name of the library.
var libraryDecls = sync.OnceValue(func() map[string]*harlanIndex {
	out := map[string]*harlanIndex{}
	for _, name := range library.Names() {
		x := &harlanIndex{types: map[*datum.Sym]bool{}, binder: map[int64]ir.Pos{}, vars: map[int64]string{}}
		for _, d := range library.Find(name).Forms {
			x.declare(d)
		}
		out[name] = x
	}
	return out
})

// span is where a symbol is.
func (n *harlanNames) span(sym *datum.Sym) protocol.Range {
	return n.doc.text.span(sym.Pos(), utf8.RuneCountInString(sym.Name))
}

// here is the symbol at the place, to which its end belongs; nil if there is none.
func (n *harlanNames) here() *datum.Sym {
	line, col := n.doc.text.place(n.at)
	for _, s := range n.syms {
		if p := s.Pos(); p.Line() == line && p.Col() <= col && col <= p.Col()+utf8.RuneCountInString(s.Name) {
			return s
		}
	}
	return nil
}

func (n *harlanNames) hover() *protocol.Hover {
	sym := n.here()
	if sym == nil {
		return nil
	}
	about := n.about(sym)
	if about == "" {
		return nil
	}
	r := n.span(sym)
	return &protocol.Hover{Range: &r, Contents: protocol.MarkupContent{Kind: protocol.Markdown, Value: about}}
}

// about is what a symbol means, "" if that is not known: a variable, what a declaration of the program
// or of a library names, or a word of the language.
func (n *harlanNames) about(sym *datum.Sym) string {
	if at, ok := n.binder[sym.Pos().Key()]; ok {
		t := n.vars[at.Key()]
		if t == "" {
			t = "not known yet"
		}
		return fenced(sym.Name + " : " + t)
	}
	if d := n.declared(sym.Name, n.types[sym]); d != nil {
		text := n.describe(d)
		if c := n.comment(d.name.Pos().Line()); c != "" {
			text += "\n\n" + c
		}
		return text
	}
	if shape := passes.Shape(sym.Name); shape != "" {
		return fenced(shape)
	}
	for _, name := range library.Names() {
		if d := libraryDecls()[name].declared(sym.Name, n.types[sym]); d != nil {
			return n.describe(d) + "\n\nFrom the library `" + name + "`."
		}
	}
	return ""
}

// describe is how a declared name is used, with the type of a function.
func (n *harlanNames) describe(d *harlanDecl) string {
	text := strings.Join(d.uses, "\n")
	if t := n.funcs[d.name.Name]; t != "" && d.kind == protocol.SymbolKindFunction && !d.macro {
		text += " : " + t
	}
	return fenced(text)
}

func fenced(s string) string { return "```harlan\n" + s + "\n```" }

// comment is the comment in the lines right above a line.
func (n *harlanNames) comment(line int) string {
	var out []string
	for line--; ; line-- {
		s := strings.TrimSpace(n.doc.text.line(line))
		if !strings.HasPrefix(s, ";") {
			return strings.Join(out, "\n")
		}
		out = append([]string{strings.TrimSpace(strings.TrimLeft(s, ";"))}, out...)
	}
}

// places is where symbols have the meaning of the one at the place.
func (n *harlanNames) places(want func(isDef bool) bool) []protocol.Location {
	out := []protocol.Location{}
	here := n.here()
	if here == nil {
		return out
	}
	def, ok := n.target(here)
	for _, s := range n.syms {
		if at, known := n.target(s); ok && known && at.Key() == def.Key() && want(s.Pos().Key() == def.Key()) {
			out = append(out, protocol.Location{URI: uriOf(n.doc.name), Range: n.span(s)})
		}
	}
	return out
}

func (n *harlanNames) definition() []protocol.Location {
	return n.places(func(isDef bool) bool { return isDef })
}

func (n *harlanNames) references(declaration bool) []protocol.Location {
	return n.places(func(isDef bool) bool { return declaration || !isDef })
}

// symbols is what the document declares, constructors inside of their datatypes.
func (n *harlanNames) symbols() []protocol.DocumentSymbol {
	out := []protocol.DocumentSymbol{}
	for _, d := range n.decls {
		s := protocol.DocumentSymbol{Name: d.name.Name, Kind: d.kind, Range: n.span(d.name), SelectionRange: n.span(d.name)}
		switch {
		case d.home != "":
			datatype := &out[len(out)-1]
			datatype.Children = append(datatype.Children, s)
			datatype.Range.End = s.Range.End
			continue
		case d.macro:
			s.Detail = "macro"
		}
		out = append(out, s)
	}
	return out
}

func (n *harlanNames) prepareRename() *protocol.Range { return nil }

// rename fails: another name can be captured in a macro.
func (n *harlanNames) rename(string) (*protocol.WorkspaceEdit, error) {
	return nil, fmt.Errorf("a name in Harlan is not changed everywhere: macros may have to do with it")
}

// completion is what may begin as the word at the place does: what the document declares, what
// libraries declare, and words.
func (n *harlanNames) completion() *protocol.CompletionList {
	line, col := n.doc.text.place(n.at)
	before := []rune(n.doc.text.line(line))
	word, _ := wordAround(string(before[:min(col-1, len(before))]), col)
	list := &protocol.CompletionList{Items: []protocol.CompletionItem{}}
	taken := map[string]bool{}
	add := func(label string, kind protocol.CompletionItemKind, about string) {
		if !taken[label] && strings.HasPrefix(label, word) && !strings.HasPrefix(label, "%") {
			taken[label] = true
			list.Items = append(list.Items, protocol.CompletionItem{Label: label, Kind: kind,
				Documentation: protocol.MarkupContent{Kind: protocol.Markdown, Value: about}})
		}
	}
	all := func(x *harlanIndex) {
		for i := range x.decls {
			add(x.decls[i].name.Name, protocol.CompletionItemKindFunction, n.describe(&x.decls[i]))
		}
	}
	all(n.harlanIndex)
	for _, name := range library.Names() {
		all(libraryDecls()[name])
	}
	for _, w := range passes.Words() {
		add(w, protocol.CompletionItemKindKeyword, fenced(passes.Shape(w)))
	}
	return list
}
