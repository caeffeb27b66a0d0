package nested_test

// Random well-typed programs go through all passes, verified after each, and
// must do the same at the end as at the beginning.

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	eval "nessiec/backends/ref/nkl"
	"nessiec/grammar"
	"nessiec/ir/text"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
)

// gen writes the text of a program of nkl.elaborated.
type gen struct {
	r     *rand.Rand
	n     int // names made
	vars  []binding
	funcs []function
	pos   int
	depth int
}

type binding struct{ name, typ string }

type function struct {
	name   string
	params []string
	result string
}

func (g *gen) pick(xs ...string) string { return xs[g.r.Intn(len(xs))] }

func (g *gen) fresh(typ string) binding {
	g.n++
	return binding{fmt.Sprintf("v%d", g.n), typ}
}

// at is a new position.
func (g *gen) at() string {
	g.pos++
	return fmt.Sprintf("@0:%d:%d", 1+g.pos/50, 1+g.pos%50)
}

func (g *gen) typ(depth int) string {
	if depth == 0 || g.r.Intn(3) > 0 {
		return g.pick("int", "int", "float", "bool", "char")
	}
	if g.r.Intn(2) == 0 {
		return "[" + g.typ(depth-1) + "]"
	}
	return "<" + g.typ(depth-1) + " " + g.typ(depth-1) + ">"
}

// with binds b while f writes.
func (g *gen) with(f func() string, bs ...binding) string {
	n := len(g.vars)
	g.vars = append(g.vars, bs...)
	s := f()
	g.vars = g.vars[:n]
	return s
}

// expr writes an expression of type t.
func (g *gen) expr(t string, depth int) string {
	var fits []string
	for _, v := range g.vars {
		if v.typ == t {
			fits = append(fits, v.name)
		}
	}
	if depth <= 0 || g.r.Intn(6) == 0 {
		if len(fits) > 0 && g.r.Intn(4) > 0 {
			return fits[g.r.Intn(len(fits))]
		}
		if depth <= 0 {
			return g.literal(t)
		}
	}
	depth--
	switch g.r.Intn(12) {
	case 0:
		b := g.fresh(g.typ(2))
		return fmt.Sprintf("(let %s:%s %s %s)", b.name, b.typ, g.expr(b.typ, depth), g.with(func() string { return g.expr(t, depth) }, b))
	case 1:
		return fmt.Sprintf("(if %s %s %s)", g.expr("bool", depth), g.expr(t, depth), g.expr(t, depth))
	case 2:
		for _, i := range g.r.Perm(len(g.funcs)) {
			if f := g.funcs[i]; f.result == t {
				return g.call(f, depth)
			}
		}
	case 3:
		return g.elt(t, depth)
	case 4:
		return fmt.Sprintf("(proj %d (tuple %[2]s %[2]s))", g.r.Intn(2), g.expr(t, depth/2))
	case 5:
		return g.lambda(t, depth)
	case 6:
		cond := fmt.Sprintf("(prim or (%s %t))", g.expr("bool", depth), !g.rarely())
		return fmt.Sprintf("(check %s %s \"checked\" %s)", g.at(), cond, g.expr(t, depth))
	case 7:
		return fmt.Sprintf("(call %s pair2 (%s) (%s %s))", g.at(), t, g.expr(t, depth), g.expr("bool", depth))
	}
	return g.ofType(t, depth)
}

// rarely is true where a program should fail now and then.
func (g *gen) rarely() bool { return g.r.Intn(60) == 0 }

// small writes an int that is seldom negative or large.
func (g *gen) small(depth int) string {
	switch {
	case g.rarely():
		return g.expr("int", depth)
	case g.r.Intn(2) == 0:
		return fmt.Sprintf("(prim max (0 (prim rem (%s 4))))", g.expr("int", depth))
	}
	return fmt.Sprint(g.r.Intn(3))
}

// named writes a let of a new variable around what f writes.
func (g *gen) named(t string, depth int, f func(name string) string) string {
	b := g.fresh(t)
	return fmt.Sprintf("(let %s:%s %s %s)", b.name, t, g.expr(t, depth), f(b.name))
}

