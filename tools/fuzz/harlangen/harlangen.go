// Package harlangen writes random programs in Harlan that are right by construction:
// assignments in branches and loops, inside kernels and procedures, procedures and data
// that may be one of several, trees that recursive functions build and take apart,
// reductions. No program fails when it runs.
//
//	harlangen.go  functions, statements, variables
//	expr.go       expressions
//	owned.go      vectors whose elements are assigned
//	text.go       programs as lists
//	shrink.go     smaller programs that still fail
package harlangen

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Program is the text of the program of a seed.
func Program(seed uint64) string {
	g := &program{Rand: rand.New(rand.NewPCG(seed, 1))}
	return write(read(g.module())) // in short lines: positions count few columns
}

// types are the data that programs have.
const types = `(module
  (define-datatype M (N) (J int) (P int (vec int)))
  (define-datatype T (L int) (B T T) (V (vec int) T))
`

// helpers are functions that programs call, each after those that it calls: elements and
// sums that do not fail, trees, vectors whose elements are assigned.
var helpers = []struct{ name, text string }{
	{"at", `(define (at v i)
    (let ((n (length v)))
      (if (= n 0) 7 (let ((k (mod i n))) (vector-ref v (if (< k 0) (+ k n) k))))))`},
	{"sum", `(define (sum v) (if (= (length v) 0) 0 (reduce + v)))`},
	{"small", `(define (small i) (let ((k (mod i 5))) (if (< k 0) (- 0 k) k)))`},
	{"grow", `(define (grow n x) (if (< n 1) (L x) (B (grow (- n 1) (+ x n)) (V (iota n) (L (* x 2))))))`},
	{"total", `(define (total t) (match t ((L n) n) ((B l r) (- (total l) (* 3 (total r)))) ((V v u) (+ (sum v) (total u)))))`},
	{"mirror", `(define (mirror t) (match t ((L n) (L (- 0 n))) ((B l r) (B (mirror r) (mirror l))) ((V v u) (V (kernel ((x v)) (+ x 1)) (mirror u)))))`},
	{"leftmost", `(define (leftmost t) (match t ((L n) n) ((B l r) (leftmost l)) ((V v u) (leftmost u))))`},
	{"within", `(define (within i n) (let ((k (mod i n))) (if (< k 0) (+ k n) k)))`},
	{"place", `(define (place v i) (within i (length v)))`},
	{"fill", `(define (fill n x) (let ((v (make-vector n x))) (for (i 1 n) (set! (vector-ref v i) (- (* i x) (vector-ref v (- i 1))))) v))`},
	{"change!", `(define (change! v i x) (set! (vector-ref v (place v i)) x))`},
	{"add!", `(define (add! v i x) (begin (change! v i (+ x (vector-ref v (place v i)))) (vector-ref v (place v x))))`},
	{"down!", `(define (down! v i) (if (< 0 i) (begin (set! (vector-ref v (place v i)) (- i (vector-ref v (place v (- i 1))))) (down! v (- i 1)))))`},
	{"add-row!", `(define (add-row! m i x) (begin (down! (vector-ref m i) (small x)) (add! (vector-ref m (within x 3)) i x)))`},
}

// helped is a text behind the helpers that it calls, and those that they call.
func helped(text string) string {
	for _, h := range slices.Backward(helpers) {
		if strings.Contains(text, "("+h.name+" ") {
			text = "  " + h.text + "\n" + text
		}
	}
	return text
}

// A program is written from a seed.
type program struct {
	*rand.Rand
	names int
	vars  []variable
	inner int // variables from here on are of the kernel or procedure that is being written
	funcs int
}

// A variable has a type: int, bool, vec, fun, M or T, or own or rows (owned.go).
type variable struct{ name, typ string }

