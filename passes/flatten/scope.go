package flatten

// Scopes: where an expression is translated, and what its variables are there.

import (
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// A scope is the host (sp nil: one value each) or the elements of a space.
// Variables of the enclosing scope enter by enter.
type scope struct {
	sp        *indexSpace
	vars      map[*nkl.Var]rep
	parent    *scope
	allActive bool // the elements of a lifted function, or some of them
	once      bool // on the host, for all elements that share it
	kept      *firstCall
	enter     func(b *block, r rep) rep
}

func hostScope() *scope { return &scope{vars: map[*nkl.Var]rep{}} }

// host reports whether s is the host.
func (s *scope) host() bool { return s.sp == nil }

// lookup returns the rep of v in s.
func (s *scope) lookup(b *block, v *nkl.Var) rep {
	if r, ok := s.vars[v]; ok {
		return b.plain(r)
	}
	if first := s.kept.first(v); first != nil {
		return s.numbered(b, v, first)
	}
	if s.parent == nil {
		panic("flatten: variable " + v.Name + " is not in scope")
	}
	type key struct {
		s *scope
		v *nkl.Var
	}
	return memo(b, memoKey{key{s, v}, "enter"}, func() rep {
		r := s.parent.lookup(b, v)
		if uniform(r) || s.enter == nil {
			return r
		}
		return s.enter(b, r)
	})
}

// segments is the scope of an apply-to-each inside s: its elements are those
// of sp, whose segments belong to the elements of s.
func (s *scope) segments(sp *indexSpace) *scope {
	return &scope{sp: sp, vars: map[*nkl.Var]rep{}, parent: s, kept: s.kept,
		enter: func(b *block, r rep) rep { return b.replicate(r, sp) }}
}

// branch is the scope of one side of a lifted conditional.
func (s *scope) branch(sp *indexSpace, vs []*nkl.Var, rs []rep) *scope {
	a := &scope{sp: sp, vars: map[*nkl.Var]rep{}, parent: s, allActive: s.allActive, kept: s.kept,
		enter: func(*block, rep) rep { panic("flatten: a variable of an arm was not split") }}
	for i, v := range vs {
		a.vars[v] = rs[i]
	}
	return a
}

// onHost is s seen from host code that uses its uniform variables only.
func (s *scope) onHost() *scope {
	return &scope{vars: map[*nkl.Var]rep{}, parent: s, once: true}
}

// allUniform reports whether every free variable of es is uniform in s.
func (s *scope) allUniform(b *block, es ...nkl.Expr) bool {
	for _, e := range es {
		for _, v := range nkl.FreeVars(e) {
			if !uniform(s.lookup(b, v)) {
				return false
			}
		}
	}
	return true
}

// uniformWork translates work whose operands are all uniform: on the host as it is,
// in a lifted scope under the condition that some element is active. Its
// result is unspecified values (zeros and empty sequences) where none is.
func (t *translator) uniformWork(b *block, s *scope, ty *types.Type, f func(b *block, s *scope) rep) rep {
	if s.host() {
		return f(b, s)
	}
	then, els := b.nested(), b.nested()
	r := f(then, s.onHost())
	if u, ok := r.(uniformSeq); ok && len(then.steps) == 0 && places(u.elems) {
		return b.placesOnly(u)
	}
	some := b.prim(prim.Gt, types.Bool, s.sp.n, num(0))
	vs := b.letN("u", leafTypes(ty, false), &fkl.If{Cond: some,
		Then: then.ret(then.leaves(r, false, nil)...), Else: els.ret(els.empty(ty, false)...)})
	return fromLeaves(b, ty, false, vs)
}

// places reports whether r is ints that are computed where they are used.
func places(r rep) bool {
	d, ok := r.(*delayed)
	return ok && !d.reads && !d.bySeg && d.t == types.Int
}

// placesOnly is a sequence of places for which there is no code. Where no element is active, its
// length may be anything.
func (b *block) placesOnly(u uniformSeq) rep {
	d := *u.elems.(*delayed)
	d.sp = &indexSpace{n: b.prim(prim.Max, types.Int, u.n, num(0))}
	return uniformSeq{elems: &d, n: u.n}
}

// empty lists the leaves of a value of type t that nobody looks at: zeros, or
// vectors without elements.
func (b *block) empty(t *types.Type, lifted bool) []fkl.Expr { return b.none(leafTypes(t, lifted)) }

func (b *block) none(ts []*types.Type) []fkl.Expr {
	out := make([]fkl.Expr, len(ts))
	for i, lt := range ts {
		if lt.Kind == types.KVec {
			out[i] = b.let("none", lt, &fkl.Vec{Elem: lt.Elem()})
		} else {
			out[i] = zero(lt)
		}
	}
	return out
}