// elt writes the choice of an element, mostly after a test of the index.
func (g *gen) elt(t string, depth int) string {
	i := g.small(depth)
	return g.named("["+t+"]", depth, func(s string) string {
		e := fmt.Sprintf("(prim %s elt (%s %s))", g.at(), s, "i%d")
		if g.rarely() {
			return fmt.Sprintf("(prim %s elt (%s %s))", g.at(), s, i)
		}
		g.n++
		e = fmt.Sprintf(e, g.n)
		return fmt.Sprintf("(let i%d:int %s (if (prim lt (i%d (prim length (%s)))) %s %s))", g.n, i, g.n, s, e, g.literal(t))
	})
}

// inRange writes ints that are indices of the sequence called s.
func (g *gen) inRange(s string, depth int) string {
	is := g.expr("[int]", depth)
	if g.rarely() {
		return is
	}
	b, c := g.fresh("int"), g.fresh("int")
	return fmt.Sprintf("(let %s:int (prim length (%s)) (eachif (%s:int) (%s) (prim and ((prim ge (%s 0)) (prim lt (%s %s)))) %s))",
		c.name, s, b.name, is, b.name, b.name, c.name, b.name)
}

func (g *gen) call(f function, depth int) string {
	var args []string
	for _, p := range f.params {
		args = append(args, g.expr(p, depth-1))
	}
	return fmt.Sprintf("(call %s %s () (%s))", g.at(), f.name, strings.Join(args, " "))
}

// lambda writes the application of a function value, which captures what it
// needs, directly or through a function that takes functions.
func (g *gen) lambda(t string, depth int) string {
	p := g.fresh(g.typ(1))
	body := g.with(func() string { return g.expr(t, depth) }, p)
	var names, ts []string
	for _, v := range g.vars {
		for _, w := range strings.FieldsFunc(body, func(r rune) bool { return strings.ContainsRune("() ", r) }) {
			if w == v.name {
				names, ts = append(names, v.name), append(ts, v.typ)
				break
			}
		}
	}
	g.n++
	label := fmt.Sprintf("lam%d", g.n)
	fun := fmt.Sprintf("(lambda %s (%s) %s:%s %s)", label, strings.Join(names, " "), p.name, p.typ, body)
	if g.r.Intn(2) == 0 {
		return fmt.Sprintf("(apply %s %s %s)", g.at(), fun, g.expr(p.typ, depth))
	}
	return fmt.Sprintf("(call %s applied (clo<%s %s> %s %s) (%s %s))", g.at(), label, strings.Join(ts, " "), p.typ, t, fun, g.expr(p.typ, depth))
}

func (g *gen) literal(t string) string {
	switch {
	case t == "int":
		return fmt.Sprint(g.r.Intn(7) - 2)
	case t == "float":
		return g.pick("0.0", "1.5", "-2.25", "0.1", "1e+10")
	case t == "bool":
		return g.pick("true", "false")
	case t == "char":
		return g.pick("char:97", "char:32")
	case t[0] == '[':
		elem := t[1 : len(t)-1]
		var es []string
		for range g.r.Intn(4) {
			es = append(es, g.literal(elem))
		}
		return fmt.Sprintf("(seq %s (%s))", elem, strings.Join(es, " "))
	}
	a, b := split(t)
	return fmt.Sprintf("(tuple %s %s)", g.literal(a), g.literal(b))
}

// split takes the text of a pair type apart.
func split(t string) (string, string) {
	d := 0
	for i := 1; i < len(t); i++ {
		switch t[i] {
		case '[', '<':
			d++
		case ']', '>':
			d--
		case ' ':
			if d == 0 {
				return t[1:i], t[i+1 : len(t)-1]
			}
		}
	}
	panic(t)
}

