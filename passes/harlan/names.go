package harlan

// Names of the top level, and types as they are written, for parse-forms.

import (
	"slices"
	"sort"
	"strings"

	"nessiec/ir"
	"nessiec/ir/datum"
	"nessiec/ir/diag"
	"nessiec/ir/harlan"
	"nessiec/ir/types"
)

// names is what is defined at top level.
type names struct {
	params       map[string]int // of functions, externs and constructors
	places       map[string]ir.Pos
	constructors map[string]bool
	types        map[string]bool
	regions      map[string]bool // variables that are regions
	datatypes    []*harlan.Datatype
}

func newNames() *names {
	n := &names{params: map[string]int{}, places: map[string]ir.Pos{}, constructors: map[string]bool{},
		types: map[string]bool{}, regions: map[string]bool{}}
	for name, sig := range harlan.Builtins {
		n.params[name] = len(sig.Params)
	}
	return n
}

// arity is how many parameters a function, extern or constructor has; -1 if there is none.
func (n *names) arity(name string) int {
	if k, ok := n.params[name]; ok {
		return k
	}
	return -1
}

func (n *names) all() (out []string) {
	for name := range n.params {
		out = append(out, name)
	}
	sort.Strings(out)
	return out
}

// collect notes what a declaration defines.
func (p *former) collect(l *datum.List) {
	define := func(at ir.Pos, name string, params int) {
		p.names.params[name], p.names.places[name] = params, at
	}
	switch datum.Head(l) {
	case "define":
		head := l.Elems[1].(*datum.List)
		define(l.Pos(), datum.Head(head), len(head.Elems)-1)
	case "extern":
		if name, ok := at(l, 1).(*datum.Sym); ok && len(l.Elems) == 5 {
			if params, ok := l.Elems[2].(*datum.List); ok {
				define(l.Pos(), name.Name, len(params.Elems))
			}
		}
	case "define-datatype":
		if name, ok := at(l, 1).(*datum.Sym); ok {
			p.names.types[name.Name] = true
		}
		for _, c := range l.Elems[min(2, len(l.Elems)):] {
			if con, ok := c.(*datum.List); ok && datum.Head(con) != "" {
				define(con.Pos(), datum.Head(con), len(con.Elems)-1)
				p.names.constructors[datum.Head(con)] = true
			}
		}
	}
}

// oddInTypes are characters that mean something else in the text of types.
const oddInTypes = "<>#/,"

// datatype makes (define-datatype N (C type ...) ...); nil if it is malformed.
func (p *former) datatype(l *datum.List) *harlan.Datatype {
	name, ok := at(l, 1).(*datum.Sym)
	if !ok || len(l.Elems) < 3 {
		p.malformed(l, "define-datatype")
		return nil
	}
	if baseTypes[name.Name] != nil || strings.ContainsAny(name.Name, oddInTypes) {
		p.c.Errorf(name.Pos(), "E0434", "a datatype cannot be called %s", name.Name).Underline(len(name.Name))
	}
	t := &harlan.Datatype{Decl: ir.DeclAt(l.Pos()), Name: name.Name}
	for _, c := range l.Elems[2:] {
		con, ok := c.(*datum.List)
		if !ok || datum.Head(con) == "" {
			p.malformed(l, "define-datatype")
			return nil
		}
		d := &harlan.Constructor{Decl: ir.DeclAt(con.Pos()), Name: datum.Head(con)}
		if strings.ContainsAny(d.Name, oddInTypes) {
			p.c.Errorf(con.Pos(), "E0434", "a constructor cannot be called %s", d.Name)
		}
		for _, f := range con.Elems[1:] {
			d.Fields = append(d.Fields, p.typ(f, false))
		}
		t.Cons = append(t.Cons, d)
	}
	return t
}

