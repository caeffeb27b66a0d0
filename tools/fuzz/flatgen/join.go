package flatgen

// Code that combines tuples: associative, with zeros as its identity, and in all
// but one kind not commutative.

import (
	"nessiec/ir/fkl"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// A joiner is such code: params are the components of a tuple, and then those of
// the next.
type joiner[E any] struct {
	types  []*types.Type
	params []*types.Var
	body   E
}

func (g *generator[E]) joiner() *joiner[E] {
	j := &joiner[E]{}
	kind := g.r.IntN(4)
	switch kind {
	case 0:
		j.types = []*types.Type{types.Int}
	case 1:
		j.types = []*types.Type{types.Int, types.Int}
	default:
		for range 1 + g.r.IntN(3) {
			j.types = append(j.types, []*types.Type{types.Int, types.Bool, types.Char}[g.r.IntN(3)])
		}
	}
	for _, name := range []string{"x", "y"} {
		for _, t := range j.types {
			j.params = append(j.params, types.NewVar(name, t))
		}
	}
	n := len(j.types)
	l, x, y := g.lets(), g.uses(j.params[:n]), g.uses(j.params[n:])
	switch kind {
	case 0:
		j.body = l.In(g.ret(l.Bind("s", types.Int, g.apply("add", x[0], y[0]))))
	case 1:
		j.body = l.In(g.ret(g.composed(l, x, y)...))
	case 2:
		j.body = l.In(g.ifs(g.isZero(l, j.types, y), g.ret(x...), g.ret(y...)))
	default:
		j.body = l.In(g.ifs(g.isZero(l, j.types, x), g.ret(y...), g.ret(x...)))
	}
	return j
}

// composed is the affine map x, of z to (1 + x0) z + x1, followed by y.
func (g *generator[E]) composed(l *lets[E], x, y []E) []E {
	bind := func(op string, a, b E) E { return l.Bind("c", types.Int, g.apply(op, a, b)) }
	s, u := bind("add", x[0], g.n(1)), bind("add", y[0], g.n(1))
	return []E{bind("sub", bind("mul", s, u), g.n(1)), bind("add", bind("mul", u, x[1]), y[1])}
}

// isZero is whether all components of a tuple are zero.
func (g *generator[E]) isZero(l *lets[E], ts []*types.Type, xs []E) E {
	all := g.bool(true)
	for i, t := range ts {
		zero := g.n(0)
		switch t.Kind {
		case types.KBool:
			zero = g.bool(false)
		case types.KChar:
			zero = g.char(0)
		}
		same := l.Bind("same", types.Bool, g.apply("eq", xs[i], zero))
		all = l.Bind("all", types.Bool, g.apply("and", all, same))
	}
	return all
}

func (g *generator[E]) uses(vs []*types.Var) []E {
	out := make([]E, len(vs))
	for i, v := range vs {
		out[i] = g.use(v)
	}
	return out
}

// fold adds what tuples of a space, or of its segments, combine to.
func (g *flat) fold(l *lets[fkl.Expr], s *scope[fkl.Expr], scan bool) {
	j := g.joiner()
	var d *desc[fkl.Expr]
	sp := g.space(l, s)
	if k := len(s.descs); k > 0 && g.chance(2) {
		d = &s.descs[g.r.IntN(k)]
		sp = d.elem
	}
	vecs, vs := make([]fkl.Expr, len(j.types)), newVectors("fold", j.types)
	for i, t := range j.types {
		vecs[i] = g.use(g.one(l, s, sp, t).v)
	}
	if d != nil {
		l.Set(vs, &fkl.SegFold{Scan: scan, Sd: d.sd[0], Vecs: vecs, Params: j.params, Body: j.body})
		if !scan {
			sp = d.segs
		}
	} else {
		if !scan {
			for i, t := range j.types {
				vs[i] = types.NewVar("fold", t)
			}
		}
		l.Set(vs, &fkl.Fold{Scan: scan, Vecs: vecs, Params: j.params, Body: j.body})
		if !scan {
			s.scalars = append(s.scalars, vs...)
			return
		}
	}
	for _, v := range vs {
		s.vecs = append(s.vecs, vec[fkl.Expr]{v, sp})
	}
}

// combined adds tuples to results of types ts with these operators.
func (g *kernel) combined(ts []*types.Type, ops []prim.Rop) ([]*types.Type, []prim.Rop, []*lcu.Thunk) {
	var joins []*lcu.Thunk
	for n := g.r.IntN(3); n > 0; n-- {
		j := g.joiner()
		for _, t := range j.types {
			ts, ops = append(ts, t), append(ops, prim.RJoin)
		}
		joins = append(joins, &lcu.Thunk{Params: j.params, Body: j.body})
	}
	return ts, ops, joins
}
