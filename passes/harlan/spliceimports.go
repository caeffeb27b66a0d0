package harlan

// The pass splice-imports.

import (
	"strings"

	"nessiec/ir"
	"nessiec/ir/datum"
	"nessiec/passes/harlan/library"
	"nessiec/passes/pass"
)

// SpliceImports puts what a program reaches of libraries in front of its declarations.
//
//	(module (import random) (define (main) ... (init-rand) ...))
//	  =>  (define-datatype RandomState ...) (define (init-rand) ...) (define (main) ...)
//
// The library core is imported always, and first. What the program defines itself
// replaces what it imports. Of a file, the first module counts, and a test
// specification may stand in front of it.
func SpliceImports(c *pass.Ctx, m *datum.Module) *datum.Module {
	s := &splicer{c: c, imported: map[string]bool{}, own: map[string]datum.Expr{}}
	decls, at := s.module(m)
	s.imports("core", ir.Pos{})
	var own []datum.Expr
	for _, d := range decls {
		if name, at, ok := importOf(d); ok {
			s.imports(name, at)
			continue
		}
		if l, ok := d.(*datum.List); ok && datum.Head(l) == "import" {
			c.Errorf(d.Pos(), "E0430", "this is not how import is written").WithHint(shapes["import"])
			continue
		}
		own = append(own, d)
		for _, name := range declared(d) {
			if old := s.own[name]; old != nil {
				c.Errorf(d.Pos(), "E0411", "%s is defined twice", strings.TrimSpace(name)).Note(old.Pos(), 1, "it is defined here, too")
			}
			s.own[name] = d
		}
	}
	return &datum.Module{Decl: ir.DeclAt(at), Forms: append(s.reached(own), own...)}
}

type splicer struct {
	c        *pass.Ctx
	imported map[string]bool
	own      map[string]datum.Expr // declarations of the program by what they define
	lib      []datum.Expr          // those of libraries
}

// module is the declarations of the first module of a file, and where that is.
func (s *splicer) module(m *datum.Module) ([]datum.Expr, ir.Pos) {
	for _, f := range m.Forms {
		l, ok := f.(*datum.List)
		switch {
		case ok && datum.Head(l) == "module":
			return l.Elems[1:], l.Pos()
		case ok && datum.Head(l) == "%testspec":
		default:
			s.c.Fatalf(f.Pos(), "E0404", "expected (module declaration ...), found %s", describe(f))
		}
	}
	s.c.Fatalf(m.Pos(), "E0404", "the file has no module: (module (define (main) ...))")
	return nil, ir.Pos{}
}

// importOf takes (import name) apart.
func importOf(d datum.Expr) (name string, at ir.Pos, ok bool) {
	l, isList := d.(*datum.List)
	if !isList || datum.Head(l) != "import" || len(l.Elems) != 2 {
		return "", ir.Pos{}, false
	}
	sym, isSym := l.Elems[1].(*datum.Sym)
	if !isSym {
		return "", ir.Pos{}, false
	}
	return sym.Name, sym.Pos(), true
}

// imports adds the declarations of a library, and of those that it imports, once.
func (s *splicer) imports(name string, at ir.Pos) {
	if s.imported[name] {
		return
	}
	s.imported[name] = true
	m := library.Find(name)
	if m == nil {
		s.c.Errorf(at, "E0410", "there is no library %s", name).
			WithHint("the libraries are " + strings.Join(library.Names(), ", "))
		return
	}
	for _, d := range m.Forms {
		if n, p, ok := importOf(d); ok {
			s.imports(n, p)
		} else {
			s.lib = append(s.lib, d)
		}
	}
}

// reached are the declarations of libraries that the program's own mention, directly or
// through others, without those that it replaces.
func (s *splicer) reached(own []datum.Expr) (out []datum.Expr) {
	by := map[string]datum.Expr{}
	for _, d := range s.lib {
		names := declared(d)
		for _, n := range names {
			if s.own[n] == nil {
				by[n] = d
			}
		}
	}
	in := map[datum.Expr]bool{}
	var mention func(datum.Expr)
	mention = func(e datum.Expr) {
		ir.Walk(e, func(e datum.Expr) bool {
			if sym, ok := e.(*datum.Sym); ok {
				if d := by[sym.Name]; d != nil && !in[d] {
					in[d] = true
					mention(d)
				}
			}
			return true
		})
	}
	for _, d := range own {
		mention(d)
	}
	for _, d := range s.lib {
		if in[d] {
			out = append(out, d)
		}
	}
	return out
}

// declared is the names that a declaration defines: functions, macros, externs and
// constructors. Datatypes have names of their own kind, with a blank in front.
func declared(d datum.Expr) (names []string) {
	l, ok := d.(*datum.List)
	if !ok || len(l.Elems) < 2 {
		return nil
	}
	switch datum.Head(l) {
	case "define":
		if head, ok := l.Elems[1].(*datum.List); ok {
			return symbols(head.Elems[:min(1, len(head.Elems))])
		}
	case "define-macro", "extern":
		return symbols(l.Elems[1:2])
	case "define-datatype":
		for _, n := range symbols(l.Elems[1:2]) {
			names = append(names, " "+n)
		}
		for _, con := range l.Elems[2:] {
			if con, ok := con.(*datum.List); ok {
				names = append(names, symbols(con.Elems[:min(1, len(con.Elems))])...)
			}
		}
	}
	return names
}

// symbols is the names of those of es that are symbols.
func symbols(es []datum.Expr) (names []string) {
	for _, e := range es {
		if sym, ok := e.(*datum.Sym); ok {
			names = append(names, sym.Name)
		}
	}
	return names
}