// extern makes (extern f (type ...) -> type); nil if it is malformed.
func (p *former) extern(l *datum.List) *harlan.Extern {
	name, ok1 := at(l, 1).(*datum.Sym)
	params, ok2 := at(l, 2).(*datum.List)
	if !ok1 || !ok2 || len(l.Elems) != 5 || !isArrow(l.Elems[3]) {
		p.malformed(l, "extern")
		return nil
	}
	e := &harlan.Extern{Decl: ir.DeclAt(l.Pos()), Name: name.Name, Result: p.typ(l.Elems[4], false)}
	for _, t := range params.Elems {
		e.Params = append(e.Params, p.typ(t, false))
	}
	return e
}

func isArrow(e datum.Expr) bool {
	sym, ok := e.(*datum.Sym)
	return ok && sym.Name == "->"
}

var baseTypes = map[string]*types.Type{
	"int": types.Int, "float": types.Float, "bool": types.Bool, "char": types.Char,
	"str": harlan.StrType, "u64": harlan.U64Type, "void": harlan.VoidType,
}

// typ is a type. Behind a pointer, any name is one.
func (p *former) typ(e datum.Expr, opaque bool) *types.Type {
	switch e := e.(type) {
	case *datum.Sym:
		switch t := baseTypes[e.Name]; {
		case t != nil:
			return t
		case p.names.types[e.Name] || opaque:
			return harlan.Named(e.Name)
		}
		err := p.c.Errorf(e.Pos(), "E0434", "there is no type %s", e.Name).Underline(len(e.Name))
		var known []string
		for n := range p.names.types {
			known = append(known, n)
		}
		for n := range baseTypes {
			known = append(known, n)
		}
		slices.Sort(known)
		if near := diag.Nearest(e.Name, known); near != "" {
			err.WithHint("did you mean " + near + "?")
		}
		return types.Int
	case *datum.List:
		if t := p.compound(e); t != nil {
			return t
		}
	}
	p.c.Errorf(e.Pos(), "E0434", "%s is no type", describe(e)).
		WithHint("types are int, float, bool, char, str, u64, void, datatypes, (vec t), (ptr t) and (closure (t ...) -> t)")
	return types.Int
}

// compound is a type in parentheses, nil if it is none.
func (p *former) compound(e *datum.List) *types.Type {
	switch n := len(e.Elems); {
	case datum.Head(e) == "vec" && n == 2:
		return types.Seq(p.typ(e.Elems[1], false))
	case datum.Head(e) == "ptr" && n == 2:
		return harlan.Ptr(p.typ(e.Elems[1], true))
	case datum.Head(e) == "closure" && n == 4 && isArrow(e.Elems[2]):
		return p.procedure(e.Elems[1], e.Elems[3])
	case n == 3 && isArrow(e.Elems[1]):
		return p.procedure(e.Elems[0], e.Elems[2])
	}
	return nil
}

func (p *former) procedure(params, result datum.Expr) *types.Type {
	l, ok := params.(*datum.List)
	if !ok {
		return nil
	}
	var ts []*types.Type
	for _, t := range l.Elems {
		ts = append(ts, p.typ(t, false))
	}
	return harlan.Procedure(harlan.UnknownSet, ts, p.typ(result, false))
}

// exhaustive checks that the arms of a match are those of the constructors of one
// datatype.
func (p *former) exhaustive(m *harlan.Match) {
	arms := map[string]bool{}
	for _, a := range m.Arms {
		arm := a.(*harlan.Arm)
		if arms[arm.Con] {
			p.c.Errorf(arm.Pos(), "E0433", "the match has two arms for %s", arm.Con)
		}
		arms[arm.Con] = true
	}
	for _, t := range p.names.datatypes {
		if !slices.ContainsFunc(t.Cons, func(c *harlan.Constructor) bool { return arms[c.Name] }) {
			continue
		}
		for _, c := range t.Cons {
			if !arms[c.Name] {
				p.c.Errorf(m.Pos(), "E0433", "the match has no arm for %s of %s", c.Name, t.Name).
					WithHint("a match has one arm for every constructor of a datatype")
			}
			delete(arms, c.Name)
		}
		for _, a := range m.Arms {
			if arm := a.(*harlan.Arm); arms[arm.Con] && p.names.constructors[arm.Con] {
				p.c.Errorf(arm.Pos(), "E0433", "%s is no constructor of %s", arm.Con, t.Name)
			}
		}
		return
	}
}
