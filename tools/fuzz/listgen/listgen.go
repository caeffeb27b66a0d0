// Package listgen makes random NESL programs in the style of those who think in lists: loops
// and recursions hand on sequences, to which they add elements at either end, from which they
// take some, and of which they replace some.
//
//	listgen.go    a program: a loop, a recursion that works as it returns, and their calls
//	threads.go    a recursion that hands sequences from call to call
//	sequence.go   what a step makes of a sequence
//	scalar.go     numbers and conditions
//	values.go     programs about values of a recursive datatype
//
// Programs are accepted by the front end. They may fail.
package listgen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A kind is a type of variables.
type kind int

const (
	number kind = iota
	numbers
	pairs
	rows
	text
	records
)

// kinds are as NESL writes them: the type, a value, and a value without elements.
var kinds = [...]struct{ typ, some, none string }{
	number:  {"int", "1", "0"},
	numbers: {"[int]", "[4, 2, 9]", "[] int"},
	pairs:   {"[(int, int)]", "[(1, 2), (3, 4)]", "[] (int, int)"},
	rows:    {"[[int]]", "[[1, 2], [3]]", "[] [int]"},
	text:    {"[char]", `"hello"`, `""`},
	records: {"[([int], int)]", "[([1, 2], 3), ([4], 5)]", "[] ([int], int)"},
}

// A variable has a name and a kind.
type variable struct {
	name string
	kind kind
}

// A scope is the variables that may be used.
type scope []variable

// with is s and one more.
func (s scope) with(name string, k kind) scope { return append(s[:len(s):len(s)], variable{name, k}) }

// A generator makes one program.
type generator struct {
	*rand.Rand
	named  int  // names given out
	helper bool // there is a function change(k, xs)
	plain  bool // elements are read and replaced one by one

	changes string // how often change calls itself, at most
}

// Program is the program of a seed.
func Program(seed uint64) string {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 0x6C697374))}
	var out strings.Builder
	if g.once(4) {
		g.values(&out)
		return out.String()
	}
	if g.once(2) {
		body := g.sequence(scope{{"k", number}, {"xs", numbers}}, 2, numbers)
		fmt.Fprintf(&out, "function change(k, xs) : (int, [int]) -> [int] = %s;\n", body)
		g.helper = true
	}
	if g.once(2) {
		g.returning(&out)
	}
	if g.once(2) {
		g.threads(&out)
		return out.String()
	}
	g.loop(&out)
	return out.String()
}

// once is true once in n times.
func (g *generator) once(n int) bool { return g.IntN(n) == 0 }

// pick is one of the words.
func (g *generator) pick(words ...string) string { return words[g.IntN(len(words))] }

// name is a new name.
func (g *generator) name() string {
	g.named++
	return fmt.Sprint("v", g.named)
}

// variable is a variable of a kind; "" if there is none.
func (g *generator) variable(s scope, k kind) string {
	var found []string
	for _, v := range s {
		if v.kind == k {
			found = append(found, v.name)
		}
	}
	if found == nil {
		return ""
	}
	return g.pick(found...)
}

// any is an expression of a kind.
func (g *generator) any(s scope, d int, k kind) string {
	if k == number {
		return g.number(s, d)
	}
	return g.sequence(s, d, k)
}

// loop writes a function that calls itself last, with some variables, and calls of it.
func (g *generator) loop(out *strings.Builder) {
	vars := g.variables()
	names, types := vars.names(), vars.types()
	all := "(" + strings.Join(names, ", ") + ")"
	d := 2 + g.IntN(2)
	body := g.again(vars, d)
	if !g.once(3) {
		body = fmt.Sprintf("if %s then %s else %s", g.condition(vars.with("k", number), d), body, g.again(vars, d))
	}
	if g.once(5) {
		body = fmt.Sprintf("if %s then %s else %s", g.condition(vars.with("k", number), d), all, body)
	}
	fmt.Fprintf(out, "function loop(k, %s) : (int, %s) -> (%s) =\n  if k <= 0 then %s else %s;\n",
		strings.Join(names, ", "), strings.Join(types, ", "), strings.Join(types, ", "), all, body)
	for _, k := range []string{"0", "1", "3", "6"} {
		fmt.Fprintf(out, "%s;\n", g.call("loop", k, vars, true))
	}
	fmt.Fprintf(out, "{%s : j in [0, 2, 5, 1]};\n", g.call("loop", "j", vars, false))
}

// variables is those that a function hands on, a number at least and a sequence.
func (g *generator) variables() scope {
	vars := scope{{"a", number}}
	for _, v := range (scope{{"s", numbers}, {"u", numbers}, {"p", pairs}, {"n", rows}, {"c", text}, {"w", records}}) {
		if v.kind == records && g.plain && !g.once(3) {
			continue
		}
		if g.once(2) {
			vars = append(vars, v)
		}
	}
	if len(vars) == 1 {
		vars = vars.with("s", numbers)
	}
	return vars
}

func (s scope) names() (out []string) {
	for _, v := range s {
		out = append(out, v.name)
	}
	return out
}

func (s scope) types() (out []string) {
	for _, v := range s {
		out = append(out, kinds[v.kind].typ)
	}
	return out
}

// call is a call of a function with some values of variables, perhaps without elements.
func (g *generator) call(fn, k string, vars scope, empty bool) string {
	args := []string{k}
	for _, v := range vars {
		if x := kinds[v.kind]; empty && g.once(3) {
			args = append(args, x.none)
		} else {
			args = append(args, x.some)
		}
	}
	return fn + "(" + strings.Join(args, ", ") + ")"
}

// again is a call of the loop with variables that a step has changed.
func (g *generator) again(vars scope, d int) string {
	s, let := vars.with("k", number), ""
	if g.once(3) {
		x, k := g.name(), vars[g.IntN(len(vars))].kind
		let = fmt.Sprintf("let %s = %s in ", x, g.any(s, d, k))
		s = s.with(x, k)
	}
	args := []string{"k - 1"}
	for _, v := range vars {
		if g.once(4) {
			args = append(args, g.variable(vars, v.kind)) // that of another one, or the same
		} else {
			args = append(args, g.any(s, d, v.kind))
		}
	}
	return let + "loop(" + strings.Join(args, ", ") + ")"
}

// returning writes a recursion that adds elements as it returns, and calls of it.
func (g *generator) returning(out *strings.Builder) {
	k := []kind{numbers, pairs, rows, records}[g.IntN(4)]
	s := scope{{"k", number}, {"z", k}}
	rest, x := g.sequence(s, 2, k), g.element(s, 2, k)
	body := g.pick(
		fmt.Sprintf("back(k - 1, %s) ++ [%s]", rest, x),
		fmt.Sprintf("[%s] ++ back(k - 1, %s)", x, rest),
		fmt.Sprintf("let y = back(k - 1, %s) in if #y > 2 then y else y ++ [%s]", rest, x),
		fmt.Sprintf("let y = back(k - 1, %s) in y ++ take(y, min(#y, 1)) ++ [%s]", rest, x))
	fmt.Fprintf(out, "function back(k, z) : (int, %s) -> %s = if k <= 0 then z else %s;\n", kinds[k].typ, kinds[k].typ, body)
	for _, n := range []string{"0", "2", "5"} {
		fmt.Fprintf(out, "back(%s, %s);\n", n, kinds[k].some)
	}
	fmt.Fprintf(out, "{back(j, %s) : j in [0, 3, 1]};\n", kinds[k].some)
}
