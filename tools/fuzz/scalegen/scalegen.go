// Package scalegen makes random NESL programs whose work is a parameter: loops and
// recursions over nested data, in the plain style of users. main(n, k) has data of
// about n elements and takes about k steps; it returns a number that depends on all
// that was computed. What such a program costs at several n and k is compared by
// tools/fuzz/oracle.
//
//	scalegen.go  a program: the shapes of its recursion
//	step.go      what a step does to a variable, by type
//	scalar.go    numbers, conditions, indices
//	helper.go    functions that steps call
//
// Programs may fail, by an index of an empty sequence: then nothing is compared.
package scalegen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A Program is a source text with a function main(n, k).
type Program struct {
	Shape string // of its recursion
	Text  string
}

// A typ is the type of a variable, as NESL writes it.
type typ string

const (
	number typ = "int"
	array  typ = "[int]"
	pairs  typ = "[(int, int)]"
	rows   typ = "[[int]]"
	texts  typ = "[[char]]"
)

// A variable has a name and a type.
type variable struct {
	name string
	typ  typ
}

// A generator makes one program.
type generator struct {
	r     *rand.Rand
	vars  []variable // that may be used
	count int        // names given out
}

// Make makes the program of a seed.
func Make(seed uint64) Program {
	g := &generator{r: rand.New(rand.NewPCG(seed, 0x7363616C65))}
	shape := g.pick("loop", "loop", "loop of several", "loop under a map", "loop under a map", "recursion", "recursion under a map",
		"divide and conquer", "divide and conquer under a map", "loop in a loop")
	var text string
	switch shape {
	case "loop", "loop of several":
		text = g.loop(shape == "loop of several")
	case "loop under a map":
		text = g.mapped("loop")
	case "recursion":
		text = g.recursion()
	case "recursion under a map":
		text = g.mapped("down")
	case "divide and conquer":
		text = g.divide(false)
	case "divide and conquer under a map":
		text = g.divide(true)
	case "loop in a loop":
		text = g.twoLoops()
	}
	return Program{shape, helped(text)}
}

// pick is one of the words.
func (g *generator) pick(words ...string) string { return words[g.r.IntN(len(words))] }

// once is true once in n times.
func (g *generator) once(n int) bool { return g.r.IntN(n) == 0 }

// fresh is a new name.
func (g *generator) fresh() string {
	g.count++
	return fmt.Sprintf("%c%d", "abcdefgh"[g.count%8], g.count)
}

// declare makes variables of random types, at least one of which is a sequence.
func (g *generator) declare(n int) (vs []variable) {
	for i := range n {
		ts := []typ{array, array, rows, rows, texts, pairs, number}
		if i == 0 {
			ts = ts[:6]
		}
		vs = append(vs, variable{g.fresh(), ts[g.r.IntN(len(ts))]})
	}
	return vs
}

// signature is the head of a function.
func signature(name string, vs []variable, result string) string {
	var names, types []string
	for _, v := range vs {
		names, types = append(names, v.name), append(types, string(v.typ))
	}
	return fmt.Sprintf("function %s(%s) : (%s) -> %s =\n", name, strings.Join(names, ", "), strings.Join(types, ", "), result)
}

