package lsp

// Checks of whole programs, beside the answers: mistakes, and types of names.

import (
	"fmt"
	"strings"

	"nessiec/grammar"
	"nessiec/ir"
	"nessiec/ir/diag"
	"nessiec/ir/nesl"
	"nessiec/ir/nkl"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
	"nessiec/tools/library"
	"nessiec/tools/session"
)

// A finding is what a check has found.
type finding struct {
	files   diag.Files
	diags   []*diag.Diagnostic
	names   []string          // that the program defines anywhere, also with mistakes
	globals map[string]string // types of definitions, the last ones
	types   []typed
}

// A typed is the type of a name at a place.
type typed struct {
	pos ir.Pos
	typ string
}

// check looks for mistakes in a program of NESL, and for types of what has none. A panic
// of the compiler is a diagnostic of the whole file.
func check(forms []nesl.Expr, reading *diag.List, files diag.Files, names []string) (f *finding) {
	f = &finding{files: files, names: names, globals: map[string]string{}}
	defer func() {
		if r := recover(); r != nil && !pass.Aborted(r) {
			f.diags = append(f.diags, crashed(r))
		}
	}()
	ses := session.New()
	ses.Files = files
	report := func(l *diag.List) { f.diags = append(f.diags, l.Sorted()...) }
	c := pass.NewCtx(pass.DefaultOptions())
	report(reading)
	good := ses.Accepted(c, forms, report)
	report(c.Diags)
	var exprs []nesl.Expr
	for _, n := range names {
		exprs = append(exprs, library.NameForm(n))
	}
	f.collect(ses, good, exprs, names)
	if reading.HasErrors() || len(good) < len(forms) {
		return f
	}
	c = pass.NewCtx(pass.DefaultOptions())
	d := ses.Driver(c.Options.Target)
	_, _ = d.Run(c, driver.Program{Lang: grammar.NeslParsed.Language, Module: &nesl.Module{Forms: good}}, session.Checked(d))
	report(c.Diags)
	return f
}

// collect notes types of definitions, and of variables where they are used.
func (f *finding) collect(ses *session.Session, good, exprs []nesl.Expr, names []string) {
	c := pass.NewCtx(pass.DefaultOptions())
	d := ses.Driver(c.Options.Target)
	p := driver.Program{Lang: grammar.NeslParsed.Language, Module: &nesl.Module{Forms: append(good[:len(good):len(good)], exprs...)}}
	p, err := d.Run(c, p, d.Reach(grammar.NestedElaborated.Language))
	if err != nil {
		return // a name whose definition was left out; its turn comes again
	}
	m := p.Module.(*nkl.Module)
	if n := len(m.Actions) - len(exprs); n >= 0 {
		for i, a := range m.Actions[n:] {
			f.globals[names[i]] = a.TypeText
		}
	}
	for _, fn := range m.Funcs {
		ir.Walk(fn.Body, func(e nkl.Expr) bool {
			if r, ok := e.(*nkl.Ref); ok && r.P.IsValid() && len(r.P.Calls()) == 0 {
				f.types = append(f.types, typed{r.P, r.Var.Type.String()})
			}
			return true
		})
	}
}

// checkFile looks for mistakes in a program of another language than NESL, which is one file.
func checkFile(name, source string) (f *finding) {
	f = &finding{files: diag.Files{{Name: name, Source: source}}}
	defer func() {
		if r := recover(); r != nil && !pass.Aborted(r) {
			f.diags = append(f.diags, crashed(r))
		}
	}()
	ses := session.New()
	ses.Read = func(string) ([]byte, error) { return []byte(source), nil }
	c := pass.NewCtx(pass.DefaultOptions())
	if p, err := ses.Parse(c, session.Source{Files: []string{name}}); err == nil {
		d := ses.Driver(c.Options.Target)
		_, _ = d.Run(c, p, session.Checked(d))
	}
	f.diags = c.Diags.Sorted()
	return f
}

// crashed is a diagnostic for a bug of the compiler.
func crashed(r any) *diag.Diagnostic {
	first, _, _ := strings.Cut(fmt.Sprint(r), "\n")
	return &diag.Diagnostic{Severity: diag.Error, Pos: ir.MakePos(0, 1, 1), Message: "the compiler has failed: " + first}
}

// isOther reports whether a file is a program of another language than NESL.
func isOther(name string) bool { return isHarlan(name) || isVcode(name) }
