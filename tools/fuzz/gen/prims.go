package gen

// Applications of primitives. Which ones make a type follows from their
// schemes in the table.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/prim/prelude"
	"nessiec/ir/types"
)

// A use is a primitive that makes a type, with the types of its variables as
// far as the result decides them.
type use struct {
	p   *prim.Prim
	env map[*types.Type]*types.Type
}

// generated reports whether programs may have p anywhere: it neither does input
// or output nor takes what programs do not have, such as the functions of
// the prelude that it may become calls of.
func generated(p *prim.Prim) bool {
	if p.IsEffect() || len(prelude.Helpers(p.Name)) > 0 {
		return false
	}
	for _, t := range append(p.Scheme().Params, p.Scheme().Result) {
		if t.Has(types.KStream) {
			return false
		}
	}
	return true
}

// uses lists the primitives whose result can be t.
func (mk *Maker) uses(t *types.Type) []use {
	us, ok := mk.byType[t]
	if ok {
		return us
	}
	for _, p := range mk.prims {
		env := map[*types.Type]*types.Type{}
		if match(p.Scheme().Result, t, env) {
			us = append(us, use{p, env})
		}
	}
	mk.byType[t] = us
	return us
}

// match binds the variables of the scheme type p so that it equals t.
func match(p, t *types.Type, env map[*types.Type]*types.Type) bool {
	if p.Kind == types.KVar {
		if env[p] == nil && prim.InClass(t, p.Class) {
			env[p] = t
		}
		return env[p] == t
	}
	if p == t && !p.Has(types.KVar) {
		return true
	}
	if p.Kind != t.Kind || len(p.Elems) == 0 || len(p.Elems) != len(t.Elems) {
		return false
	}
	for i, q := range p.Elems {
		if !match(q, t.Elems[i], env) {
			return false
		}
	}
	return true
}

// prim applies a primitive to arguments that fit its checks.
func (g *generator) prim(t *types.Type, env scope) nkl.Expr {
	us := g.uses(t)
	if len(us) == 0 {
		return nil
	}
	u := us[g.r.IntN(len(us))]
	params, ok := g.instance(u)
	if !ok {
		return nil
	}
	switch {
	case len(u.p.Checks) > 0:
		return g.checked(u.p, t, params, env)
	case u.p.Code == prim.AddSize || u.p.Code == prim.MulSize: // of sizes, which are not negative
		return g.op(u.p.Code, g.op(prim.Max, g.expr(types.Int, env), integer(0)), g.op(prim.Max, g.expr(types.Int, env), integer(0)))
	}
	return &nkl.Prim{Node: g.at(), Op: u.p, Args: g.exprs(params, env)}
}

// instance is the parameter types of a use; not ok if they are too deep or have
// floats that are not wanted.
func (g *generator) instance(u use) (params []*types.Type, ok bool) {
	free := map[*types.Type]*types.Type{}
	for _, p := range u.p.Scheme().Params {
		t := p.Map(func(t *types.Type) *types.Type {
			if t.Kind != types.KVar {
				return t
			}
			if s := u.env[t]; s != nil {
				return s
			}
			if free[t] == nil {
				free[t] = g.inClass(t.Class)
			}
			return free[t]
		})
		if levels(t) > maxLevels || t.Has(types.KFloat) && !g.c.Floats {
			return nil, false
		}
		params = append(params, t)
	}
	return params, true
}

func (g *generator) exprs(ts []*types.Type, env scope) []nkl.Expr {
	es := make([]nkl.Expr, len(ts))
	for i, t := range ts {
		es[i] = g.expr(t, env)
	}
	return es
}
