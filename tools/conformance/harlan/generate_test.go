package harlan

// Random programs that are right by construction: assignments in branches and loops, inside
// kernels and procedures, procedures and data that may be one of several, reductions. Each
// does the same on the evaluator of Harlan and on that of the nested language.

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nessiec/grammar"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
)

// head is what programs start with: elements and sums that do not fail.
const head = `(module
  (define-datatype M (N) (J int) (P int (vec int)))
  (define (at v i)
    (let ((n (length v)))
      (if (= n 0) 7 (let ((k (mod i n))) (vector-ref v (if (< k 0) (+ k n) k))))))
  (define (sum v) (if (= (length v) 0) 0 (reduce + v)))
  (define (small i) (let ((k (mod i 5))) (if (< k 0) (- 0 k) k)))
`

func TestGenerated(t *testing.T) {
	n := 400
	if testing.Short() {
		n = 80
	}
	if os.Getenv("NESSIEC_LONG") != "" {
		n = 2000
	}
	file := filepath.Join(t.TempDir(), "program.kfc")
	d := &driver.Driver{Passes: table()}
	for seed := range n {
		g := &program{Rand: rand.New(rand.NewPCG(uint64(seed), 1))}
		text := g.module()
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		c := pass.NewCtx(options("ref"))
		p, files, err := read(t, c, file)
		var typed driver.Program
		if err == nil {
			typed, err = d.Run(c, p, d.Reach(grammar.HarlanTyped.Language))
		}
		if err == nil {
			p, err = d.Run(c, typed, d.Reach(grammar.NestedElaborated.Language))
		}
		if err != nil {
			t.Fatalf("seed %d: %v\n%s\n%s", seed, err, c.Diags.String(files), text)
		}
		compare(t, c.Options, typed, p, text)
	}
}

// A program is written from a seed.
type program struct {
	*rand.Rand
	names int
	vars  []variable
	inner int // variables from here on are of the kernel or procedure that is being written
	funcs int
}

// A variable has a type: int, bool, vec, fun or M.
type variable struct{ name, typ string }

func (g *program) module() string {
	var b strings.Builder
	b.WriteString(head)
	for i := range 3 {
		g.vars = []variable{{"a", "int"}, {"v", "vec"}}
		g.inner = 0
		fmt.Fprintf(&b, "  (define (f%d a v) %s)\n", i, g.body("int", 4))
		g.funcs++
	}
	g.vars, g.inner = nil, 0
	b.WriteString("  (define (main)\n")
	for _, t := range []string{"int", "vec", "M", "bool", "int", "vec"} {
		fmt.Fprintf(&b, "    (println %s)\n", g.body(t, 5))
	}
	return b.String() + "    0))\n"
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

// types are what variables may have.
var kinds = []string{"int", "bool", "vec", "fun", "M"}

func (g *program) statement(d int) string {
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

// expr is an expression of a type.
func (g *program) expr(typ string, d int) string {
	if v, ok := g.some(typ, 0); ok && (d <= 0 || g.IntN(4) == 0) {
		return v
	}
	if d > 0 {
		switch g.IntN(9) {
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
			funs := g.hide("fun") // else a procedure could hold others of its kind
			s := g.expr("int", d-1)
			g.vars = funs
			return s
		}))
	}
	switch g.IntN(3) {
	case 0:
		return "(N)"
	case 1:
		return "(J " + g.expr("int", d-1) + ")"
	}
	return "(P " + g.expr("int", d-1) + " " + g.expr("vec", d-1) + ")"
}

// hide takes the variables of a type away; the result is all of them.
func (g *program) hide(typ string) []variable {
	all := g.vars
	g.vars = append([]variable(nil), all...)
	for i := range g.vars {
		if g.vars[i].typ == typ {
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
	switch g.IntN(9) {
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
		return fmt.Sprintf("(filter (lambda (%s) %s) %s)", x, g.apart(x, "int", func() string { return g.expr("bool", d-1) }), g.expr("vec", d-1))
	case 5:
		return fmt.Sprintf("(scan + %s %s)", g.expr("int", d-1), g.expr("vec", d-1))
	}
	return fmt.Sprintf("(vector %s %s)", g.expr("int", d-1), g.expr("int", d-1))
}
