package lsp

// Names that may stand at a place, and the symbols of a document.

import (
	"slices"
	"strings"
	"unicode/utf8"

	"go.lsp.dev/protocol"

	"nessiec/ir/diag"
	"nessiec/tools/format"
	"nessiec/tools/library"
)

// completion is all names that may stand at the place.
func (v *view) completion() *protocol.CompletionList {
	items := map[string]protocol.CompletionItem{}
	for _, w := range keywords {
		items[w] = protocol.CompletionItem{Label: w, Kind: protocol.CompletionItemKindKeyword, SortText: "3" + w}
	}
	for name, e := range builtins() {
		if validPrefix(name) {
			items[name] = item(e, "2")
		}
	}
	x := v.prog.index()
	for _, d := range x.order {
		if s := x.latest[d.Name]; s.version == d.Version && validPrefix(d.Name) {
			e, _ := v.entry(s)
			items[d.Name] = item(e, "1")
		}
	}
	for _, name := range v.near() {
		if _, ok := items[strings.ToLower(name)]; !ok {
			items[strings.ToLower(name)] = protocol.CompletionItem{Label: name, Kind: protocol.CompletionItemKindVariable, SortText: "0" + name}
		}
	}
	list := &protocol.CompletionList{Items: []protocol.CompletionItem{}}
	name, start := v.doc.text.nameAround(v.line, v.col)
	prefix := strings.ToLower(string([]rune(name)[:max(min(v.col-start, utf8.RuneCountInString(name)), 0)]))
	for key, i := range items {
		if strings.HasPrefix(key, prefix) {
			list.Items = append(list.Items, i)
		}
	}
	slices.SortFunc(list.Items, func(a, b protocol.CompletionItem) int { return strings.Compare(a.SortText, b.SortText) })
	return list
}

var keywords = []string{"function", "datatype", "let", "in", "if", "then", "else", "case", "of", "and", "or", "xor", "not", "load", "t", "f"}

func validPrefix(name string) bool {
	return name != "" && isName(rune(name[0])) && !strings.HasPrefix(name, "__")
}

func item(e library.Entry, order string) protocol.CompletionItem {
	kind := protocol.CompletionItemKindConstant
	if strings.Contains(e.Type, "->") {
		kind = protocol.CompletionItemKindFunction
	}
	return protocol.CompletionItem{Label: e.Name, Kind: kind, Detail: e.Type, SortText: order + e.Name,
		Documentation: protocol.MarkupContent{Kind: protocol.Markdown, Value: describe(e)}}
}

// near is the names in the form around the place, whether it can be parsed or not.
func (v *view) near() (names []string) {
	for _, c := range v.doc.chunks {
		if v.line < c.line || v.line > c.line+strings.Count(c.text, "\n") {
			continue
		}
		for _, w := range strings.FieldsFunc(code(c.text), func(r rune) bool { return !isName(r) }) {
			if (w[0] < '0' || w[0] > '9') && !slices.Contains(names, w) && !slices.Contains(keywords, strings.ToLower(w)) {
				names = append(names, w)
			}
		}
	}
	name, _ := v.doc.text.nameAround(v.line, v.col)
	return slices.DeleteFunc(names, func(w string) bool { return w == name })
}

// code is a text without comments and strings.
func code(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '%', '"':
			if n := strings.IndexByte(s[i+1:], s[i]); n >= 0 {
				i += n + 1
			}
			b.WriteByte(' ')
		case '`':
			i++
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// symbols is what a document defines.
func (v *view) symbols() []protocol.DocumentSymbol {
	out := []protocol.DocumentSymbol{}
	for _, d := range v.prog.index().order {
		if d.Pos.File() != 0 || d.Name == "it" || !d.Pos.IsValid() {
			continue
		}
		e, _ := v.entry(symbol{d.Name, d.Version, -1})
		kind := protocol.SymbolKindVariable
		if strings.Contains(e.Type, "->") || e.Type == "" {
			kind = protocol.SymbolKindFunction
		}
		r := v.doc.text.span(d.Pos, utf8.RuneCountInString(d.Name))
		out = append(out, protocol.DocumentSymbol{Name: d.Name, Detail: e.Type, Kind: kind, Range: r, SelectionRange: r})
	}
	return out
}

// formatted is the edit that brings a document into the style; none if it has mistakes, or
// is in it.
func formatted(d *document) ([]protocol.TextEdit, error) {
	var l diag.List
	out, err := format.Source(0, d.text.all, &l)
	if err != nil || l.HasErrors() || out == d.text.all {
		return []protocol.TextEdit{}, err
	}
	return []protocol.TextEdit{{Range: protocol.Range{End: d.text.end()}, NewText: out}}, nil
}
