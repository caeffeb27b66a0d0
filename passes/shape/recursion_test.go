package shape_test

// Random recursive functions whose results have sizes that can be told from
// their arguments, or nearly: divide and conquer, counting down, and pairs of
// sequences that grow together.

import "fmt"

// recursive is the recursive functions of a program, which called calls.
func (g *generator) recursive() string {
	g.calls = false
	out := g.halving() + g.counting() + g.growing()
	g.calls = true
	return out
}

// called is the result of a recursive function.
func (g *generator) called() string {
	s, k := g.pick(tSeq), g.small()
	switch g.Intn(3) {
	case 0:
		return g.let(tSeq, "(call halving () (%s %s))", s, k)
	case 1:
		return g.let(tSeq, "(call counting () (%s %s))", s, k)
	}
	p := g.name("p")
	fmt.Fprintf(&g.b, "(let %s:<[int] [int]> (call growing () (%s %s))\n", p, s, k)
	g.open[len(g.open)-1]++
	a, b := g.let(tSeq, "(proj 0 %s)", p), g.let(tSeq, "(proj 1 %s)", p)
	if g.Intn(2) == 0 {
		return g.each(tInt, tInt, a, g.sameLength(a, b))
	}
	return []string{a, b}[g.Intn(2)]
}

// halves are two parts of s, checked to be its halves.
func (g *generator) halves(s string) (a, b string) {
	n := g.length(s)
	h := g.let(tInt, "(prim div (%s 2))", n)
	r := g.let(tInt, "(prim sub (%s %s))", n, h)
	lens := g.let(tSeq, "(seq int (%s %s))", h, r)
	g.check(g.let(tBool, "(prim ge (%s 0))", h))
	g.check(g.let(tBool, "(prim ge (%s 0))", r))
	g.check(g.let(tBool, "(prim eq (%s %s))", g.let(tInt, "(prim add (%s %s))", h, r), n))
	m := g.let(tMat, "(prim partition (%s %s))", s, lens)
	return g.let(tSeq, "(prim elt (%s 0))", m), g.let(tSeq, "(prim elt (%s 1))", m)
}

// like is a sequence that is usually as long as s.
func (g *generator) like(s string) string {
	switch g.Intn(6) {
	case 0:
		return g.each(tInt, tInt, s)
	case 1:
		return g.let(tSeq, "(prim index (%s))", g.length(s))
	case 2:
		return g.let(tSeq, "(prim plus_scan (%s))", s)
	case 3:
		return g.let(tSeq, "(prim dist (7 %s))", g.length(s))
	case 4:
		if g.Intn(4) == 0 {
			return g.pick(tSeq)
		}
	}
	return s
}

// function is the text of a function of s and k that yields what base makes if
// cond holds, and what again makes else.
func (g *generator) function(name, result, cond string, base, again func() string) string {
	g.scope, g.open = map[string][]string{}, nil
	scope := map[string][]string{tSeq: {"s"}, tInt: {"k", "n"}, tMat: {"m"}, tCube: {"q"}}
	branch := func(value func() string) string {
		return g.block(tSeq, g.Intn(2), scope, func(string) string { return value() })
	}
	return fmt.Sprintf(`(func %s () (s:[int] k:int) %s
  (let n:int (prim length (s)) (let m:[[int]] (seq [int] (s)) (let q:[[[int]]] (seq [[int]] (m))
  (let c:bool %s (if c %s %s))))))
`, name, result, cond, branch(base), branch(again))
}

// halving makes something of both halves.
func (g *generator) halving() string {
	half := func(s string) string { return g.let(tSeq, "(call halving () (%s k))", s) }
	return g.function("halving", tSeq, "(prim lt (n 2))", func() string { return g.like("s") }, func() string {
		a, b := g.halves("s")
		return g.like(g.let(tSeq, "(prim append (%s %s))", half(a), half(b)))
	})
}

// counting makes an element more than with one less.
func (g *generator) counting() string {
	return g.function("counting", tSeq, "(prim le (k 0))", func() string {
		if g.Intn(2) == 0 {
			return g.like("s")
		}
		return g.let(tSeq, "(seq int ())")
	}, func() string {
		less := g.let(tInt, "(prim sub (k 1))")
		rest := g.let(tSeq, "(call counting () (%s %s))", g.like("s"), less)
		return g.let(tSeq, "(prim append (%s %s))", g.let(tSeq, "(seq int (k))"), g.like(rest))
	})
}

// growing makes two sequences.
func (g *generator) growing() string {
	pair := func(a, b string) string { return fmt.Sprintf("(tuple %s %s)", a, b) }
	return g.function("growing", "<[int] [int]>", "(prim le (k 0))", func() string {
		s := g.pick(tSeq)
		return pair(s, g.like(s))
	}, func() string {
		less := g.let(tInt, "(prim sub (k 1))")
		p := g.name("p")
		fmt.Fprintf(&g.b, "(let %s:<[int] [int]> (call growing () (%s %s))\n", p, g.like("s"), less)
		g.open[len(g.open)-1]++
		a, b := g.let(tSeq, "(proj 0 %s)", p), g.let(tSeq, "(proj 1 %s)", p)
		more := g.pick(tSeq)
		return pair(g.let(tSeq, "(prim append (%s %s))", a, more), g.let(tSeq, "(prim append (%s %s))", g.like(more), b))
	})
}
