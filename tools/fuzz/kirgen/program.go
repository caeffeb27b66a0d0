// Package kirgen makes random device programs directly: kernels and host code
// that lowering does not produce.
//
// Every program is right by construction: indices are in range, elements are
// written before they are read, and what two work-items do to one element is
// ordered by a barrier, or by atomics whose order cannot matter. Some have one
// mistake, planted where it must be met: the simulator has to report it.
//
//	program.go  a program: Maker; functions, inputs, actions
//	scope.go    what is in scope; expressions
//	steps.go    code of one work-item: definitions, conditionals, loops, checks
//	kernel.go   kernels: parameters and their roles, and what all kinds share
//	items.go    kernels whose work-items have nothing to do with each other
//	groups.go   kernels with local arrays, barriers and shuffles
//	chains.go   what groups hand on
//	lanes.go    kernels that compute in lanes
//	host.go     host code; launch.go what it does to start a kernel
//	effects.go  calls of the runtime
//	wrong.go    mistakes
package kirgen

import (
	"fmt"
	"math/rand/v2"

	"nessiec/grammar"
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/program"
	"nessiec/ir/types"
	"nessiec/tools/fuzz/scalars"
)

// Language is that of the programs.
var Language = grammar.DeviceLoops.Language

// A Maker makes programs. It is not safe for concurrent use.
type Maker struct{ byResult scalars.Table }

// New prepares to make programs.
func New() *Maker { return &Maker{scalars.Of(func(*prim.Prim) bool { return true })} }

// A Program is a module, and what the simulator must report: "" if the program
// is right.
type Program struct {
	Module *kir.Module
	Wrong  string
	Floats bool
	Chains bool // the target must have them
}

// Program makes the program of a seed; one in eight is wrong.
func (mk *Maker) Program(seed uint64) Program {
	g := &generator{Maker: mk, r: rand.New(rand.NewPCG(seed, 0x6B697267)), m: &kir.Module{}}
	g.floats, g.fails, g.chains = g.chance(4), g.chance(3), g.chance(4)
	var w *mistake
	if g.chance(8) {
		w, g.fails = &mistakes[g.r.IntN(len(mistakes))], false
	}
	for i := range g.r.IntN(3) {
		g.function(fmt.Sprintf("help%d", i+1), g.signature())
	}
	for i := range 1 + g.r.IntN(3) {
		g.input(fmt.Sprintf("input%d", i+1))
	}
	g.main("main", w)
	p := Program{Module: g.m, Floats: g.floats, Chains: g.chains}
	if w != nil {
		p.Wrong = w.report
	}
	return p
}

// A generator makes one program.
type generator struct {
	*Maker
	r       *rand.Rand
	m       *kir.Module
	kernels []*kernel
	helpers []*kir.Func
	inputs  []*program.Action
	floats  bool
	fails   bool // there are checks that may not hold
	chains  bool // groups may hand sums on
	names   int  // of kernels
	nodes   int  // positions given out
	depth   int  // of control flow on the host
	loops   int  // of which are loops
}

// chance is true once in n times.
func (g *generator) chance(n int) bool { return g.r.IntN(n) == 0 }

// one is one of several.
func one[T any](g *generator, xs ...T) T { return xs[g.r.IntN(len(xs))] }

// at is a position of its own.
func (g *generator) at() ir.Node {
	g.nodes++
	return ir.At(ir.MakePos(0, g.nodes, 1))
}

// base is a base type, mostly int.
func (g *generator) base() *types.Type {
	if t := one(g, scalars.Bases...); !g.chance(2) && (t != types.Float || g.floats) {
		return t
	}
	return types.Int
}

// sizes are those around warps and groups.
var sizes = []int64{0, 1, 2, 3, 5, 7, 31, 32, 33, 63, 65, 255, 256, 257}

// size is mostly small.
func (g *generator) size() int64 { return sizes[min(g.r.IntN(len(sizes)), g.r.IntN(len(sizes)))] }

// input adds an action that makes a buffer or a scalar, which main takes.
func (g *generator) input(name string) {
	t := g.base()
	a := &program.Action{Kind: program.Eval, TypeText: "value", Fn: name, Result: name + ".it", Type: t}
	h := g.host(nil)
	var val kir.Expr
	if g.chance(3) {
		val = g.literal(t)
	} else {
		a.Type = types.Seq(t)
		val = kir.Use(h.constant(t, g.size()).v)
	}
	f := &kir.Func{Name: name, Results: []*types.Type{kir.TypeOf(val)}}
	f.Body = h.returning(val)
	g.m.Funcs, g.m.Actions, g.inputs = append(g.m.Funcs, f), append(g.m.Actions, a), append(g.inputs, a)
}

// held is the type of what holds a value of type t.
func held(t *types.Type) *types.Type {
	if t.Kind == types.KSeq {
		return kir.Global(t.Elem())
	}
	return t
}

// main adds an entry that takes the inputs and shows a few values.
func (g *generator) main(name string, w *mistake) {
	a := &program.Action{Kind: program.Eval, Name: name, TypeText: "value", Fn: name, Result: name + ".it"}
	var params []*types.Type
	for _, in := range g.inputs {
		params, a.Args = append(params, held(in.Type)), append(a.Args, in.Result)
	}
	f := g.begin(name, params)
	h := g.host(f.Params)
	h.steps(3 + g.r.IntN(7))
	if w != nil {
		h.wrong(w)
		h.steps(g.r.IntN(2))
	}
	vals, ts := h.some(1 + g.r.IntN(4))
	a.Type = shown(ts[len(ts)-1])
	for i := len(ts) - 2; i >= 0; i-- {
		a.Type = types.Tuple(shown(ts[i]), a.Type)
	}
	f.Results, f.Body = ts, h.returning(vals...)
	g.m.Funcs, g.m.Actions = append(g.m.Funcs, f), append(g.m.Actions, a)
}

// shown is the type of NESL whose values t holds.
func shown(t *types.Type) *types.Type {
	if kir.IsBuf(t) {
		return types.Seq(t.Elem())
	}
	return t
}

// signature is types of parameters.
func (g *generator) signature() []*types.Type {
	return []*types.Type{types.Int, kir.Global(g.base()), kir.Global(types.Int)}[:1+g.r.IntN(3)]
}

// begin is a function without a body.
func (g *generator) begin(name string, params []*types.Type) *kir.Func {
	f := &kir.Func{Name: name}
	for _, t := range params {
		f.Params = append(f.Params, kir.NewVar("p", t))
	}
	return f
}

// function adds a function that those after it may call.
func (g *generator) function(name string, params []*types.Type) {
	f := g.begin(name, params)
	h := g.host(f.Params)
	h.steps(1 + g.r.IntN(3))
	vals, ts := h.some(1 + g.r.IntN(2))
	f.Results, f.Body = ts, h.returning(vals...)
	g.m.Funcs, g.helpers = append(g.m.Funcs, f), append(g.helpers, f)
}
