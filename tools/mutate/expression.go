package main

// Kinds of faults: expressions.
//
//	relation    < for <=, lt for le, and the other way
//	equality    == for !=
//	logic       && for ||, or half of the condition is forgotten
//	arith       + for -, * for +, / for *
//	off-by-one  a number is one too large, a bound of a slice one off
//	swap        two arguments or operands are exchanged
//	prim        another primitive is generated
//	row         a coefficient or bound of the integer program of fusion

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"
)

var relations = map[string]string{"<": "<=", "<=": "<", ">": ">=", ">=": ">", "lt": "le", "le": "lt", "gt": "ge", "ge": "gt"}

var otherOps = map[token.Token][2]string{
	token.EQL: {"equality", "!="}, token.NEQ: {"equality", "=="},
	token.LSS: {"relation", "<="}, token.LEQ: {"relation", "<"}, token.GTR: {"relation", ">="}, token.GEQ: {"relation", ">"},
	token.LAND: {"logic", "||"}, token.LOR: {"logic", "&&"},
	token.ADD: {"arith", "-"}, token.SUB: {"arith", "+"}, token.MUL: {"arith", "+"}, token.QUO: {"arith", "*"}, token.REM: {"arith", "/"},
}

// otherPrims are what a generator may confuse.
var otherPrims = map[string]string{"add": "sub", "sub": "add", "mul": "add", "div": "rem", "rem": "div", "min": "max", "max": "min",
	"lt": "le", "le": "lt", "gt": "ge", "ge": "gt", "eq": "ne", "ne": "eq", "and": "or", "or": "and", "length": "sum"}

// expr lists the sites at e, and reports whether there may be some below.
func (v *visitor) expr(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.CallExpr:
		return v.call(e)
	case *ast.BinaryExpr:
		v.binary(e)
	case *ast.BasicLit:
		v.literal(e)
	case *ast.SliceExpr:
		if e.Low != nil {
			v.put("off-by-one", e.Low, v.of(e.Low)+"+1")
		}
		if e.High != nil {
			v.put("off-by-one", e.High, v.of(e.High)+"-1")
		}
	}
	return true
}

// call exchanges arguments that look alike.
func (v *visitor) call(c *ast.CallExpr) bool {
	name := callee(c)
	if talks(name) {
		return false
	}
	if name == "make" && len(c.Args) == 3 { // the last is a hint
		v.put("off-by-one", c.Args[1], v.of(c.Args[1])+"+1")
		return false
	}
	if other := relations[name]; other != "" && len(c.Args) == 2 {
		v.put("relation", c.Fun, other)
	}
	for i := 1; i < len(c.Args); i++ {
		a, b := c.Args[i-1], c.Args[i]
		if plain(a) && plain(b) && v.of(a) != v.of(b) && !symmetric(name) {
			v.span("swap", a.Pos(), b.End(), v.of(b)+", "+v.of(a))
		}
	}
	return true
}

// symmetric reports whether a function does not care which argument is which.
func symmetric(name string) bool {
	switch name {
	case "add", "mul", "min", "max", "minimum", "maximum", "eq", "ne", "both", "Same", "Equal", "append", "Concat":
		return true
	}
	return false
}

// plain reports whether e is a name, a field or an element.
func plain(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name != "nil"
	case *ast.SelectorExpr, *ast.IndexExpr:
		return true
	}
	return false
}

func (v *visitor) binary(e *ast.BinaryExpr) {
	x, y := v.of(e.X), v.of(e.Y)
	if e.Op == token.ADD && (strings.Contains(x, `"`) || strings.Contains(y, `"`)) || y == "nil" && e.Op == token.NEQ && x == "err" {
		return
	}
	if o, ok := otherOps[e.Op]; ok {
		end := e.OpPos + token.Pos(len(e.Op.String()))
		v.row(e.OpPos, end, o[1])
		v.span(o[0], e.OpPos, end, o[1])
	}
	switch e.Op {
	case token.LAND, token.LOR:
		v.put("logic", e, x)
		v.put("logic", e, y)
	case token.SUB, token.QUO, token.REM:
		v.put("swap", e, y+" "+e.Op.String()+" "+x)
	}
}

func (v *visitor) literal(l *ast.BasicLit) {
	switch l.Kind {
	case token.INT:
		v.row(l.Pos(), l.End(), l.Value+"+1")
		v.put("off-by-one", l, l.Value+"+1")
	case token.FLOAT:
		v.row(l.Pos(), l.End(), l.Value+"+1")
	case token.STRING:
		if s, err := strconv.Unquote(l.Value); err == nil && otherPrims[s] != "" {
			v.put("prim", l, strconv.Quote(otherPrims[s]))
		}
	}
}

// row lists a fault in the rows of the integer program, which is then not
// listed as what it is elsewhere.
func (v *visitor) row(from, to token.Pos, text string) {
	if strings.HasSuffix(v.file, "fusion/model.go") {
		v.span("row", from, to, text)
	}
}
