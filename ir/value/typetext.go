package value

// Types as the top level prints them (section 7.1 of the language reference):
// "int, bool", "[(int, char)]", "(c -> b, c) -> b :: (a in any; b in any; c in any)".

import (
	"slices"
	"strings"

	"nessiec/ir/types"
)

// TypeText is type t in NESL notation. Variables are renamed a, b, c, ... and
// their classes follow; sizes are not shown.
func TypeText(t *types.Type) string {
	w := typeWriter{names: map[*types.Type]string{}}
	w.name(t)
	w.typ(t, levelTuple)
	if len(w.order) > 0 {
		w.context()
	}
	return w.String()
}

// The places a type can stand in, by what needs no parentheses there.
const (
	levelTuple = iota // anything
	levelFun          // functions, but no tuples
	levelAtom         // neither
)

type typeWriter struct {
	strings.Builder
	names map[*types.Type]string // of variables
	order []*types.Type          // variables in the order of their names
}

// name gives every variable its letter, in the order of NESL's top level: a
// function type is read identity first, then its result, then its argument, and
// a variable counts where it is read last. The identity of t itself, when it is
// a function, is not shown.
func (w *typeWriter) name(t *types.Type) {
	var read []*types.Type
	if t.Kind == types.KFun {
		read = readVars(readVars(read, t.Elems[2]), t.Elems[1])
	} else {
		read = readVars(read, t)
	}
	for i, v := range read {
		if !slices.Contains(read[i+1:], v) {
			w.names[v] = letter(len(w.order))
			w.order = append(w.order, v)
		}
	}
}

// readVars appends the variables of t as they are read.
func readVars(vs []*types.Type, t *types.Type) []*types.Type {
	parts := t.Elems
	switch t.Kind {
	case types.KVar:
		return append(vs, t)
	case types.KClo: // captures are not shown
		return vs
	case types.KFun:
		parts = []*types.Type{t.Elems[0], t.Elems[2], t.Elems[1]}
	case types.KData:
		parts = t.Elems[1:]
	case types.KSum:
		parts = t.SumArgs()
	}
	for _, e := range parts {
		vs = readVars(vs, e)
	}
	return vs
}

// letter is a, b, ..., z, aa, ab, ...
func letter(i int) string {
	if i < 26 {
		return string(rune('a' + i))
	}
	return letter(i/26-1) + letter(i%26)
}

func (w *typeWriter) context() {
	w.WriteString(" :: (")
	for i, v := range w.order {
		if i > 0 {
			w.WriteString("; ")
		}
		w.WriteString(w.names[v] + " in " + v.Class.String())
	}
	w.WriteString(")")
}

func (w *typeWriter) typ(t *types.Type, level int) {
	switch t.Kind {
	case types.KSeq:
		w.WriteString("[")
		w.typ(t.Elem(), levelFun)
		w.WriteString("]")
	case types.KTuple:
		w.group(level > levelTuple || len(t.Elems) == 0, func() { w.list(flatTuple(t), levelFun) })
	case types.KFun:
		w.group(level > levelFun, func() {
			w.typ(t.Elems[1], levelAtom)
			w.WriteString(" -> ")
			w.typ(t.Elems[2], levelFun)
		})
	case types.KData:
		w.WriteString(strings.ToLower(t.Name))
		if len(t.Elems) > 1 {
			w.group(true, func() { w.list(t.Elems[1:], levelFun) })
		}
	case types.KSum:
		w.WriteString(strings.ToLower(t.Name))
		if args := t.SumArgs(); len(args) > 0 {
			w.group(true, func() { w.list(args, levelFun) })
		}
	case types.KRef:
		name, _, _ := strings.Cut(t.Name, ".") // without the number of its version
		w.WriteString(strings.ToLower(name))
		if len(t.Elems) > 0 {
			w.group(true, func() { w.list(t.Elems, levelFun) })
		}
	case types.KVar:
		w.WriteString(w.names[t])
	default:
		w.WriteString(t.String())
	}
}

func (w *typeWriter) group(parens bool, body func()) {
	if parens {
		w.WriteString("(")
	}
	body()
	if parens {
		w.WriteString(")")
	}
}

func (w *typeWriter) list(ts []*types.Type, level int) {
	for i, t := range ts {
		if i > 0 {
			w.WriteString(", ")
		}
		w.typ(t, level)
	}
}

// flatTuple is the components of tuple type t with right nesting removed.
func flatTuple(t *types.Type) []*types.Type {
	var out []*types.Type
	for len(t.Elems) > 0 {
		last := t.Elems[len(t.Elems)-1]
		out = append(out, t.Elems[:len(t.Elems)-1]...)
		if last.Kind != types.KTuple || len(last.Elems) == 0 {
			return append(out, last)
		}
		t = last
	}
	return out
}
