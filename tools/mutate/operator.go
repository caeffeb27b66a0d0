package main

// Kinds of faults: statements and conditions.
//
//	barrier  a barrier is not written
//	drop     a statement is left out
//	guard    a case that is treated apart is not
//	negate   a condition is turned round
//	arms     then and else are exchanged
//	case     a case of a switch is left out
//	check    a check of the program is not made
//	field    a field is not set

import (
	"fmt"
	"go/ast"
	"go/token"
	"strings"
)

// A visitor lists the sites of a function.
type visitor struct {
	fset  *token.FileSet
	src   []byte
	file  string
	sites []*site
	count map[string]int
	edits map[string]bool // changes that are listed
}

func (v *visitor) offset(p token.Pos) int { return v.fset.Position(p).Offset }

func (v *visitor) of(n ast.Node) string { return string(v.src[v.offset(n.Pos()):v.offset(n.End())]) }

// put lists the replacement of n by text.
func (v *visitor) put(op string, n ast.Node, text string) { v.span(op, n.Pos(), n.End(), text) }

func (v *visitor) span(op string, from, to token.Pos, text string) {
	edit := fmt.Sprint(from, to, text)
	if v.edits[edit] {
		return
	}
	v.edits[edit] = true
	v.count[op]++
	v.sites = append(v.sites, &site{op: op, num: v.count[op], line: v.fset.Position(from).Line,
		from: v.offset(from), to: v.offset(to), text: text})
}

// visit lists the sites at n, and reports whether there may be some below.
func (v *visitor) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ExprStmt:
		return v.statement(n)
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE && !strings.HasPrefix(v.of(n), "_ =") {
			v.put("drop", n, "")
		}
	case *ast.IncDecStmt:
		v.put("drop", n, "")
	case *ast.IfStmt:
		return v.ifStmt(n)
	case *ast.CaseClause:
		v.clause(n)
	case *ast.CompositeLit:
		v.composite(n)
	case *ast.UnaryExpr:
		v.checkLit(n)
	case ast.Expr:
		return v.expr(n)
	}
	return true
}

// statement lists the sites of a call.
func (v *visitor) statement(s *ast.ExprStmt) bool {
	call, ok := s.X.(*ast.CallExpr)
	if !ok {
		return true
	}
	switch name := callee(call); {
	case talks(name):
		return false
	case name == "barrier":
		v.put("barrier", s, "")
	default:
		v.put("drop", s, "")
	}
	return true
}

// callee is the last name of what is called.
func callee(c *ast.CallExpr) string {
	switch f := c.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

// talks reports whether a function speaks to people, or counts for them.
func talks(name string) bool {
	switch name {
	case "panic", "Tracef", "Count", "Errorf", "Sprintf", "Sprint", "Fprintf", "Bug", "errorf", "badf":
		return true
	}
	return false
}

// ifStmt leaves alone what only guards against the impossible.
func (v *visitor) ifStmt(s *ast.IfStmt) bool {
	if onlyPanics(s.Body) {
		return false
	}
	cond := v.of(s.Cond)
	if b, ok := s.Cond.(*ast.BinaryExpr); !ok || b.Op != token.EQL && b.Op != token.NEQ { // else it is "equality"
		v.put("negate", s.Cond, "!("+cond+")")
	}
	if s.Else == nil && s.Init == nil {
		v.put("guard", s.Cond, "false && ("+cond+")")
	}
	if els, ok := s.Else.(*ast.BlockStmt); ok {
		v.span("arms", s.Body.Pos(), els.End(), v.of(els)+" else "+v.of(s.Body))
	}
	return true
}

func onlyPanics(b *ast.BlockStmt) bool {
	if len(b.List) != 1 {
		return false
	}
	s, ok := b.List[0].(*ast.ExprStmt)
	if !ok {
		return false
	}
	c, ok := s.X.(*ast.CallExpr)
	return ok && callee(c) == "panic"
}

// clause leaves a case out, if it does something.
func (v *visitor) clause(c *ast.CaseClause) {
	if c.List != nil && len(c.Body) > 0 && !onlyPanics(&ast.BlockStmt{List: c.Body}) {
		v.span("case", c.Pos(), c.End(), "")
	}
}

// composite leaves fields out.
func (v *visitor) composite(l *ast.CompositeLit) {
	for i, e := range l.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			return
		}
		if k, ok := kv.Key.(*ast.Ident); !ok || isPosition(k.Name) {
			continue
		}
		if isZero(v.of(kv.Value)) {
			v.count["field"]++ // no fault, but the others keep their numbers
			continue
		}
		end := kv.End()
		if i+1 < len(l.Elts) {
			end = l.Elts[i+1].Pos()
		}
		v.span("field", kv.Pos(), end, "")
	}
}

// isZero reports whether a field has this value if it is left out.
func isZero(text string) bool { return text == "0" || text == "false" || text == "nil" || text == `""` }

// isPosition reports whether a field says where a form comes from.
func isPosition(name string) bool {
	return name == "Node" || name == "P" || name == "Pos" || name == "Decl"
}

// checkLit makes what a check guards without the check.
func (v *visitor) checkLit(u *ast.UnaryExpr) {
	l, ok := u.X.(*ast.CompositeLit)
	if u.Op != token.AND || !ok || !strings.HasSuffix(v.of(l.Type), ".Check") {
		return
	}
	for _, e := range l.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok && v.of(kv.Key) == "Then" {
			v.put("check", u, v.of(kv.Value))
		}
	}
}
