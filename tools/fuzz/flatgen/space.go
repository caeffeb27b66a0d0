package flatgen

// Vectors and their index spaces, and what is in scope.

import (
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// A space is a set of indices: the vectors in it are equally long.
type space[E any] struct{ n E }

// A vec is a vector with its space.
type vec[E any] struct {
	v *types.Var
	*space[E]
}

// A desc is a descriptor: the space of its segments and that of their elements.
type desc[E any] struct {
	sd         []E // the operands that describe it
	segs, elem *space[E]
}

// A scope is what may be used at a place.
type scope[E any] struct {
	scalars []*types.Var
	vecs    []vec[E]
	descs   []desc[E]
}

// inner is a scope for a body, in memory of its own.
func (s *scope[E]) inner() *scope[E] {
	return &scope[E]{append([]*types.Var(nil), s.scalars...), append([]vec[E](nil), s.vecs...), append([]desc[E](nil), s.descs...)}
}

// of lists the scalars of type t.
func (s *scope[E]) of(t *types.Type) (vs []*types.Var) {
	for _, v := range s.scalars {
		if v.Type == t {
			vs = append(vs, v)
		}
	}
	return vs
}

// in lists the vectors of a space, any if it is nil, with elements for which is
// holds.
func (s *scope[E]) in(sp *space[E], is func(*types.Type) bool) (out []vec[E]) {
	for _, x := range s.vecs {
		if (sp == nil || x.space == sp) && is(x.v.Type.Elem()) {
			out = append(out, x)
		}
	}
	return out
}

func anything(*types.Type) bool { return true }

func isType(t *types.Type) func(*types.Type) bool {
	return func(u *types.Type) bool { return u == t }
}

// param adds a parameter; a vector has a space of its own.
func (g *generator[E]) param(l *lets[E], s *scope[E], v *types.Var) {
	if v.Type.Kind == types.KVec {
		s.vecs = append(s.vecs, vec[E]{v, g.measured(l, s, v)})
	} else {
		s.scalars = append(s.scalars, v)
	}
}

// measured is a new space, as long as v.
func (g *generator[E]) measured(l *lets[E], s *scope[E], v *types.Var) *space[E] {
	n := types.NewVar("n", types.Int)
	l.Set([]*types.Var{n}, g.length(g.use(v)))
	s.scalars = append(s.scalars, n)
	return &space[E]{g.use(n)}
}

// oddSizes are sizes around those of warps and groups.
var oddSizes = []int64{0, 1, 31, 32, 33, 255, 256, 257}

// space is one in scope, or a new one.
func (g *generator[E]) space(l *lets[E], s *scope[E]) *space[E] {
	if n := len(s.vecs); n > 0 && !g.chance(4) {
		return s.vecs[max(g.r.IntN(n), g.r.IntN(n))].space
	}
	if g.chance(12) {
		return &space[E]{g.n(oddSizes[g.r.IntN(len(oddSizes))])}
	}
	return &space[E]{g.bounded(l, s, 7)}
}

// mapped is a new vector of a space.
func (g *generator[E]) mapped(l *lets[E], s *scope[E], sp *space[E], t *types.Type) vec[E] {
	i, v := types.NewVar("i", types.Int), types.NewVar("v", types.Vec(t))
	l.Set([]*types.Var{v}, g.mapn(sp.n, i, g.body(s, sp, i, nil, []*types.Type{t})))
	s.vecs = append(s.vecs, vec[E]{v, sp})
	return vec[E]{v, sp}
}

// one is a vector of a space with elements of type t.
func (g *generator[E]) one(l *lets[E], s *scope[E], sp *space[E], t *types.Type) vec[E] {
	if xs := s.in(sp, isType(t)); len(xs) > 0 && !g.chance(4) {
		return xs[g.r.IntN(len(xs))]
	}
	return g.mapped(l, s, sp, t)
}

// operator is one that combines elements of type t; sums of floats depend on
// their order.
func (g *generator[E]) operator(t *types.Type) prim.Rop {
	for {
		op := prim.Rop(g.r.IntN(int(prim.RSize)))
		if op.Combines(t) && (t != types.Float || op == prim.RMax || op == prim.RMin) {
			return op
		}
	}
}
