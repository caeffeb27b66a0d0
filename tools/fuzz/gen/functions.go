package gen

// Functions and calls, with type parameters where the language has them.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// function adds a function with parameters of random types: plain, polymorphic,
// or taking a function.
func (g *generator) function(name string) {
	f := &nkl.Func{Name: name}
	var env scope
	param := func(hint string, t *types.Type) {
		v := types.NewVar(hint, t)
		f.Params, env = append(f.Params, v), append(env, v)
	}
	g.begin(g.c.Size)
	if g.lang.HasKind(types.KVar) && g.chance(3) {
		v := types.TVar("a", []types.Class{types.Any, types.Any, types.Number, types.Ordinal}[g.r.IntN(4)])
		g.tvars = []*types.Type{v}
		f.TypeParams = append(f.TypeParams, v)
		param("p", v)
		param("p", types.Seq(v))
	}
	if g.lang.HasKind(types.KVar) && g.lang.HasKind(types.KFun) && g.chance(4) {
		id := types.TVar("f", types.Any)
		f.TypeParams = append(f.TypeParams, id)
		param("f", types.Fun(id, g.typ(0), g.typ(1)))
	}
	for range 1 + g.r.IntN(3) {
		param("p", g.typ(2))
	}
	f.Result = g.typ(2)
	f.Body = g.expr(f.Result, env)
	g.define(f)
	g.tvars = nil
}

// call applies a function made before, if one has this result.
func (g *generator) call(t *types.Type, env scope) nkl.Expr {
	type target struct {
		f   *nkl.Func
		sub map[*types.Type]*types.Type
	}
	var ts []target
	for _, f := range g.funcs {
		sub := map[*types.Type]*types.Type{}
		if matchParams(f, t, sub) {
			ts = append(ts, target{f, sub})
		}
	}
	if len(ts) == 0 {
		return nil
	}
	c := ts[g.r.IntN(len(ts))]
	return g.callOf(c.f, c.sub, env)
}

// matchParams binds type parameters of f so that its result is t.
func matchParams(f *nkl.Func, t *types.Type, sub map[*types.Type]*types.Type) bool {
	if len(f.TypeParams) == 0 {
		return f.Result == t
	}
	return match(f.Result, t, sub)
}

// callOf calls f; sub is what is known of its type arguments. A call of a
// polymorphic function whose arguments would nest too deeply is not made.
func (g *generator) callOf(f *nkl.Func, sub map[*types.Type]*types.Type, env scope) nkl.Expr {
	c := &nkl.Call{Node: g.at(), Fn: f.Name}
	subst := func(t *types.Type) *types.Type {
		return t.Map(func(t *types.Type) *types.Type {
			if s := sub[t]; s != nil {
				return s
			}
			return t
		})
	}
	for _, v := range f.TypeParams {
		if sub[v] == nil && v.Name != "f" {
			sub[v] = g.inClass(v.Class)
		}
		if sub[v] != nil && !prim.InClass(sub[v], v.Class) {
			return nil
		}
	}
	for i, p := range f.Params {
		t := subst(p.Type)
		switch {
		case levels(t) > maxLevels:
			return nil
		case i == 0 && measured(f):
			c.Args = append(c.Args, g.bounded(env, 5))
		case t.Kind == types.KFun:
			v, ft := g.funValue(t.Elems[1], t.Elems[2], env)
			sub[p.Type.Elems[0]] = ft.Elems[0]
			c.Args = append(c.Args, v)
		default:
			c.Args = append(c.Args, g.expr(t, env))
		}
	}
	for _, v := range f.TypeParams {
		c.TypeArgs = append(c.TypeArgs, sub[v])
	}
	return c
}
