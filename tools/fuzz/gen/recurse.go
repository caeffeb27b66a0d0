package gen

// Recursive functions: the first parameter is an int that falls with every
// call, so that they end, at different depths for different elements.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// recursive adds a function that calls itself, under a map or not.
func (g *generator) recursive(name string) {
	f, env := g.falling(name, g.typ(2), g.typ(1))
	g.begin(g.c.Size / 2)
	g.depth = 1
	f.Body = g.untilZero(f, f, env)
	g.define(f)
}

// mutual adds two functions that call each other.
func (g *generator) mutual(name1, name2 string) {
	t, p := g.typ(1), g.typ(1)
	f1, env1 := g.falling(name1, p, t)
	f2, env2 := g.falling(name2, p, t)
	g.begin(g.c.Size / 2)
	g.depth = 1
	f1.Body = g.untilZero(f1, f2, env1)
	g.begin(g.c.Size / 3)
	g.depth = 1
	f2.Body = g.untilZero(f2, f1, env2)
	g.define(f1, f2)
}

// falling starts a function whose first parameter bounds its recursion.
func (g *generator) falling(name string, param, result *types.Type) (*nkl.Func, scope) {
	n, x := types.NewVar("fuel", types.Int), types.NewVar("p", param)
	return &nkl.Func{Name: name, Params: []*nkl.Var{n, x}, Result: result}, scope{n, x}
}

// untilZero is a body of f that calls next until the first parameter is zero.
// Nothing else in it calls a function under way, which it would not bound.
func (g *generator) untilZero(f, next *nkl.Func, env scope) nkl.Expr {
	n, t := f.Params[0], f.Result
	step := int64(1 + g.r.IntN(2))
	again := func(env scope) nkl.Expr {
		less := g.op(prim.Sub, ref(n), integer(step))
		return &nkl.Call{Node: g.at(), Fn: next.Name, Args: []nkl.Expr{less, g.expr(next.Params[1].Type, env)}}
	}
	r1, r2 := types.NewVar("r", t), types.NewVar("r", t)
	var more nkl.Expr
	switch g.r.IntN(5) {
	case 0, 1: // a tail call: a loop
		more = again(env)
	case 2: // one call, then something with its result
		more = &nkl.Let{Bind: r1, Rhs: again(env), Body: g.expr(t, env.with(r1))}
	case 3: // two calls, one after another
		more = &nkl.Let{Bind: r1, Rhs: again(env), Body: &nkl.Let{Bind: r2, Rhs: again(env.with(r1)), Body: g.expr(t, env.with(r1, r2))}}
	case 4: // two calls, by a map
		i, rs := types.NewVar("i", types.Int), types.NewVar("rs", types.Seq(t))
		calls := &nkl.Each{Node: g.at(), Binds: []*nkl.Var{i}, Seqs: []nkl.Expr{g.op(prim.Index, integer(2))}, Body: again(env.with(i))}
		more = &nkl.Let{Bind: rs, Rhs: calls, Body: g.expr(t, env.with(rs))}
	}
	base := g.expr(t, env)
	return &nkl.If{Cond: g.op(prim.Le, ref(n), integer(0)), Then: base, Else: more}
}

// measured reports whether the first parameter of f bounds its recursion.
func measured(f *nkl.Func) bool { return len(f.Params) > 0 && f.Params[0].Name == "fuel" }
