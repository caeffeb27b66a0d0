package flatgen

// The kernel language.

import (
	"math/rand/v2"

	"nessiec/grammar"
	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// Kernels is the language of the programs that Kernels makes: combinators in
// host code.
var Kernels = grammar.KernelSoacs.Language

// A kernel makes a program of combinators.
type kernel struct{ *generator[lcu.Expr] }

// Kernels makes the program of combinators of a seed.
func (mk *Maker) Kernels(seed uint64) *lcu.Module {
	g := &kernel{&generator[lcu.Expr]{Maker: mk, forms: kernelForms, r: rand.New(rand.NewPCG(seed, 0x6B65726E))}}
	g.operation = g.soac
	p := g.program()
	m := &lcu.Module{Actions: p.actions}
	for _, f := range p.funcs {
		m.Funcs = append(m.Funcs, &lcu.Func{Name: f.name, Params: f.params, Results: f.results, Body: f.body})
	}
	m.Complete()
	return m
}

var kernelForms = &forms[lcu.Expr]{
	use:   lcu.Use,
	n:     lcu.N,
	float: func(x float64) lcu.Expr { return &lcu.Float{Val: x} },
	bool:  func(x bool) lcu.Expr { return &lcu.Bool{Val: x} },
	char:  func(x byte) lcu.Expr { return &lcu.Char{Val: x} },
	let: func(vs []*types.Var, rhs, body lcu.Expr) lcu.Expr {
		return &lcu.Let{Binds: vs, Rhs: rhs, Body: body}
	},
	ret: lcu.Results,
	ifs: func(c, t, e lcu.Expr) lcu.Expr { return &lcu.If{Cond: c, Then: t, Else: e} },
	loop: func(vs []*types.Var, inits []lcu.Expr, body lcu.Expr) lcu.Expr {
		return &lcu.Loop{Binds: vs, Inits: inits, Body: body}
	},
	recur: func(args ...lcu.Expr) lcu.Expr { return &lcu.Recur{Args: args} },
	check: func(at ir.Node, c lcu.Expr, error string, then lcu.Expr) lcu.Expr {
		return &lcu.Check{Node: at, Cond: c, Error: error, Then: then}
	},
	prim: func(at ir.Node, op *prim.Prim, args []lcu.Expr) lcu.Expr {
		return &lcu.Prim{Node: at, Op: op, Args: args}
	},
	call: func(at ir.Node, fn string, args []lcu.Expr) lcu.Expr {
		return &lcu.Call{Node: at, Fn: fn, Args: args}
	},
	get:    lcu.Get,
	put:    func(v, i, x lcu.Expr) lcu.Expr { return &lcu.Put{Vec: v, Idx: i, Val: x} },
	length: func(v lcu.Expr) lcu.Expr { return &lcu.Length{Vec: v} },
	vec:    func(t *types.Type, vals []lcu.Expr) lcu.Expr { return &lcu.Vec{Elem: t, Vals: vals} },
	mapn: func(n lcu.Expr, i *types.Var, body lcu.Expr) lcu.Expr {
		return &lcu.Map{N: n, T: &lcu.Thunk{Params: []*types.Var{i}, Body: body}}
	},
}
