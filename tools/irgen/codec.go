package main

// Generation of the text codec.

import (
	"fmt"
	"strings"
)

func (g *emitter) codec() {
	if len(g.forms) == 0 {
		for _, n := range g.decls {
			g.record(n)
		}
		return
	}
	g.p("// A coder writes the expressions of one declaration.\ntype coder struct{ *text.Encoder }\n")
	g.p("// A decoder reads the expressions of one declaration.\ntype decoder struct{ *text.Decoder }\n")
	g.exprEncoder()
	g.exprDecoder()
	for _, n := range g.decls {
		g.p("func (c coder) decl%s(x *%s) *sexp.Node {", n.name, n.name)
		g.encodeFields(n)
		g.p("}\n\nfunc (d decoder) decl%s(n *sexp.Node) *%s {", n.name, n.name)
		g.decodeRecord(n)
		g.p("}\n")
	}
	if g.module != nil {
		g.moduleCodec()
	}
	g.helpers()
}

// record writes the exported codec of a record of a package without forms.
func (g *emitter) record(n *node) {
	g.p("// Encode%s writes x as a list.\nfunc Encode%s(c *text.Encoder, x *%s) *sexp.Node {", n.name, n.name, n.name)
	g.encodeFields(n)
	g.p("}\n\n// Decode%s reads what Encode%s wrote; a failure is a panic for text.Read.", n.name, n.name)
	g.p("func Decode%s(d *text.Decoder, n *sexp.Node) *%s {", n.name, n.name)
	g.decodeRecord(n)
	g.p("}\n")
}

func (g *emitter) exprEncoder() {
	g.p(`// Show is the text of e alone, for messages; Parse does not read it.
	func Show(e Expr) string { return coder{text.ShowEncoder()}.expr(e).String() }

	// Alike is a text that expressions share if they are equal but for the names of bound
	// variables and the positions of primitives; free names the others.
	func Alike(e Expr, free func(*types.Var) string) string {
		return coder{text.AlikeEncoder(free)}.expr(e).String()
	}

	func (c coder) expr(e Expr) *sexp.Node {
	switch x := e.(type) {`)
	for _, n := range g.forms {
		g.p("case *%s:", n.name)
		switch {
		case n.atom && n.fields[0].bare:
			g.p("if text.SortOf(text.Str(x.%s).Atom) != text.SortVar {\nn := c.Form(%q, 1, x.Pos(), false)\nn.Add(text.Str(x.%s))\nreturn n\n}", n.fields[0].name, n.text(), n.fields[0].name)
			fallthrough
		case n.atom:
			g.p("return c.Atom(%q, x.Pos(), %s)", n.text(), g.encode(n.fields[0], "x."+n.fields[0].name))
		default:
			g.encodeFields(n)
		}
	}
	g.p("}\nreturn sexp.A(\"?nil\")\n}\n")
}

// encodeFields writes the list of x and returns it.
func (g *emitter) encodeFields(n *node) {
	start := "Form"
	if n.chain {
		start = "Chain"
	}
	g.p("n := c.%s(%q, %d, x.Pos(), %v)", start, n.text(), len(n.fields), n.pos)
	if n.splices() {
		fd := n.fields[0]
		if fd.body {
			g.p("n.Lines = true")
		}
		g.p("for _, v := range x.%s { n.Add(%s) }\nreturn n", fd.name, g.encode(fd, "v"))
		return
	}
	for _, fd := range n.fields {
		if fd.rest {
			g.p("for _, v := range x.%s { n.Add(%s) }", fd.name, g.encode(fd, "v"))
		} else {
			g.p("n.Add(%s)", g.encodeField(fd, "x."+fd.name))
		}
	}
	g.p("return n")
}

// splices reports whether the only field is a slice: (tuple a b).
func (n *node) splices() bool {
	return n.isForm && len(n.fields) == 1 && n.fields[0].many && n.fields[0].base != "pos"
}

func (g *emitter) encodeField(fd *field, x string) string {
	if !fd.many {
		return g.encode(fd, x)
	}
	f := g.encode(fd, "v")
	if fn, ok := strings.CutSuffix(f, "(v)"); ok && fd.base != "form" && !strings.Contains(fn, "(") {
		return fmt.Sprintf("text.List(%s, %s)", x, fn)
	}
	return fmt.Sprintf("text.List(%s, func(v %s) *sexp.Node { return %s })", x, fd.elem, f)
}

