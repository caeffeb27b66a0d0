package main

// Kinds of fields: what each Go type and tag stands for.

import (
	"fmt"
	"strings"
)

// field classifies a field by its type and tag.
func (f *family) field(name, typ, tag string) (*field, error) {
	fd := &field{name: name, child: -1}
	fd.elem, fd.many = strings.CutPrefix(typ, "[]")
	fd.base = f.base(fd)
	mark, opt, _ := strings.Cut(tag, ",")
	fd.body, fd.set, fd.bare, fd.rest = mark == "body", opt == "set", mark == "name", mark == "rest"
	switch {
	case fd.base == "var" && (mark == "bind" || mark == "use"):
		fd.base = mark
	case fd.base == "var":
		return nil, fmt.Errorf("a variable needs a tag: bind or use")
	case fd.base == "":
		return nil, fmt.Errorf("no rule for type %s", typ)
	case mark == "bind" || mark == "use" || mark == "body" && !fd.isChild() || mark == "name" && fd.base != "string" || fd.rest && !fd.many:
		return nil, fmt.Errorf("tag %s on a field of type %s", tag, typ)
	}
	if opt != "" && !(opt == "set" && fd.base == "use" && fd.many) {
		return nil, fmt.Errorf("tag %s: unknown option", tag)
	}
	return fd, nil
}

// base is the kind of one element, "var" for binders and uses, "" if unknown.
func (f *family) base(fd *field) string {
	switch fd.elem {
	case "Expr":
		return "expr"
	case "*Var", "*types.Var":
		return "var"
	case "*types.Type":
		return "type"
	case "*prim.Prim":
		return "prim"
	case "ir.Pos":
		return "pos"
	case "string", "bool":
		return fd.elem
	case "byte":
		return "char"
	case "float64":
		return "float"
	case "int", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32":
		return "int"
	}
	name, ptr := strings.CutPrefix(fd.elem, "*")
	switch to := f.byName[name]; {
	case strings.ContainsAny(name, "[*?") || name == "Module" || name == "any" || name == "error":
		return ""
	case ptr && to != nil && to.isForm:
		fd.to = to
		return "form"
	case ptr && to != nil && to.isDecl:
		fd.to = to
		return "decl"
	case ptr && strings.Contains(name, "."):
		return "decl"
	case !ptr && to == nil:
		return "enum"
	}
	return ""
}

// validate reports what no generated code could mean.
func (f *family) validate() error {
	if len(f.forms) > 128 {
		return fmt.Errorf("%s: %d forms, more than ir.MaxForms", f.pkg, len(f.forms))
	}
	for _, n := range f.forms {
		if n.atom && (len(n.fields) != 1 || atomSort[n.fields[0].base] == "" || n.fields[0].many) {
			return fmt.Errorf("%s: an atom has one field: a variable or a literal", n.name)
		}
		for i, fd := range n.fields {
			if fd.rest && i < len(n.fields)-1 {
				return fmt.Errorf("%s.%s: only the last field can be the rest", n.name, fd.name)
			}
			fd.quoted = n.atom && fd.base == "string" && !fd.bare
			if fd.base == "decl" && fd.to != nil && fd.to.mentions(map[*node]bool{}) {
				return fmt.Errorf("%s.%s: a record inside a form cannot hold expressions, variables, types or primitives", n.name, fd.name)
			}
		}
		if n.chain && (len(n.fields) == 0 || !n.fields[len(n.fields)-1].isChild() || n.fields[len(n.fields)-1].many) {
			n.chain = false
		}
	}
	if f.module == nil {
		return nil
	}
	heads := map[string]bool{}
	for _, fd := range f.module.fields {
		if h := fd.head(); heads[h] {
			return fmt.Errorf("Module.%s: another field has the name %s in the text form", fd.name, h)
		} else {
			heads[h] = true
		}
	}
	if f.module.has(func(fd *field) bool { return fd.base == "bind" || fd.base == "use" || fd.base == "form" }) {
		return fmt.Errorf("Module: variables belong into declarations")
	}
	return nil
}

// head is the name of a field of Module in the text form.
func (f *field) head() string {
	if f.base == "decl" {
		return lastName(f.elem)
	}
	return strings.ToLower(f.name)
}

// mentions reports whether a record holds anything that traversals must see.
func (n *node) mentions(seen map[*node]bool) bool {
	if seen[n] {
		return false
	}
	seen[n] = true
	return n.has(func(fd *field) bool {
		switch fd.base {
		case "expr", "form", "bind", "use", "type", "prim":
			return true
		}
		return fd.to != nil && fd.to.mentions(seen)
	})
}

func (n *node) has(p func(*field) bool) bool {
	for _, fd := range n.fields {
		if p(fd) {
			return true
		}
	}
	return false
}

// atomSort names the text.Sort of a field that stands for an expression.
var atomSort = map[string]string{
	"use": "SortVar", "int": "SortInt", "float": "SortFloat", "bool": "SortBool", "char": "SortChar", "string": "SortStr",
}

func (n *node) sort() string {
	if n.fields[0].bare {
		return "SortVar"
	}
	return atomSort[n.fields[0].base]
}
