package shape_test

// Random programs on nested sequences, as text.

import (
	"fmt"
	"math/rand"
	"strings"
)

// A generator writes programs in which every partial primitive is below a check.
type generator struct {
	*rand.Rand
	b     strings.Builder
	n     int                 // names so far
	depth int                 // of maps
	scope map[string][]string // variables by type
	open  []int               // parentheses to close at the end of each block
	calls bool                // of recursive functions may be made
}

const (
	tInt  = "int"
	tBool = "bool"
	tSeq  = "[int]"
	tMat  = "[[int]]"
	tCube = "[[[int]]]"
)

func (g *generator) name(hint string) string {
	g.n++
	return fmt.Sprintf("%s%d", hint, g.n)
}

// pick is a variable of type t.
func (g *generator) pick(t string) string {
	vs := g.scope[t]
	return vs[g.Intn(len(vs))]
}

// let binds rhs, and returns the variable.
func (g *generator) let(t, format string, args ...any) string {
	v := g.name(map[string]string{tInt: "n", tBool: "c", tSeq: "s", tMat: "m", tCube: "q"}[t])
	fmt.Fprintf(&g.b, "(let %s:%s "+format+"\n", append([]any{v, t}, args...)...)
	g.bind(t, v)
	return v
}

func (g *generator) bind(t, v string) {
	g.scope[t] = append(g.scope[t], v)
	g.open[len(g.open)-1]++
}

// check makes sure that a bool variable holds from here on.
func (g *generator) check(cond string) {
	g.n++
	fmt.Fprintf(&g.b, "(check %s \"check %d\"\n", cond, g.n)
	g.open[len(g.open)-1]++
}

func (g *generator) length(v string) string { return g.let(tInt, "(prim length (%s))", v) }

// sameLength is b, or usually a, checked to be as long as a.
func (g *generator) sameLength(a, b string) string {
	if g.Intn(3) > 0 {
		b = a
	}
	if a != b {
		g.check(g.let(tBool, "(prim eq (%s %s))", g.length(a), g.length(b)))
	}
	return b
}

// within is a variable between 0 and the length of v.
func (g *generator) within(i, v string) string {
	if g.Intn(6) > 0 { // usually true
		n := g.length(v)
		g.check(g.let(tBool, "(prim gt (%s 0))", n))
		i = g.let(tInt, "(prim rem (%s %s))", i, n)
	}
	lo := g.let(tBool, "(prim ge (%s 0))", i)
	hi := g.let(tBool, "(prim lt (%s %s))", i, g.length(v))
	g.check(g.let(tBool, "(prim and (%s %s))", lo, hi))
	return i
}

// block is a body of a few steps that ends in a variable of type t, or in what
// tail makes of it; what it binds is out of scope after it. It returns the text.
func (g *generator) block(t string, steps int, binds map[string][]string, tail func(v string) string) string {
	outer, scope := g.b, g.scope
	g.b, g.scope = strings.Builder{}, map[string][]string{}
	for t, vs := range scope {
		g.scope[t] = append([]string(nil), vs...)
	}
	for t, vs := range binds {
		g.scope[t] = append(g.scope[t], vs...)
	}
	g.open = append(g.open, 0)
	for range steps {
		g.step()
	}
	last := g.make(t)
	if tail != nil {
		last = tail(last)
	}
	g.b.WriteString(last)
	g.b.WriteString(strings.Repeat(")", g.open[len(g.open)-1]))
	g.open = g.open[:len(g.open)-1]
	text := g.b.String()
	g.b, g.scope = outer, scope
	return text
}

func (g *generator) step() {
	g.make([]string{tInt, tSeq, tSeq, tMat, tMat, tCube}[g.Intn(6)])
}

// each is a map over vs, of element type t, whose body makes a res.
func (g *generator) each(res, t string, vs ...string) string {
	for i := range vs[1:] {
		vs[i+1] = g.sameLength(vs[0], vs[i+1])
	}
	binds, names := map[string][]string{}, []string{}
	for range vs {
		x := g.name("x")
		binds[t] = append(binds[t], x)
		names = append(names, x+":"+t)
	}
	g.depth++
	body := g.block(res, g.Intn(3), binds, nil)
	g.depth--
	return g.let("["+res+"]", "(each (%s) (%s) %s)", strings.Join(names, " "), strings.Join(vs, " "), body)
}

// branches is a conditional.
func (g *generator) branches(t string) string {
	c := g.let(tBool, "(prim %s (%s %s))", []string{"lt", "eq", "ge"}[g.Intn(3)], g.pick(tInt), g.pick(tInt))
	return g.let(t, "(if %s %s %s)", c, g.block(t, g.Intn(2), nil, nil), g.block(t, g.Intn(2), nil, nil))
}