// encode is the Go expression that encodes one element.
func (g *emitter) encode(fd *field, x string) string {
	switch fd.base {
	case "expr", "form":
		return fmt.Sprintf("c.expr(%s)", x)
	case "bind":
		return fmt.Sprintf("c.Bind(%s)", x)
	case "use":
		return fmt.Sprintf("c.Use(%s)", x)
	case "type":
		return fmt.Sprintf("text.Type(%s)", x)
	case "prim":
		return fmt.Sprintf("encodePrim(%s)", x)
	case "string":
		if fd.quoted {
			return fmt.Sprintf("text.Quoted(%s)", x)
		}
		return fmt.Sprintf("text.Str(%s)", x)
	case "int":
		return fmt.Sprintf("text.Int(%s)", x)
	case "float":
		return fmt.Sprintf("text.Float(%s)", x)
	case "bool":
		return fmt.Sprintf("text.Bool(%s)", x)
	case "char":
		return fmt.Sprintf("text.Char(%s)", x)
	case "pos":
		return fmt.Sprintf("text.Pos(%s)", x)
	case "enum":
		return fmt.Sprintf("text.EnumStr(%s)", x)
	case "decl":
		if fd.to != nil && len(g.forms) > 0 {
			return fmt.Sprintf("c.decl%s(%s)", fd.to.name, x)
		}
		pkg, name := g.foreign(fd)
		if len(g.forms) > 0 {
			return fmt.Sprintf("%sEncode%s(c.Encoder, %s)", pkg, name, x)
		}
		return fmt.Sprintf("%sEncode%s(c, %s)", pkg, name, x)
	}
	panic(fd.base)
}

// foreign is the package prefix and the name of a record of another package,
// or of a package without forms.
func (g *emitter) foreign(fd *field) (string, string) {
	name := strings.TrimPrefix(fd.elem, "*")
	i := strings.LastIndex(name, ".") + 1
	return name[:i], name[i:]
}

func (g *emitter) exprDecoder() {
	g.p(`func (d decoder) expr(n *sexp.Node) Expr {
	if !n.List { return d.atom(n) }
	return d.list(n)
	}

	func (d decoder) list(n *sexp.Node) Expr {
	switch n.Head() {`)
	for _, n := range g.forms {
		g.p("case %q:", n.text())
		g.decodeRecord(n)
	}
	g.p("}\ntext.Fail(n, \"unknown form %%q\", n.Head())\nreturn nil\n}\n")
	g.p("func (d decoder) atom(n *sexp.Node) Expr {\nswitch text.SortOf(n.Atom) {")
	for _, n := range g.forms {
		if n.atom {
			g.p("case text.%s:\nreturn &%s{%s: %s}", n.sort(), n.name, n.fields[0].name, g.decode(n.fields[0], "n"))
		}
	}
	g.p("}\ntext.Fail(n, \"expected an expression, found %%s\", n.Atom)\nreturn nil\n}\n")
}

// decodeRecord reads the list n and returns it.
func (g *emitter) decodeRecord(n *node) {
	ks := "ks"
	if len(n.fields) == 0 {
		ks = "_"
	}
	if n.splices() {
		g.p("ks, p := text.Rest(n)")
	} else if n.has(func(fd *field) bool { return fd.rest }) {
		g.p("ks, p := text.FieldsAndRest(n, %d)", len(n.fields)-1)
	} else {
		g.p("%s, p := text.Fields(n, %d)", ks, len(n.fields))
	}
	switch {
	case n.local:
		g.p("x := new(%s)\nx.setPos(p)", n.name)
	case n.isForm:
		g.p("x := &%s{Node: ir.At(p)}", n.name)
	default:
		g.p("x := &%s{Decl: ir.DeclAt(p)}", n.name)
	}
	for i, fd := range n.fields {
		from := fmt.Sprintf("ks[%d]", i)
		if n.splices() {
			from = "ks"
		}
		g.p("x.%s = %s", fd.name, g.decodeField(fd, from))
	}
	g.p("return x")
}

func (g *emitter) decodeField(fd *field, n string) string {
	if !fd.many {
		return g.decode(fd, n)
	}
	f := g.decode(fd, "n")
	if fn, ok := strings.CutSuffix(f, "(n)"); ok && !strings.Contains(fn, "(") {
		return fmt.Sprintf("text.Items(%s, %s)", n, fn)
	}
	return fmt.Sprintf("text.Items(%s, func(n *sexp.Node) %s { return %s })", n, fd.elem, f)
}

