package harlan

// The pass expand-macros.

import (
	"strconv"
	"strings"

	"nessiec/ir"
	"nessiec/ir/datum"
	"nessiec/passes/pass"
)

// ExpandMacros puts the templates of macros in the place of their uses, and gives every
// variable of a declaration a name of its own.
//
//	(define-macro twice () ((_ e) (let ((x e)) (+ x x))))
//	(define (f x) (twice x))
//	  =>  (define (f (local x)) (let (((local x.1) (local x))) (+ (local x.1) (local x.1))))
//
// Names keep their meaning both ways. Every expansion marks the symbols of its template,
// and a symbol is a variable only where a binder has the same name and the same mark; else
// it is what its name stands for at top level, where macros are defined. So a macro cannot
// capture variables of its arguments, nor its use those of the template, and a variable may
// have the name of a macro or of a form.
func ExpandMacros(c *pass.Ctx, m *datum.Module) *datum.Module {
	x := &expander{c: c, macros: map[string]*macro{}, defined: map[string]bool{}}
	out := &datum.Module{Decl: m.Decl}
	for _, d := range m.Forms {
		if d := x.declaration(d); d != nil {
			out.Forms = append(out.Forms, d)
		}
	}
	return out
}

// An expander knows the macros so far.
type expander struct {
	c       *pass.Ctx
	macros  map[string]*macro
	defined map[string]bool // names of the top level so far
	marks   int             // of expansions
	depth   int             // of expansions inside each other
	used    map[string]int  // names of variables of the declaration
}

// maxExpansions is how deep expansions may be inside each other.
const maxExpansions = 2000

// mark separates a name from the mark of the expansion that put it there.
const mark = "\x00"

// plainName is a name without its mark.
func plainName(name string) string {
	name, _, _ = strings.Cut(name, mark)
	return name
}

// sourceName is the name in the source of a variable.
func sourceName(local string) string {
	if i := strings.LastIndexByte(local, '.'); i > 0 {
		if _, err := strconv.Atoi(local[i+1:]); err == nil {
			return local[:i]
		}
	}
	return local
}

// A scope is a variable and what is around it.
type scope struct {
	name  string // with its mark
	local string
	outer *scope
}

// find is the variable that a name stands for, "" if it is none.
func (s *scope) find(name string) string {
	for ; s != nil; s = s.outer {
		if s.name == name {
			return s.local
		}
	}
	return ""
}

// bind brings a variable into scope.
func (x *expander) bind(s *scope, sym *datum.Sym) (*scope, datum.Expr) {
	hint := sourceName(plainName(sym.Name))
	local := hint
	if n := x.used[hint]; n > 0 {
		local += "." + strconv.Itoa(n)
	}
	x.used[hint]++
	return &scope{sym.Name, local, s}, &datum.Local{Node: ir.At(sym.Pos()), Name: local}
}

// malformed reports a form that is not written as it should be.
func (x *expander) malformed(e datum.Expr, word string) {
	x.c.Errorf(e.Pos(), "E0430", "this is not how %s is written", word).WithHint(shapes[word])
}

// declaration expands a declaration; nil is that of a macro, or has a mistake.
func (x *expander) declaration(d datum.Expr) datum.Expr {
	x.used, x.depth = map[string]int{}, 0
	for {
		l, ok := d.(*datum.List)
		if !ok || datum.Head(l) == "" {
			x.c.Errorf(d.Pos(), "E0430", "expected a declaration, found %s", describe(d)).
				WithHint("declarations are define, define-datatype, define-macro, extern and import")
			return nil
		}
		switch head := plainName(datum.Head(l)); head {
		case "define":
			if d = x.define(l); d == nil || !x.isNew(d) {
				return nil
			}
			return d
		case "define-macro":
			if x.isNew(l) {
				x.defineMacro(l)
			}
			return nil
		case "define-datatype", "extern":
			if d = unmarked(l); !x.isNew(d) {
				return nil
			}
			return d
		default:
			if x.macros[head] == nil {
				x.c.Errorf(d.Pos(), "E0430", "expected a declaration, found %s", describe(d)).
					WithHint("declarations are define, define-datatype, define-macro, extern and import")
				return nil
			}
			if d = x.use(x.macros[head], l, nil); d == nil {
				return nil
			}
		}
	}
}

// isNew reports whether what a declaration defines may be defined, and is not yet: a macro
// may make declarations.
func (x *expander) isNew(d datum.Expr) bool {
	good := true
	for _, name := range declared(d) {
		switch {
		case isWord(name):
			x.c.Errorf(d.Pos(), "E0411", "%s is a word of the language and cannot be defined", name)
			good = false
		case x.defined[name]:
			x.c.Errorf(d.Pos(), "E0411", "%s is defined twice", strings.TrimSpace(name))
			good = false
		}
		x.defined[name] = true
	}
	return good
}

