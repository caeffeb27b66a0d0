package gen

// Expressions by type. Fuel bounds the size: without fuel, the smallest
// expression of a type is taken.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// expr makes an expression of type t.
func (g *generator) expr(t *types.Type, env scope) nkl.Expr {
	g.fuel--
	if vs := env.of(t); len(vs) > 0 && (g.fuel <= 0 || g.r.IntN(3) == 0) {
		return ref(g.pick(vs))
	}
	if g.fuel <= 0 {
		return g.small(t, env)
	}
	switch g.r.IntN(12) {
	case 0:
		return g.let(t, env)
	case 1:
		return &nkl.If{Cond: g.expr(types.Bool, env), Then: g.expr(t, env), Else: g.expr(t, env)}
	case 2:
		if e := g.call(t, env); e != nil {
			return e
		}
	case 3:
		if e := g.element(t, env); e != nil {
			return e
		}
	case 4:
		if e := g.projection(t, env); e != nil {
			return e
		}
	}
	switch t.Kind {
	case types.KTuple:
		return &nkl.Tuple{Elems: []nkl.Expr{g.expr(t.Elems[0], env), g.expr(t.Elems[1], env)}}
	case types.KSeq:
		return g.seq(t, env)
	}
	return g.scalar(t, env)
}

// small makes the smallest expression of a type.
func (g *generator) small(t *types.Type, env scope) nkl.Expr {
	switch t.Kind {
	case types.KTuple:
		return &nkl.Tuple{Elems: []nkl.Expr{g.small(t.Elems[0], env), g.small(t.Elems[1], env)}}
	case types.KSeq:
		if vs := env.of(t); len(vs) > 0 {
			return ref(g.pick(vs))
		}
		s := &nkl.Seq{Elem: t.Elem()}
		for range g.r.IntN(3) {
			s.Elems = append(s.Elems, g.small(t.Elem(), env))
		}
		return s
	}
	return g.literal(t)
}

func (g *generator) let(t *types.Type, env scope) nkl.Expr {
	v := types.NewVar("x", g.typ(2))
	return &nkl.Let{Bind: v, Rhs: g.expr(v.Type, env), Body: g.expr(t, env.with(v))}
}

// call applies a function made before, if one has this result.
func (g *generator) call(t *types.Type, env scope) nkl.Expr {
	var fs []*nkl.Func
	for _, f := range g.m.Funcs {
		if f.Result == t {
			fs = append(fs, f)
		}
	}
	if len(fs) == 0 {
		return nil
	}
	f := fs[g.r.IntN(len(fs))]
	c := &nkl.Call{Fn: f.Name}
	for i, p := range f.Params {
		if i == 0 && measured(f) {
			c.Args = append(c.Args, g.bounded(env, 5))
			continue
		}
		c.Args = append(c.Args, g.expr(p.Type, env))
	}
	return c
}

// element takes an element of a sequence in scope, or something else of its
// type when it is empty.
func (g *generator) element(t *types.Type, env scope) nkl.Expr {
	vs := env.of(types.Seq(t))
	if len(vs) == 0 {
		return nil
	}
	v := g.pick(vs)
	if g.c.Risky && g.r.IntN(3) == 0 {
		return op("elt", ref(v), g.expr(types.Int, env))
	}
	n := op("length", ref(v))
	i := op("rem", op("max", g.expr(types.Int, env), integer(0)), op("max", n, integer(1)))
	return &nkl.If{Cond: op("gt", op("length", ref(v)), integer(0)), Then: op("elt", ref(v), i), Else: g.small(t, env)}
}

// projection takes a component of a pair in scope.
func (g *generator) projection(t *types.Type, env scope) nkl.Expr {
	for _, v := range env {
		if v.Type.Kind != types.KTuple {
			continue
		}
		for i, c := range v.Type.Elems {
			if c == t && g.r.IntN(2) == 0 {
				return &nkl.Proj{Index: i, Of: ref(v)}
			}
		}
	}
	return nil
}

func op(name string, args ...nkl.Expr) nkl.Expr {
	return &nkl.Prim{Op: prim.Must(name), Args: args}
}

func integer(n int64) nkl.Expr { return &nkl.Int{Val: n} }
