package cuda

// The entry in C++: arguments and results as classes (runtime/nes_cuda_classes.h)
// in place of the arrays that they consist of.

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"nessiec/ir/kir"
	"nessiec/ir/program"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

//go:embed runtime/nes_cuda_classes.h
var entryClasses string

// A shape is a value of the entry in C++.
type shape struct {
	kind  byte // a base type as in value.Descriptor, ( a tuple, [ a sequence
	parts []shape
}

// shapeOf reads a descriptor, and returns what follows it.
func shapeOf(d string) (shape, string) {
	switch d[0] {
	case 'D': // D{name:contents}
		s, rest := shapeOf(d[strings.IndexByte(d, ':')+1:])
		return s, rest[1:]
	case 'S': // S(tag,slots){constructors}
		s, rest := shapeOf(d[1:])
		if len(s.parts) == 1 {
			s = s.parts[0]
		}
		return s, rest[closing(rest)+1:]
	case 'f':
		return shapeOf(d[1:])
	case '[':
		elem, rest := shapeOf(d[1:])
		return shape{'[', []shape{elem}}, rest[1:]
	case '(':
		s := shape{kind: '('}
		for rest := d[1:]; ; {
			if rest[0] == ')' {
				return s, rest[1:]
			}
			var part shape
			part, rest = shapeOf(strings.TrimPrefix(rest, ","))
			s.parts = append(s.parts, part)
		}
	}
	return shape{kind: d[0]}, d[1:]
}

// closing is where the brace closes that rest begins with.
func closing(rest string) int {
	depth := 0
	for i := range len(rest) {
		switch rest[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	panic("cuda: a descriptor without end")
}

// first is the kind of the first array of elements of shape s.
func (s shape) first() byte {
	for s.kind == '(' {
		s = s.parts[0]
	}
	return s.kind
}

// baseType is the type of elements in C.
func (e *emitter) baseType(kind byte) string {
	return e.cType(map[byte]*types.Type{'i': types.Int, 'd': types.Float, 'b': types.Bool, 'c': types.Char}[kind])
}

// class is the type of s; of the elements of a sequence if inSeq is set.
func (e *emitter) class(s shape, inSeq bool) string {
	switch {
	case s.kind == '(':
		var parts []string
		for _, p := range s.parts {
			parts = append(parts, e.class(p, inSeq))
		}
		return "std::tuple<" + strings.Join(parts, ", ") + ">"
	case s.kind == '[' && inSeq:
		return "Nested<" + e.class(s.parts[0], true) + ">"
	case s.kind == '[':
		return e.class(s.parts[0], true)
	case inSeq:
		return "Sequence<" + e.baseType(s.kind) + ">"
	}
	return e.baseType(s.kind)
}

// arrays is what the value called name consists of.
func (e *emitter) arrays(s shape, name string, inSeq bool) (out []string) {
	switch {
	case s.kind == '(':
		for i, p := range s.parts {
			out = append(out, e.arrays(p, fmt.Sprintf("std::get<%d>(%s)", i, name), inSeq)...)
		}
		return out
	case s.kind == '[' && inSeq:
		return append([]string{name + ".segments.array()"}, e.arrays(s.parts[0], name+".elements", true)...)
	case s.kind == '[':
		return e.arrays(s.parts[0], name, true)
	case inSeq:
		return []string{name + ".array()"}
	}
	return []string{name}
}

// made is the value made of results from number n on, and the number after them.
func (e *emitter) made(s shape, n int, inSeq bool) (string, int) {
	class := e.class(s, inSeq)
	switch {
	case s.kind == '(':
		var parts []string
		for _, p := range s.parts {
			var part string
			part, n = e.made(p, n, inSeq)
			parts = append(parts, part)
		}
		return class + "(" + strings.Join(parts, ", ") + ")", n
	case s.kind == '[' && inSeq:
		elems, after := e.made(s.parts[0], n+1, true)
		return fmt.Sprintf("%s{SegDes(Sequence<Int>(result%d)), %s}", class, n, elems), after
	case s.kind == '[':
		return e.made(s.parts[0], n, true)
	case inSeq:
		return fmt.Sprintf("%s(result%d)", class, n), n + 1
	}
	return fmt.Sprintf("result%d", n), n + 1
}

// entryShapes is the arguments and the result of the entry.
func (e *emitter) entryShapes() (args []shape, result shape) {
	var reads []string
	for _, a := range e.M.Actions {
		s := shape{}
		if a.Type != nil {
			s, _ = shapeOf(value.Descriptor(a.Type))
		}
		switch {
		case a.Kind == program.Read:
			args, reads = append(args, s), append(reads, a.Result)
		case a.Kind == program.Eval && len(reads) > 0 && slices.Equal(a.Args, reads):
			result = s
		}
	}
	return args, result
}

// classes is the part of the header for C++.
func (e *emitter) classes(f *kir.Func) string {
	args, result := e.entryShapes()
	var params, arrays, outs []string
	for i, s := range args {
		name := fmt.Sprintf("arg%d", i)
		param := e.class(s, false) + " " + name
		if strings.ContainsAny(param, "<") {
			param = "const " + e.class(s, false) + " &" + name
		}
		params = append(params, param)
		arrays = append(arrays, e.arrays(s, name, false)...)
	}
	var b strings.Builder
	text := strings.Replace(entryClasses, "namespace nesl {\n", "namespace nesl {\n\ntypedef "+e.cType(types.Int)+" Int;\n", 1)
	fmt.Fprintf(&b, "%s/* the entry */\ninline %s entry(%s)\n{\n", text, e.class(result, false), strings.Join(params, ", "))
	for i, t := range f.Results {
		fmt.Fprintf(&b, "    %s result%d;\n", e.cType(t), i)
		outs = append(outs, fmt.Sprintf("&result%d", i))
	}
	value, _ := e.made(result, 0, false)
	fmt.Fprintf(&b, "    nesl_entry(%s);\n    return %s;\n}\n\n} // namespace nesl\n#endif\n", strings.Join(append(outs, arrays...), ", "), value)
	return b.String()
}
