package vcode

// Instructions by segments. Code for one segment is code for vectors.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/vcode"
)

// A place is an element in element code: its flat position, and its segment, nil if there is
// one.
type place struct{ i, seg fkl.Expr }

// of is the value that v, one for each segment, has at p.
func (p place) of(b *fkl.Lets, v *val) fkl.Expr {
	if vcode.One(v.t) {
		return v.atom
	}
	return b.Bind("x", v.t.Elem(), fkl.Get(v.atom, p.seg))
}

// A segmented is a descriptor that element code uses: what it needs is bound before.
type segmented struct {
	total, starts, lens fkl.Expr
	one                 bool
}

// segments prepares a descriptor.
func (s *scope) segments(sd *val) segmented {
	if single(sd) {
		return segmented{total: sd.atom, one: true}
	}
	return segmented{s.total(sd), s.starts(sd), s.lens(sd), false}
}

// start is where the segment of p begins, in elements of g; length is how many it has.
func (g segmented) start(b *fkl.Lets, p place) fkl.Expr {
	if g.one {
		return fkl.N(0)
	}
	return b.Bind("start", types.Int, fkl.Get(g.starts, p.seg))
}

func (g segmented) length(b *fkl.Lets, p place) fkl.Expr {
	if g.one {
		return g.total
	}
	return b.Bind("len", types.Int, fkl.Get(g.lens, p.seg))
}

// at is the flat position of index i in the segment of p, after its check.
func (g segmented) at(s *scope, b *fkl.Lets, pos ir.Pos, p place, i fkl.Expr) fkl.Expr {
	if !s.x.c.Unsafe {
		need(s.x, b, pos, insideOf(b, i, g.length(b, p)), vcode.ErrIndex)
	}
	if g.one {
		return i
	}
	return b.Bind("at", types.Int, fkl.Apply(prim.Add, g.start(b, p), i))
}

// fill makes a vector with an element for each one that a descriptor describes.
func (s *scope) fill(sd *val, t *types.Type, elem func(b *fkl.Lets, p place) fkl.Expr) *val {
	if single(sd) {
		return s.elements(sd.atom, t, func(b *fkl.Lets, i fkl.Expr) fkl.Expr { return elem(b, place{i: i}) })
	}
	n, b := s.total(sd), &fkl.Lets{}
	seg, i := fkl.NewVar("seg", types.Int), fkl.NewVar("i", types.Int)
	x := operand(b, t, elem(b, place{fkl.Use(i), fkl.Use(seg)}))
	return s.made(t, n, &fkl.SegMap{N: n, Sd: s.sd(sd), Seg: seg, Idx: i, Body: b.In(fkl.Results(x))})
}

// each makes a value for each segment: a scalar if there is one.
func (s *scope) each(sd *val, t *types.Type, elem func(b *fkl.Lets, p place) fkl.Expr) *val {
	if single(sd) {
		return &val{t: t, atom: operand(s.lets, t, elem(s.lets, place{}))}
	}
	return s.elements(s.count(sd), t, func(b *fkl.Lets, i fkl.Expr) fkl.Expr { return elem(b, place{seg: i}) })
}

// special is the result of an instruction with a rule of its own.
func (s *scope) special(e *vcode.Apply, args []*val) *val {
	switch e.Op {
	case vcode.OpLength:
		return &val{t: types.Int, atom: s.length(args[0])}
	case vcode.OpMakeSegdes:
		return s.makeSegdes(e, args[0])
	case vcode.OpLengths:
		if single(args[0]) {
			return &val{t: types.Int, atom: args[0].atom, of: args[0]}
		}
		out := &val{t: types.Vec(types.Int), atom: s.lens(args[0]), of: args[0]}
		s.memo[property{out, length}] = s.count(args[0])
		return out
	case vcode.OpDist:
		v := s.perSegment(e, args[0], args[1])
		return s.fill(args[1], vcode.ElemOf(v.t), func(b *fkl.Lets, p place) fkl.Expr { return p.of(b, v) })
	case vcode.OpIndex:
		return s.index(e, args[0], args[1], args[2])
	case vcode.OpRankUp, vcode.OpRankDown:
		s.describes(e, args[1], args[0])
		keys := s.vector(args[0])
		return s.made(types.Int, s.length(keys), &fkl.Rank{Down: e.Op == vcode.OpRankDown, Sd: s.sd(args[1]), Keys: keys.atom})
	case vcode.OpExtract:
		return s.extract(e, args[0], args[1], args[2])
	case vcode.OpReplace:
		return s.replace(e, args)
	case vcode.OpPermute:
		return s.permute(e, args[0], args[1], nil, args[2])
	case vcode.OpFPermute:
		return s.permute(e, args[0], args[1], args[2], args[3])
	case vcode.OpBPermute:
		return s.gather(e, args[0], args[1], nil, args[2], args[3])
	case vcode.OpBFPermute:
		return s.gather(e, args[0], args[1], args[2], args[3], args[4])
	case vcode.OpDPermute:
		return s.merge(e, args[0], args[1], nil, args[2], args[3], args[4])
	case vcode.OpDFPermute:
		return s.merge(e, args[0], args[1], args[2], args[3], args[4], args[5])
	}
	panic("vcode: no rule for " + e.Op.String())
}

