package value

// Types as the top level prints them (section 7.1 of the language reference):
// "int, bool", "[(int, char)]", "(c -> b, c) -> b :: (a in any; b in any; c in any)".

import (
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

// name gives every variable its letter. A function type first names its
// identity, then its result; arguments of functional arguments come last. The
// type itself, when it is a function, is read from left to right.
func (w *typeWriter) name(t *types.Type) {
	var late []*types.Type
	if t.Kind == types.KFun {
		w.visit(t.Elems[1], &late)
		w.visit(t.Elems[2], &late)
	} else {
		w.visit(t, &late)
	}
	for len(late) > 0 {
		next := late[0]
		late = late[1:]
		w.visit(next, &late)
	}
}

func (w *typeWriter) visit(t *types.Type, late *[]*types.Type) {
	switch t.Kind {
	case types.KVar:
		if w.names[t] == "" {
			w.names[t] = letter(len(w.order))
			w.order = append(w.order, t)
		}
	case types.KClo: // captures are not shown
	case types.KFun:
		w.visit(t.Elems[0], late)
		w.visit(t.Elems[2], late)
		*late = append(*late, t.Elems[1])
	case types.KData:
		w.visitAll(t.Elems[1:], late)
	default:
		w.visitAll(t.Elems, late)
	}
}

func (w *typeWriter) visitAll(ts []*types.Type, late *[]*types.Type) {
	for _, t := range ts {
		w.visit(t, late)
	}
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
