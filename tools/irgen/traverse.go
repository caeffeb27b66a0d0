package main

// Generation of traversals: children, bodies, variables, types, primitives.

import (
	"fmt"
	"strings"
)

// lastName is the lower-case name in *pkg.Name.
func lastName(t string) string {
	t = strings.TrimPrefix(t, "*")
	return strings.ToLower(t[strings.LastIndex(t, ".")+1:])
}

func (g *emitter) form(n *node) {
	g.p("func (*%s) Form() ir.Form { return Form%s }", n.name, n.name)
	g.p("func (x *%s) MovedTo(p ir.Pos) Expr { y := *x; y.P = p; return &y }", n.name)
	if !n.has((*field).isChild) {
		g.p(`func (x *%[1]s) Children(func(int, Expr)) {}
		func (x *%[1]s) Walk(f func(Expr) bool) { f(x) }
		func (x *%[1]s) MapChildren(func(Expr) Expr) Expr { return x }
		func (x *%[1]s) MapOperands(func(Expr) Expr) Expr { return x }
		func (x *%[1]s) MapBodies(func(Expr) Expr) Expr { return x }
		`, n.name)
		return
	}
	g.p("func (x *%s) Children(f func(int, Expr)) {", n.name)
	for _, fd := range n.fields {
		switch {
		case fd.isChild() && fd.many:
			g.p("for _, e := range x.%s { f(%d, e) }", fd.name, fd.child)
		case fd.isChild():
			g.p("f(%d, x.%s)", fd.child, fd.name)
		}
	}
	g.p("}\n")
	g.walk(n)
	g.mapForm(n, "MapChildren", (*field).isChild)
	g.mapForm(n, "MapOperands", func(fd *field) bool { return fd.isChild() && !fd.body })
	g.mapForm(n, "MapBodies", func(fd *field) bool { return fd.isChild() && fd.body })
}

// walk writes the method behind ir.Walk.
func (g *emitter) walk(n *node) {
	g.p("func (x *%s) Walk(f func(Expr) bool) {\nif !f(x) { return }", n.name)
	for _, fd := range n.fields {
		switch {
		case fd.isChild() && fd.many:
			g.p("for _, e := range x.%s { e.Walk(f) }", fd.name)
		case fd.isChild():
			g.p("x.%s.Walk(f)", fd.name)
		}
	}
	g.p("}\n")
}

// mapForm writes a method that applies f to the selected children.
func (g *emitter) mapForm(n *node, name string, sel func(*field) bool) {
	if !n.has(sel) {
		g.p("func (x *%s) %s(func(Expr) Expr) Expr { return x }\n", n.name, name)
		return
	}
	g.p("func (x *%s) %s(f func(Expr) Expr) Expr {", n.name, name)
	g.mapFields(n, func(fd *field) string {
		if !sel(fd) {
			return ""
		}
		return mapChild(fd)
	})
	g.p("}\n")
}

// mapChild is f of a child, "" if the field is none.
func mapChild(fd *field) string {
	switch {
	case !fd.isChild():
		return ""
	case fd.base == "form" && fd.many:
		return fmt.Sprintf("ir.MapSlice(x.%s, func(e %s) %s { return f(e).(%s) })", fd.name, fd.elem, fd.elem, fd.elem)
	case fd.base == "form":
		return fmt.Sprintf("f(x.%s).(%s)", fd.name, fd.elem)
	case fd.many:
		return fmt.Sprintf("ir.MapSlice(x.%s, f)", fd.name)
	}
	return fmt.Sprintf("f(x.%s)", fd.name)
}

// mapFields writes a copy-on-write update of x. A slice's new value is an
// expression with two results: the slice and whether it changed.
func (g *emitter) mapFields(n *node, update func(*field) string) {
	var changed, assign []string
	for i, fd := range n.fields {
		switch e := update(fd); {
		case e == "":
			continue
		case fd.many:
			g.p("v%d, c%d := %s", i, i, e)
			changed = append(changed, fmt.Sprintf("c%d", i))
		default:
			g.p("v%d := %s", i, e)
			changed = append(changed, fmt.Sprintf("v%d != x.%s", i, fd.name))
		}
		assign = append(assign, fmt.Sprintf("y.%s = v%d", fd.name, i))
	}
	if changed != nil {
		g.p("if %s {\ny := *x\n%s\nreturn &y\n}", strings.Join(changed, " || "), strings.Join(assign, "\n"))
	}
	g.p("return x")
}

// each writes a function that calls f with every selected field of a form.
func (g *emitter) each(name, doc, elem string, sel func(*field) string) {
	g.p("// %s\nfunc %s(e Expr, f func(%s)) {\nswitch x := e.(type) {", doc, name, elem)
	for _, n := range g.forms {
		if n.has(func(fd *field) bool { return sel(fd) != "" }) {
			g.p("case *%s:", n.name)
			g.eachField(n, sel)
		}
	}
	g.p("}\n}\n")
}

