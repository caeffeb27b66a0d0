package flatten

// Scopes: where an expression is translated, and what its variables are there.

import (
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/flatten/boundary"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/rep"
)

// A scope is the host (sp nil: one value each) or the elements of a space.
// Variables of the enclosing scope enter by enter.
type scope struct {
	sp        *emit.Space
	vars      map[*nkl.Var]rep.Value
	parent    *scope
	allActive bool // the elements of a lifted function, or some of them
	notEmpty  bool // there are elements for certain
	once      bool // on the host, for all elements that share it
	kept      *firstCall
	segmented bool // the segments of sp belong to the elements of parent
	enter     func(b *emit.Block, r rep.Value) rep.Value
}

func hostScope() *scope { return &scope{vars: map[*nkl.Var]rep.Value{}} }

// host reports whether s is the host.
func (s *scope) host() bool { return s.sp == nil }

// lookup returns the value of v in s.
func (s *scope) lookup(b *emit.Block, v *nkl.Var) rep.Value {
	if r, ok := s.vars[v]; ok {
		return boundary.Plain(b, r)
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
	return emit.Memo(b, emit.Key{Of: key{s, v}, What: "enter"}, func() rep.Value {
		r := s.parent.lookup(b, v)
		if rep.Uniform(r) || s.enter == nil {
			return r
		}
		return s.enter(b, r)
	})
}

// segments is the scope of an apply-to-each inside s: its elements are those
// of sp, whose segments belong to the elements of s.
func (s *scope) segments(sp *emit.Space) *scope {
	return &scope{sp: sp, vars: map[*nkl.Var]rep.Value{}, parent: s, kept: s.kept, segmented: true,
		enter: func(b *emit.Block, r rep.Value) rep.Value { return rep.Replicate(b, r, sp) }}
}

// ofSegments is v, which is the same for all elements of a segment, by segment, or for all; nil if it is not.
func (s *scope) ofSegments(b *emit.Block, v *nkl.Var) rep.Value {
	if _, own := s.vars[v]; !own && s.segmented && s.kept.first(v) == nil {
		return s.parent.lookup(b, v)
	}
	if r := s.lookup(b, v); rep.Uniform(r) {
		return r
	}
	return nil
}

// branch is the scope of one side of a lifted conditional.
func (s *scope) branch(sp *emit.Space, vs []*nkl.Var, rs []rep.Value) *scope {
	a := &scope{sp: sp, vars: map[*nkl.Var]rep.Value{}, parent: s, allActive: s.allActive, kept: s.kept,
		enter: func(*emit.Block, rep.Value) rep.Value { panic("flatten: a variable of an arm was not split") }}
	for i, v := range vs {
		a.vars[v] = rs[i]
	}
	return a
}

// onHost is s seen from host code that uses its uniform variables only.
func (s *scope) onHost() *scope {
	return &scope{vars: map[*nkl.Var]rep.Value{}, parent: s, once: true}
}

// allUniform reports whether every free variable of es is uniform in s.
func (s *scope) allUniform(b *emit.Block, es ...nkl.Expr) bool {
	for _, e := range es {
		for _, v := range nkl.FreeVars(e) {
			if !rep.Uniform(s.lookup(b, v)) {
				return false
			}
		}
	}
	return true
}

// uniformCode reports whether element code e is the same for all elements of s: what it uses is
// uniform, or a sequence of which it asks nothing but the length, which is one for all.
func (s *scope) uniformCode(b *emit.Block, e nkl.Expr) bool {
	read := map[*nkl.Var]bool{} // but for its length
	var walk func(e nkl.Expr)
	walk = func(e nkl.Expr) {
		if p, ok := e.(*nkl.Prim); ok && p.Op.Code == prim.Length {
			return
		}
		if x, ok := e.(*nkl.Ref); ok {
			read[x.Var] = true
		}
		e.Children(func(_ int, c nkl.Expr) { walk(c) })
	}
	walk(e)
	for _, v := range nkl.FreeVars(e) {
		if !rep.Uniform(s.lookup(b, v)) && (read[v] || rep.KnownLength(b, v.Type.Sizes[0]) == nil) {
			return false
		}
	}
	return true
}

// uniformValue is v, which uniformCode has allowed: a sequence that differs by element has its
// length only.
func (s *scope) uniformValue(b *emit.Block, v *nkl.Var) rep.Value {
	r := s.lookup(b, v)
	if rep.Uniform(r) {
		return r
	}
	return rep.Seq{N: rep.KnownLength(b, v.Type.Sizes[0])}
}

// uniformWork translates work whose operands are all uniform: on the host as it is,
// in a lifted scope under the condition that some element is active, unless that is certain. Its
// result is unspecified values (zeros and empty sequences) where none is.
func (t *translator) uniformWork(b *emit.Block, s *scope, ty *types.Type, f func(b *emit.Block, s *scope) rep.Value) rep.Value {
	if s.host() {
		return f(b, s)
	}
	if s.notEmpty {
		return f(b, s.onHost())
	}
	then, els := b.Nested(), b.Nested()
	r := f(then, s.onHost())
	if u, ok := r.(rep.Seq); ok && len(then.Steps) == 0 && places(u.Elems) {
		return placesOnly(b, u)
	}
	some := b.Prim(prim.Gt, types.Bool, s.sp.N, emit.Num(0))
	vs := b.LetN("u", rep.LeafTypes(ty, false), &fkl.If{Cond: some,
		Then: then.Ret(rep.Leaves(then, r, false, nil)...), Else: els.Ret(rep.Empty(els, ty, false)...)})
	return rep.FromLeaves(b, ty, false, vs)
}

// places reports whether r is ints that are computed where they are used.
func places(r rep.Value) bool {
	d, ok := r.(*rep.Delayed)
	return ok && !d.Reads && !d.BySeg && d.Type == types.Int
}

// placesOnly is a sequence of places for which there is no code. Where no element is active, its
// length may be anything.
func placesOnly(b *emit.Block, u rep.Seq) rep.Value {
	d := *u.Elems.(*rep.Delayed)
	d.Space = &emit.Space{N: b.Prim(prim.Max, types.Int, u.N, emit.Num(0))}
	return rep.Seq{Elems: &d, N: u.N}
}
