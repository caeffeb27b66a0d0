package clike

// The header of a library: what programs in C and C++ see of it.

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:embed runtime/library.h
var headerText string

// Header declares the library.
func (e *Program) Header() string {
	var types, functions strings.Builder
	seen := map[string]bool{}
	for _, c := range e.entries() {
		for _, r := range c.reads {
			e.declareType(&types, LayoutOf(r.Type), seen)
		}
		e.declareType(&types, LayoutOf(c.result.Type), seen)
		if c.Doc != "" {
			fmt.Fprintf(&functions, "/* %s\n", Comment(strings.Join(wrapped(c.Doc, 76), "\n * ")))
			fmt.Fprintf(&functions, " * %s : %s */\n", c.Name, Comment(c.Type()))
		} else {
			fmt.Fprintf(&functions, "/* %s : %s */\n", c.Name, Comment(c.Type()))
		}
		fmt.Fprintf(&functions, "%s;\n\n", e.entryPrototype(c))
	}
	for _, l := range e.results() {
		functions.WriteString(e.freePrototype(l) + ";\n")
	}
	names := strings.NewReplacer("NAME", e.Library.Name, "UPPER", strings.ToUpper(e.Library.Name), "SOURCE", e.Of(), "TARGET", e.Dialect.Name,
		"INTBITS", fmt.Sprint(e.Num.IntBits()), "FLOATBITS", fmt.Sprint(e.Num.FloatBits()),
		"/* TYPES */\n", types.String(), "/* FUNCTIONS */\n", functions.String())
	return names.Replace(headerText)
}

// wrapped is text in lines of at most this width, if its words are no longer.
func wrapped(text string, width int) (lines []string) {
	for _, word := range strings.Fields(text) {
		if last := len(lines) - 1; last >= 0 && len(lines[last])+1+len(word) <= width {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

// mangled is a layout as a part of a name.
func (e *Program) mangled(l Layout) string {
	switch l.Kind {
	case '[':
		return "seq_" + e.mangled(l.Parts[0])
	case '(':
		name := fmt.Sprintf("tuple%d", len(l.Parts))
		for _, p := range l.Parts {
			name += "_" + e.mangled(p)
		}
		return name
	}
	return map[byte]string{'i': "int", 'd': "float", 'b': "bool", 'c': "char"}[l.Kind]
}

// elementType is the type in C of elements of a kind, offsets included.
func (e *Program) elementType(kind byte) string {
	switch kind {
	case 'd':
		return map[bool]string{false: "double", true: "float"}[e.Num.Float32]
	case 'b':
		return "bool"
	case 'c':
		return "char"
	}
	return fmt.Sprintf("int%d_t", e.Num.IntBits())
}

// typeName is the type in C of values with a layout.
func (e *Program) typeName(l Layout) string {
	if l.Kind == '[' || l.Kind == '(' {
		return e.Library.Name + "_" + e.mangled(l)
	}
	return e.elementType(l.Kind)
}

// declareType declares the type of values with a layout, after those of its parts.
func (e *Program) declareType(b *strings.Builder, l Layout, seen map[string]bool) {
	name := e.typeName(l)
	if seen[name] || l.Kind != '[' && l.Kind != '(' {
		return
	}
	seen[name] = true
	if l.Kind == '(' {
		for _, p := range l.Parts {
			e.declareType(b, p, seen)
		}
	}
	b.WriteString("typedef struct {\n")
	if l.Kind == '(' {
		for i, p := range l.Parts {
			fmt.Fprintf(b, "    %s _%d;\n", e.typeName(p), i)
		}
	} else {
		b.WriteString("    int64_t length;\n")
		for _, c := range columns(l.Parts[0], "", 1) {
			fmt.Fprintf(b, "    const %s *%s;\n", e.elementType(c.kind), c.name)
		}
	}
	fmt.Fprintf(b, "} %s;\n\n", name)
}

// entryPrototype declares an entry.
func (e *Program) entryPrototype(c called) string {
	params := []string{e.Library.Name + "_context *context"}
	for i, name := range c.params() {
		params = append(params, e.typeName(LayoutOf(c.reads[i].Type))+" "+name)
	}
	params = append(params, e.typeName(LayoutOf(c.result.Type))+" *result")
	return fmt.Sprintf("int %s_%s(%s)", e.Library.Name, c.Name, strings.Join(params, ", "))
}

// freePrototype declares what gives the memory of a result back.
func (e *Program) freePrototype(l Layout) string {
	return fmt.Sprintf("void %s_free_%s(%s *value)", e.Library.Name, e.mangled(l), e.typeName(l))
}
