package gen

// Arguments that fit the checks of a primitive: made so that they do where that
// gives interesting ones, else behind a condition that says the same as the
// checks.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// dares decides whether a place that can fail is made here.
func (g *generator) dares() bool {
	switch {
	case g.dead > 0:
		return g.chance(2)
	case g.c.Risk == Risky:
		return g.chance(3)
	case g.c.Risk == OnePart && !g.dared && g.chance(4):
		g.dared = true
		return true
	}
	return false
}

// checked applies p, which has checks, to arguments of the types params.
func (g *generator) checked(p *prim.Prim, t *types.Type, params []*types.Type, env scope) nkl.Expr {
	apply := func(args ...nkl.Expr) nkl.Expr { return &nkl.Prim{Node: g.at(), Op: p, Args: args} }
	dares := g.dares()
	switch p.Name {
	case "index":
		return apply(g.count(env, dares))
	case "dist":
		return apply(g.expr(params[0], env), g.count(env, dares))
	case "elt":
		return g.named(g.expr(params[0], env), params[0], env, func(xs *nkl.Var, env scope) nkl.Expr {
			if dares {
				return apply(ref(xs), g.around(env))
			}
			return g.safeElt(xs, t, env)
		})
	case "get":
		return g.named(g.expr(t, env), t, env, func(xs *nkl.Var, env scope) nkl.Expr {
			return apply(ref(xs), g.indices(xs, env, dares))
		})
	case "write":
		return g.write(t, env, dares)
	case "permute":
		return g.permute(t, env, dares)
	case "partition":
		return g.partition(params[0], env, dares)
	case "pack":
		return g.named(g.expr(t, env), t, env, func(xs *nkl.Var, env scope) nkl.Expr {
			if dares {
				return apply(ref(xs), g.expr(params[1], env))
			}
			return apply(ref(xs), g.over(xs, types.Bool, env))
		})
	}
	if dares {
		return apply(g.exprs(params, env)...)
	}
	return g.fitted(p, t, params, env)
}

// fitted changes numbers so that they satisfy checks of one number; for other
// checks it asks first.
func (g *generator) fitted(p *prim.Prim, t *types.Type, params []*types.Type, env scope) nkl.Expr {
	args := g.exprs(params, env)
	var asks []prim.Check
	for _, c := range p.Checks {
		a := c.Args[0]
		switch {
		case c.Cond == prim.NonZero && params[a] == types.Int:
			args[a] = g.op(prim.Or, args[a], integer(1))
		case c.Cond == prim.NonZero, c.Cond == prim.Positive:
			args[a] = g.positive(args[a], params[a])
		case c.Cond == prim.NotNegative:
			args[a] = g.op(prim.Mul, args[a], nkl.Zero(params[a]))
		default:
			asks = append(asks, c)
		}
	}
	if len(asks) == 0 {
		return &nkl.Prim{Node: g.at(), Op: p, Args: args}
	}
	return g.asking(p, t, params, args, asks, env)
}

// positive is a number of type t made positive.
func (g *generator) positive(e nkl.Expr, t *types.Type) nkl.Expr {
	switch t {
	case types.Int:
		return g.op(prim.Max, e, integer(1))
	case types.Float:
		return g.op(prim.Max, &nkl.Float{Val: 0.5}, e) // e may be no number
	}
	v := types.NewVar("a", t) // a type parameter
	return &nkl.Let{Bind: v, Rhs: e, Body: g.op(prim.Max, g.op(prim.One, ref(v)), ref(v))}
}

// asking applies p if its checks would pass.
func (g *generator) asking(p *prim.Prim, t *types.Type, params []*types.Type, args []nkl.Expr, asks []prim.Check, env scope) nkl.Expr {
	vs := make([]*nkl.Var, len(args))
	for i := range args {
		vs[i] = types.NewVar("a", params[i])
	}
	var e nkl.Expr = &nkl.Prim{Node: g.at(), Op: p, Args: nkl.Uses(vs)}
	for i := len(asks) - 1; i >= 0; i-- {
		e = &nkl.If{Cond: g.holds(asks[i], vs), Then: e, Else: g.small(t, env)}
	}
	for i := len(vs) - 1; i >= 0; i-- {
		e = &nkl.Let{Bind: vs[i], Rhs: args[i], Body: e}
	}
	return e
}

// holds is the condition of a check; where it takes more than a line, a
// stronger one.
func (g *generator) holds(c prim.Check, vs []*nkl.Var) nkl.Expr {
	arg := func(i int) nkl.Expr { return ref(vs[c.Args[i]]) }
	size := func(i int) nkl.Expr { return g.op(prim.Length, arg(i)) }
	switch c.Cond {
	case prim.IndexIn:
		return g.op(prim.And, g.op(prim.Ge, arg(0), integer(0)), g.op(prim.Lt, arg(0), size(1)))
	case prim.SameLength:
		return g.op(prim.Eq, size(0), size(1))
	}
	return g.op(prim.Eq, size(0), integer(0))
}