// repeat is a loop of two iterations over a t.
func (g *generator) repeat(t string) string {
	k, a, stop, from := g.name("k"), g.name("a"), g.name("c"), g.pick(t)
	again := g.block(t, 1+g.Intn(2), map[string][]string{t: {a, a}, tInt: {k}}, func(v string) string {
		next := g.let(tInt, "(prim sub (%s 1))", k)
		return fmt.Sprintf("(recur %s %s)", v, next)
	})
	return g.let(t, "(loop (%s:%s %s:int) (%s 2) (let %s:bool (prim le (%s 0)) (if %s %s %s)))", a, t, k, from, stop, k, stop, a, again)
}

// make binds a new t or returns an old one.
func (g *generator) make(t string) string {
	if g.n > 150 || g.Intn(5) == 0 {
		return g.pick(t)
	}
	switch t {
	case tInt:
		return g.makeInt()
	case tSeq:
		return g.makeSeq()
	case tMat:
		return g.makeMat()
	}
	return g.makeCube()
}

func (g *generator) makeInt() string {
	switch g.Intn(5) {
	case 0:
		return g.length(g.pick(tSeq))
	case 1:
		op := []string{"add", "sub", "mul", "min", "max"}[g.Intn(5)]
		return g.let(tInt, "(prim %s (%s %s))", op, g.pick(tInt), g.pick(tInt))
	case 2:
		return g.let(tInt, "(prim %s (%s %d))", []string{"div", "rem", "add", "sub"}[g.Intn(4)], g.pick(tInt), 1+g.Intn(3))
	case 3:
		s := g.pick(tSeq)
		return g.let(tInt, "(prim elt (%s %s))", s, g.within(g.pick(tInt), s))
	}
	return g.let(tInt, "(prim sum (%s))", g.pick(tSeq))
}

// small is an int from 0 to 3.
func (g *generator) small() string {
	low := g.let(tInt, "(prim min (%s 3))", g.pick(tInt))
	return g.let(tInt, "(prim max (0 %s))", low)
}

// test is a sequence of bools: cond for every element x of s.
func (g *generator) test(s, cond string, args ...any) string {
	f := g.name("f")
	g.n++
	fmt.Fprintf(&g.b, "(let %s:[bool] (each (x%d:int) (%s) "+strings.ReplaceAll(cond, "x", fmt.Sprintf("x%d", g.n))+")\n", append([]any{f, g.n, s}, args...)...)
	g.open[len(g.open)-1]++
	return f
}

func (g *generator) flags(s string) string { return g.test(s, "(prim gt (x %s))", g.pick(tInt)) }

// indices is a sequence of indices of v, checked.
func (g *generator) indices(v string) string {
	is := g.pick(tSeq)
	if g.Intn(3) > 0 {
		is = g.let(tSeq, "(prim index (%s))", g.length(v))
	}
	a, b := g.name("c"), g.name("c")
	f := g.test(is, "(let %s:bool (prim le (0 x)) (let %s:bool (prim lt (x %s)) (prim and (%s %s))))", a, b, g.length(v), a, b)
	g.check(g.let(tBool, "(prim all (%s))", f))
	return is
}

func (g *generator) makeSeq() string {
	s := g.pick(tSeq)
	switch g.Intn(18) {
	case 0:
		return g.let(tSeq, "(prim index (%s))", g.small())
	case 1:
		return g.let(tSeq, "(prim dist (%s %s))", g.pick(tInt), g.small())
	case 2:
		return g.let(tSeq, "(prim append (%s %s))", s, g.pick(tSeq))
	case 3:
		return g.let(tSeq, "(prim pack (%s %s))", s, g.flags(s))
	case 4:
		return g.let(tSeq, "(prim flatten (%s))", g.pick(tMat))
	case 5:
		m := g.pick(tMat)
		return g.let(tSeq, "(prim elt (%s %s))", m, g.within(g.pick(tInt), m))
	case 6:
		return g.let(tSeq, "(prim permute (%s %s))", s, g.let(tSeq, "(prim rank (%s))", s))
	case 7:
		return g.let(tSeq, "(prim get (%s %s))", s, g.indices(s))
	case 8:
		return g.let(tSeq, "(prim plus_scan (%s))", s)
	case 9:
		return g.each(tInt, tSeq, g.pick(tMat))
	case 10:
		return g.branches(tSeq)
	case 11:
		return g.let(tSeq, "(prim index (%s))", g.length(s))
	case 12:
		if g.depth == 0 {
			return g.repeat(tSeq)
		}
	case 13:
		a, b := g.halves(s)
		return []string{a, b}[g.Intn(2)]
	case 14, 15:
		if g.calls && g.depth == 0 {
			return g.called()
		}
	}
	return g.each(tInt, tInt, s, g.pick(tSeq))
}

