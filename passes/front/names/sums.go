package names

// Names of datatypes with alternatives, and of their constructors.

import (
	"strings"

	"nessiec/ir"
	"nessiec/ir/diag"
	"nessiec/ir/nesl"
)

// sum resolves a datatype with alternatives, which may contain itself. A constructor
// may have the name of the type; then both are one definition.
func (r *resolver) sum(f *nesl.Sum) nesl.Expr {
	params := r.bounds(f.Context)
	out := &nesl.Sum{Node: f.Node, Name: f.Name, Context: f.Context}
	first := map[string]ir.Pos{}
	r.define(f.Name, f.Pos(), global{datatype: true, sum: f, con: constructorOf(f, f.Name)})
	for _, c := range f.Cons {
		c := c.(*nesl.Constructor)
		if pos, twice := first[c.Name]; twice {
			r.c.Errorf(c.Pos(), "E0216", "datatype %s has the constructor %s twice", f.Name, c.Name).Underline(len(c.Name)).
				Note(pos, len(c.Name), "the other one is here")
		}
		first[c.Name] = c.Pos()
		held := c.Type
		if HoldsSomething(c) {
			held = r.typ(c.Type, params)
		}
		out.Cons = append(out.Cons, &nesl.Constructor{Node: c.Node, Name: c.Name, Type: held})
	}
	for _, c := range f.Cons {
		if c := c.(*nesl.Constructor); c.Name != f.Name {
			r.define(c.Name, c.Pos(), global{sum: f, con: c})
		}
	}
	return out
}

// HoldsSomething reports whether values of c hold anything.
func HoldsSomething(c *nesl.Constructor) bool { return c.Type.Form() != nesl.FormUntyped }

// constructorOf is the constructor of s called name, nil if there is none.
func constructorOf(s *nesl.Sum, name string) *nesl.Constructor {
	for _, c := range s.Cons {
		if c := c.(*nesl.Constructor); c.Name == name {
			return c
		}
	}
	return nil
}

// rejectInside reports the datatype called name in t, what it holds.
func (r *resolver) rejectInside(t nesl.Expr, name string) {
	ir.Walk(t, func(e nesl.Expr) bool {
		if n, ok := typeName(e); ok && n == name {
			r.c.Errorf(e.Pos(), "E0207", "datatype %s would contain itself", name).Underline(len(name)).
				WithHint("a datatype with alternatives may: datatype tree = node(int, [tree]) | ...")
		}
		return true
	})
}

// caseOf resolves a case; every arm has a scope of its own.
func (r *resolver) caseOf(e *nesl.Case) nesl.Expr {
	out := &nesl.Case{Node: e.Node, Of: r.expr(e.Of)}
	for _, a := range e.Arms {
		a := a.(*nesl.Arm)
		r.inside(func() {
			pat := r.armPattern(a.Pat)
			out.Arms = append(out.Arms, &nesl.Arm{Node: a.Node, Pat: pat, Body: r.expr(a.Body)})
		})
	}
	return out
}

// armPattern resolves the pattern of an arm. A name alone is a constructor if
// there is one of that name, else a variable.
func (r *resolver) armPattern(pat nesl.Expr) nesl.Expr {
	switch p := pat.(type) {
	case *nesl.PatVar:
		g := r.latest[p.Name]
		switch {
		case g == nil || g.con == nil:
			return r.pattern(p, blanks)
		case HoldsSomething(g.con):
			r.wrongArm(p, p.Name, "%s holds something, so the pattern is "+nesl.FormatExpr(holder(g.con)))
		}
		return &nesl.PatNone{Node: p.Node, Con: p.Name, Version: g.version}
	case *nesl.PatData:
		g := r.latest[p.Con]
		switch version, known := r.findDatatype(p.Con); {
		case g != nil && g.con != nil && !HoldsSomething(g.con):
			r.wrongArm(p, p.Con, "%s holds nothing, so it has no parentheses")
		case g != nil && g.con != nil:
			return &nesl.PatCon{Node: p.Node, Con: p.Con, Version: g.version, Arg: r.pattern(p.Arg, blanks)}
		case known && (g == nil || g.sum == nil):
			r.wrongArm(p, p.Con, "%s has no alternatives").WithHint("a datatype with one constructor is taken apart by let, or by the parameter of a function")
			return &nesl.PatCon{Node: p.Node, Con: p.Con, Version: version, Arg: r.pattern(p.Arg, blanks)}
		default:
			r.noConstructor(p)
		}
		return r.pattern(p.Arg, blanks)
	}
	return pat
}

// holder is the pattern of a constructor, with a name for what it holds.
func holder(c *nesl.Constructor) nesl.Expr {
	return &nesl.PatData{Con: c.Name, Arg: &nesl.PatVar{Name: "x"}}
}

// wrongArm reports a pattern that cannot be that of an arm; why says what is wrong with the name.
func (r *resolver) wrongArm(pat nesl.Expr, name, why string) *diag.Diagnostic {
	return r.c.Errorf(pat.Pos(), "E0215", why, name).Underline(len(name))
}

// noConstructor reports a name in an arm that is no constructor.
func (r *resolver) noConstructor(p *nesl.PatData) {
	d := r.c.Errorf(p.Pos(), "E0205", "%s is no constructor, so it cannot stand in a pattern", p.Con).Underline(len(p.Con))
	var cons []string
	for name, g := range r.latest {
		if g.con != nil {
			cons = append(cons, name)
		}
	}
	didYouMean(d, diag.Nearest(p.Con, cons))
}

// noValue reports a type that stands where a value is expected.
func (r *resolver) noValue(e *nesl.Id, s *nesl.Sum) {
	names := make([]string, len(s.Cons))
	for i, c := range s.Cons {
		names[i] = c.(*nesl.Constructor).Name
	}
	r.c.Errorf(e.Pos(), "E0201", "%s is a type, not a value", e.Name).Underline(len(e.Name)).
		WithHint("its constructors are " + strings.Join(names, ", "))
}
