package sizes

// Whatever is claimed must hold for all values that satisfy what was learnt. Ints have
// four bits here, so that wrapping and the limits of lengths are met all the time.

import (
	"fmt"
	"math/rand"
	"os"
	"testing"

	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

func tiny() *Known {
	k := New(value.Num{})
	k.minInt, k.maxInt, k.safeInt, k.maxLength = -8, 7, 7, 7
	return k
}

func wrap(n int64) int64 { return (n+8)&15 - 8 }

// A world gives a value to every name.
type world struct {
	scalars map[string]int64
	rows    map[string][]int64 // of functions of one index
	wraps   bool               // arguments of functions are wrapped
}

// wrapping is w where the arguments of functions are ints: the meaning of what CanonInt yields.
func (w *world) wrapping() *world { return &world{w.scalars, w.rows, true} }

func (w *world) eval(t testing.TB, s *types.Size, zero int64) int64 {
	arg := func(i int) int64 { return w.eval(t, s.Args[i], zero) }
	switch s.Op {
	case types.SizeConst:
		return s.N
	case types.SizeVar:
		n, ok := w.scalars[s.Name]
		if !ok {
			t.Fatalf("%v has no value", s)
		}
		return n
	case types.SizeIndex:
		if s.N != 0 {
			t.Fatalf("%v is not open", s)
		}
		return zero
	case types.SizeAdd, types.SizeMul:
		n := arg(0)
		for i := range s.Args[1:] {
			if s.Op == types.SizeAdd {
				n += arg(i + 1)
			} else {
				n *= arg(i + 1)
			}
		}
		return n
	case types.SizeSum:
		n := int64(0)
		for i := range arg(0) {
			n += w.eval(t, s.Args[1], i)
		}
		return n
	}
	if w.wraps {
		plain := arg
		arg = func(i int) int64 { return wrap(plain(i)) }
	}
	switch s.Name {
	case fnWord:
		return wrap(w.wrapping().eval(t, s.Args[0], zero))
	case fnPos:
		return max(arg(0), 0)
	case fnMin:
		return min(arg(0), arg(1))
	case fnMax:
		return max(arg(0), arg(1))
	case fnDiv, fnRem:
		return apply(map[string]prim.Code{fnDiv: prim.Div, fnRem: prim.Rem}[s.Name], arg(0), arg(1))
	case fnPick:
		return arg(1 + int(uint64(arg(0))%uint64(len(s.Args)-1)))
	}
	return w.rows[s.Name][uint64(arg(0))%uint64(len(w.rows[s.Name]))]
}

// apply is a primitive on ints of four bits.
func apply(op prim.Code, a, b int64) int64 {
	switch op {
	case prim.Neg:
		return wrap(-a)
	case prim.Add:
		return wrap(a + b)
	case prim.Sub:
		return wrap(a - b)
	case prim.Mul:
		return wrap(a * b)
	case prim.Min:
		return min(a, b)
	case prim.Max:
		return max(a, b)
	case prim.And:
		return a & b
	}
	switch {
	case b == 0:
		return 0
	case op == prim.Div:
		return wrap(a / b)
	}
	return a % b
}

// A claimed is a condition, and what it means.
type claimed struct {
	c     *Cond
	holds func(*world) bool
}

// A tester learns at random, and compares what follows with the worlds that are left.
type tester struct {
	*rand.Rand
	t      *testing.T
	k      *Known
	trace  []string
	worlds []*world
	ints   []*types.Size // values of ints
	index  *types.Size   // the element at hand, or nil
	of     *types.Size

	claims int
}

func newTester(t *testing.T, seed int64) *tester {
	g := &tester{Rand: rand.New(rand.NewSource(seed)), t: t, k: tiny()}
	a, b := g.k.Introduce("a", Length), g.k.Introduce("b", Length)
	x, y := g.k.Introduce("x", Int), g.k.Introduce("y", Int)
	g.k.Name("f", Int)
	g.k.Name("g", Length)
	z := g.k.Introduce("z", Int)
	g.k.Bound(z, z, Sub(Const(3), z))
	g.ints = []*types.Size{a, b, x, y, z}
	for range 300 {
		most := []int64{3, 8}[g.Intn(2)]
		w := &world{scalars: map[string]int64{}, rows: map[string][]int64{}}
		w.scalars["a"], w.scalars["b"], w.scalars["z"] = g.Int63n(most), g.Int63n(most), g.Int63n(4)
		w.scalars["x"], w.scalars["y"] = g.Int63n(2*most)-most, g.Int63n(2*most)-most
		for range 8 {
			w.rows["f"] = append(w.rows["f"], g.Int63n(2*most)-most)
			w.rows["g"] = append(w.rows["g"], g.Int63n(most))
		}
		g.worlds = append(g.worlds, w)
	}
	return g
}

func (g *tester) say(format string, args ...any) {
	g.trace = append(g.trace, fmt.Sprintf(format, args...))
}

// check fails unless holds is true in all worlds that are left.
func (g *tester) check(what string, holds func(*world) bool) {
	g.claims++
	for _, w := range g.worlds {
		if !holds(w) {
			for _, s := range g.trace {
				g.t.Log(s)
			}
			g.t.Fatalf("%s is not so where %v, %v", what, w.scalars, w.rows)
		}
	}
}

// int is the value of an int.
func (g *tester) int(depth int) *types.Size {
	if depth == 0 || g.Intn(4) == 0 {
		switch g.Intn(6) {
		case 0:
			return Const(g.Int63n(16) - 8)
		case 1, 2:
			if g.index != nil {
				return types.AppSize([]string{"f", "g"}[g.Intn(2)], g.index)
			}
			at := Const(g.Int63n(3))
			if g.Intn(3) == 0 {
				at = g.ints[g.Intn(len(g.ints))]
			}
			return types.AppSize([]string{"f", "g"}[g.Intn(2)], at)
		}
		if g.index != nil && g.Intn(3) == 0 {
			return g.index
		}
		return g.ints[g.Intn(len(g.ints))]
	}
	ops := []prim.Code{prim.Add, prim.Sub, prim.Add, prim.Sub, prim.Mul, prim.Div, prim.Rem, prim.Min, prim.Max, prim.Neg}
	op := ops[g.Intn(len(ops))]
	a, b := g.int(depth-1), g.int(depth-1)
	args := []*types.Size{a, b}[:min(len(op.Prim().Scheme().Params), 2)]
	n := g.k.Apply(op, args...)
	if n == nil {
		return a
	}
	g.check(fmt.Sprintf("%v = %s%v", n, op.Prim().Name, args), func(w *world) bool {
		return w.eval(g.t, n, 0) == apply(op, w.eval(g.t, a, 0), w.eval(g.t, b, 0))
	})
	return n
}

// length is the length of a sequence.
func (g *tester) length() *types.Size {
	switch g.Intn(5) {
	case 0:
		return Const(g.Int63n(5))
	case 1:
		n := g.k.Positive(g.int(1))
		return n
	}
	return g.ints[g.Intn(2)]
}

func (g *tester) cond(depth int) claimed {
	if depth > 0 && g.Intn(2) == 0 {
		p, q := g.cond(depth-1), g.cond(depth-1)
		switch g.Intn(4) {
		case 0:
			return claimed{And(p.c, q.c), func(w *world) bool { return p.holds(w) && q.holds(w) }}
		case 1:
			return claimed{Or(p.c, q.c), func(w *world) bool { return p.holds(w) || q.holds(w) }}
		case 2:
			return claimed{Negate(p.c), func(w *world) bool { return !p.holds(w) }}
		}
		if g.index == nil {
			return g.forAll()
		}
	}
	ops := []prim.Code{prim.Eq, prim.Eq, prim.Ne, prim.Lt, prim.Le, prim.Gt, prim.Ge}
	op := ops[g.Intn(len(ops))]
	a, b := g.int(2), g.int(2)
	return claimed{Compare(op, a, b), func(w *world) bool { return compared(op, w.eval(g.t, a, 0), w.eval(g.t, b, 0)) }}
}

// compared is what a comparison of two ints yields.
func compared(op prim.Code, a, b int64) bool {
	switch op {
	case prim.Eq:
		return a == b
	case prim.Ne:
		return a != b
	case prim.Lt:
		return a < b
	case prim.Le:
		return a <= b
	case prim.Gt:
		return a > b
	}
	return a >= b
}

// forAll is a condition on all elements of f or g.
func (g *tester) forAll() claimed {
	n, b := g.length(), g.int(1)
	f := types.AppSize([]string{"f", "g"}[g.Intn(2)], types.IndexSize(1))
	op := []prim.Code{prim.Eq, prim.Lt, prim.Ge}[g.Intn(3)]
	return claimed{All(n, Compare(op, f, b)), func(w *world) bool {
		for i := range w.eval(g.t, n, 0) {
			if !compared(op, w.eval(g.t, Open(f, Const(i)), 0), w.eval(g.t, b, 0)) {
				return false
			}
		}
		return true
	}}
}

// keep leaves the worlds where holds is true.
func (g *tester) keep(holds func(*world) bool) {
	var left []*world
	for _, w := range g.worlds {
		if holds(w) {
			left = append(left, w)
		}
	}
	g.worlds = left
}

func (g *tester) learn() {
	p := g.cond(2)
	g.say("learn %s", show(p.c))
	g.k.Learn(p.c)
	g.keep(p.holds)
}

// define gives a name to what a primitive yields, of a selection any of its operands.
func (g *tester) define() {
	ops := []prim.Code{prim.Add, prim.Sub, prim.Mul, prim.Div, prim.Rem, prim.And, prim.Select}
	op := ops[g.Intn(len(ops))]
	a, b := g.int(1), g.int(1)
	x := g.k.Introduce("d", Int)
	g.say("define %v = %s(%v, %v)", x, op.Prim().Name, a, b)
	for _, w := range g.worlds {
		args := []int64{w.eval(g.t, a, 0), w.eval(g.t, b, 0)}
		if op == prim.Select {
			w.scalars[x.Name] = args[g.Intn(2)]
		} else {
			w.scalars[x.Name] = apply(op, args[0], args[1])
		}
	}
	g.k.Define(x, op, a, b)
	g.ints = append(g.ints, x)
}

func show(c *Cond) string { return fmt.Sprintf("%v", textOf(c)) }

// ask compares answers with the worlds.
func (g *tester) ask() {
	p := g.cond(2)
	if holds, known := g.k.Decide(p.c); known {
		g.check(fmt.Sprintf("%s: %v", show(p.c), holds), func(w *world) bool { return p.holds(w) == holds })
	}
	a, b := g.int(2), g.int(2)
	eval := func(n *types.Size) func(*world) int64 { return func(w *world) int64 { return w.eval(g.t, n, 0) } }
	if g.k.Same(a, b) {
		g.check(fmt.Sprintf("%v = %v", a, b), func(w *world) bool { return eval(a)(w) == eval(b)(w) })
	}
	if d := Sub(a, b); g.k.NotNegative(d) {
		g.check(fmt.Sprintf("%v >= 0", d), func(w *world) bool { return eval(d)(w) >= 0 })
	}
	exact, plain := g.k.Canon(a), g.k.CanonInt(a)
	g.check(fmt.Sprintf("%v is %v", a, exact), func(w *world) bool { return eval(a)(w) == eval(exact)(w) })
	g.check(fmt.Sprintf("%v is congruent to %v", a, plain), func(w *world) bool { return wrap(eval(a)(w)) == wrap(eval(plain)(w.wrapping())) })
	if n := g.k.AsInt(a); n != nil {
		g.check(fmt.Sprintf("%v is the int %v", a, n), func(w *world) bool { return eval(a)(w) == eval(n)(w) })
	}
}

// branch learns and asks, and forgets.
func (g *tester) branch(depth int) {
	m, worlds, ints := g.k.Mark(), g.worlds, g.ints
	g.say("branch")
	g.steps(depth)
	g.say("end")
	g.k.Undo(m)
	g.worlds, g.ints = worlds, ints
}

// each looks at all elements of a sequence: worlds are multiplied by their indices.
func (g *tester) each(depth int) {
	n := g.length()
	m, worlds, ints := g.k.Mark(), g.worlds, g.ints
	i := g.k.Index("i", n)
	g.say("each %v of %v", i, n)
	g.worlds = nil
	origin := map[*world]*world{}
	for _, w := range worlds {
		for at := range w.eval(g.t, n, 0) {
			v := &world{scalars: map[string]int64{i.Name: at}, rows: w.rows}
			for name, is := range w.scalars {
				v.scalars[name] = is
			}
			g.worlds = append(g.worlds, v)
			origin[v] = w
		}
	}
	all := g.worlds
	g.index, g.of = i, n
	g.k.LearnNotNegative(Sub(Sub(n, i), Const(1)))
	g.steps(depth)
	g.index, g.of, g.ints = nil, nil, ints
	g.say("end of each")
	g.k.Generalise(m, i, n)
	left, failed := map[*world]bool{}, map[*world]bool{}
	for _, v := range g.worlds {
		left[v] = true
	}
	for _, v := range all {
		failed[origin[v]] = failed[origin[v]] || !left[v]
	}
	g.worlds = worlds
	g.keep(func(w *world) bool { return !failed[w] })
}

func (g *tester) steps(depth int) {
	for range 1 + g.Intn(4) {
		switch {
		case depth > 0 && g.Intn(4) == 0:
			g.branch(depth - 1)
		case depth > 0 && g.index == nil && g.Intn(3) == 0:
			g.each(depth - 1)
		case g.Intn(3) == 0:
			g.define()
		default:
			g.learn()
		}
		g.ask()
	}
}

func TestRandom(t *testing.T) {
	seeds := int64(300)
	if os.Getenv("NESSIEC_LONG") != "" {
		seeds = 50_000
	}
	claims := 0
	for seed := range seeds {
		g := newTester(t, seed)
		g.say("seed %d", seed)
		g.steps(2)
		claims += g.claims
	}
	t.Logf("%d claims hold", claims)
}