// count is a number of elements; a daring one may be negative.
func (g *generator) count(env scope, dares bool) nkl.Expr {
	switch {
	case dares:
		return g.around(env)
	case g.depth == 0 && g.chance(30):
		return integer(oddSizes[g.r.IntN(len(oddSizes))])
	}
	return g.bounded(env, 6)
}

// around is an int from -2 to 6.
func (g *generator) around(env scope) nkl.Expr { return g.op(prim.Sub, g.bounded(env, 9), integer(2)) }

// bounded is an int in 0..n-1.
func (g *generator) bounded(env scope, n int64) nkl.Expr {
	if g.chance(4) {
		return integer(int64(g.r.IntN(int(n))))
	}
	return g.op(prim.Rem, g.op(prim.Max, g.expr(types.Int, env), integer(0)), integer(n))
}

// safeElt is an element of xs, or something else of its type when it is empty.
func (g *generator) safeElt(xs *nkl.Var, t *types.Type, env scope) nkl.Expr {
	n := g.op(prim.Length, ref(xs))
	i := g.op(prim.Rem, g.op(prim.Max, g.expr(types.Int, env), integer(0)), g.op(prim.Max, n, integer(1)))
	return &nkl.If{Cond: g.op(prim.Gt, g.op(prim.Length, ref(xs)), integer(0)),
		Then: g.op(prim.Elt, ref(xs), i), Else: g.small(t, env)}
}

// indices is a sequence of indices of xs, with repetitions: none when it is
// empty.
func (g *generator) indices(xs *nkl.Var, env scope, dares bool) nkl.Expr {
	some := g.expr(types.Seq(types.Int), env)
	if dares {
		return some
	}
	n, i := types.NewVar("n", types.Int), types.NewVar("i", types.Int)
	index := g.op(prim.Rem, g.op(prim.Max, ref(i), integer(0)), g.op(prim.Max, ref(n), integer(1)))
	return &nkl.Let{Bind: n, Rhs: g.op(prim.Length, ref(xs)), Body: &nkl.If{
		Cond: g.op(prim.Gt, ref(n), integer(0)),
		Then: &nkl.Each{Node: g.at(), Binds: []*nkl.Var{i}, Seqs: []nkl.Expr{some}, Body: index},
		Else: &nkl.Seq{Elem: types.Int}}}
}

// over is a sequence as long as xs with elements of type t.
func (g *generator) over(xs *nkl.Var, t *types.Type, env scope) nkl.Expr {
	x := types.NewVar("x", xs.Type.Elem())
	g.depth++
	body := g.expr(t, env.with(x))
	g.depth--
	return &nkl.Each{Node: g.at(), Binds: []*nkl.Var{x}, Seqs: []nkl.Expr{ref(xs)}, Body: body}
}

// write stores values at indices, which may collide.
func (g *generator) write(t *types.Type, env scope, dares bool) nkl.Expr {
	return g.named(g.expr(t, env), t, env, func(xs *nkl.Var, env scope) nkl.Expr {
		return g.named(g.indices(xs, env, dares), types.Seq(types.Int), env, func(is *nkl.Var, env scope) nkl.Expr {
			return g.op(prim.Write, ref(xs), ref(is), g.over(is, t.Elem(), env))
		})
	})
}

// permute moves elements to the ranks of keys, which are distinct.
func (g *generator) permute(t *types.Type, env scope, dares bool) nkl.Expr {
	return g.named(g.expr(t, env), t, env, func(xs *nkl.Var, env scope) nkl.Expr {
		if dares {
			return g.op(prim.Permute, ref(xs), g.expr(types.Seq(types.Int), env))
		}
		return g.op(prim.Permute, ref(xs), g.op([]prim.Code{prim.Rank, prim.RankDown}[g.r.IntN(2)], g.over(xs, types.Int, env)))
	})
}

// partition cuts a sequence into a first part, an empty one, and the rest.
func (g *generator) partition(t *types.Type, env scope, dares bool) nkl.Expr {
	return g.named(g.expr(t, env), t, env, func(xs *nkl.Var, env scope) nkl.Expr {
		if dares {
			return g.op(prim.Partition, ref(xs), g.expr(types.Seq(types.Int), env))
		}
		k, n := types.NewVar("k", types.Int), types.NewVar("n", types.Int)
		parts := []nkl.Expr{ref(k), integer(0), g.op(prim.Sub, ref(n), ref(k))}
		cut := g.op(prim.Partition, ref(xs), &nkl.Seq{Elem: types.Int, Elems: parts})
		return &nkl.Let{Bind: n, Rhs: g.op(prim.Length, ref(xs)),
			Body: &nkl.Let{Bind: k, Rhs: g.op(prim.Min, g.bounded(env, 4), ref(n)), Body: cut}}
	})
}
