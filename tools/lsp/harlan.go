package lsp

// What the names of a program in Harlan mean.

import (
	"path/filepath"
	"strings"

	"go.lsp.dev/protocol"

	grammar "nessiec/grammar/harlan"
	"nessiec/ir"
	"nessiec/ir/datum"
	"nessiec/ir/diag"
	"nessiec/ir/harlan"
	passes "nessiec/passes/harlan"
	"nessiec/passes/harlan/typing"
)

func isHarlan(name string) bool { return filepath.Ext(name) == ".kfc" }

// A harlanDecl is what a declaration names: a function, a macro, an extern, a datatype or a constructor.
type harlanDecl struct {
	name  *datum.Sym
	kind  protocol.SymbolKind
	uses  []string // how it is written, a macro in several ways
	home  string   // of a constructor, its datatype
	macro bool
}

// A harlanIndex is all names of a program. Variables are told by the places where they are bound.
type harlanIndex struct {
	syms   []*datum.Sym
	types  map[*datum.Sym]bool // those that name types
	decls  []harlanDecl
	binder map[int64]ir.Pos  // by the place of a variable, where it is bound
	vars   map[int64]string  // types of variables, by where they are bound
	funcs  map[string]string // types of functions, nil if the program has a mistake
}

// newHarlanIndex finds out what the names of a text mean, as far as it can be read.
func newHarlanIndex(s string) *harlanIndex {
	x := &harlanIndex{types: map[*datum.Sym]bool{}, binder: map[int64]ir.Pos{}, vars: map[int64]string{}}
	m := readHarlan(s)
	for _, f := range m.Forms {
		l, ok := f.(*datum.List)
		if !ok || len(l.Elems) == 0 {
			continue
		}
		ir.Walk(f, func(e datum.Expr) bool {
			switch e := e.(type) {
			case *datum.Sym:
				x.syms = append(x.syms, e)
			case *datum.List:
				if datum.Head(e) == "unsafe-explicit-cast" {
					x.ofType(e.Elems[1:min(2, len(e.Elems))])
				}
			}
			return true
		})
		for _, d := range l.Elems[1:] {
			x.declare(d)
		}
	}
	x.resolve(m)
	return x
}

// readHarlan is the data of a text. If it cannot be read as a whole, these are the declarations that
// can be read alone: each goes from a line that begins with one to the next.
func readHarlan(s string) *datum.Module {
	var mistakes diag.List
	if m := grammar.Parse(0, s, &mistakes); !mistakes.HasErrors() {
		return m
	}
	module := &datum.List{Elems: []datum.Expr{&datum.Sym{Name: "module"}}}
	lines := strings.Split(s, "\n")
	start := len(lines)
	for i := 0; i <= len(lines); i++ {
		if i < len(lines) && !beginsDeclaration(lines[i]) {
			continue
		}
		piece := strings.Repeat("\n", min(start, i)) + strings.Join(lines[min(start, i):i], "\n")
		for range 2 { // the last one has the bracket of the module, too
			var mistakes diag.List
			m := grammar.Parse(0, piece, &mistakes)
			module.Elems = append(module.Elems, m.Forms...)
			if !mistakes.HasErrors() {
				break
			}
			piece = piece[:max(strings.LastIndexByte(piece, ')'), 0)]
		}
		start = i
	}
	return &datum.Module{Forms: []datum.Expr{module}}
}

func beginsDeclaration(line string) bool {
	line = strings.TrimLeft(line, " \t")
	return strings.HasPrefix(line, "(define") || strings.HasPrefix(line, "(extern") || strings.HasPrefix(line, "(import")
}

// ofType notes that symbols name types.
func (x *harlanIndex) ofType(es []datum.Expr) {
	for _, e := range es {
		ir.Walk(e, func(e datum.Expr) bool {
			if sym, ok := e.(*datum.Sym); ok {
				x.types[sym] = true
			}
			return true
		})
	}
}