// module is the text of the program. Most programs are small: they are tested in a fraction
// of the time, and most mistakes need no more.
func (g *program) module() string {
	size := []int{1, 1, 1, 1, 2, 2, 2, 3}[g.IntN(8)]
	var b strings.Builder
	for i := range g.IntN(size + 1) {
		g.vars = []variable{{"a", "int"}, {"v", "vec"}}
		g.inner = 0
		fmt.Fprintf(&b, "  (define (f%d a v) %s)\n", i, g.body("int", 2+g.IntN(size)))
		g.funcs++
	}
	g.vars, g.inner = nil, 0
	b.WriteString("  (define (main)\n")
	shown := []string{"int", "vec", "M", "bool", "T"}
	for range 1 + g.IntN(2*size-1) {
		fmt.Fprintf(&b, "    (println %s)\n", g.body(shown[g.IntN(len(shown))], 2+g.IntN(size+1)))
	}
	return types + helped(b.String()) + "    0))\n"
}

func (g *program) fresh() string {
	g.names++
	return fmt.Sprintf("x%d", g.names)
}

// with writes what f writes with a variable in scope.
func (g *program) with(name, typ string, f func() string) string {
	n := len(g.vars)
	g.vars = append(g.vars, variable{name, typ})
	s := f()
	g.vars = g.vars[:n]
	return s
}

// apart is with for the body of a kernel or procedure, which assigns its own variables.
func (g *program) apart(name, typ string, f func() string) string {
	was := g.inner
	g.inner = len(g.vars)
	s := g.with(name, typ, f)
	g.inner = was
	return s
}

// some is a variable of a type, of those from number from on.
func (g *program) some(typ string, from int) (string, bool) {
	var names []string
	for _, v := range g.vars[from:] {
		if v.typ == typ {
			names = append(names, v.name)
		}
	}
	if names == nil {
		return "", false
	}
	return names[g.IntN(len(names))], true
}

// body is variables, statements that assign them, and a value.
func (g *program) body(typ string, d int) string {
	x, y, f := g.fresh(), g.fresh(), g.fresh()
	return fmt.Sprintf("(let ((%s %s)) %s)", x, g.expr("int", d-2), g.with(x, "int", func() string {
		return fmt.Sprintf("(let ((%s %s) (%s %s)) %s)", y, g.expr("vec", d-2), f, g.expr("fun", d-2), g.with(y, "vec", func() string {
			return g.with(f, "fun", func() string {
				s := "(begin"
				for range g.IntN(4) {
					s += " " + g.statement(d-1)
				}
				return s + " " + g.expr(typ, d-1) + ")"
			})
		}))
	}))
}

// kinds are the types that variables may have.
var kinds = []string{"int", "bool", "vec", "fun", "M", "T"}

func (g *program) statement(d int) string {
	for _, kind := range []string{"own", "rows"} {
		if x, ok := g.some(kind, g.inner); ok && d > 0 && g.IntN(3) == 0 {
			return g.put(x, kind, d-1)
		}
	}
	typ := kinds[g.IntN(len(kinds))]
	v, ok := g.some(typ, g.inner)
	switch k := g.IntN(8); {
	case ok && (k < 4 || d <= 0):
		return fmt.Sprintf("(set! %s %s)", v, g.expr(typ, d-1))
	case d <= 0:
		return `(print ".")`
	case k == 4:
		return fmt.Sprintf("(if %s %s)", g.expr("bool", d-1), g.statement(d-1))
	case k == 5:
		return fmt.Sprintf("(if %s (begin %s %s) %s)", g.expr("bool", d-1), g.statement(d-1), g.statement(d-1), g.statement(d-1))
	case k == 6:
		i := g.fresh()
		return fmt.Sprintf("(for (%s 0 (small %s)) %s %s)", i, g.expr("int", d-1), g.with(i, "int", func() string { return g.statement(d - 1) }), g.statement(d-1))
	}
	x := g.fresh()
	return fmt.Sprintf("(match %s ((N) %s) ((J %s) %s) ((P %s1 %s2) %s))", g.expr("M", d-1), g.statement(d-1), x,
		g.with(x, "int", func() string { return g.statement(d - 1) }), x, x, g.with(x+"2", "vec", func() string { return g.statement(d - 1) }))
}