// ofType writes a primitive or form that makes values of type t.
func (g *gen) ofType(t string, depth int) string {
	prim := func(name string, ts ...string) string {
		var args []string
		for _, u := range ts {
			args = append(args, g.expr(u, depth))
		}
		return fmt.Sprintf("(prim %s %s (%s))", g.at(), name, strings.Join(args, " "))
	}
	switch {
	case t == "int":
		return g.oneOf(
			func() string { return prim(g.pick("add", "sub", "mul", "max", "and"), "int", "int") },
			func() string {
				return fmt.Sprintf("(prim %s %s (%s (prim max (%s %d))))", g.at(), g.pick("div", "rem"), g.expr("int", depth), g.expr("int", depth), g.low())
			},
			func() string { return prim(g.pick("neg", "zero", "one", "hash_of", "identity", "not"), "int") },
			func() string { return prim("length", "["+g.typ(1)+"]") },
			func() string { return prim(g.pick("sum", "max_val", "all"), "[int]") },
			func() string { return prim("hash_of", g.typ(2)) },
			func() string { return prim("float_to_any", "float", "int") },
			func() string {
				return fmt.Sprintf("(prim %s rand ((prim max (%s %d))))", g.at(), g.expr("int", depth), g.low())
			})
	case t == "float":
		return g.oneOf(
			func() string { return prim(g.pick("add", "sub", "mul", "min"), "float", "float") },
			func() string { return prim("to_float", "int") },
			func() string {
				return fmt.Sprintf("(prim %s sqrt ((prim max (%s %d.5))))", g.at(), g.expr("float", depth), g.low()-1)
			},
			func() string { return prim("float_num", g.pick("int", "float")) })
	case t == "bool":
		return g.oneOf(
			func() string { u := g.typ(2); return prim("eql", u, u) },
			func() string { return prim(g.pick("lt", "le", "eq", "ne", "gt", "ge"), "int", "int") },
			func() string { return prim(g.pick("lt", "le", "eq", "ne", "gt", "ge"), "float", "float") },
			func() string { return prim(g.pick("and", "or", "xor"), "bool", "bool") },
			func() string { return prim("not", "bool") },
			func() string { return prim(g.pick("all", "any"), "[bool]") })
	case t == "char":
		return prim("select", "bool", "char", "char")
	case t[0] == '<':
		a, b := split(t)
		return fmt.Sprintf("(tuple %s %s)", g.expr(a, depth), g.expr(b, depth))
	}
	return g.sequence(t, t[1:len(t)-1], depth, prim)
}

func (g *gen) sequence(t, elem string, depth int, prim func(string, ...string) string) string {
	return g.oneOf(
		func() string { return g.each("each", elem, depth) },
		func() string { return g.each("eachif", elem, depth) },
		func() string { return prim("append", t, t) },
		func() string { return prim("flatten", "["+t+"]") },
		func() string {
			return g.named(t, depth, func(s string) string { return fmt.Sprintf("(prim %s get (%s %s))", g.at(), s, g.inRange(s, depth)) })
		},
		func() string {
			return g.named(t, depth, func(s string) string {
				return fmt.Sprintf("(prim %s permute (%s (prim rank ((prim index ((prim length (%s))))))))", g.at(), s, s)
			})
		},
		func() string {
			return g.named(t, depth, func(s string) string {
				is := g.fresh("[int]")
				return fmt.Sprintf("(let %s:[int] %s (prim %s write (%s %s (prim get (%s %s)))))", is.name, g.inRange(s, depth), g.at(), s, is.name, s, is.name)
			})
		},
		func() string { return prim("identity", t) },
		func() string {
			return fmt.Sprintf("(prim %s dist (%s %s))", g.at(), g.expr(elem, depth), g.small(depth))
		},
		func() string {
			if elem == "int" {
				return fmt.Sprintf("(range %s %d %s %d)", g.at(), -g.r.Intn(2), g.small(depth), g.low()+g.r.Intn(2))
			}
			return g.literal(t)
		},
		func() string {
			if elem[0] == '[' {
				return g.named(elem, depth, func(s string) string {
					return fmt.Sprintf("(prim %s partition (%s (seq int (0 (prim length (%s)) %d))))", g.at(), s, s, 1-g.low())
				})
			}
			if g.rarely() {
				return prim("pack", t, "[bool]")
			}
			return prim("append", t, t)
		})
}

// low is 1, rarely 0.
func (g *gen) low() int {
	if g.rarely() {
		return 0
	}
	return 1
}

func (g *gen) oneOf(fs ...func() string) string { return fs[g.r.Intn(len(fs))]() }

func (g *gen) each(form, elem string, depth int) string {
	var bs []binding
	var seqs, binds []string
	at := g.at()
	n := 1 + g.r.Intn(2)
	for range n {
		u := g.typ(1)
		seqs = append(seqs, g.expr("["+u+"]", depth))
		bs = append(bs, g.fresh(u))
		binds = append(binds, bs[len(bs)-1].name+":"+u)
	}
	if n == 2 && !g.rarely() { // of equal length
		seqs[1], binds[1], bs[1].typ = seqs[0], bs[1].name+":"+bs[0].typ, bs[0].typ
		seqs[0] = g.fresh("").name
		body := g.with(func() string { return g.eachBody(form, elem, depth) }, bs...)
		return fmt.Sprintf("(let %s:[%s] %s (%s %s (%s) (%s %s) %s))", seqs[0], bs[0].typ, seqs[1], form, at, strings.Join(binds, " "), seqs[0], seqs[0], body)
	}
	body := g.with(func() string { return g.eachBody(form, elem, depth) }, bs...)
	return fmt.Sprintf("(%s %s (%s) (%s) %s)", form, at, strings.Join(binds, " "), strings.Join(seqs, " "), body)
}

