package gen

// The variables that may be used at a place.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

type scope []*nkl.Var

// of lists the variables of type t.
func (s scope) of(t *types.Type) scope { return s.where(func(u *types.Type) bool { return u == t }) }

// seqs lists the variables that are sequences.
func (s scope) seqs() scope { return s.where(func(t *types.Type) bool { return t.Kind == types.KSeq }) }

func (s scope) where(holds func(*types.Type) bool) (out scope) {
	for _, v := range s {
		if holds(v.Type) {
			out = append(out, v)
		}
	}
	return out
}

// with is s and more variables, in memory of its own.
func (s scope) with(vs ...*nkl.Var) scope { return append(append(scope(nil), s...), vs...) }

// pick is one of s, mostly one of those bound last.
func (g *generator) pick(s scope) *nkl.Var {
	if n := len(s); n > 3 && !g.chance(3) {
		s = s[n-3:]
	}
	return s[g.r.IntN(len(s))]
}

// named binds e, of type t, to a variable for body, unless it is one already.
func (g *generator) named(e nkl.Expr, t *types.Type, env scope, body func(*nkl.Var, scope) nkl.Expr) nkl.Expr {
	if r, ok := e.(*nkl.Ref); ok {
		return body(r.Var, env)
	}
	v := types.NewVar("s", t)
	return &nkl.Let{Bind: v, Rhs: e, Body: body(v, env.with(v))}
}

func ref(v *nkl.Var) nkl.Expr { return &nkl.Ref{Var: v} }

func integer(n int64) nkl.Expr { return &nkl.Int{Val: n} }

func (g *generator) op(code prim.Code, args ...nkl.Expr) nkl.Expr {
	return nkl.Op(g.at().P, code, args...)
}
