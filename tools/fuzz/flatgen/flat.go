package flatgen

// The flat language.

import (
	"math/rand/v2"

	"nessiec/grammar"
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// Flat is the language of the programs that Flat makes.
var Flat = grammar.FlatUnzipped.Language

// A flat makes a flat program.
type flat struct{ *generator[fkl.Expr] }

// Flat makes the flat program of a seed.
func (mk *Maker) Flat(seed uint64) *fkl.Module {
	g := &flat{&generator[fkl.Expr]{Maker: mk, forms: flatForms, r: rand.New(rand.NewPCG(seed, 0x666C6174))}}
	g.operation = g.vectors
	p := g.program()
	m := &fkl.Module{Actions: p.actions}
	for _, f := range p.funcs {
		m.Funcs = append(m.Funcs, &fkl.Func{Name: f.name, Params: f.params, Results: f.results, Body: f.body})
	}
	m.Complete()
	return m
}

var flatForms = &forms[fkl.Expr]{
	use:   fkl.Use,
	n:     fkl.N,
	float: func(x float64) fkl.Expr { return &fkl.Float{Val: x} },
	bool:  func(x bool) fkl.Expr { return &fkl.Bool{Val: x} },
	char:  func(x byte) fkl.Expr { return &fkl.Char{Val: x} },
	let: func(vs []*types.Var, rhs, body fkl.Expr) fkl.Expr {
		return &fkl.Let{Binds: vs, Rhs: rhs, Body: body}
	},
	ret: fkl.Results,
	ifs: func(c, t, e fkl.Expr) fkl.Expr { return &fkl.If{Cond: c, Then: t, Else: e} },
	loop: func(vs []*types.Var, inits []fkl.Expr, body fkl.Expr) fkl.Expr {
		return &fkl.Loop{Binds: vs, Inits: inits, Body: body}
	},
	recur: func(args ...fkl.Expr) fkl.Expr { return &fkl.Recur{Args: args} },
	check: func(at ir.Node, c fkl.Expr, error string, then fkl.Expr) fkl.Expr {
		return &fkl.Check{Node: at, Cond: c, Error: error, Then: then}
	},
	prim: func(at ir.Node, op *prim.Prim, args []fkl.Expr) fkl.Expr {
		return &fkl.Prim{Node: at, Op: op, Args: args}
	},
	call: func(at ir.Node, fn string, args []fkl.Expr) fkl.Expr {
		return &fkl.Call{Node: at, Fn: fn, Args: args}
	},
	get:    fkl.Get,
	put:    func(v, i, x fkl.Expr) fkl.Expr { return &fkl.Put{Vec: v, Idx: i, Val: x} },
	length: func(v fkl.Expr) fkl.Expr { return &fkl.Length{Vec: v} },
	vec:    func(t *types.Type, vals []fkl.Expr) fkl.Expr { return &fkl.Vec{Elem: t, Vals: vals} },
	mapn: func(n fkl.Expr, i *types.Var, body fkl.Expr) fkl.Expr {
		return &fkl.Map{N: n, Idx: i, Body: body}
	},
}