func (g *generator) makeMat() string {
	m := g.pick(tMat)
	switch g.Intn(13) {
	case 0:
		return g.let(tMat, "(seq [int] (%s %s))", g.pick(tSeq), g.pick(tSeq))
	case 1:
		return g.let(tMat, "(prim append (%s %s))", m, g.pick(tMat))
	case 2:
		return g.let(tMat, "(prim dist (%s %s))", g.pick(tSeq), g.small())
	case 3:
		s := g.each(tInt, tSeq, m)
		if g.Intn(3) == 0 {
			s = g.pick(tSeq)
			g.check(g.let(tBool, "(prim eq (%s %s))", g.length(m), g.length(s)))
		}
		return g.let(tMat, "(prim pack (%s %s))", m, g.flags(s))
	case 4:
		return g.let(tMat, "(prim get (%s %s))", m, g.indices(m))
	case 5:
		q := g.pick(tCube)
		return g.let(tMat, "(prim elt (%s %s))", q, g.within(g.pick(tInt), q))
	case 6:
		return g.let(tMat, "(prim flatten (%s))", g.pick(tCube))
	case 7:
		lens := g.each(tInt, tSeq, m)
		v := g.let(tSeq, "(prim flatten (%s))", m)
		g.check(g.let(tBool, "(prim all (%s))", g.test(lens, "(prim ge (x 0))")))
		g.check(g.let(tBool, "(prim eq (%s %s))", g.let(tInt, "(prim sum (%s))", lens), g.length(v)))
		return g.let(tMat, "(prim partition (%s %s))", v, lens)
	case 8:
		return g.branches(tMat)
	case 9:
		return g.each(tSeq, tInt, g.pick(tSeq))
	case 10:
		if g.depth == 0 {
			return g.repeat(tMat)
		}
	}
	return g.each(tSeq, tSeq, m, g.pick(tMat))
}

func (g *generator) makeCube() string {
	switch g.Intn(5) {
	case 0:
		return g.let(tCube, "(seq [[int]] (%s %s))", g.pick(tMat), g.pick(tMat))
	case 1:
		return g.branches(tCube)
	case 2:
		return g.let(tCube, "(prim append (%s %s))", g.pick(tCube), g.pick(tCube))
	case 3:
		return g.each(tMat, tSeq, g.pick(tMat))
	}
	return g.each(tMat, tMat, g.pick(tCube), g.pick(tCube))
}

// program is a main function of a matrix, a sequence and an int, with calls of
// a function of the same kind and of recursive ones.
func (g *generator) program() string {
	var out strings.Builder
	out.WriteString(g.recursive())
	g.scope, g.open = map[string][]string{}, nil
	for _, f := range []string{"once", "again", "main"} {
		m, v, k, q := g.name("m"), g.name("s"), g.name("n"), g.name("q")
		binds := map[string][]string{tMat: {m}, tSeq: {v}, tInt: {k}, tCube: {q}}
		body := g.block(tMat, 2+g.Intn(6), binds, func(res string) string { return g.ending(f, res, k) })
		fmt.Fprintf(&out, "(func %s () (%s:%s %s:%s %s:int) %s (let %s:%s (seq [[int]] (%s)) %s))\n", f, m, tMat, v, tSeq, k, tMat, q, tCube, m, body)
	}
	out.WriteString(`(action read "" "" [[int]] "" () m 0)
(action read "" "" [int] "" () v 0)
(action read "" "" int "" () k 0)
(action eval it "[[int]]" [[int]] main (m v k) it 0)
`)
	return out.String()
}

// ending ends a function: with calls of the others, again of itself.
func (g *generator) ending(f, res, k string) string {
	call := func(fn, k string) string {
		return g.let(tMat, "(call %s () (%s %s %s))", fn, g.pick(tMat), g.pick(tSeq), k)
	}
	switch f {
	case "again":
		less := g.let(tInt, "(prim sub (%s 1))", k)
		stop := g.let(tBool, "(prim le (%s 0))", k)
		return fmt.Sprintf("(if %s %s %s)", stop, res, g.block(tMat, 1, nil, func(string) string {
			call("again", less)
			return g.make(tMat)
		}))
	case "main":
		call("once", k)
		call("again", k)
		g.step()
		return g.make(tMat)
	}
	return res
}
