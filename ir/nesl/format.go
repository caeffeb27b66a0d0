// The formatter: a module back to source text that reads to the same tree,
// with the fewest parentheses that the binding powers allow.

package nesl

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// pageWidth is the width in characters within which lines are kept.
const pageWidth = 100

// Format prints a module as NESL, one form after another. Comments are not
// part of a tree, and redundant parentheses are not either.
func Format(m *Module) string {
	var b strings.Builder
	for i, f := range m.Forms {
		if i > 0 && (isFunction(f) || isFunction(m.Forms[i-1])) {
			b.WriteByte('\n')
		}
		b.WriteString(FormatExpr(f))
		b.WriteString(";\n")
	}
	return b.String()
}

func isFunction(f Expr) bool {
	_, ok := f.(*Function)
	return ok
}

// FormatExpr prints a form of any kind: an expression, a pattern, a type or a
// top-level form without its terminator. The forms of resolved.go are printed
// as the source they came from, those that came from none like functions.
func FormatExpr(e Expr) string { return layout(inside(e), pageWidth) }

// topLevel prints a form that stands on its own.
func topLevel(e Expr) doc {
	switch e := e.(type) {
	case *Function:
		head := cat{header(e.Name, e.Param, e.Sig)}
		if e.Doc != "" {
			head = append(head, str(" "), quote(e.Doc))
		}
		return group{cat{head, str(" ="), nest{cat{brk{}, inside(e.Body)}}}}
	case *Stub:
		return header(e.Name, e.Param, e.Sig)
	case *Datatype:
		return cat{str("datatype " + e.Name), parens(inside(e.Type)), context(e.Context)}
	case *Sum:
		return alternatives(e)
	case *Assign:
		return define(e.Pat, e.Rhs)
	case *Eval:
		return evaluated(e.Body)
	case *Load:
		args := cat{inside(e.File)}
		for _, o := range e.Options {
			args = append(args, str(", "), inside(o))
		}
		return cat{str("load"), parens(args)}
	case *SetPrintLength:
		return str("set print_length " + strconv.FormatInt(e.Val, 10))
	case *SetArgCheck:
		if e.On {
			return str("set arg_check on")
		}
		return str("set arg_check off")
	}
	panic(fmt.Sprintf("nesl: %T has no concrete syntax", e))
}

// header prints what a function and a stub begin with.
func header(name string, param, sig Expr) doc {
	return cat{str("function " + name), parens(inside(param)), signature(sig)}
}

// evaluated prints an expression at the start of a form.
func evaluated(e Expr) doc {
	if startsCommand(e) {
		return parens(inside(e))
	}
	return group{inside(e)}
}

// define prints pat = rhs.
func define(pat, rhs Expr) doc {
	left := inside(pat)
	if startsCommand(pat) {
		left = parens(left)
	}
	return group{cat{left, str(" ="), nest{cat{brk{}, inside(rhs)}}}}
}

// startsCommand reports whether the first word of e would begin a command at
// the start of a form.
func startsCommand(e Expr) bool {
	for {
		switch x := e.(type) {
		case *Id:
			return IsCommand(x.Name)
		case *PatVar:
			return IsCommand(x.Name)
		case *PatData:
			return IsCommand(x.Con)
		case *Binary:
			e = x.Left
		case *Pair:
			e = x.Left
		case *PatPair:
			e = x.Left
		case *Lambda:
			e = x.Pat
		case *Apply:
			e = x.Fn
		case *Index:
			e = x.Seq
		default:
			return false
		}
	}
}

// signature prints : type :: (context), or nothing.
func signature(sig Expr) doc {
	s, ok := sig.(*Signature)
	if !ok {
		return cat{}
	}
	return cat{str(" : "), inside(s.Type), context(s.Context)}
}

// context prints :: (bounds), or nothing.
func context(bounds []Expr) doc {
	if len(bounds) == 0 {
		return cat{}
	}
	d := cat{str(" :: (")}
	for i, b := range bounds {
		if i > 0 {
			d = append(d, str("; "))
		}
		d = append(d, inside(b))
	}
	return append(d, str(")"))
}

func parens(d doc) doc { return cat{str("("), nest{d}, str(")")} }

// inside prints a form where nothing of it can be captured by its neighbours:
// between brackets or words, at LevelExpr.
func inside(e Expr) doc { return form(e, LevelExpr, 0) }

// separated prints forms with commas between them, as many on a line as fit.
func separated(es []Expr) doc {
	d := cat{}
	last := len(es) - 1
	for _, e := range es[:last] {
		d = append(d, form(e, LevelElem, Infix[","].Left), str(","), soft)
	}
	return append(d, form(es[last], LevelElem, 0))
}

// quote prints a string literal.
func quote(s string) doc {
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '"' || r == '\\':
			b.WriteString(`\` + s[i:i+1])
		case r == utf8.RuneError && n == 1, r < ' ' && r != '\n' && r != '\t', r == 0x7F:
			fmt.Fprintf(&b, `\x%02X`, s[i])
		default:
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	b.WriteByte('"')
	return str(b.String())
}

// decimal prints a float so that it reads to the same bits.
func decimal(x float64) doc {
	s := strconv.FormatFloat(x, 'g', -1, 64)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return str(s)
}
