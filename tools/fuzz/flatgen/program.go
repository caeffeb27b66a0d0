// Package flatgen makes random programs of languages of vectors directly, from the
// table of primitives and the rules of the language: operations in orders and
// shapes that passes do not produce.
//
// Sizes agree where the language wants them to: every vector has a space, which
// two vectors share only if they are equally long. Loads are in range; what has
// to be distinct or not negative is made so. Checks
// fail in some programs; which one does is determined.
//
//	program.go a program: Maker; its functions, inputs and actions
//	forms.go   what languages have in common
//	host.go    host code: lets, conditionals, loops, calls
//	elem.go    element code and scalars
//	space.go   vectors, their index spaces, what is in scope
//	flat.go    the flat language, vec.go its operations on vectors
//	kernel.go  the kernel language, soac.go its combinators with thunks
package flatgen

import (
	"fmt"
	"math/rand/v2"

	"nessiec/ir"
	"nessiec/ir/prim"
	"nessiec/ir/program"
	"nessiec/ir/types"
	"nessiec/tools/fuzz/scalars"
)

// A Maker makes programs. It is not safe for concurrent use.
type Maker struct{ byResult scalars.Table }

// New prepares to make programs.
func New() *Maker {
	return &Maker{scalars.Of(func(p *prim.Prim) bool {
		return p.Name != "add_size" && p.Name != "mul_size" // of sizes, which are not negative
	})}
}

// A generator makes one program of a language with expressions E.
type generator[E any] struct {
	*Maker
	*forms[E]
	operation func(*lets[E], *scope[E]) // adds what one operation on vectors makes

	r       *rand.Rand
	m       module[E]
	helpers []*function[E]
	inputs  []*program.Action
	floats  bool
	fails   bool // there are checks that may not hold
	nodes   int  // positions given out
	depth   int  // of conditionals and loops
}

// program makes functions, inputs and actions.
func (g *generator[E]) program() module[E] {
	g.floats, g.fails = g.chance(4), g.chance(3)
	if g.chance(2) {
		g.helper("help")
	}
	for i := range 1 + g.r.IntN(3) {
		g.input(fmt.Sprintf("input%d", i+1))
	}
	for i := range 1 + g.r.IntN(2) {
		g.main(fmt.Sprintf("main%d", i+1))
	}
	return g.m
}

// chance is true once in n times.
func (g *generator[E]) chance(n int) bool { return g.r.IntN(n) == 0 }

// at is a position of its own.
func (g *generator[E]) at() ir.Node {
	g.nodes++
	return ir.At(ir.MakePos(0, g.nodes, 1))
}

// base is a base type, mostly int.
func (g *generator[E]) base() *types.Type {
	switch t := scalars.Bases[g.r.IntN(len(scalars.Bases))]; {
	case g.chance(2), t == types.Float && !g.floats:
		return types.Int
	default:
		return t
	}
}

// input adds an action that makes a vector or a scalar, which mains take: the
// optimiser does not see through it.
func (g *generator[E]) input(name string) {
	t := g.base()
	f := &function[E]{name: name}
	l := g.lets()
	a := &program.Action{Kind: program.Eval, TypeText: "value", Fn: name, Result: name + ".it"}
	if g.chance(3) {
		a.Type, f.results = t, []*types.Type{t}
		f.body = g.ret(g.literal(t))
	} else {
		vals := make([]E, []int{0, 1, 2, 3, 5, 7, 33}[g.r.IntN(7)])
		for i := range vals {
			vals[i] = g.literal(t)
		}
		a.Type, f.results = types.Seq(t), []*types.Type{types.Vec(t)}
		f.body = l.In(g.ret(l.Bind("lit", types.Vec(t), g.vec(t, vals))))
	}
	g.m.funcs, g.m.actions = append(g.m.funcs, f), append(g.m.actions, a)
	g.inputs = append(g.inputs, a)
}

// main adds an entry that takes the inputs and shows a few values.
func (g *generator[E]) main(name string) {
	f := &function[E]{name: name}
	a := &program.Action{Kind: program.Eval, Name: name, TypeText: "value", Fn: name, Result: name + ".it"}
	l := g.lets()
	s := &scope[E]{}
	for _, in := range g.inputs {
		t := in.Type
		if t.Kind == types.KSeq {
			t = types.Vec(t.Elem())
		}
		v := types.NewVar("p", t)
		f.params, a.Args = append(f.params, v), append(a.Args, in.Result)
		g.param(l, s, v)
	}
	g.steps(l, s, 3+g.r.IntN(9))
	vals, ts := g.some(l, s, 1+g.r.IntN(4))
	a.Type = shown(ts[len(ts)-1])
	for i := len(ts) - 2; i >= 0; i-- {
		a.Type = types.Tuple(shown(ts[i]), a.Type)
	}
	f.results, f.body = ts, l.In(g.ret(vals...))
	g.m.funcs, g.m.actions = append(g.m.funcs, f), append(g.m.actions, a)
}

// shown is the type of NESL whose values t holds.
func shown(t *types.Type) *types.Type {
	if t.Kind == types.KVec {
		return types.Seq(t.Elem())
	}
	return t
}

// helper adds a function that mains may call.
func (g *generator[E]) helper(name string) {
	f := &function[E]{name: name}
	l := g.lets()
	s := &scope[E]{}
	for _, t := range []*types.Type{types.Int, types.Vec(g.base()), types.Vec(types.Int)}[:1+g.r.IntN(3)] {
		v := types.NewVar("p", t)
		f.params = append(f.params, v)
		g.param(l, s, v)
	}
	g.steps(l, s, 2+g.r.IntN(3))
	vals, ts := g.some(l, s, 1+g.r.IntN(2))
	f.results, f.body = ts, l.In(g.ret(vals...))
	g.m.funcs = append(g.m.funcs, f)
	g.helpers = append(g.helpers, f)
}
