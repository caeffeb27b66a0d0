package vcode

// Programs as text.

import (
	"fmt"
	"strconv"
	"strings"

	"nessiec/ir/types"
	"nessiec/ir/vcode"
)

// Format is the text of a program of the languages with a stack; Parse reads it.
func Format(m *vcode.Module) string {
	w := &writer{}
	for _, f := range m.Funcs {
		fmt.Fprintf(&w.b, "FUNC %s\n", f.Name)
		w.code(f.Body, 1)
		w.b.WriteString("RET\n\n")
	}
	return w.b.String()
}

type writer struct{ b strings.Builder }

// line writes a line of instructions, so deep inside of others.
func (w *writer) line(depth int, format string, args ...any) {
	w.b.WriteString(strings.Repeat("  ", depth))
	fmt.Fprintf(&w.b, format+"\n", args...)
}

func (w *writer) code(e vcode.Expr, depth int) {
	switch e := e.(type) {
	case *vcode.Block:
		for _, x := range e.Code {
			w.code(x, depth)
		}
	case *vcode.Copy:
		w.line(depth, "COPY %d %d", e.Count, e.Depth)
	case *vcode.Pop:
		w.line(depth, "POP %d %d", e.Count, e.Depth)
	case *vcode.Move:
		w.line(depth, "CPOP %d %d", e.Count, e.Depth)
	case *vcode.Pair:
		w.line(depth, "PAIR")
	case *vcode.Unpair:
		w.line(depth, "UNPAIR")
	case *vcode.Exit:
		w.line(depth, "EXIT")
	case *vcode.Invoke:
		w.line(depth, "CALL %s", e.Fn)
	case *vcode.Const:
		w.line(depth, "CONST %s", constantText(e))
	case *vcode.Instr:
		w.line(depth, "%s", vcode.Spell(e.Op, e.Type))
	case *vcode.Branch:
		w.line(depth, "IF")
		w.code(e.Then, depth+1)
		w.line(depth, "ELSE")
		w.code(e.Else, depth+1)
		w.line(depth, "ENDIF")
	default:
		panic("vcode: no text of the form " + vcode.Schema[e.Form()].Name)
	}
}

// constantText is a constant, from its type on.
func constantText(c *vcode.Const) string {
	elem := vcode.ElemOf(c.Type)
	if elem == nil {
		elem = types.Sd
	}
	var vals []string
	for _, v := range c.Vals {
		vals = append(vals, literalText(v))
	}
	text := strings.Join(vals, " ")
	if c.Type.Kind == types.KVec {
		text = "( " + text + " )"
	}
	return vcode.TypeWord(elem) + " " + text
}

func literalText(e vcode.Expr) string {
	switch e := e.(type) {
	case *vcode.Int:
		return strconv.FormatInt(e.Val, 10)
	case *vcode.Bool:
		if e.Val {
			return "T"
		}
		return "F"
	case *vcode.Float:
		s := strconv.FormatFloat(e.Val, 'e', -1, 64)
		if mantissa, exp, ok := strings.Cut(s, "e"); ok && !strings.Contains(mantissa, ".") {
			s = mantissa + ".e" + exp
		}
		return s
	}
	panic("vcode: a constant of " + vcode.Schema[e.Form()].Name)
}
