package gen

// Apply-to-each and filters, with everything in scope captured.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// maxDepth bounds how deep maps nest in one function.
const maxDepth = 4

// each is apply-to-each over one or more sequences of equal length.
func (g *generator) each(t *types.Type, env scope) nkl.Expr {
	return g.overSource(env, func(binds []*nkl.Var, seqs []nkl.Expr, in scope) nkl.Expr {
		return &nkl.Each{Node: g.at(), Binds: binds, Seqs: seqs, Body: g.expr(t.Elem(), in)}
	})
}

// filter is apply-to-each with a condition.
func (g *generator) filter(t *types.Type, env scope) nkl.Expr {
	return g.overSource(env, func(binds []*nkl.Var, seqs []nkl.Expr, in scope) nkl.Expr {
		cond := g.expr(types.Bool, in)
		if g.chance(6) {
			cond = &nkl.Bool{Val: g.chance(2)}
		}
		return &nkl.EachIf{Node: g.at(), Binds: binds, Seqs: seqs, Cond: cond, Body: g.expr(t.Elem(), in)}
	})
}

// overSource makes a map over some sequence; body gets the scope inside.
func (g *generator) overSource(env scope, body func([]*nkl.Var, []nkl.Expr, scope) nkl.Expr) nkl.Expr {
	if g.depth >= maxDepth {
		return nil
	}
	e, t := g.source(env)
	return g.named(e, t, env, func(xs *nkl.Var, env scope) nkl.Expr {
		binds, seqs := g.generators(xs, env)
		g.depth++
		m := body(binds, seqs, env.with(binds...))
		g.depth--
		return m
	})
}

// source is a sequence to map over, and its type.
func (g *generator) source(env scope) (nkl.Expr, *types.Type) {
	if vs := env.seqs(); len(vs) > 0 && !g.chance(3) {
		v := g.pick(vs)
		return ref(v), v.Type
	}
	t := g.seqType(2)
	return g.expr(t, env), t
}

// generators binds elements of xs, and sometimes of its indices, or of another
// sequence: one as long, or, daring, any one.
func (g *generator) generators(xs *nkl.Var, env scope) ([]*nkl.Var, []nkl.Expr) {
	binds, seqs := []*nkl.Var{types.NewVar("e", xs.Type.Elem())}, []nkl.Expr{ref(xs)}
	more := func(name string, t *types.Type, s nkl.Expr) {
		binds, seqs = append(binds, types.NewVar(name, t)), append(seqs, s)
	}
	switch g.r.IntN(8) {
	case 0, 1:
		more("i", types.Int, g.op(prim.Index, g.op(prim.Length, ref(xs))))
	case 2:
		if g.depth < maxDepth {
			t := g.typ(1)
			more("z", t, g.over(xs, t, env))
		}
	case 3:
		if vs := env.seqs(); len(vs) > 0 && g.dares() {
			v := g.pick(vs)
			more("y", v.Type.Elem(), ref(v))
		}
	}
	return binds, seqs
}
