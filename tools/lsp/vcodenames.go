package lsp

// Where the functions of a program in VCODE are named.

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"go.lsp.dev/protocol"

	grammar "nessiec/grammar/vcode"
	"nessiec/ir/vcode"
)

// vcodeNames is a document in VCODE, at a place. A program is one file: answers stay in it.
type vcodeNames struct {
	doc   *document
	names []grammar.Name
	at    protocol.Position
}

// span is where a name is.
func (n *vcodeNames) span(m grammar.Name) protocol.Range {
	return n.doc.text.span(m.Pos, utf8.RuneCountInString(m.Name))
}

// here is the name at the place; its end belongs to it.
func (n *vcodeNames) here() (grammar.Name, bool) {
	line, col := n.doc.text.place(n.at)
	k := slices.IndexFunc(n.names, func(m grammar.Name) bool {
		return m.Pos.Line() == line && m.Pos.Col() <= col && col <= m.Pos.Col()+len(m.Name)
	})
	if k < 0 {
		return grammar.Name{}, false
	}
	return n.names[k], true
}

// defined reports whether the document defines a function.
func (n *vcodeNames) defined(name string) bool {
	return slices.ContainsFunc(n.names, func(m grammar.Name) bool { return m.Def && m.Name == name })
}

// uses is the places of the function that is named at the place.
func (n *vcodeNames) uses(want func(grammar.Name) bool) []protocol.Location {
	out := []protocol.Location{}
	if here, ok := n.here(); ok {
		for _, m := range n.names {
			if m.Name == here.Name && want(m) {
				out = append(out, protocol.Location{URI: uriOf(n.doc.name), Range: n.span(m)})
			}
		}
	}
	return out
}

func (n *vcodeNames) hover() *protocol.Hover { return n.doc.vcodeHover(n.at) }

func (n *vcodeNames) definition() []protocol.Location {
	return n.uses(func(m grammar.Name) bool { return m.Def })
}

func (n *vcodeNames) references(declaration bool) []protocol.Location {
	return n.uses(func(m grammar.Name) bool { return declaration || !m.Def })
}

// symbols is the functions of the document.
func (n *vcodeNames) symbols() []protocol.DocumentSymbol {
	out := []protocol.DocumentSymbol{}
	for _, m := range n.names {
		if m.Def {
			out = append(out, protocol.DocumentSymbol{Name: m.Name, Kind: protocol.SymbolKindFunction, Range: n.span(m), SelectionRange: n.span(m)})
		}
	}
	return out
}

// prepareRename is the name that a rename would change, nil if there is none.
func (n *vcodeNames) prepareRename() *protocol.Range {
	here, ok := n.here()
	if !ok || !n.defined(here.Name) {
		return nil
	}
	r := n.span(here)
	return &r
}

// rename gives the function at the place another name. It fails where no function of the document is, and
// if the name is none or taken.
func (n *vcodeNames) rename(name string) (*protocol.WorkspaceEdit, error) {
	here, ok := n.here()
	if !ok || !n.defined(here.Name) {
		return nil, fmt.Errorf("there is no name here that the program defines")
	}
	if !grammar.IsName(name) {
		return nil, fmt.Errorf("%s is no name", name)
	}
	if name != here.Name && n.defined(name) {
		return nil, fmt.Errorf("%s is the name of another function", name)
	}
	var edits []protocol.TextEdit
	for _, l := range n.references(true) {
		edits = append(edits, protocol.TextEdit{Range: l.Range, NewText: name})
	}
	return &protocol.WorkspaceEdit{Changes: map[protocol.DocumentURI][]protocol.TextEdit{uriOf(n.doc.name): edits}}, nil
}

// completion is the words that may stand at the place: functions behind CALL, else instructions.
func (n *vcodeNames) completion() *protocol.CompletionList {
	line, col := n.doc.text.place(n.at)
	before := []rune(n.doc.text.line(line))
	before = before[:min(col-1, len(before))]
	word, start := wordAround(string(before), len(before)+1)
	list := &protocol.CompletionList{Items: []protocol.CompletionItem{}}
	add := func(label string, kind protocol.CompletionItemKind, about string) {
		if strings.HasPrefix(strings.ToUpper(label), strings.ToUpper(word)) {
			list.Items = append(list.Items, protocol.CompletionItem{Label: label, Kind: kind,
				Documentation: protocol.MarkupContent{Kind: protocol.Markdown, Value: about}})
		}
	}
	if fields := strings.Fields(string(before[:start-1])); len(fields) > 0 && fields[len(fields)-1] == "CALL" {
		for _, m := range n.names {
			if m.Def {
				add(m.Name, protocol.CompletionItemKindFunction, "")
			}
		}
		return list
	}
	for _, w := range slices.Sorted(maps.Keys(structural)) {
		add(w, protocol.CompletionItemKindKeyword, structural[w])
	}
	for k := range vcode.Ops {
		add(vcode.Ops[k].Name, protocol.CompletionItemKindFunction, instruction(&vcode.Ops[k]))
	}
	return list
}
