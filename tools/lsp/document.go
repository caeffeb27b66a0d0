package lsp

// Documents and the programs they are: what they load included.

import (
	"path/filepath"
	"sync"

	"go.lsp.dev/uri"

	"nessiec/ir"
	"nessiec/ir/diag"
	"nessiec/ir/nesl"
	"nessiec/passes/front/names"
	"nessiec/passes/pass"
)

// A document is a file that the editor has open, or that such a file loads.
type document struct {
	name    string // of the file
	text    *text
	version int32
	open    bool
	chunks  []placed
	parser  parser
	globals map[string]string // types of definitions of its program, as of the last check

	harlan   *harlanIndex // names of a document in Harlan
	harlanOf *text        // in which they are
}

func newDocument(name string) *document { return &document{name: name, text: newText("")} }

// set gives a document another text.
func (d *document) set(s string) {
	d.text = newText(s)
	d.chunks = d.parser.parse(s)
}

// forms is the forms of a document as file number n of a program. Mistakes go to l.
func (d *document) forms(n int, l *diag.List) (out []nesl.Expr) {
	for _, c := range d.chunks {
		for _, g := range c.diags.Sorted() {
			h := *g
			h.Pos = moved(h.Pos, n, c.line)
			h.Notes = nil
			for _, note := range g.Notes {
				note.Pos = moved(note.Pos, n, c.line)
				h.Notes = append(h.Notes, note)
			}
			l.Add(&h)
		}
		if n == 0 && c.moved == c.line {
			out = append(out, c.moves...)
			continue
		}
		var moves []nesl.Expr
		for _, f := range c.forms {
			moves = append(moves, shifted(f, n, c.line))
		}
		if n == 0 {
			c.moved, c.moves = c.line, moves
		}
		out = append(out, moves...)
	}
	return out
}

// A program is a document with all that it loads.
type program struct {
	docs  []*document // by number of file; the first is the one that was asked for
	forms []nesl.Expr
	diags *diag.List // of reading it

	index func() *index
}

// program reads what a document is.
func (s *Server) program(d *document) *program {
	if p := s.programs[d]; p != nil {
		return p
	}
	p := &program{diags: new(diag.List)}
	s.programs[d] = p
	number := map[*document]int{}
	module := func(d *document) *nesl.Module {
		n, ok := number[d]
		if !ok {
			n = len(p.docs)
			number[d], p.docs = n, append(p.docs, d)
		}
		return &nesl.Module{Forms: d.forms(n, p.diags)}
	}
	p.forms = names.ExpandLoads(module(d), func(from ir.Pos, file string) (*nesl.Module, error) {
		dir := filepath.Dir(p.docs[min(from.File(), len(p.docs)-1)].name)
		l, err := s.loaded(dir, file)
		if err != nil {
			return nil, err
		}
		return module(l), nil
	}, p.diags).Forms
	p.index = sync.OnceValue(func() *index {
		var files []*text
		for _, d := range p.docs {
			files = append(files, d.text)
		}
		return newIndex(pass.NewCtx(pass.DefaultOptions()), p.forms, files)
	})
	return p
}

// files is the file table of a program.
func (p *program) files() (out diag.Files) {
	for _, d := range p.docs {
		out = append(out, diag.File{Name: d.name, Source: d.text.all})
	}
	return out
}

// loaded finds a file that is loaded: one that is open, or one of the system.
func (s *Server) loaded(dir, file string) (*document, error) {
	var first error
	for _, name := range []string{file, file + ".nesl"} {
		if !filepath.IsAbs(name) {
			name = filepath.Join(dir, name)
		}
		if d := s.docs[name]; d != nil && d.open {
			return d, nil
		}
		b, err := s.Read(name)
		if err != nil {
			if first == nil {
				first = err
			}
			continue
		}
		d := s.docs[name]
		if d == nil {
			d = newDocument(name)
			s.docs[name] = d
		}
		if d.text.all != string(b) || d.chunks == nil {
			d.set(string(b))
		}
		return d, nil
	}
	return nil, first
}

// uriOf is the address of a file.
func uriOf(name string) uri.URI { return uri.File(name) }

// fileOf is the name of the file of an address; what is no file has its address for a name.
func fileOf(u uri.URI) (name string) {
	defer func() {
		if recover() != nil { // the library panics at addresses of other schemes
			name = string(u)
		}
	}()
	return u.Filename()
}