func (g *emitter) eachField(n *node, sel func(*field) string) {
	for _, fd := range n.fields {
		switch s := sel(fd); {
		case s != "" && fd.many:
			g.p("for _, v := range x.%s { f(v%s) }", fd.name, s[1:])
		case s != "":
			g.p("f(x.%s%s)", fd.name, s[1:])
		}
	}
}

// is selects fields of one kind; the result is what follows the element, after
// a mark that tells "selected".
func is(base, suffix string) func(*field) string {
	return func(fd *field) string {
		if fd.base == base {
			return "+" + suffix
		}
		return ""
	}
}

func typesOf(fd *field) string { return is("type", "")(fd) + is("bind", ".Type")(fd) }

// variables writes what concerns variables, types and primitives of a form.
func (g *emitter) variables() {
	if !g.uses("bind", "use", "type") {
		g.eachPrim()
		return
	}
	g.each("EachBind", "EachBind calls f with every variable that e itself binds.", "*types.Var", is("bind", ""))
	g.each("EachUse", "EachUse calls f with every variable that e itself uses.", "*types.Var", is("use", ""))
	g.each("EachType", "EachType calls f with the types of e itself: of its binders, and annotations.", "*types.Type", typesOf)
	g.eachPrim()
	g.mapParts()
	g.mapTypes()
	ref := ""
	for _, n := range g.forms {
		if n.atom && n.fields[0].base == "use" {
			ref = fmt.Sprintf("if x, ok := e.(*%s); ok { return x.%s }\n", n.name, n.fields[0].name)
		}
	}
	g.p(`var varOps = &vars.Ops[Expr]{EachBind: EachBind, EachUse: EachUse, MapParts: mapParts, MapTypes: MapTypes,
		Ref: func(e Expr) *types.Var { %s return nil }}

	// FreeVars lists the variables used but not bound in e, in order of first use.
	func FreeVars(e Expr) []*types.Var { return varOps.Free(e) }

	// BoundVars is the variables that es and their parts bind.
	func BoundVars(es ...Expr) map[*types.Var]bool { return varOps.Bound(es...) }

	// Freshen copies e with a new variable for every binder in it.
	func Freshen(e Expr) Expr { return varOps.Freshen(e) }

	// Rename replaces variables, binders and uses alike.
	func Rename(e Expr, env map[*types.Var]*types.Var) Expr { return varOps.Rename(e, env) }

	// Replace substitutes expressions that bind nothing for the Refs to the variables in env.
	func Replace(e Expr, env map[*types.Var]Expr) Expr { return varOps.Replace(e, env) }

	// CopyWith is Freshen and Replace in one.
	func CopyWith(e Expr, env map[*types.Var]Expr) Expr { return varOps.CopyWith(e, env) }

	// Retype maps every type in e; binders whose type changes become new variables, which env receives.
	func Retype(e Expr, env map[*types.Var]*types.Var, f func(*types.Type) *types.Type) Expr {
		return varOps.Retype(e, env, f)
	}
	`, ref)
}

func (g *emitter) eachPrim() {
	if g.uses("prim") {
		g.each("EachPrim", "EachPrim calls f with the primitives that e itself names.", "*prim.Prim", is("prim", ""))
	}
}

// uses reports whether any form has a field of one of these kinds.
func (g *emitter) uses(bases ...string) bool {
	for _, n := range g.forms {
		for _, b := range bases {
			if n.has(func(fd *field) bool { return fd.base == b }) {
				return true
			}
		}
	}
	return false
}

// mapParts writes a copy-on-write update of variables and children at once: of a node, both
// change more often than not.
func (g *emitter) mapParts() {
	g.p("// mapParts replaces the variables that e itself binds or uses, and its children; it returns e itself when nothing changes.")
	g.p("// Nil drops a variable from a set of uses.")
	g.p("func mapParts(e Expr, of func(*types.Var) *types.Var, f func(Expr) Expr) Expr {\nswitch x := e.(type) {")
	for _, n := range g.forms {
		if n.has(isVar) {
			g.p("case *%s:", n.name)
			g.mapFields(n, func(fd *field) string {
				switch {
				case !isVar(fd):
					return mapChild(fd)
				case fd.set:
					return fmt.Sprintf("vars.Set(x.%s, of)", fd.name)
				case fd.many:
					return fmt.Sprintf("ir.MapSlice(x.%s, func(v *types.Var) *types.Var { return vars.One(v, of) })", fd.name)
				}
				return fmt.Sprintf("vars.One(x.%s, of)", fd.name)
			})
		}
	}
	g.p("}\nreturn e.MapChildren(f)\n}\n")
}

func isVar(fd *field) bool { return fd.base == "bind" || fd.base == "use" }

func (g *emitter) mapTypes() {
	g.p("// MapTypes replaces the type annotations of e itself, not the types of binders; it returns e itself when nothing changes.")
	g.mapSwitch("MapTypes", "*types.Type", func(fd *field) string {
		switch {
		case fd.base != "type":
			return ""
		case fd.many:
			return fmt.Sprintf("ir.MapSlice(x.%s, f)", fd.name)
		}
		return fmt.Sprintf("f(x.%s)", fd.name)
	})
}

