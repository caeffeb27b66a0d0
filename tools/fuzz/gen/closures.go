package gen

// Function values: made where they capture what is in scope, called by name,
// passed to functions, kept in sequences.

import (
	"fmt"

	"nessiec/ir/nkl"
	"nessiec/ir/types"
)

// apply calls a function value in scope that has this result.
func (g *generator) apply(t *types.Type, env scope) nkl.Expr {
	fs := env.where(func(u *types.Type) bool { return u.Kind == types.KFun && u.Elems[2] == t })
	if len(fs) == 0 {
		return nil
	}
	f := g.pick(fs)
	return &nkl.Apply{Node: g.at(), Fun: ref(f), Arg: g.expr(f.Type.Elems[1], env)}
}

// withLambda binds a function value, or a sequence of them that capture an
// element each, and goes on.
func (g *generator) withLambda(t *types.Type, env scope) nkl.Expr {
	if !firstOrder(t) {
		return nil
	}
	arg, res := g.typ(1), t
	if levels(res) > 2 || g.chance(2) {
		res = g.base()
	}
	if g.chance(2) || t.Kind != types.KSeq || g.depth >= maxDepth {
		e, ft := g.funValue(arg, res, env)
		f := types.NewVar("f", ft)
		return &nkl.Let{Bind: f, Rhs: e, Body: g.expr(t, env.with(f))}
	}
	return g.manyLambdas(t, arg, env)
}

// manyLambdas makes a function per element of a sequence and maps over them.
func (g *generator) manyLambdas(t, arg *types.Type, env scope) nkl.Expr {
	src, st := g.source(env)
	e := types.NewVar("e", st.Elem())
	g.depth++
	lam, ft := g.lambda(arg, t.Elem(), env.with(e))
	g.depth--
	f, fs := types.NewVar("f", ft), types.NewVar("fs", types.Seq(ft))
	g.depth++
	body := &nkl.Apply{Node: g.at(), Fun: ref(f), Arg: g.expr(arg, env)}
	g.depth--
	return &nkl.Let{Bind: fs, Rhs: &nkl.Each{Node: g.at(), Binds: []*nkl.Var{e}, Seqs: []nkl.Expr{src}, Body: lam},
		Body: &nkl.Each{Node: g.at(), Binds: []*nkl.Var{f}, Seqs: []nkl.Expr{ref(fs)}, Body: body}}
}

// funValue is a function from arg to res, and its type: one in scope, a
// top-level one, or a new one.
func (g *generator) funValue(arg, res *types.Type, env scope) (nkl.Expr, *types.Type) {
	fs := env.where(func(u *types.Type) bool { return u.Kind == types.KFun && u.Elems[1] == arg && u.Elems[2] == res })
	if len(fs) > 0 && g.chance(2) {
		f := g.pick(fs)
		return ref(f), f.Type
	}
	for _, f := range g.funcs {
		if len(f.Params) == 1 && len(f.TypeParams) == 0 && f.Params[0].Type == arg && f.Result == res {
			t := types.Fun(types.Clo(f.Name), arg, res)
			return &nkl.FunVal{Fn: f.Name, Type: t}, t
		}
	}
	return g.lambda(arg, res, env)
}

// label is that of a new lambda.
func (g *generator) label() string {
	g.labels++
	return fmt.Sprintf("lambda%d", g.labels)
}

// lambda makes a new function value. It captures what its body uses.
func (g *generator) lambda(arg, res *types.Type, env scope) (nkl.Expr, *types.Type) {
	entry := g.entry
	g.entry = false
	defer func() { g.entry = entry }()
	l := &nkl.Lambda{Label: g.label(), Param: types.NewVar("x", arg)}
	l.Body = g.expr(res, env.with(l.Param))
	var captured []*types.Type
	for _, v := range nkl.FreeVars(l.Body) {
		if v != l.Param {
			l.Captures, captured = append(l.Captures, v), append(captured, v.Type)
		}
	}
	return l, types.Fun(types.Clo(l.Label, captured...), arg, res)
}