func (g *gen) eachBody(form, elem string, depth int) string {
	if form == "eachif" {
		return g.expr("bool", depth-1) + " " + g.expr(elem, depth)
	}
	return g.expr(elem, depth)
}

// program writes functions, one of them recursive, and an action.
func (g *gen) program() string {
	var b strings.Builder
	b.WriteString("(func pair2 ('a/any) (x:'a/any c:bool) 'a/any (if c x (proj 1 (tuple c x))))\n" +
		"(func applied ('i/any 'a/any 'b/any) (h:fun<'i/any 'a/any 'b/any> x:'a/any) 'b/any (apply @0:900:1 h x))\n")
	for i := range 3 {
		f := function{name: fmt.Sprintf("f%d", i), result: g.typ(2)}
		var params []binding
		for range 1 + g.r.Intn(2) {
			params = append(params, g.fresh(g.typ(2)))
		}
		n := g.fresh("int")
		g.vars = append(params, n)
		again := fmt.Sprintf("(call %s %s () (%s))", g.at(), f.name, "%s")
		var args []string
		for _, p := range params {
			f.params = append(f.params, p.typ)
			args = append(args, g.expr(p.typ, 2))
		}
		f.params = append(f.params, "int")
		args = append(args, fmt.Sprintf("(prim sub ((prim min (%s 4)) 1))", n.name))
		again = fmt.Sprintf(again, strings.Join(args, " "))
		r := g.fresh(f.result)
		body := fmt.Sprintf("(if (prim le (%s 0)) %s (let %s:%s %s %s))", n.name, g.expr(f.result, 3), r.name, r.typ, again,
			g.with(func() string { return g.expr(f.result, 3) }, r))
		if g.r.Intn(2) == 0 {
			body = fmt.Sprintf("(if (prim le (%s 0)) %s %s)", n.name, g.expr(f.result, 4), again)
		}
		var ps []string
		for _, v := range g.vars {
			ps = append(ps, v.name+":"+v.typ)
		}
		fmt.Fprintf(&b, "(func %s () (%s) %s %s)\n", f.name, strings.Join(ps, " "), f.result, body)
		g.funcs = append(g.funcs, f)
		g.vars = nil
	}
	t := g.typ(2)
	fmt.Fprintf(&b, "(func main () () %s %s)\n(action eval it \"\" %s main () it 0)\n", t, g.expr(t, 6), t)
	return b.String()
}

func TestRandomPrograms(t *testing.T) {
	passes := append(append([]pass.Pass(nil), upToChecks...), afterChecks...)
	first := passes[0].From
	good, failed := 0, 0
	for seed := range int64(400) {
		g := &gen{r: rand.New(rand.NewSource(seed))}
		src := g.program()
		m, err := grammar.NKL.Parse(src)
		if err != nil {
			continue // an expression was copied with its binders
		}
		if err := first.Verify(m); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, src)
		}
		o := pass.DefaultOptions()
		o.OptLevel = int(seed % 3)
		d := &driver.Driver{Passes: passes, SelfTest: seed%4 == 0}
		out, err := d.Run(pass.NewCtx(o), driver.Program{Lang: first, Module: m}, len(passes))
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, src)
		}
		before := (&driver.Driver{Levels: []driver.Level{driver.NewLevel(grammar.NKL, run(eval.Raise))}})
		after := (&driver.Driver{Levels: []driver.Level{driver.NewLevel(grammar.NKL, run(eval.Assert))}})
		want, _ := before.Exec(o, driver.Program{Lang: first, Module: m}, driver.Input{})
		got, _ := after.Exec(o, out, driver.Input{})
		if want.Error != "" && got.Error != "" && !strings.Contains(got.Error, "internal") {
			failed++
			continue // which of several failures is reported is not specified
		}
		if want.String() != got.String() {
			t.Fatalf("seed %d: before %s, after %s\n%s\n%s", seed, want, got, src, out.Text(textOptions))
		}
		good++
	}
	t.Logf("%d agree on values, %d fail at both ends", good, failed)
	if good < 30 {
		t.Errorf("only %d programs ended with a value", good)
	}
}

var textOptions text.Options