// makeSegdes makes a descriptor of lengths; of those of a descriptor it is that again.
func (s *scope) makeSegdes(e *vcode.Apply, v *val) *val {
	if v.of != nil {
		return v.of
	}
	check := func(b *fkl.Lets, n fkl.Expr) {
		if !s.x.c.Unsafe {
			need(s.x, b, e.P, b.Bind("ok", types.Bool, fkl.Apply(prim.Ge, n, fkl.N(0))), vcode.ErrNegative)
		}
	}
	if vcode.One(v.t) {
		check(s.lets, v.atom)
		return &val{t: vcode.OneSegment, atom: v.atom}
	}
	lens := s.elements(s.length(v), types.Int, func(b *fkl.Lets, i fkl.Expr) fkl.Expr {
		n := b.Bind("n", types.Int, fkl.Get(v.atom, i))
		check(b, n)
		return n
	})
	out := &val{t: types.Sd, atom: s.lets.Bind("s", types.Sd, &fkl.SdMake{Lens: lens.atom})}
	s.memo[property{out, count}] = s.length(v)
	return out
}

// index is first, first + step, ... in each segment.
func (s *scope) index(e *vcode.Apply, first, step, sd *val) *val {
	first, step = s.perSegment(e, first, sd), s.perSegment(e, step, sd)
	g := segmented{one: true}
	if !single(sd) {
		g = segmented{total: s.total(sd), starts: s.starts(sd)}
	}
	return s.fill(sd, types.Int, func(b *fkl.Lets, p place) fkl.Expr {
		i := p.i
		if !g.one {
			i = b.Bind("i", types.Int, fkl.Apply(prim.Sub, p.i, g.start(b, p)))
		}
		by := b.Bind("by", types.Int, fkl.Apply(prim.Mul, p.of(b, step), i))
		return fkl.Apply(prim.Add, p.of(b, first), by)
	})
}

// extract is one element of each segment.
func (s *scope) extract(e *vcode.Apply, v, i, sd *val) *val {
	s.describes(e, sd, v)
	i, v = s.perSegment(e, i, sd), s.vector(v)
	g := s.segments(sd)
	return s.each(sd, v.t.Elem(), func(b *fkl.Lets, p place) fkl.Expr {
		return fkl.Get(v.atom, g.at(s, b, e.P, p, p.of(b, i)))
	})
}

// replace replaces one element of each segment, in place if nobody else has the vector.
func (s *scope) replace(e *vcode.Apply, args []*val) *val {
	v, sd := args[0], args[3]
	s.describes(e, sd, v)
	v = s.vector(v)
	i := s.perSegment(e, args[1], sd)
	with := s.perSegment(e, args[2], sd)
	g := s.segments(sd)
	at := s.each(sd, types.Int, func(b *fkl.Lets, p place) fkl.Expr { return g.at(s, b, e.P, p, p.of(b, i)) })
	return s.made(v.t.Elem(), s.length(v), &fkl.Scatter{Op: prim.RSet, Into: v.atom, Idx: s.vector(at).atom, Vals: s.vector(with).atom})
}

// pack keeps the flagged elements. Ranks say how many are in front of every place, so those at the
// starts of segments are the starts of what is left of them.
func (s *scope) pack(e *vcode.Apply, args []*val) []*val {
	v, flags, sd := args[0], args[1], args[2]
	s.describes(e, sd, v)
	s.needEqual(e.P, s.length(flags), s.length(v), vcode.ErrLengths)
	v, flags = s.vector(v), s.vector(flags)
	kept, ranks := fkl.NewVar("v", v.t), fkl.NewVar("ranks", types.Vec(types.Int))
	s.lets.Set([]*fkl.Var{kept, ranks}, &fkl.Pack{Flags: flags.atom, Vecs: []fkl.Expr{v.atom}})
	out := &val{t: v.t, atom: fkl.Use(kept)}
	n := s.length(out)
	if single(sd) {
		return []*val{out, {t: vcode.OneSegment, atom: n}}
	}
	g := s.segments(sd)
	first := s.each(sd, types.Int, func(b *fkl.Lets, p place) fkl.Expr { return fkl.Get(fkl.Use(ranks), g.start(b, p)) })
	left := s.each(sd, types.Int, func(b *fkl.Lets, p place) fkl.Expr {
		start := g.start(b, p)
		end := b.Bind("end", types.Int, fkl.Apply(prim.Add, start, g.length(b, p)))
		before := b.Bind("before", types.Int, fkl.Get(fkl.Use(ranks), start))
		return fkl.Apply(prim.Sub, b.Bind("to", types.Int, fkl.Get(fkl.Use(ranks), end)), before)
	})
	part := &val{t: types.Sd, atom: s.lets.Bind("s", types.Sd, &fkl.SdGiven{Lens: left.atom, Starts: first.atom, Total: n})}
	s.memo[property{part, count}], s.memo[property{part, total}] = s.count(sd), n
	return []*val{out, part}
}