// tuple is the type or the value of several.
func tuple(parts []string) string {
	if len(parts) == 1 {
		return parts[0]
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

func namesOf(vs []variable) (out []string) {
	for _, v := range vs {
		out = append(out, v.name)
	}
	return out
}

func typesOf(vs []variable) (out []string) {
	for _, v := range vs {
		out = append(out, string(v.typ))
	}
	return out
}

// steps is what becomes of vs in a step, each on its own or after the others. The
// bindings come before.
func (g *generator) steps(vs []variable) (binds string, next []string) {
	outer := g.vars
	for _, v := range vs {
		e := g.step(v.typ)
		if !g.once(3) {
			next = append(next, e)
			continue
		}
		name := g.fresh()
		binds += fmt.Sprintf("  let %s = %s in\n", name, e)
		next = append(next, name)
		g.vars = append(g.vars[:len(g.vars):len(g.vars)], variable{name, v.typ})
	}
	g.vars = outer
	return binds, next
}

// loopOf is a tail recursion with vs as its state.
func (g *generator) loopOf(name string, vs []variable) string {
	all := append(vs[:len(vs):len(vs)], variable{"k", number})
	g.vars = all
	binds, next := g.steps(vs)
	again := fmt.Sprintf("%s(%s, k - 1)", name, strings.Join(next, ", "))
	if g.once(4) { // two ways to go on
		more, other := g.steps(vs)
		again = fmt.Sprintf("if %s then %s else\n%s  %s(%s, k - 1)", g.condition(), again, more, name, strings.Join(other, ", "))
	}
	return signature(name, all, tuple(typesOf(vs))) + fmt.Sprintf("  if k <= 0 then %s else\n%s  %s;\n", tuple(namesOf(vs)), binds, again)
}

// mainOf is a main that has the digest of result, which has the variables vs.
func mainOf(vs []variable, result string) string {
	return fmt.Sprintf("function main(n, k) : (int, int) -> int =\n  let %s = %s in\n  %s;\n", tuple(namesOf(vs)), result, digestOf(vs))
}

// digestOf is a number that depends on all of vs.
func digestOf(vs []variable) string {
	var parts []string
	for _, v := range vs {
		parts = append(parts, digest(v.name, v.typ))
	}
	return strings.Join(parts, " + ")
}

// digest is a number that depends on all of an expression of type t.
func digest(e string, t typ) string {
	switch t {
	case array:
		return "sum(" + e + ")"
	case pairs:
		return "sum({p + q : (p, q) in " + e + "})"
	case rows:
		return "sum({sum(r) + 1 : r in " + e + "})"
	case texts:
		return "sum({#s + 1 : s in " + e + "})"
	}
	return e
}

// start are initial values of vs, of about n elements.
func (g *generator) start(vs []variable) []string {
	var out []string
	for _, v := range vs {
		out = append(out, map[typ]string{
			number: "n",
			array:  g.pick("index(n)", "{rem(i * 7919, 101) : i in index(n)}", "dist(1, n)"),
			pairs:  "{(i, rem(i * 7919, 101)) : i in index(n)}",
			rows:   g.pick("{index(3) : i in index(n)}", "{dist(i, 1 + rem(i, 5)) : i in index(n)}", "{index(n) : i in index(4)}"),
			texts:  g.pick("{@(i * 31) : i in index(n)}", "{dist(`a, 1 + rem(i, 4)) : i in index(n)}"),
		}[v.typ])
	}
	return out
}

func (g *generator) loop(several bool) string {
	vs := g.declare(1)
	if several {
		vs = g.declare(2 + g.r.IntN(2))
	}
	return g.loopOf("loop", vs) + mainOf(vs, fmt.Sprintf("loop(%s, k)", strings.Join(g.start(vs), ", ")))
}

// twoLoops has a loop whose step is three steps of another.
func (g *generator) twoLoops() string {
	vs := g.declare(1 + g.r.IntN(2))
	all := append(vs[:len(vs):len(vs)], variable{"k", number})
	inner := g.loopOf("inner", vs)
	outer := signature("loop", all, tuple(typesOf(vs))) + fmt.Sprintf("  if k <= 0 then %s else\n  let %s = inner(%s, %s) in\n  loop(%s, k - 1);\n",
		tuple(namesOf(vs)), tuple(namesOf(vs)), strings.Join(namesOf(vs), ", "), g.pick("3", "rem(k, 3)"), strings.Join(namesOf(vs), ", "))
	return inner + outer + mainOf(vs, fmt.Sprintf("loop(%s, k)", strings.Join(g.start(vs), ", ")))
}

// recursionOf is a recursion that is not a tail recursion.
func (g *generator) recursionOf(name string, v variable) string {
	all := []variable{v, {"k", number}}
	g.vars = all
	next := g.step(v.typ)
	r := variable{g.fresh(), v.typ}
	g.vars = []variable{r, {"k", number}}
	if g.once(2) { // what was before is used afterwards
		g.vars = append(g.vars, v)
	}
	return signature(name, all, string(v.typ)) + fmt.Sprintf("  if k <= 0 then %s else\n  let %s = %s(%s, k - 1) in\n  %s;\n",
		v.name, r.name, name, next, g.step(v.typ))
}

func (g *generator) recursion() string {
	vs := g.declare(1)
	return g.recursionOf("down", vs[0]) + mainOf(vs, fmt.Sprintf("down(%s, k)", g.start(vs)[0]))
}

// mapped is a loop or a recursion under a map, of steps whose number may depend on
// the element.
func (g *generator) mapped(kind string) string {
	vs := g.declare(1)
	if kind == "loop" && g.once(2) {
		vs = g.declare(2)
	}
	text := ""
	if kind == "loop" {
		text = g.loopOf("loop", vs)
	} else {
		text = g.recursionOf("down", vs[0])
	}
	count := g.pick("k", "k - rem(j, 3)", "rem(j, k + 1)")
	inits := strings.Join(g.start(vs), ", ")
	if g.once(2) {
		inits = strings.ReplaceAll(inits, "(n)", "(1 + rem(j, 5))")
	}
	return text + fmt.Sprintf("function main(n, k) : (int, int) -> int =\n  sum({let %s = %s(%s, %s) in %s : j in index(%s)});\n",
		tuple(namesOf(vs)), kind, inits, count, digestOf(vs), g.pick("n", "10", "40"))
}

// divide is a recursion on parts of a sequence.
func (g *generator) divide(mapped bool) string {
	v := variable{g.fresh(), []typ{array, rows, texts, pairs}[g.r.IntN(4)]}
	g.vars = []variable{v, {"k", number}}
	prepared := g.fresh()
	text := signature("solve", []variable{v, {"k", number}}, string(v.typ))
	text += fmt.Sprintf("  if #%s < 2 then %s else\n  let %s = %s;\n", v.name, v.name, prepared, g.pick(v.name, g.step(v.typ)))
	half := fmt.Sprintf("#%s / 2", prepared)
	parts := g.pick(fmt.Sprintf("[take(%s, %s), drop(%s, %s)]", prepared, half, prepared, half),
		fmt.Sprintf("[{x in %s; i in index(#%s) | rem(i, 2) == 0}, {x in %s; i in index(#%s) | rem(i, 2) == 1}]", prepared, prepared, prepared, prepared))
	r := g.fresh()
	if g.once(3) {
		text += fmt.Sprintf("      both = %s;\n      %s = [solve(both[0], k), solve(both[1], k)] in\n", parts, r)
	} else {
		text += fmt.Sprintf("      %s = {solve(p, k) : p in %s} in\n", r, parts)
	}
	whole := variable{g.fresh(), v.typ}
	g.vars = []variable{whole, {"k", number}}
	if g.once(2) {
		g.vars = append(g.vars, v)
	}
	text += fmt.Sprintf("  let %s = %s[0] ++ %s[1] in %s;\n", whole.name, r, r, g.pick(whole.name, g.step(v.typ)))
	start := g.start([]variable{v})[0]
	if !mapped {
		return text + mainOf([]variable{v}, fmt.Sprintf("solve(%s, k)", start))
	}
	start = strings.ReplaceAll(start, "(n)", "(n / (1 + j))")
	return text + fmt.Sprintf("function main(n, k) : (int, int) -> int =\n  sum({%s : j in index(%s)});\n",
		digest(fmt.Sprintf("solve(%s, k)", start), v.typ), g.pick("5", "k"))
}
