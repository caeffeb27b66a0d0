package cuda

// The entry in C++: arguments and results as classes (runtime/nes_cuda_classes.h)
// in place of the arrays that they consist of.

import (
	_ "embed"
	"fmt"
	"strings"

	"nessiec/backends/clike"
	"nessiec/ir/types"
)

//go:embed runtime/nes_cuda_classes.h
var entryClasses string

// first is the kind of the first array of elements of shape s.
func first(s clike.Layout) byte {
	for s.Kind == '(' {
		s = s.Parts[0]
	}
	return s.Kind
}

// baseType is the type of elements in C.
func (e *emitter) baseType(kind byte) string {
	return e.cType(map[byte]*types.Type{'i': types.Int, 'd': types.Float, 'b': types.Bool, 'c': types.Char}[kind])
}

// class is the type of s; of the elements of a sequence if inSeq is set.
func (e *emitter) class(s clike.Layout, inSeq bool) string {
	switch {
	case s.Kind == '(':
		var parts []string
		for _, p := range s.Parts {
			parts = append(parts, e.class(p, inSeq))
		}
		return "std::tuple<" + strings.Join(parts, ", ") + ">"
	case s.Kind == '[' && inSeq:
		return "Nested<" + e.class(s.Parts[0], true) + ">"
	case s.Kind == '[':
		return e.class(s.Parts[0], true)
	case inSeq:
		return "Sequence<" + e.baseType(s.Kind) + ">"
	}
	return e.baseType(s.Kind)
}

// arrays is what the value called name consists of.
func (e *emitter) arrays(s clike.Layout, name string, inSeq bool) (out []string) {
	switch {
	case s.Kind == '(':
		for i, p := range s.Parts {
			out = append(out, e.arrays(p, fmt.Sprintf("std::get<%d>(%s)", i, name), inSeq)...)
		}
		return out
	case s.Kind == '[' && inSeq:
		return append([]string{name + ".segments.array()"}, e.arrays(s.Parts[0], name+".elements", true)...)
	case s.Kind == '[':
		return e.arrays(s.Parts[0], name, true)
	case inSeq:
		return []string{name + ".array()"}
	}
	return []string{name}
}

// made is the value made of results from number n on, and the number after them.
func (e *emitter) made(s clike.Layout, n int, inSeq bool) (string, int) {
	class := e.class(s, inSeq)
	switch {
	case s.Kind == '(':
		var parts []string
		for _, p := range s.Parts {
			var part string
			part, n = e.made(p, n, inSeq)
			parts = append(parts, part)
		}
		return class + "(" + strings.Join(parts, ", ") + ")", n
	case s.Kind == '[' && inSeq:
		elems, after := e.made(s.Parts[0], n+1, true)
		return fmt.Sprintf("%s{SegDes(Sequence<Int>(result%d)), %s}", class, n, elems), after
	case s.Kind == '[':
		return e.made(s.Parts[0], n, true)
	case inSeq:
		return fmt.Sprintf("%s(result%d)", class, n), n + 1
	}
	return fmt.Sprintf("result%d", n), n + 1
}

// classes is the part of the header for C++.
func (e *emitter) classes(x *clike.EntryPoint) string {
	result := clike.LayoutOf(x.Call.Type)
	var params, arrays, outs []string
	for i, a := range x.Reads {
		s := clike.LayoutOf(a.Type)
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
	for i, t := range x.Fn.Results {
		fmt.Fprintf(&b, "    %s result%d;\n", e.cType(t), i)
		outs = append(outs, fmt.Sprintf("&result%d", i))
	}
	value, _ := e.made(result, 0, false)
	fmt.Fprintf(&b, "    nesl_entry(%s);\n    return %s;\n}\n\n} // namespace nesl\n#endif\n", strings.Join(append(outs, arrays...), ", "), value)
	return b.String()
}
