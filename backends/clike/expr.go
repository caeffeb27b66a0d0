package clike

// Printing of expressions. Compilers limit how deep parentheses may be nested
// (256 in some), so deep expressions are cut into pieces with names.

import (
	"fmt"
	"strings"

	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// maxNested is the depth of an expression that is printed in one piece.
const maxNested = 50

// E is the text of an expression; it may first print statements that compute
// parts of it.
func (p *Printer) E(e kir.Expr) string {
	if depthOf(e) > maxNested {
		depth := map[kir.Expr]int{}
		measure(e, depth)
		e = p.cut(e, depth)
	}
	return bare(p.Sub(e))
}

// depthOf is how deep e is nested.
func depthOf(e kir.Expr) (most int) {
	depth := 0
	var visit func(int, kir.Expr)
	visit = func(_ int, x kir.Expr) {
		depth++
		most = max(most, depth)
		x.Children(visit)
		depth--
	}
	e.Children(visit)
	return most
}

// bare is a text without parentheses around all of it.
func bare(s string) string {
	open := 0
	for i := range len(s) {
		switch s[i] {
		case '(':
			open++
		case ')':
			open--
		}
		if open == 0 && (i < len(s)-1 || i == 0) {
			return s
		}
	}
	return s[1 : len(s)-1]
}

// Es is the texts of expressions.
func (p *Printer) Es(es []kir.Expr) []string {
	out := make([]string, len(es))
	for i, e := range es {
		out[i] = p.E(e)
	}
	return out
}

// measure notes how deep e and all inside it is nested.
func measure(e kir.Expr, depth map[kir.Expr]int) int {
	d := 0
	e.Children(func(_ int, x kir.Expr) { d = max(d, measure(x, depth)+1) })
	depth[e] = d
	return d
}

// cut computes pieces of a deep expression beforehand. What a Select does not
// choose must not be evaluated, so deep ones become conditionals.
func (p *Printer) cut(e kir.Expr, depth map[kir.Expr]int) kir.Expr {
	if depth[e] <= maxNested {
		return e
	}
	t := kir.NewVar(p.fresh("t"), kir.TypeOf(e))
	if s, ok := e.(*kir.Select); ok {
		cond := p.cut(s.Cond, depth)
		p.Line("%s%s;", p.VarType(t.Type), p.Name(t))
		p.Open("if (%s) {", p.Sub(cond))
		p.Line("%s = %s;", p.Name(t), p.Sub(p.cut(s.Then, depth)))
		p.indent--
		p.Open("} else {")
		p.Line("%s = %s;", p.Name(t), p.Sub(p.cut(s.Else, depth)))
		p.Close("}")
		return kir.Use(t)
	}
	out := e.MapChildren(func(x kir.Expr) kir.Expr { return p.cut(x, depth) })
	if depth[e]%maxNested != 0 {
		return out
	}
	p.Line("const %s%s = %s;", p.VarType(t.Type), p.Name(t), p.Sub(out))
	return kir.Use(t)
}

// subs is the texts of operands.
func (p *Printer) subs(es []kir.Expr) []string {
	out := make([]string, len(es))
	for i, e := range es {
		out[i] = p.Sub(e)
	}
	return out
}

// Sub is the text of an expression that is not too deep: a part of one that is
// being printed.
func (p *Printer) Sub(e kir.Expr) string {
	switch e := e.(type) {
	case *kir.Ref:
		return p.Name(e.Var)
	case *kir.Int:
		return Int(p.Num, e.Val)
	case *kir.Float:
		return Float(p.Num, e.Val)
	case *kir.Bool:
		return map[bool]string{false: "0", true: "1"}[e.Val]
	case *kir.Char:
		return fmt.Sprint(e.Val)
	case *kir.Prim:
		if s, ok := p.lanes(e); ok {
			return s
		}
		if isDefault(p.Num, e) {
			return "nes_select_i(" + strings.Join(p.subs(e.Args), ", ") + ")"
		}
		t := types.Int
		if len(e.Args) > 0 {
			t = kir.TypeOf(e.Args[0])
		}
		return SpellPrim(e.Op.Code, t, p.subs(e.Args))
	case *kir.Unit:
		return SpellUnit(e.Op, e.Type)
	case *kir.Select:
		return fmt.Sprintf("(%s ? %s : %s)", p.Sub(e.Cond), p.Sub(e.Then), p.Sub(e.Else))
	case *kir.InRange:
		if kir.LanesOf(kir.TypeOf(e.Idx)) > 0 {
			return fmt.Sprintf("nes_in_range_v(%s, %s)", p.Sub(e.Idx), p.Sub(e.Size))
		}
		return fmt.Sprintf("nes_in_range(%s, %s)", p.Sub(e.Idx), p.Sub(e.Size))
	}
	if s, ok := p.Expr(p, e); ok {
		return s
	}
	panic("clike: unexpected expression " + kir.Schema[e.Form()].Name)
}

// isDefault reports whether e is the identity of a minimum or maximum of ints unless a condition
// holds. GCC makes a branch around a minimum with x ? y : NES_MAX_INT, and no vectors of the loop.
func isDefault(n value.Num, e *kir.Prim) bool {
	if e.Op.Code != prim.Select || kir.TypeOf(e.Args[1]).Kind != types.KInt {
		return false
	}
	last, ok := e.Args[2].(*kir.Int)
	return ok && (last.Val == n.MaxInt() || last.Val == n.MinInt())
}

// lanes is the text of a primitive on lanes.
func (p *Printer) lanes(e *kir.Prim) (string, bool) {
	if len(e.Args) == 0 || kir.LanesOf(kir.TypeOf(e.Args[0])) == 0 {
		return "", false
	}
	if n, ok := kir.Divisor(e); ok && n > 0 { // compilers multiply and shift by it, and divide by others lane after lane
		return fmt.Sprintf("nes_%s_by(%s, %s)", e.Op.Code.Prim().Name, p.Sub(e.Args[0]), Int(p.Num, n)), true
	}
	operand := e.Args[0]
	if e.Op.Code == prim.Select {
		operand = e.Args[1] // the one that the primitive is overloaded for
	}
	return SpellLanes(e.Op.Code, kir.TypeOf(operand).Elem(), p.subs(e.Args)), true
}
