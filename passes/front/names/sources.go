package names

// What the command line adds to the forms of a file: loaded files, and the
// entry of the program.

import (
	"nessiec/ir"
	"nessiec/ir/diag"
	"nessiec/ir/nesl"
)

// A Reader finds and parses the file that the command at from loads (the suffix
// .nesl may be missing) and adds its mistakes to the diagnostics.
type Reader func(from ir.Pos, name string) (*nesl.Module, error)

// ExpandLoads puts the forms of files in the place of the commands that load
// them, also inside those files. What loaded forms answer is printed only with
// print := t; the option verbose changes nothing.
func ExpandLoads(m *nesl.Module, read Reader, d *diag.List) *nesl.Module {
	l := &loader{read: read, d: d, texts: map[string]string{}}
	l.module(m, false)
	return &nesl.Module{Forms: l.forms}
}

// maxLoads is how deep files may load files.
const maxLoads = 20

type loader struct {
	read  Reader
	d     *diag.List
	depth int
	// endless is whether files load each other without end below the one at depth 0 that
	// is read. Nothing more is loaded there: two such commands in a file would double its
	// forms at every depth.
	endless bool
	told    bool // that there are such files
	forms   []nesl.Expr
	texts   map[string]string // what names stand for that are strings
}

func (l *loader) module(m *nesl.Module, quiet bool) {
	for _, f := range m.Forms {
		switch g := f.(type) {
		case *nesl.Load:
			l.load(g, quiet)
			continue
		case *nesl.SetArgCheck, *nesl.SetPrintLength, *nesl.Quiet:
		default:
			if a, ok := g.(*nesl.Assign); ok {
				l.assign(a)
			}
			if quiet {
				f = &nesl.Quiet{Node: ir.At(f.Pos()), Inner: f}
			}
		}
		l.forms = append(l.forms, f)
	}
}

func (l *loader) load(f *nesl.Load, quiet bool) {
	show := false
	for _, o := range f.Options {
		k := o.(*nesl.Keyword)
		b, ok := k.Arg.(*nesl.Bool)
		if !ok {
			l.d.Errorf(k.Pos(), "E0209", "%s is t or f", k.Name)
		}
		show = show || ok && b.Val && k.Name == "print"
	}
	switch {
	case l.depth == 0:
		l.endless = false
	case l.endless:
		return
	case l.depth == maxLoads:
		if !l.told {
			l.d.Errorf(f.Pos(), "E0209", "files load each other without end")
		}
		l.endless, l.told = true, true
		return
	}
	file, ok := l.text(f.File)
	if !ok {
		l.d.Errorf(f.File.Pos(), "E0209", "the name of a file to load is made of strings, names of strings and ++")
		return
	}
	m, err := l.read(f.Pos(), file)
	if err != nil {
		l.d.Errorf(f.Pos(), "E0209", "cannot load %q: %v", file, err)
		return
	}
	l.depth++
	l.module(m, quiet || !show)
	l.depth--
}

// assign remembers what a name stands for, if it is a string.
func (l *loader) assign(a *nesl.Assign) {
	eachPatVar(a.Pat, func(v *nesl.PatVar) { delete(l.texts, v.Name) })
	if v, ok := a.Pat.(*nesl.PatVar); ok {
		if s, ok := l.text(a.Rhs); ok {
			l.texts[v.Name] = s
		}
	}
}

// text is a string that is known before the program runs.
func (l *loader) text(e nesl.Expr) (string, bool) {
	switch e := e.(type) {
	case *nesl.String:
		return e.Val, true
	case *nesl.Id:
		s, ok := l.texts[e.Name]
		return s, ok
	case *nesl.Binary:
		a, known := l.text(e.Left)
		b, too := l.text(e.Right)
		return a + b, known && too && e.Op == "++"
	}
	return "", false
}

// EntryForm makes the form that names the entry of a program. stub is what the
// parser makes of "function NAME(x) : TYPE", or nil for an entry without type.
func EntryForm(name string, stub *nesl.Stub) nesl.Expr {
	if stub == nil {
		return &nesl.Entry{Fn: &nesl.Id{Name: name}, Sig: &nesl.Untyped{}}
	}
	at := ir.At(stub.Pos())
	return &nesl.Entry{Node: at, Fn: &nesl.Id{Node: at, Name: stub.Name}, Sig: stub.Sig}
}
