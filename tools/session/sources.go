package session

// Source languages: how a file becomes a program at the start of the pipeline.
// Another front end is one more row of passes.Fronts, and one reader here.

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"nessiec/grammar"
	"nessiec/ir"
	"nessiec/ir/diag"
	"nessiec/ir/nesl"
	"nessiec/passes"
	"nessiec/passes/driver"
	"nessiec/passes/front/names"
	"nessiec/passes/pass"
)

// A Source says which texts are a program.
type Source struct {
	Files []string // names of files, read one after another
	Exprs []string // expressions after them
	Front string   // the language; "": what the suffix of the files says
	Entry string   // a function, as NAME or NAME : TYPE, whose arguments are read; "": none
	// KeepGoing leaves out forms with mistakes, and tells Report of each round of them.
	KeepGoing bool
	Report    func(*diag.List)
}

// A reader makes the first program of a front from texts.
type reader func(s *Session, c *pass.Ctx, src Source, texts []diag.File) (any, error)

// readers by the names of the fronts.
var readers = map[string]reader{
	"nesl":   (*Session).readNesl,
	"harlan": (*Session).readHarlan,
	"vcode":  (*Session).readVcode,
}

// Choose chooses the front called name or, without one, that of the files: the last
// one whose suffix is that of a front decides.
func (s *Session) Choose(name string, files []string) error {
	chosen := passes.Front{}
	for _, f := range passes.Fronts() {
		for _, file := range files {
			if name == "" && strings.HasSuffix(file, f.Suffix) {
				chosen = f
			}
		}
		if f.Name == name {
			chosen = f
		}
	}
	if name != "" && chosen.Name == "" {
		return fmt.Errorf("there is no front %s; the fronts are %s", name, strings.Join(FrontNames(), ", "))
	}
	s.use(chosen)
	return nil
}

// ChooseFor chooses the front that has rows on a language, or the pass that a program comes from,
// if there is one.
func (s *Session) ChooseFor(language, after string) {
	l := grammar.Find(grammar.All(), language)
	for _, f := range passes.Fronts() {
		for _, p := range f.Rows {
			if p.From == l || p.Name == after {
				s.use(f)
			}
		}
	}
}

// use makes f the front, unless it is that already.
func (s *Session) use(f passes.Front) {
	if f.Name != "" && f.Name != s.front.Name {
		s.front, s.Table = f, f.Table
	}
}

// Front is the name of the front.
func (s *Session) Front() string { return s.front.Name }

// FrontNames lists the names of the fronts.
func FrontNames() (names []string) {
	for _, f := range passes.Fronts() {
		names = append(names, f.Name)
	}
	return names
}

// Parse reads and parses a program. Mistakes are in the diagnostics of c, and the
// error is then driver.ErrRejected, unless src is to keep going. Other errors are
// of files.
func (s *Session) Parse(c *pass.Ctx, src Source) (driver.Program, error) {
	s.uses = map[string]int{}
	if err := s.Choose(src.Front, src.Files); err != nil {
		return driver.Program{}, err
	}
	var texts []diag.File
	for _, name := range src.Files {
		b, err := s.Read(name)
		if err != nil {
			return driver.Program{}, err
		}
		texts = append(texts, diag.File{Name: name, Source: string(b)})
	}
	if texts == nil {
		texts = []diag.File{{Name: "(command line)"}}
	}
	m, err := readers[s.front.Name](s, c, src, texts)
	return driver.Program{Lang: s.front.First, Module: m}, err
}

// readNesl parses a NESL program, the files it loads, the expressions and the entry.
func (s *Session) readNesl(c *pass.Ctx, src Source, texts []diag.File) (any, error) {
	m := &nesl.Module{}
	for _, f := range texts {
		m.Forms = append(m.Forms, s.parse(f.Name, f.Source, c.Diags).Forms...)
	}
	forms := names.ExpandLoads(m, func(from ir.Pos, file string) (*nesl.Module, error) {
		return s.loadNesl(filepath.Dir(s.Files[from.File()].Name), file, c.Diags)
	}, c.Diags).Forms
	for _, e := range src.Exprs {
		forms = append(forms, s.parse("-e", e, c.Diags).Forms...)
	}
	if src.Entry != "" {
		f, err := s.entryForm(src.Entry, c.Diags)
		if err != nil {
			return nil, err
		}
		forms = append(forms, f)
	}
	if src.KeepGoing {
		return &nesl.Module{Forms: s.Accepted(c, forms, src.Report)}, nil
	}
	if c.Diags.HasErrors() {
		return nil, driver.ErrRejected
	}
	return &nesl.Module{Forms: forms}, nil
}

// loadNesl finds a loaded file beside the loading one, with or without suffix.
func (s *Session) loadNesl(dir, file string, d *diag.List) (*nesl.Module, error) {
	var first error
	for _, name := range []string{file, file + ".nesl"} {
		if !filepath.IsAbs(name) {
			name = filepath.Join(dir, name)
		}
		b, err := s.Read(name)
		if err == nil {
			return s.parse(name, string(b), d), nil
		}
		if first == nil {
			first = err
		}
	}
	return nil, first
}

// errNoEntry says that a text is no entry.
var errNoEntry = errors.New("expected a function, or 'function : type'")

// entryForm parses an entry: a name, or a name with its type.
func (s *Session) entryForm(entry string, d *diag.List) (nesl.Expr, error) {
	name, typ, typed := strings.Cut(entry, ":")
	name = strings.TrimSpace(name)
	if !typed {
		return names.EntryForm(name, nil), nil
	}
	m := s.parse("-entry", fmt.Sprintf("function %s(x) : %s;", name, typ), d)
	if d.HasErrors() {
		return nil, driver.ErrRejected
	}
	stub, ok := m.Forms[0].(*nesl.Stub)
	if !ok || len(m.Forms) != 1 {
		return nil, fmt.Errorf("-entry=%q: %w", entry, errNoEntry)
	}
	return names.EntryForm(name, stub), nil
}
