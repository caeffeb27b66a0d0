package grammar

// Printing languages, in the notation of LANGUAGES.md:
//
//	+ (let bind:t rhs body)     a form is added; - removed
//	~ if.cond : atom            a child position is restricted
//	+ types int, float          kinds of types; + prims, classes of primitives
//	! name -- doc               an invariant is established; / ended

import (
	"fmt"
	"io"
	"strings"

	"nessiec/ir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// WriteDelta writes the definition of l as it was declared.
func (l *Language) WriteDelta(w io.Writer) {
	if l.Parent == nil {
		fmt.Fprintf(w, "language %s -- %s\n", l.Name, l.Doc)
	} else {
		fmt.Fprintf(w, "language %s extends %s -- %s\n", l.Name, l.Parent.Name, l.Doc)
	}
	for _, c := range l.Delta {
		c.write(w, l.Family)
	}
}

func (c Change) write(w io.Writer, f *Family) {
	switch c.op {
	case addForms, removeForms:
		for _, fm := range c.forms {
			fmt.Fprintf(w, "  %s %-54s ; %s\n", mark(c.op == addForms), f.production(fm), f.Schema[fm].Doc)
		}
	case restrict:
		fmt.Fprintf(w, "  ~ %s : %s\n", f.fieldName(c.field), c.sort.Name)
	case restrictOperands:
		fmt.Fprintf(w, "  ~ every operand : %s\n", c.sort.Name)
	case removeKinds:
		fmt.Fprintf(w, "  %s types %s\n", mark(false), list(c.kinds, kindName))
	case addPrims, removePrims:
		fmt.Fprintf(w, "  %s prims %s\n", mark(c.op == addPrims), list(c.classes, prim.Class.String))
	case establish:
		fmt.Fprintf(w, "  ! %s -- %s\n", c.inv.Name, c.inv.Doc)
	case end:
		fmt.Fprintf(w, "  / %s\n", c.inv.Name)
	}
}

func mark(add bool) string {
	if add {
		return "+"
	}
	return "-"
}

func list[T any](xs []T, name func(T) string) string {
	var out []string
	for _, x := range xs {
		out = append(out, name(x))
	}
	return strings.Join(out, ", ")
}

// kindName is the name of a types.Kind.
func kindName(k types.Kind) string {
	names := [...]string{"invalid", "int", "float", "bool", "char", "seq", "tuple", "data", "fun", "clo",
		"var", "vec", "sd", "buf", "lanes", "stream", "sum", "con"}
	if int(k) < len(names) {
		return names[k]
	}
	return fmt.Sprintf("kind%d", k)
}

// production shows a form with its fields.
func (f *Family) production(fm ir.Form) string {
	info := f.Schema[fm]
	if info.Atom {
		return info.Name
	}
	var b strings.Builder
	b.WriteString("(" + info.Name)
	for _, fd := range info.Fields {
		s := strings.ToLower(fd.Name)
		if fd.Kind == "bind" {
			s += ":type"
		}
		switch {
		case fd.Many && len(info.Fields) == 1, fd.Rest:
			s += " ..."
		case fd.Many:
			s = "(" + s + " ...)"
		}
		b.WriteString(" " + s)
	}
	return b.String() + ")"
}

// fieldName is form.field.
func (f *Family) fieldName(fd ir.Field) string {
	info := f.Schema[fd.Form]
	for _, fl := range info.Fields {
		if fl.Child == int(fd.Index) {
			return info.Name + "." + strings.ToLower(fl.Name)
		}
	}
	return info.Name + "[?]"
}
