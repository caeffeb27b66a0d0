// Expressions read as patterns. A pattern is parsed as an expression because
// only what follows it, in or = or =>, shows what it is.

package nesl

import (
	"nessiec/ir"
	"nessiec/ir/nesl"
)

// pattern makes a pattern of an expression.
func (p *parser) pattern(e nesl.Expr) nesl.Expr { return p.toPattern(e, false) }

// parameter makes the parameters of a function of an expression: a pattern in
// which keyword parameters may stand.
func (p *parser) parameter(e nesl.Expr) nesl.Expr { return p.toPattern(e, true) }

func (p *parser) toPattern(e nesl.Expr, defaults bool) nesl.Expr {
	at := ir.At(e.Pos())
	switch e := e.(type) {
	case *nesl.Id:
		return &nesl.PatVar{Node: at, Name: e.Name}
	case *nesl.Pair:
		return &nesl.PatPair{Node: at, Left: p.toPattern(e.Left, defaults), Right: p.toPattern(e.Right, defaults)}
	case *nesl.Apply:
		if con, ok := e.Fn.(*nesl.Id); ok {
			return &nesl.PatData{Node: at, Con: con.Name, Arg: p.toPattern(e.Arg, false)}
		}
	case *nesl.Keyword:
		if defaults {
			return &nesl.PatDefault{Node: at, Name: e.Name, Default: e.Arg}
		}
		p.rejectKeyword(e)
		return e
	case *nesl.Bool:
		p.reservedBool(e)
		return e
	}
	if !p.failed {
		p.report(e.Pos(), 1, "E0118", "expected a pattern, found %s", describe(e)).
			WithHint("patterns are names, pairs (a, b) and datatypes point(x, y)")
	}
	return e
}

// reservedBool rejects t or f as a name.
func (p *parser) reservedBool(b *nesl.Bool) {
	word, value := "f", "false"
	if b.Val {
		word, value = "t", "true"
	}
	p.report(b.Pos(), 1, "E0105", "`%s` is the constant %s and cannot be a name", word, value).
		WithHint(anotherName)
}

// describe says what kind of expression stands where none may.
func describe(e nesl.Expr) string {
	switch e := e.(type) {
	case *nesl.Int, *nesl.Float, *nesl.Char, *nesl.String:
		return "a literal"
	case *nesl.Unary:
		return "the operator `" + e.Op + "`"
	case *nesl.Binary:
		return "the operator `" + e.Op + "`"
	case *nesl.Seq, *nesl.Empty, *nesl.Range, *nesl.RangeStep:
		return "a sequence"
	}
	return "an expression"
}
