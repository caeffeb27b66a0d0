package harlangen

// Expressions of each type. They hold no call of a function that is defined later, so
// every program ends.

import (
	"fmt"
	"slices"
)

// expr is an expression of a type.
func (g *program) expr(typ string, d int) string {
	if v, ok := g.some(typ, 0); ok && (d <= 0 || g.IntN(4) == 0) {
		return v
	}
	if d > 0 {
		switch g.IntN(10) {
		case 3:
			return g.owner(typ, d-1)
		case 0:
			return fmt.Sprintf("(if %s %s %s)", g.expr("bool", d-1), g.expr(typ, d-1), g.expr(typ, d-1))
		case 1:
			t, x := kinds[g.IntN(len(kinds))], g.fresh()
			return fmt.Sprintf("(let ((%s %s)) %s)", x, g.expr(t, d-1), g.with(x, t, func() string { return g.expr(typ, d-1) }))
		case 2:
			return fmt.Sprintf("(begin %s %s)", g.statement(d-1), g.expr(typ, d-1))
		}
	}
	switch typ {
	case "int":
		return g.integer(d)
	case "bool":
		if d <= 0 {
			return []string{"#t", "#f"}[g.IntN(2)]
		}
		return fmt.Sprintf([]string{"(< %s %s)", "(= %s %s)", "(and (> %s 1) (< %s 9))", "(or (= %s 0) (not (= %s 1)))"}[g.IntN(4)],
			g.expr("int", d-1), g.expr("int", d-1))
	case "vec":
		return g.vector(d)
	case "fun":
		x := g.fresh()
		return fmt.Sprintf("(lambda (%s) %s)", x, g.apart(x, "int", func() string {
			funs := g.hide("fun", "own", "rows") // else a procedure could hold others of its kind, or a vector that changes
			s := g.expr("int", d-1)
			g.vars = funs
			return s
		}))
	}
	if typ == "T" {
		return g.tree(d)
	}
	switch g.IntN(3) {
	case 0:
		return "(N)"
	case 1:
		return "(J " + g.expr("int", d-1) + ")"
	}
	return "(P " + g.expr("int", d-1) + " " + g.expr("vec", d-1) + ")"
}

// hide takes the variables of types away; the result is all of them.
func (g *program) hide(types ...string) []variable {
	all := g.vars
	g.vars = append([]variable(nil), all...)
	for i := range g.vars {
		if slices.Contains(types, g.vars[i].typ) {
			g.vars[i].typ = "hidden"
		}
	}
	return all
}

func (g *program) integer(d int) string {
	if d <= 0 {
		return fmt.Sprint(g.IntN(12) - 3)
	}
	i := func() string { return g.expr("int", d-1) }
	if g.IntN(3) == 0 {
		if s, ok := g.element(d); ok {
			return s
		}
	}
	switch g.IntN(11) {
	case 9:
		return fmt.Sprintf("(%s %s)", []string{"total", "leftmost"}[g.IntN(2)], g.expr("T", d-1))
	case 10:
		x := g.fresh()
		return fmt.Sprintf("(match %s ((L %s) %s) ((B %s1 %s2) %s) ((V %s3 %s4) %s))", g.expr("T", d-1), x, g.with(x, "int", i),
			x, x, g.with(x+"1", "T", func() string { return g.with(x+"2", "T", i) }), x, x, g.with(x+"3", "vec", func() string { return g.with(x+"4", "T", i) }))
	case 0, 1:
		return fmt.Sprintf("(%s %s %s)", []string{"+", "-", "*", "bitwise-xor", "max"}[g.IntN(5)], i(), i())
	case 2:
		return fmt.Sprintf("(at %s %s)", g.expr("vec", d-1), i())
	case 3:
		return fmt.Sprintf("(sum %s)", g.expr("vec", d-1))
	case 4:
		if g.funcs > 0 {
			return fmt.Sprintf("(f%d %s %s)", g.IntN(g.funcs), i(), g.expr("vec", d-1))
		}
		return fmt.Sprintf("(length %s)", g.expr("vec", d-1))
	case 5, 6:
		if f, ok := g.some("fun", 0); ok {
			return fmt.Sprintf("(%s %s)", f, i())
		}
		return fmt.Sprintf("(small %s)", i())
	case 7:
		x := g.fresh()
		return fmt.Sprintf("(match %s ((J %s) %s) ((P %s1 %s2) (+ %s1 %s)) ((N) %s))", g.expr("M", d-1), x,
			g.with(x, "int", i), x, x, x, g.with(x+"2", "vec", i), i())
	}
	return fmt.Sprintf("(reduce (lambda (p q) (max p q)) (vector %s %s))", i(), i())
}

func (g *program) vector(d int) string {
	if d <= 0 {
		return []string{"(vector 3 1 2)", "(iota 4)", "(vector)", "(vector -1)"}[g.IntN(4)]
	}
	x, y := g.fresh(), g.fresh()
	switch g.IntN(7) {
	case 0:
		return fmt.Sprintf("(iota (small %s))", g.expr("int", d-1))
	case 1, 2:
		return fmt.Sprintf("(kernel ((%s %s)) %s)", x, g.expr("vec", d-1), g.apart(x, "int", func() string { return g.expr("int", d-1) }))
	case 3:
		return fmt.Sprintf("(let ((%s %s)) (kernel ((%s %s) (%s2 (iota (length %s)))) %s))", x, g.expr("vec", d-1), y, x, y, x,
			g.apart(y, "int", func() string { return g.body("int", d-1) }))
	case 4:
		return fmt.Sprintf("(filter (lambda (%s) %s) %s)", x, g.apart(x, "int", func() string {
			all := g.hide("own", "rows")
			s := g.expr("bool", d-1)
			g.vars = all
			return s
		}), g.expr("vec", d-1))
	case 5:
		return fmt.Sprintf("(scan + %s %s)", g.expr("int", d-1), g.expr("vec", d-1))
	}
	return fmt.Sprintf("(vector %s %s)", g.expr("int", d-1), g.expr("int", d-1))
}

// tree is a tree; those of functions are small, those that are put together are as deep as
// the expression.
func (g *program) tree(d int) string {
	if d <= 0 {
		return fmt.Sprintf("(L %d)", g.IntN(9))
	}
	switch g.IntN(6) {
	case 0:
		return fmt.Sprintf("(grow (small %s) %s)", g.expr("int", d-1), g.expr("int", d-1))
	case 1:
		return fmt.Sprintf("(mirror %s)", g.expr("T", d-1))
	case 2:
		return fmt.Sprintf("(V %s %s)", g.expr("vec", d-1), g.expr("T", d-1))
	case 3:
		return fmt.Sprintf("(L %s)", g.expr("int", d-1))
	}
	return fmt.Sprintf("(B %s %s)", g.expr("T", d-1), g.expr("T", d-1))
}
