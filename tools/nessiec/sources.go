package main

// Source languages: how a file becomes a program at the start of the pipeline.
// Another front end is one more entry here.

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"nessiec/grammar"
	neslparser "nessiec/grammar/nesl"
	"nessiec/ir"
	"nessiec/ir/diag"
	"nessiec/ir/nesl"
	"nessiec/passes/driver"
	"nessiec/passes/front"
)

// A source reads programs of one language, known by the suffix of the file.
type source struct {
	suffix string
	lang   *grammar.Language
	read   func(c *command, texts []diag.File) (any, error)
}

// sources in order of preference: the first serves programs without a file.
var sources = []source{
	{".nesl", grammar.NeslParsed.Language, (*command).readNesl},
}

// readSource reads and parses the program of the command line: its files, one
// after another.
func (c *command) readSource() (driver.Program, error) {
	src := sources[0]
	var texts []diag.File
	for _, name := range c.files {
		b, err := os.ReadFile(name)
		if err != nil {
			return driver.Program{}, reject("%v", err)
		}
		texts = append(texts, diag.File{Name: name, Source: string(b)})
		for _, s := range sources {
			if strings.HasSuffix(name, s.suffix) {
				src = s
			}
		}
	}
	if texts == nil {
		texts = []diag.File{{Name: "(command line)"}}
	}
	m, err := src.read(c, texts)
	return driver.Program{Lang: src.lang, Module: m}, err
}

// parseNesl parses one text as a new file of the file table.
func (c *command) parseNesl(name, text string) *nesl.Module {
	c.sources = append(c.sources, diag.File{Name: name, Source: text})
	return neslparser.Parse(len(c.sources)-1, text, c.ctx.Diags)
}

// readNesl parses a NESL program, the files it loads, the expressions of -e
// and the entry.
func (c *command) readNesl(texts []diag.File) (any, error) {
	m := &nesl.Module{}
	for _, f := range texts {
		m.Forms = append(m.Forms, c.parseNesl(f.Name, f.Source).Forms...)
	}
	forms := front.ExpandLoads(m, func(from ir.Pos, file string) (*nesl.Module, error) {
		return c.loadNesl(filepath.Dir(c.sources[from.File()].Name), file)
	}, c.ctx.Diags).Forms
	for _, e := range c.exprs {
		forms = append(forms, c.parseNesl("-e", e).Forms...)
	}
	if c.entry != "" {
		f, err := c.entryForm()
		if err != nil {
			return nil, err
		}
		forms = append(forms, f)
	}
	if c.keepGoing {
		return &nesl.Module{Forms: c.accepted(forms)}, nil
	}
	if c.ctx.Diags.HasErrors() {
		return nil, driver.ErrRejected
	}
	return &nesl.Module{Forms: forms}, nil
}

// loadNesl finds a loaded file beside the loading one, with or without suffix.
func (c *command) loadNesl(dir, file string) (*nesl.Module, error) {
	var first error
	for _, name := range []string{file, file + ".nesl"} {
		if !filepath.IsAbs(name) {
			name = filepath.Join(dir, name)
		}
		b, err := os.ReadFile(name)
		if err == nil {
			return c.parseNesl(name, string(b)), nil
		}
		if first == nil {
			first = err
		}
	}
	return nil, first
}

// entryForm parses -entry: a name, or a name with its type.
func (c *command) entryForm() (nesl.Expr, error) {
	name, typ, typed := strings.Cut(c.entry, ":")
	name = strings.TrimSpace(name)
	if !typed {
		return front.EntryForm(name, nil), nil
	}
	m := c.parseNesl("-entry", fmt.Sprintf("function %s(x) : %s;", name, typ))
	if c.ctx.Diags.HasErrors() {
		return nil, driver.ErrRejected
	}
	stub, ok := m.Forms[0].(*nesl.Stub)
	if !ok || len(m.Forms) != 1 {
		return nil, reject("-entry=%q: expected a function, or 'function : type'", c.entry)
	}
	return front.EntryForm(name, stub), nil
}
