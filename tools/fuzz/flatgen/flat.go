// Package flatgen makes random programs of the flat language directly, from the
// table of primitives and the rules of the language: operations on vectors in
// orders and shapes that flattening does not produce.
//
// Sizes agree where the language wants them to: every vector has a space, which
// two vectors share only if they are equally long. Loads are in range; what has
// to be distinct or not negative is made so. Checks
// fail in some programs; which one does is determined.
//
//	flat.go  a program: Maker; its functions, inputs and actions
//	host.go  host code: lets, conditionals, loops, calls
//	vec.go   operations on vectors
//	elem.go  element code and scalars
package flatgen

import (
	"fmt"
	"math/rand/v2"

	"nessiec/grammar"
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/program"
	"nessiec/ir/types"
)

// Of is the language of the programs.
var Of = grammar.FlatUnzipped.Language

// A Maker makes programs. It is not safe for concurrent use.
type Maker struct{ byResult map[types.Kind][]*prim.Prim }

// New prepares to make programs.
func New() *Maker {
	mk := &Maker{map[types.Kind][]*prim.Prim{}}
	for _, p := range prim.Table {
		if p.Class != prim.Scalar || p.Name == "add_size" || p.Name == "mul_size" { // of sizes, which are not negative
			continue
		}
		for _, t := range bases {
			if s := p.Scheme(); s.Result == t || s.Result.Kind == types.KVar && prim.InClass(t, s.Result.Class) {
				mk.byResult[t.Kind] = append(mk.byResult[t.Kind], p)
			}
		}
	}
	return mk
}

var bases = []*types.Type{types.Int, types.Bool, types.Char, types.Float}

// Seeded makes the program of a seed.
func (mk *Maker) Seeded(seed uint64) *fkl.Module {
	g := &generator{Maker: mk, r: rand.New(rand.NewPCG(seed, 0x666C6174)), m: &fkl.Module{}}
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

type generator struct {
	*Maker
	r       *rand.Rand
	m       *fkl.Module
	helpers []*fkl.Func
	inputs  []*program.Action
	floats  bool
	fails   bool // there are checks that may not hold
	nodes   int  // positions given out
	depth   int  // of conditionals and loops
}

// chance is true once in n times.
func (g *generator) chance(n int) bool { return g.r.IntN(n) == 0 }

// at is a position of its own.
func (g *generator) at() ir.Node {
	g.nodes++
	return ir.At(ir.MakePos(0, g.nodes, 1))
}

// base is a base type, mostly int.
func (g *generator) base() *types.Type {
	switch t := bases[g.r.IntN(len(bases))]; {
	case g.chance(2), t == types.Float && !g.floats:
		return types.Int
	default:
		return t
	}
}

// input adds an action that makes a vector or a scalar, which mains take: the
// optimiser does not see through it.
func (g *generator) input(name string) {
	t := g.base()
	f := &fkl.Func{Name: name}
	var l fkl.Lets
	a := &program.Action{Kind: program.Eval, TypeText: "value", Fn: name, Result: name + ".it"}
	if g.chance(3) {
		a.Type, f.Results = t, []*types.Type{t}
		f.Body = fkl.Results(g.literal(t))
	} else {
		vals := make([]fkl.Expr, []int{0, 1, 2, 3, 5, 7, 33}[g.r.IntN(7)])
		for i := range vals {
			vals[i] = g.literal(t)
		}
		a.Type, f.Results = types.Seq(t), []*types.Type{types.Vec(t)}
		f.Body = l.In(fkl.Results(l.Bind("lit", types.Vec(t), &fkl.Vec{Elem: t, Vals: vals})))
	}
	g.m.Funcs, g.m.Actions = append(g.m.Funcs, f), append(g.m.Actions, a)
	g.inputs = append(g.inputs, a)
}

// main adds an entry that takes the inputs and shows a few values.
func (g *generator) main(name string) {
	f := &fkl.Func{Name: name}
	a := &program.Action{Kind: program.Eval, Name: name, TypeText: "value", Fn: name, Result: name + ".it"}
	var l fkl.Lets
	s := &scope{}
	for _, in := range g.inputs {
		t := in.Type
		if t.Kind == types.KSeq {
			t = types.Vec(t.Elem())
		}
		v := fkl.NewVar("p", t)
		f.Params, a.Args = append(f.Params, v), append(a.Args, in.Result)
		g.param(&l, s, v)
	}
	g.steps(&l, s, 3+g.r.IntN(9))
	vals, ts := g.some(&l, s, 1+g.r.IntN(4))
	a.Type = shown(ts[len(ts)-1])
	for i := len(ts) - 2; i >= 0; i-- {
		a.Type = types.Tuple(shown(ts[i]), a.Type)
	}
	f.Results, f.Body = ts, l.In(fkl.Results(vals...))
	g.m.Funcs, g.m.Actions = append(g.m.Funcs, f), append(g.m.Actions, a)
}

// shown is the type of NESL whose values t holds.
func shown(t *types.Type) *types.Type {
	if t.Kind == types.KVec {
		return types.Seq(t.Elem())
	}
	return t
}

// helper adds a function that mains may call.
func (g *generator) helper(name string) {
	f := &fkl.Func{Name: name}
	var l fkl.Lets
	s := &scope{}
	for _, t := range []*types.Type{types.Int, types.Vec(g.base()), types.Vec(types.Int)}[:1+g.r.IntN(3)] {
		v := fkl.NewVar("p", t)
		f.Params = append(f.Params, v)
		g.param(&l, s, v)
	}
	g.steps(&l, s, 2+g.r.IntN(3))
	vals, ts := g.some(&l, s, 1+g.r.IntN(2))
	f.Results, f.Body = ts, l.In(fkl.Results(vals...))
	g.m.Funcs = append(g.m.Funcs, f)
	g.helpers = append(g.helpers, f)
}