// unmarked is e with plain names.
func unmarked(e datum.Expr) datum.Expr {
	if sym, ok := e.(*datum.Sym); ok {
		return &datum.Sym{Node: sym.Node, Name: plainName(sym.Name)}
	}
	return e.MapChildren(unmarked)
}

// define expands (define (f binder ...) body ...).
func (x *expander) define(l *datum.List) datum.Expr {
	head, ok := at(l, 1).(*datum.List)
	if !ok || len(l.Elems) < 3 || len(head.Elems) == 0 || datum.Head(head) == "" {
		x.malformed(l, "define")
		return nil
	}
	params := []datum.Expr{unmarked(head.Elems[0])}
	var s *scope
	for _, b := range head.Elems[1:] {
		var p datum.Expr
		if s, p = x.binder(s, b); p == nil {
			x.malformed(l, "define")
			return nil
		}
		params = append(params, p)
	}
	out := []datum.Expr{unmarked(l.Elems[0]), &datum.List{Node: head.Node, Elems: params}}
	return &datum.List{Node: l.Node, Elems: append(out, x.all(l.Elems[2:], s)...)}
}

// binder binds a variable, or those that take a value apart: (C x ...).
func (x *expander) binder(s *scope, b datum.Expr) (*scope, datum.Expr) {
	switch b := b.(type) {
	case *datum.Sym:
		return x.bind(s, b)
	case *datum.List:
		if datum.Head(b) == "" {
			return s, nil
		}
		s, vars, ok := x.variables(s, b.Elems[1:])
		if !ok {
			return s, nil
		}
		return s, &datum.List{Node: b.Node, Elems: append([]datum.Expr{unmarked(b.Elems[0])}, vars...)}
	}
	return s, nil
}

// variables binds symbols.
func (x *expander) variables(s *scope, es []datum.Expr) (*scope, []datum.Expr, bool) {
	out := make([]datum.Expr, len(es))
	for i, e := range es {
		sym, ok := e.(*datum.Sym)
		if !ok {
			return s, nil, false
		}
		s, out[i] = x.bind(s, sym)
	}
	return s, out, true
}

// at is an element of a list, nil if it has fewer.
func at(l *datum.List, i int) datum.Expr {
	if i < len(l.Elems) {
		return l.Elems[i]
	}
	return nil
}

func (x *expander) all(es []datum.Expr, s *scope) []datum.Expr {
	out := make([]datum.Expr, len(es))
	for i, e := range es {
		out[i] = x.expr(e, s)
	}
	return out
}

// expr expands an expression. What has a mistake becomes an empty begin.
func (x *expander) expr(e datum.Expr, s *scope) datum.Expr {
	switch e := e.(type) {
	case *datum.Sym:
		return x.symbol(e, s)
	case *datum.List:
		return x.list(e, s)
	case *datum.Dotted:
		x.c.Errorf(e.Pos(), "E0430", "a list with a dot is no expression")
		return broken(e)
	}
	return e
}

// broken stands for what has a mistake.
func broken(e datum.Expr) datum.Expr {
	return &datum.List{Node: ir.At(e.Pos()), Elems: []datum.Expr{&datum.Sym{Name: "begin"}}}
}

func (x *expander) symbol(e *datum.Sym, s *scope) datum.Expr {
	if local := s.find(e.Name); local != "" {
		return &datum.Local{Node: e.Node, Name: local}
	}
	name := plainName(e.Name)
	if x.macros[name] != nil {
		x.c.Errorf(e.Pos(), "E0435", "the macro %s is no value", name).Underline(len(name)).
			WithHint("a macro stands in front of its arguments: (" + name + " ...)")
		return broken(e)
	}
	return unmarked(e)
}

func (x *expander) list(e *datum.List, s *scope) datum.Expr {
	if len(e.Elems) == 0 {
		x.c.Errorf(e.Pos(), "E0430", "() is no expression")
		return broken(e)
	}
	if name := datum.Head(e); name != "" && s.find(name) == "" {
		name = plainName(name)
		if m := x.macros[name]; m != nil {
			return x.expansion(m, e, s)
		}
		if out, binds := x.bindForm(name, e, s); out != nil {
			return out
		} else if binds {
			x.malformed(e, name)
			return broken(e)
		}
	}
	return &datum.List{Node: e.Node, Elems: x.all(e.Elems, s)}
}

// expansion expands a use of a macro, and what comes of it.
func (x *expander) expansion(m *macro, e *datum.List, s *scope) datum.Expr {
	if x.depth++; x.depth > maxExpansions {
		x.c.Fatalf(e.Pos(), "E0422", "the expansion of %s does not come to an end", m.name)
	}
	defer func() { x.depth-- }()
	out := x.use(m, e, s)
	if out == nil {
		return broken(e)
	}
	return x.expr(out, s)
}
