package lsp

// Changes of documents, and the mistakes that are published after them.

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"go.lsp.dev/protocol"

	"nessiec/ir/diag"
	"nessiec/ir/nesl"
	"nessiec/passes/pass"
	"nessiec/tools/library"
)

// A change is a part of a text that is replaced; without a range, all of it. That of the
// library does not tell a range at the start from none.
type change struct {
	Range *protocol.Range `json:"range"`
	Text  string          `json:"text"`
}

func (s *Server) didChange(raw json.RawMessage) (any, error) {
	return on(func(s *Server, p *struct {
		TextDocument   protocol.VersionedTextDocumentIdentifier `json:"textDocument"`
		ContentChanges []change                                 `json:"contentChanges"`
	}) (any, error) {
		d := s.docs[fileOf(p.TextDocument.URI)]
		if d == nil {
			return nil, nil
		}
		now := d.text
		for _, c := range p.ContentChanges {
			if c.Range == nil {
				now = newText(c.Text)
				continue
			}
			from, to := now.offset(c.Range.Start), now.offset(c.Range.End)
			now = newText(now.all[:min(from, to)] + c.Text + now.all[max(from, to):])
		}
		d.version = p.TextDocument.Version
		s.changed(d, now.all)
		return nil, nil
	})(s, raw)
}

// openDocuments is those that the editor has open, by name.
func (s *Server) openDocuments() (out []*document) {
	for _, d := range s.docs {
		if d.open {
			out = append(out, d)
		}
	}
	slices.SortFunc(out, func(a, b *document) int {
		if a.name < b.name {
			return -1
		}
		return 1
	})
	return out
}

// changed gives a document its text and checks the programs that it is in. s is locked.
func (s *Server) changed(d *document, text string) {
	clear(s.programs)
	if isOther(d.name) {
		d.text = newText(text)
		s.check(d)
		return
	}
	d.set(text)
	for _, o := range s.openDocuments() {
		if o == d || !isOther(o.name) && loads(o) {
			s.check(o)
		}
	}
}

// loads reports whether a document loads others.
func loads(d *document) bool {
	return slices.ContainsFunc(d.chunks, func(c placed) bool {
		return slices.ContainsFunc(c.forms, func(f nesl.Expr) bool { return f.Form() == nesl.FormLoad })
	})
}

// check checks a program some time after the last change, and publishes what it finds. s
// is locked.
func (s *Server) check(d *document) {
	s.latest[d.name]++
	number := s.latest[d.name]
	current := func() bool { return s.latest[d.name] == number && !s.shutdown }
	s.checks.Go(func() {
		time.Sleep(s.Delay)
		s.Lock()
		if !current() {
			s.Unlock()
			return
		}
		version, source := d.version, d.text.all
		var p *program
		var files diag.Files
		var names []string
		var chunks []placed
		if !isOther(d.name) {
			p = s.program(d)
			for name := range p.index().latest {
				names = append(names, name)
			}
			slices.Sort(names)
			files, chunks = p.files(), d.chunks
		}
		s.Unlock()
		var f *finding
		if p == nil {
			f = checkFile(d.name, source)
		} else {
			f = check(p.forms, p.diags, files, names)
		}
		s.Lock()
		defer s.Unlock()
		if !current() {
			return
		}
		if len(f.globals) > 0 {
			d.globals = f.globals
		}
		keep(chunks, f.types)
		params := &protocol.PublishDiagnosticsParams{URI: uriOf(d.name), Version: uint32(max(version, 0)), Diagnostics: published(f)}
		s.notify(protocol.MethodTextDocumentPublishDiagnostics, params)
	})
}

// keep gives the chunks of the first file the types of their names.
func keep(chunks []placed, types []typed) {
	if len(types) == 0 {
		return
	}
	for _, c := range chunks {
		c.types = map[[2]int]string{}
	}
	for _, t := range types {
		if t.pos.File() != 0 {
			continue
		}
		i, found := slices.BinarySearchFunc(chunks, t.pos.Line(), func(c placed, line int) int { return c.line - line })
		for found && i+1 < len(chunks) && chunks[i+1].line == t.pos.Line() {
			i++
		}
		if !found {
			i--
		}
		for ; i >= 0; i-- { // several chunks may have a line in common
			c := chunks[i]
			c.types[[2]int{t.pos.Line() - c.line + 1, t.pos.Col()}] = t.typ
			if c.line < t.pos.Line() {
				break
			}
		}
	}
}

// undefined is the code of a name that nothing defines.
const undefined = "E0201"

// published is the diagnostics of the first file.
func published(f *finding) []protocol.Diagnostic {
	out := []protocol.Diagnostic{}
	texts := map[int]*text{}
	at := func(file int) *text {
		if texts[file] == nil {
			texts[file] = newText(f.files[file].Source)
		}
		return texts[file]
	}
	seen := map[string]bool{}
	for _, g := range f.diags {
		pos := g.Pos
		if pos.File() != 0 && pos.IsValid() {
			continue // it is shown where that file is
		}
		name := at(0).nameAt(pos.Line(), pos.Col())
		if g.Code == undefined && slices.Contains(f.names, strings.ToLower(name)) {
			continue // its definition has a mistake, and was left out
		}
		width := g.Width
		if width == len(name) {
			width = utf8.RuneCountInString(name)
		}
		d := protocol.Diagnostic{Range: at(0).span(pos, width), Severity: protocol.DiagnosticSeverityError, Source: "nessiec", Message: g.Message}
		if g.Code != "" {
			d.Code = g.Code
		}
		if g.Severity != diag.Error {
			d.Severity = protocol.DiagnosticSeverityWarning
		}
		if g.Hint != "" {
			d.Message += "\n" + g.Hint
		}
		for _, n := range g.Notes {
			if n.Pos.IsValid() && n.Pos.File() < len(f.files) {
				d.RelatedInformation = append(d.RelatedInformation, protocol.DiagnosticRelatedInformation{
					Location: protocol.Location{URI: uriOf(f.files[n.Pos.File()].Name), Range: at(n.Pos.File()).span(n.Pos, n.Width)}, Message: n.Message})
			}
		}
		if key := fmt.Sprint(d.Range, d.Message); !seen[key] {
			seen[key] = true
			out = append(out, d)
		}
	}
	return out
}

// builtins is what the library has, by name.
var builtins = sync.OnceValue(func() map[string]library.Entry {
	out := map[string]library.Entry{}
	groups, err := library.Builtins()
	if err != nil {
		return out
	}
	for _, g := range groups {
		for _, e := range g.Entries {
			if _, ok := out[e.Name]; !ok {
				out[e.Name] = e
			}
		}
	}
	return out
})

func newCtx() *pass.Ctx { return pass.NewCtx(pass.DefaultOptions()) }