// declare notes what a declaration names; what is malformed names nothing.
func (x *harlanIndex) declare(d datum.Expr) {
	l, ok := d.(*datum.List)
	if !ok || len(l.Elems) < 2 {
		return
	}
	name, _ := l.Elems[1].(*datum.Sym)
	add := func(kind protocol.SymbolKind, name *datum.Sym, home string, uses ...string) {
		x.decls = append(x.decls, harlanDecl{name: name, kind: kind, uses: uses, home: home, macro: datum.Head(l) == "define-macro"})
	}
	switch head := datum.Head(l); {
	case head == "define":
		if h, ok := l.Elems[1].(*datum.List); ok && datum.Head(h) != "" {
			add(protocol.SymbolKindFunction, h.Elems[0].(*datum.Sym), "", spell(h))
		}
	case name == nil:
	case head == "extern":
		x.ofType(l.Elems[2:])
		add(protocol.SymbolKindFunction, name, "", spell(l))
	case head == "define-datatype":
		x.types[name] = true
		add(protocol.SymbolKindEnum, name, "", spell(l))
		for _, e := range l.Elems[2:] {
			if con, ok := e.(*datum.List); ok && datum.Head(con) != "" {
				x.ofType(con.Elems[1:])
				add(protocol.SymbolKindEnumMember, con.Elems[0].(*datum.Sym), name.Name, spell(con)+" : "+name.Name)
			}
		}
	case head == "define-macro":
		var uses []string
		for _, r := range l.Elems[min(3, len(l.Elems)):] {
			if r, ok := r.(*datum.List); ok && len(r.Elems) == 2 {
				uses = append(uses, x.rule(name, r))
			}
		}
		add(protocol.SymbolKindFunction, name, "", uses...)
	}
}

// rule notes what the variables of a pattern stand for in a template. The result is a use that the pattern fits.
func (x *harlanIndex) rule(name *datum.Sym, r *datum.List) string {
	bound := map[string]ir.Pos{}
	for k, part := range r.Elems {
		ir.Walk(part, func(e datum.Expr) bool {
			sym, ok := e.(*datum.Sym)
			if !ok || sym.Name == "..." || sym.Name == "_" {
				return true
			}
			if k == 0 && !bound[sym.Name].IsValid() {
				bound[sym.Name] = sym.Pos()
			}
			if at := bound[sym.Name]; at.IsValid() {
				x.binder[sym.Pos().Key()], x.vars[at.Key()] = at, "a part of what the macro gets"
			}
			return true
		})
	}
	if p, ok := r.Elems[0].(*datum.List); ok && len(p.Elems) > 0 {
		return spell(&datum.List{Elems: append([]datum.Expr{name}, p.Elems[1:]...)})
	}
	return spell(r.Elems[0])
}

// resolve finds where variables are bound, and types. It ends early where the program has a mistake,
// of which the check tells.
func (x *harlanIndex) resolve(m *datum.Module) {
	defer func() { _ = recover() }()
	c := newCtx()
	expanded := passes.ExpandMacros(c, passes.SpliceImports(c, m))
	for _, d := range expanded.Forms {
		bound := map[string]ir.Pos{}
		ir.Walk(d, func(e datum.Expr) bool {
			if v, ok := e.(*datum.Local); ok {
				if _, ok := bound[v.Name]; !ok {
					bound[v.Name] = v.Pos()
				}
				x.binder[v.Pos().Key()] = bound[v.Name]
			}
			return true
		})
	}
	if c.Diags.HasErrors() {
		return
	}
	typed := typing.InferHarlan(c, passes.ParseForms(c, expanded))
	if c.Diags.HasErrors() {
		return
	}
	x.funcs = map[string]string{}
	for _, f := range typed.Funcs {
		var params []string
		for _, p := range f.Params {
			params = append(params, harlan.Spell(p.Type))
		}
		x.funcs[f.Name] = "(" + strings.Join(params, " ") + ") -> " + harlan.Spell(f.Result)
		ir.Walk(f.Body, func(e harlan.Expr) bool {
			if r, ok := e.(*harlan.Ref); ok {
				if at, ok := x.binder[r.P.Key()]; ok {
					x.vars[at.Key()] = harlan.Spell(r.Var.Type)
				}
			}
			return true
		})
	}
}

// target is where the meaning of a symbol is defined in the program; false if it is not.
func (x *harlanIndex) target(sym *datum.Sym) (ir.Pos, bool) {
	if at, ok := x.binder[sym.Pos().Key()]; ok {
		return at, true
	}
	d := x.declared(sym.Name, x.types[sym])
	if d == nil {
		return ir.Pos{}, false
	}
	return d.name.Pos(), true
}

// declared is the declaration of a type or of anything else, nil if there is none.
func (x *harlanIndex) declared(name string, isType bool) *harlanDecl {
	for i, d := range x.decls {
		if d.name.Name == name && isType == (d.kind == protocol.SymbolKindEnum) {
			return &x.decls[i]
		}
	}
	return nil
}

// spell is a pattern or a type as it is written.
func spell(e datum.Expr) string {
	var parts []string
	all := func(es []datum.Expr) {
		for _, e := range es {
			parts = append(parts, spell(e))
		}
	}
	switch e := e.(type) {
	case *datum.Sym:
		return e.Name
	case *datum.List:
		all(e.Elems)
	case *datum.Dotted:
		all(e.Elems)
		parts = append(parts, ".", spell(e.Tail))
	default:
		return datum.Show(e)
	}
	return "(" + strings.Join(parts, " ") + ")"
}
