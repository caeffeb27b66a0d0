package gen

// Recursive functions: the first parameter is an int that falls with every
// call, so that they end, at different depths for different elements.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/types"
)

// recursive adds a function that calls itself, under a map or not.
func (g *generator) recursive(name string) {
	n := types.NewVar("fuel", types.Int)
	x := types.NewVar("p", g.typ(2))
	t := g.typ(1)
	f := &nkl.Func{Name: name, Params: []*nkl.Var{n, x}, Result: t}
	env := scope{n, x}
	g.fuel, g.depth, g.in = g.c.Size/2, 1, f
	base := g.expr(t, env)
	less := func() nkl.Expr { return op("sub", ref(n), integer(int64(1+g.r.IntN(2)))) }
	again := func(env scope) nkl.Expr {
		return &nkl.Call{Fn: name, Args: []nkl.Expr{less(), g.expr(x.Type, env)}}
	}
	var step nkl.Expr
	switch r1, r2 := types.NewVar("r", t), types.NewVar("r", t); g.r.IntN(3) {
	case 0: // tail call
		step = again(env)
	case 1: // one call, then something with its result
		step = &nkl.Let{Bind: r1, Rhs: again(env), Body: g.expr(t, env.with(r1))}
	default: // two calls, in sequence or by a map
		if g.r.IntN(2) == 0 {
			step = &nkl.Let{Bind: r1, Rhs: again(env), Body: &nkl.Let{Bind: r2, Rhs: again(env.with(r1)), Body: g.expr(t, env.with(r1, r2))}}
			break
		}
		i, rs := types.NewVar("i", types.Int), types.NewVar("rs", types.Seq(t))
		calls := &nkl.Each{Binds: []*nkl.Var{i}, Seqs: []nkl.Expr{op("index", integer(2))}, Body: again(env.with(i))}
		step = &nkl.Let{Bind: rs, Rhs: calls, Body: g.expr(t, env.with(rs))}
	}
	f.Body = &nkl.If{Cond: op("le", ref(n), integer(0)), Then: base, Else: step}
	g.m.Funcs = append(g.m.Funcs, f)
}

// measured reports whether the first parameter of f bounds its recursion.
func measured(f *nkl.Func) bool { return len(f.Params) > 0 && f.Params[0].Name == "fuel" }