// decode is the Go expression that decodes one element.
func (g *emitter) decode(fd *field, n string) string {
	switch fd.base {
	case "expr":
		return fmt.Sprintf("d.expr(%s)", n)
	case "form":
		return fmt.Sprintf("as[%s](d, %s)", fd.elem, n)
	case "bind":
		return fmt.Sprintf("d.Bind(%s)", n)
	case "use":
		return fmt.Sprintf("d.Use(%s)", n)
	case "type":
		return fmt.Sprintf("d.Type(%s)", n)
	case "prim":
		return fmt.Sprintf("decodePrim(%s)", n)
	case "string":
		return fmt.Sprintf("text.Name(%s)", n)
	case "int":
		return fmt.Sprintf("text.ReadInt[%s](%s)", fd.elem, n)
	case "float":
		return fmt.Sprintf("text.ReadFloat(%s)", n)
	case "bool":
		return fmt.Sprintf("text.ReadBool(%s)", n)
	case "char":
		return fmt.Sprintf("text.ReadChar(%s)", n)
	case "pos":
		return fmt.Sprintf("text.ReadPos(%s)", n)
	case "enum":
		pkg, name := g.foreign(fd)
		return fmt.Sprintf("text.Enum(%s, %q, %sParse%s)", n, lastName(fd.elem), pkg, name)
	case "decl":
		if fd.to != nil && len(g.forms) > 0 {
			return fmt.Sprintf("d.decl%s(%s)", fd.to.name, n)
		}
		pkg, name := g.foreign(fd)
		if len(g.forms) > 0 {
			return fmt.Sprintf("%sDecode%s(d.Decoder, %s)", pkg, name, n)
		}
		return fmt.Sprintf("%sDecode%s(d, %s)", pkg, name, n)
	}
	panic(fd.base)
}

// moduleCodec writes Module.String, Module.Text and Parse.
func (g *emitter) moduleCodec() {
	g.p("// String is the text form of x, which Parse reads back.")
	g.p("func (x *Module) String() string { return x.Text(text.Options{}) }\n")
	g.p("// Text is the text form of x with options.\nfunc (x *Module) Text(o text.Options) string {\np := text.Printer{Options: o}")
	for _, fd := range g.module.fields {
		g.p("%s", g.encodeModuleField(fd))
	}
	g.p("return p.String()\n}\n")
	g.p("// Parse reads what String wrote. The error is a *text.Error. It checks names of forms, the")
	g.p("// number and kind of fields, and that variables are bound once and before use; the rest is for")
	g.p("// the grammar and Check.\nfunc Parse(src string) (*Module, error) {\nx := new(Module)")
	g.p("err := text.Read(src, func(td *text.Decoder, n *sexp.Node) {\nd := decoder{td}\nswitch n.Head() {")
	rest := `text.Fail(n, "unknown declaration %q", n.Head())`
	for _, fd := range g.module.fields {
		switch {
		case fd.base == "expr":
			rest = fmt.Sprintf("x.%s = append(x.%s, d.expr(n))", fd.name, fd.name)
		case fd.base == "decl" && fd.many:
			g.p("case %q:\nx.%s = append(x.%s, %s)", lastName(fd.elem), fd.name, fd.name, g.decode(fd, "n"))
		case fd.base == "decl":
			g.p("case %q:\nx.%s = %s", lastName(fd.elem), fd.name, g.decode(fd, "n"))
		default:
			g.p("case %q:\nks, _ := text.Fields(n, 1)\nx.%s = %s", strings.ToLower(fd.name), fd.name, g.decodeField(fd, "ks[0]"))
		}
	}
	g.p("default:\n%s\n}\n})\nif err != nil { return nil, err }\nreturn x, nil\n}\n", rest)
}

func (g *emitter) encodeModuleField(fd *field) string {
	x := "x." + fd.name
	fresh := "c := coder{text.NewEncoder(o)}"
	switch {
	case fd.many && (fd.base == "decl" || fd.base == "expr"):
		return fmt.Sprintf("for _, v := range %s {\n%s\np.Put(%s)\n}", x, fresh, g.encode(fd, "v"))
	case fd.base == "decl":
		return fmt.Sprintf("if %s != nil {\n%s\np.Put(%s)\n}", x, fresh, g.encode(fd, x))
	}
	nonzero := map[string]string{"string": x + ` != ""`, "int": x + " != 0", "float": x + " != 0", "bool": x,
		"char": x + " != 0", "pos": x + " != 0", "type": x + " != nil", "prim": x + " != nil"}[fd.base]
	if fd.many {
		nonzero = "len(" + x + ") > 0"
	}
	put := fmt.Sprintf("p.Put(sexp.L(sexp.A(%q), %s))", strings.ToLower(fd.name), g.encodeField(fd, x))
	if nonzero == "" {
		return put
	}
	return fmt.Sprintf("if %s {\n%s\n}", nonzero, put)
}

// helpers writes the few local functions that some fields need.
func (g *emitter) helpers() {
	src := g.String()
	if strings.Contains(src, "as[*") {
		g.p(`// as reads an expression that must be of one form.
		func as[T Expr](d decoder, n *sexp.Node) T {
			x, ok := d.expr(n).(T)
			if !ok { text.Fail(n, "expected %%T, found %%s", x, n.Head()) }
			return x
		}
		`)
	}
	if strings.Contains(src, "encodePrim(") {
		g.p(`func encodePrim(p *prim.Prim) *sexp.Node {
			if p == nil { return sexp.A("_") }
			return text.Str(p.Name)
		}

		func decodePrim(n *sexp.Node) *prim.Prim { return text.Lookup(n, "primitive", prim.Lookup) }`)
	}
}
