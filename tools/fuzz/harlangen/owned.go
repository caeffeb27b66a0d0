package harlangen

// Vectors whose elements are assigned. A variable of type own holds a vector of ints, one
// of type rows three vectors of four ints. Both are made for their variable and are only
// read and assigned, never handed on, until the variable ends: there own may be the value.

import "fmt"

// owner binds a vector, assigns elements of it, and goes on with a value of a type.
func (g *program) owner(typ string, d int) string {
	x, kind := g.fresh(), []string{"own", "rows"}[g.IntN(2)]
	made := g.made(d - 1)
	if kind == "rows" {
		made = g.madeRows(d - 1)
	}
	return fmt.Sprintf("(let ((%s %s)) %s)", x, made, g.with(x, kind, func() string {
		s := "(begin"
		for range 1 + g.IntN(3) {
			if g.IntN(2) == 0 {
				s += " " + g.statement(d-1)
			} else {
				s += " " + g.put(x, kind, d-1)
			}
		}
		if kind == "own" && typ == "vec" && g.IntN(2) == 0 {
			return s + " " + x + ")"
		}
		return s + " " + g.expr(typ, d-1) + ")"
	}))
}

// made is a vector of ints, not empty, that nobody holds.
func (g *program) made(d int) string {
	i := func() string { return g.expr("int", d-1) }
	switch g.IntN(4) {
	case 0:
		return fmt.Sprintf("(fill (+ 1 (small %s)) %s)", i(), i())
	case 1:
		return fmt.Sprintf("(vector %s %s %s)", i(), i(), i())
	case 2:
		k := g.fresh()
		return fmt.Sprintf("(kernel ((%s (iota (+ 1 (small %s))))) %s)", k, i(), g.apart(k, "int", i))
	}
	return fmt.Sprintf("(make-vector (+ 1 (small %s)) %s)", i(), i())
}

// madeRow is four ints that nobody holds.
func (g *program) madeRow(d int) string {
	i := func() string { return g.expr("int", d-1) }
	switch g.IntN(3) {
	case 0:
		return fmt.Sprintf("(fill 4 %s)", i())
	case 1:
		return fmt.Sprintf("(vector %s %s %s %s)", i(), i(), i(), i())
	}
	return fmt.Sprintf("(make-vector 4 %s)", i())
}

// madeRows is three rows, each of them made on its own.
func (g *program) madeRows(d int) string {
	if g.IntN(2) == 0 {
		return fmt.Sprintf("(vector %s %s %s)", g.madeRow(d-1), g.madeRow(d-1), g.madeRow(d-1))
	}
	k := g.fresh()
	return fmt.Sprintf("(kernel ((%s (iota 3))) %s)", k, g.apart(k, "int", func() string { return g.madeRow(d - 1) }))
}

// put assigns an element of x.
func (g *program) put(x, kind string, d int) string {
	i := func() string { return g.expr("int", d-1) }
	switch {
	case kind == "own" && g.IntN(3) == 0:
		return []string{fmt.Sprintf("(change! %s %s %s)", x, i(), i()), fmt.Sprintf("(print (add! %s %s %s))", x, i(), i()), fmt.Sprintf("(down! %s (small %s))", x, i())}[g.IntN(3)]
	case kind == "own":
		return fmt.Sprintf("(set! (vector-ref %s (place %s %s)) %s)", x, x, i(), i())
	case g.IntN(3) == 0:
		return fmt.Sprintf("(set! (vector-ref %s (within %s 3)) %s)", x, i(), g.madeRow(d-1))
	case g.IntN(3) == 0:
		return []string{fmt.Sprintf("(print (add-row! %s (within %s 3) %s))", x, i(), i()), fmt.Sprintf("(change! (vector-ref %s (within %s 3)) %s %s)", x, i(), i(), i())}[g.IntN(2)]
	}
	return fmt.Sprintf("(set! (vector-ref (vector-ref %s (within %s 3)) (within %s 4)) %s)", x, i(), i(), i())
}

// element reads an own vector, or rows, where there are some.
func (g *program) element(d int) (string, bool) {
	i := func() string { return g.expr("int", d-1) }
	if x, ok := g.some("rows", 0); ok && g.IntN(2) == 0 {
		switch g.IntN(3) {
		case 0:
			return fmt.Sprintf("(sum (vector-ref %s (within %s 3)))", x, i()), true
		case 1:
			r := g.fresh()
			return fmt.Sprintf("(sum (kernel ((%s %s)) (+ (vector-ref %s 1) %s)))", r, x, r, g.apart(r, "hidden", i)), true
		}
		return fmt.Sprintf("(vector-ref (vector-ref %s (within %s 3)) (within %s 4))", x, i(), i()), true
	}
	x, ok := g.some("own", 0)
	if !ok {
		return "", false
	}
	switch g.IntN(4) {
	case 0:
		return fmt.Sprintf("(sum %s)", x), true
	case 1:
		r := g.fresh()
		return fmt.Sprintf("(sum (kernel ((%s %s)) %s))", r, x, g.apart(r, "int", i)), true
	}
	return fmt.Sprintf("(vector-ref %s (place %s %s))", x, x, i()), true
}
