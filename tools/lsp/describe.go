package lsp

// What is known of a name: its type, documentation, arguments.

import (
	"strings"
	"unicode/utf8"

	"go.lsp.dev/protocol"

	"nessiec/ir"
	"nessiec/tools/library"
	"nessiec/tools/session"
)

// typeOf is what is known of the type of a symbol: of a variable, where it was last seen.
func (v *view) typeOf(o occurrence) string {
	if o.form < 0 {
		return v.doc.globals[o.name]
	}
	for _, p := range v.prog.index().of(o.symbol) {
		d := v.prog.docs[p.pos.File()]
		for _, c := range d.chunks {
			if t := c.types[[2]int{p.pos.Line() - c.line + 1, p.pos.Col()}]; t != "" {
				return t
			}
		}
	}
	return ""
}

// entry is what is known of a definition: its comment and its type, or the library's.
func (v *view) entry(s symbol) (library.Entry, bool) {
	if s.version == 0 {
		e, ok := builtins()[s.name]
		return e, ok
	}
	x := v.prog.index()
	k, ok := x.defs[s]
	if !ok {
		return library.Entry{}, false
	}
	pos := x.all[k].pos
	for _, c := range v.prog.docs[pos.File()].chunks {
		if n := pos.Line() - c.line + 1; n < 1 || n > 1+strings.Count(c.text, "\n") {
			continue
		}
		for _, d := range session.Docs(c.text, c.forms) {
			if d.Name == s.name {
				return library.Entry{Doc: d, Type: v.typeOf(occurrence{symbol: s})}, true
			}
		}
	}
	return library.Entry{Doc: session.Doc{Name: s.name}, Type: v.typeOf(occurrence{symbol: s})}, true
}

func (v *view) hover() *protocol.Hover {
	o, ok := v.occurrence()
	if !ok {
		name, start := v.doc.text.nameAround(v.line, v.col)
		if _, isBuiltin := builtins()[strings.ToLower(name)]; name == "" || !isBuiltin {
			return nil
		}
		o = occurrence{symbol: symbol{strings.ToLower(name), 0, -1}, pos: ir.MakePos(0, v.line, start), width: utf8.RuneCountInString(name)}
	}
	r := v.doc.text.span(o.pos, o.width)
	h := &protocol.Hover{Range: &r, Contents: protocol.MarkupContent{Kind: protocol.Markdown}}
	if o.form >= 0 {
		name := v.doc.text.nameAt(o.pos.Line(), o.pos.Col())
		t := v.typeOf(o)
		if t == "" {
			t = "not known yet"
		}
		h.Contents.Value = "```nesl\n" + name + " : " + t + "\n```"
		return h
	}
	e, ok := v.entry(o.symbol)
	if !ok {
		return nil
	}
	h.Contents.Value = describe(e)
	return h
}

// describe is an entry as Markdown.
func describe(e library.Entry) string {
	var b strings.Builder
	b.WriteString("```nesl\n" + e.Name)
	if e.Type != "" {
		b.WriteString(" : " + e.Type)
	}
	b.WriteString("\n```")
	if e.Text != "" {
		b.WriteString("\n\n" + e.Text)
	}
	if e.Cost != "" {
		b.WriteString("\n\nCost: " + e.Cost)
	}
	if len(e.Fails) > 0 {
		b.WriteString("\n\nFails: " + strings.Join(e.Fails, " "))
	}
	if len(e.Examples) > 0 {
		b.WriteString("\n\n```nesl\n" + strings.Join(e.Examples, "\n") + "\n```")
	}
	return b.String()
}

func (v *view) signature() *protocol.SignatureHelp {
	name, arg := v.call()
	if name == "" {
		return nil
	}
	s, ok := v.prog.index().latest[name]
	if !ok {
		s = symbol{name, 0, -1}
	}
	e, ok := v.entry(s)
	if !ok || e.Type == "" {
		return nil
	}
	info := protocol.SignatureInformation{Label: e.Name + " : " + e.Type, Documentation: protocol.MarkupContent{Kind: protocol.Markdown, Value: e.Text}}
	for _, p := range parameters(e.Type) {
		info.Parameters = append(info.Parameters, protocol.ParameterInformation{Label: p})
	}
	active := uint32(min(arg, max(len(info.Parameters)-1, 0)))
	return &protocol.SignatureHelp{Signatures: []protocol.SignatureInformation{info}, ActiveParameter: active}
}

// call is the function in whose parentheses the place is, and the number of the argument.
func (v *view) call() (name string, arg int) {
	before := []rune(v.doc.text.all[:v.doc.text.offset(v.doc.text.position(v.line, v.col))])
	depth := 0
	for i := len(before) - 1; i >= 0 && i > len(before)-4000; i-- {
		switch before[i] {
		case ')', ']', '}':
			depth++
		case '[', '{':
			if depth--; depth < 0 {
				return "", 0
			}
		case ',':
			if depth == 0 {
				arg++
			}
		case ';':
			if depth == 0 {
				return "", 0
			}
		case '(':
			if depth--; depth >= 0 {
				continue
			}
			n := i
			for n > 0 && isName(before[n-1]) {
				n--
			}
			if n < i {
				return strings.ToLower(string(before[n:i])), arg
			}
			depth, arg = 0, 0 // a tuple in an argument
		}
	}
	return "", 0
}

// parameters is the parts of the left side of a type of functions.
func parameters(t string) (out []string) {
	depth, start := 0, 0
	left := ""
	for i := 0; i < len(t); i++ {
		switch t[i] {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case '-':
			if depth == 0 && strings.HasPrefix(t[i:], "->") && left == "" {
				left = strings.TrimSpace(t[:i])
			}
		}
	}
	if strings.HasPrefix(left, "(") && strings.HasSuffix(left, ")") {
		inner := left[1 : len(left)-1]
		for i := 0; i < len(inner); i++ {
			switch inner[i] {
			case '(', '[':
				depth++
			case ')', ']':
				depth--
			case ',':
				if depth == 0 {
					out, start = append(out, strings.TrimSpace(inner[start:i])), i+1
				}
			}
		}
		return append(out, strings.TrimSpace(inner[start:]))
	}
	if left == "" {
		return nil
	}
	return []string{left}
}