func (g *emitter) mapSwitch(name, elem string, update func(*field) string) {
	g.p("func %s(e Expr, f func(%s) %s) Expr {\nswitch x := e.(type) {", name, elem, elem)
	for _, n := range g.forms {
		if n.has(func(fd *field) bool { return update(fd) != "" }) {
			g.p("case *%s:", n.name)
			g.mapFields(n, update)
		}
	}
	g.p("}\nreturn e\n}\n")
}

// ---- declarations and modules

// holds reports whether a declaration of this package holds, anywhere inside,
// a field that sel accepts.
func (n *node) holds(sel func(*field) bool) bool {
	seen := map[*node]bool{}
	var rec func(*node) bool
	rec = func(n *node) bool {
		if seen[n] {
			return false
		}
		seen[n] = true
		return n.has(func(fd *field) bool { return sel(fd) || fd.base == "decl" && fd.to != nil && rec(fd.to) })
	}
	return rec(n)
}

func holdsBody(fd *field) bool { return fd.isChild() }
func holdsType(fd *field) bool { return typesOf(fd) != "" }

func (g *emitter) declTraversals(n *node) {
	if n.holds(holdsBody) {
		g.p("// EachBody calls f with every expression of x.\nfunc (x *%s) EachBody(f func(Expr)) {", n.name)
		g.p("if x == nil { return }")
		g.eachBody(n)
		g.p("}\n")
		g.p("// MapBodies applies f to every expression of x; it returns x itself when nothing changes.")
		g.p("func (x *%s) MapBodies(f func(Expr) Expr) *%s {", n.name, n.name)
		g.p("if x == nil { return x }")
		g.mapFields(n, mapBody)
		g.p("}\n")
	}
	if n.holds(holdsType) {
		g.p("// EachType calls f with the types of the declaration: of its parameters, and annotations; not of bodies.")
		g.p("func (x *%s) EachType(f func(*types.Type)) {\nif x == nil { return }", n.name)
		g.eachDeclType(n)
		g.p("}\n")
	}
}

func (g *emitter) moduleTraversals() {
	n := g.module
	if len(g.forms) == 0 {
		return
	}
	g.p("// EachBody calls f with every expression of every declaration.\nfunc (x *Module) EachBody(f func(Expr)) {")
	g.eachBody(n)
	g.p("}\n")
	g.p("// MapBodies applies f to every expression of every declaration; it returns x itself when nothing changes.")
	g.p("func (x *Module) MapBodies(f func(Expr) Expr) *Module {")
	g.mapFields(n, mapBody)
	g.p("}\n")
	if n.holds(holdsType) {
		g.p("// EachType calls f with the types of all declarations, not of bodies.\nfunc (x *Module) EachType(f func(*types.Type)) {")
		g.eachDeclType(n)
		g.p("}\n")
	}
}

func (g *emitter) eachBody(n *node) {
	for _, fd := range n.fields {
		switch inner := fd.to != nil && fd.base == "decl" && fd.to.holds(holdsBody); {
		case inner && fd.many:
			g.p("for _, y := range x.%s { y.EachBody(f) }", fd.name)
		case inner:
			g.p("x.%s.EachBody(f)", fd.name)
		case fd.isChild() && fd.many:
			g.p("for _, e := range x.%s { f(e) }", fd.name)
		case fd.isChild():
			g.p("f(x.%s)", fd.name)
		}
	}
}

func mapBody(fd *field) string {
	switch inner := fd.to != nil && fd.base == "decl" && fd.to.holds(holdsBody); {
	case inner && fd.many:
		return fmt.Sprintf("ir.MapSlice(x.%s, func(y %s) %s { return y.MapBodies(f) })", fd.name, fd.elem, fd.elem)
	case inner:
		return fmt.Sprintf("x.%s.MapBodies(f)", fd.name)
	case fd.base == "form" && fd.many:
		return fmt.Sprintf("ir.MapSlice(x.%s, func(e %s) %s { return f(e).(%s) })", fd.name, fd.elem, fd.elem, fd.elem)
	case fd.base == "form":
		return fmt.Sprintf("f(x.%s).(%s)", fd.name, fd.elem)
	case fd.base == "expr" && fd.many:
		return fmt.Sprintf("ir.MapSlice(x.%s, f)", fd.name)
	case fd.base == "expr":
		return fmt.Sprintf("f(x.%s)", fd.name)
	}
	return ""
}

func (g *emitter) eachDeclType(n *node) {
	for _, fd := range n.fields {
		switch inner := fd.to != nil && fd.base == "decl" && fd.to.holds(holdsType); {
		case inner && fd.many:
			g.p("for _, y := range x.%s { y.EachType(f) }", fd.name)
		case inner:
			g.p("x.%s.EachType(f)", fd.name)
		}
	}
	g.eachField(n, typesOf)
}
