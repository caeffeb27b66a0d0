package vcode

// Instructions that move elements to places, and read them there.

import (
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/vcode"
)

// targets is, for every element of segments sd, the flat position in segments to that it goes
// to; negative for one that is not flagged.
func (s *scope) targets(e *vcode.Apply, i, flags, sd, to *val) *val {
	g := s.segments(to)
	return s.fill(sd, types.Int, func(b *fkl.Lets, p place) fkl.Expr {
		k := b.Bind("k", types.Int, fkl.Get(i.atom, p.i))
		if flags == nil {
			return g.at(s, b, e.P, p, k)
		}
		then, v := &fkl.Lets{}, fkl.NewVar("at", types.Int)
		at := g.at(s, then, e.P, p, k)
		b.Set([]*fkl.Var{v}, &fkl.If{Cond: b.Bind("f", types.Bool, fkl.Get(flags.atom, p.i)),
			Then: then.In(fkl.Results(at)), Else: fkl.Results(fkl.N(-1))})
		return fkl.Use(v)
	})
}

// sources is, for every one of n places, the last element that goes there; -1 if none does.
func (s *scope) sources(targets *val, n fkl.Expr) *val {
	none := s.elements(n, types.Int, func(*fkl.Lets, fkl.Expr) fkl.Expr { return fkl.N(-1) })
	own := s.elements(s.length(targets), types.Int, func(_ *fkl.Lets, i fkl.Expr) fkl.Expr { return i })
	return s.made(types.Int, n, &fkl.Scatter{Op: prim.RMax, Into: none.atom, Idx: targets.atom, Vals: own.atom})
}

// permute moves elements, those that are flagged if there are flags. What is checked to be a
// permutation is read by its inverse; without a check, elements are written where they go.
func (s *scope) permute(e *vcode.Apply, v, i, flags, sd *val) *val {
	s.describes(e, sd, v)
	s.needEqual(e.P, s.length(v), s.length(i), vcode.ErrLengths)
	if flags != nil {
		s.needEqual(e.P, s.length(v), s.length(flags), vcode.ErrLengths)
		flags = s.vector(flags)
	}
	v, i = s.vector(v), s.vector(i)
	t, n := v.t.Elem(), s.length(v)
	to := s.targets(e, i, flags, sd, sd)
	if flags == nil && s.x.c.Unsafe {
		zeros := s.elements(n, t, func(*fkl.Lets, fkl.Expr) fkl.Expr { return fkl.Zero(t) })
		return s.made(t, n, &fkl.Scatter{Op: prim.RSet, Into: zeros.atom, Idx: to.atom, Vals: v.atom})
	}
	from := s.sources(to, n)
	return s.elements(n, t, func(b *fkl.Lets, j fkl.Expr) fkl.Expr {
		k := b.Bind("k", types.Int, fkl.Get(from.atom, j))
		some := b.Bind("some", types.Bool, fkl.Apply(prim.Ge, k, fkl.N(0)))
		if flags == nil {
			need(s.x, b, e.P, some, vcode.ErrPermutation)
			return fkl.Get(v.atom, k)
		}
		return fkl.Apply(prim.Select, some, b.Bind("x", t, fkl.Get(v.atom, k)), fkl.Zero(t))
	})
}

// merge is a copy of into, with segments to, that elements of v are written into.
func (s *scope) merge(e *vcode.Apply, v, i, flags, into, sd, to *val) *val {
	s.describes(e, sd, v)
	s.needEqual(e.P, s.length(v), s.length(i), vcode.ErrLengths)
	if flags != nil {
		s.needEqual(e.P, s.length(v), s.length(flags), vcode.ErrLengths)
		flags = s.vector(flags)
	}
	s.describes(e, to, into)
	sd, to = s.alike(e, sd, to)
	v, i, into = s.vector(v), s.vector(i), s.vector(into)
	t, n := v.t.Elem(), s.length(into)
	from := s.sources(s.targets(e, i, flags, sd, to), n)
	return s.elements(n, t, func(b *fkl.Lets, j fkl.Expr) fkl.Expr {
		k := b.Bind("k", types.Int, fkl.Get(from.atom, j))
		new := b.Bind("new", types.Bool, fkl.Apply(prim.Ge, k, fkl.N(0)))
		return fkl.Apply(prim.Select, new, b.Bind("x", t, fkl.Get(v.atom, k)), b.Bind("y", t, fkl.Get(into.atom, j)))
	})
}

// gather reads elements of v, with segments sd, at places i, with segments by.
func (s *scope) gather(e *vcode.Apply, v, i, flags, sd, by *val) *val {
	s.describes(e, sd, v)
	s.describes(e, by, i)
	if flags != nil {
		s.needEqual(e.P, s.length(i), s.length(flags), vcode.ErrLengths)
		flags = s.vector(flags)
	}
	sd, by = s.alike(e, sd, by)
	v, i = s.vector(v), s.vector(i)
	t, g := v.t.Elem(), s.segments(sd)
	return s.fill(by, t, func(b *fkl.Lets, p place) fkl.Expr {
		k := b.Bind("k", types.Int, fkl.Get(i.atom, p.i))
		if flags == nil {
			return fkl.Get(v.atom, g.at(s, b, e.P, p, k))
		}
		then, x := &fkl.Lets{}, fkl.NewVar("x", t)
		found := then.Bind("x", t, fkl.Get(v.atom, g.at(s, then, e.P, p, k)))
		b.Set([]*fkl.Var{x}, &fkl.If{Cond: b.Bind("f", types.Bool, fkl.Get(flags.atom, p.i)),
			Then: then.In(fkl.Results(found)), Else: fkl.Results(fkl.Zero(t))})
		return fkl.Use(x)
	})
}

// alike is two descriptors that have the same number of segments, both known to have one or
// neither.
func (s *scope) alike(e *vcode.Apply, a, b *val) (*val, *val) {
	s.needEqual(e.P, s.count(a), s.count(b), vcode.ErrCounts)
	switch {
	case single(a) && !single(b):
		b = &val{t: vcode.OneSegment, atom: s.total(b)}
	case single(b) && !single(a):
		a = &val{t: vcode.OneSegment, atom: s.total(a)}
	}
	return a, b
}
