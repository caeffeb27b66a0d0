package flatgen

// Operations on vectors.

import (
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// oddSizes are sizes around those of warps and groups.
var oddSizes = []int64{0, 1, 31, 32, 33, 255, 256, 257}

// space is one in scope, or a new one.
func (g *generator) space(l *fkl.Lets, s *scope) *space {
	if n := len(s.vecs); n > 0 && !g.chance(4) {
		return s.vecs[max(g.r.IntN(n), g.r.IntN(n))].space
	}
	if g.chance(12) {
		return &space{fkl.N(oddSizes[g.r.IntN(len(oddSizes))])}
	}
	return &space{g.bounded(l, s, 7)}
}

// operation adds what one operation makes.
func (g *generator) operation(l *fkl.Lets, s *scope) {
	switch g.r.IntN(11) {
	case 0, 1, 2, 3:
		g.maps(l, s)
	case 4:
		g.descriptor(l, s)
	case 5:
		g.reduce(l, s)
	case 6:
		g.scan(l, s)
	case 7, 8:
		g.pack(l, s)
	case 9:
		g.scatter(l, s)
	case 10:
		g.rank(l, s)
	}
}

// maps adds the results of a map, over a plain or a segmented space.
func (g *generator) maps(l *fkl.Lets, s *scope) {
	ts := []*types.Type{g.base(), g.base(), g.base()}[:1+g.r.IntN(3)]
	var vs []*fkl.Var
	for _, t := range ts {
		vs = append(vs, fkl.NewVar("v", types.Vec(t)))
	}
	sp, i := (*space)(nil), fkl.NewVar("i", types.Int)
	if k := len(s.descs); k > 0 && g.chance(2) {
		d, seg := s.descs[g.r.IntN(k)], fkl.NewVar("s", types.Int)
		sp = d.elem
		l.Set(vs, &fkl.SegMap{N: sp.n, Sd: d.sd, Seg: seg, Idx: i, Body: g.body(s, sp, i, seg, ts)})
	} else {
		sp = g.space(l, s)
		l.Set(vs, &fkl.Map{N: sp.n, Idx: i, Body: g.body(s, sp, i, nil, ts)})
	}
	for _, v := range vs {
		s.vecs = append(s.vecs, vec{v, sp})
	}
}

// mapped is a new vector of a space.
func (g *generator) mapped(l *fkl.Lets, s *scope, sp *space, t *types.Type) vec {
	i, v := fkl.NewVar("i", types.Int), fkl.NewVar("v", types.Vec(t))
	l.Set([]*fkl.Var{v}, &fkl.Map{N: sp.n, Idx: i, Body: g.body(s, sp, i, nil, []*types.Type{t})})
	s.vecs = append(s.vecs, vec{v, sp})
	return vec{v, sp}
}

// one is a vector of a space with elements of type t.
func (g *generator) one(l *fkl.Lets, s *scope, sp *space, t *types.Type) vec {
	if xs := s.in(sp, isType(t)); len(xs) > 0 && !g.chance(4) {
		return xs[g.r.IntN(len(xs))]
	}
	return g.mapped(l, s, sp, t)
}

// descriptor adds a descriptor, and sometimes one that says the same in another
// way, or one of segments that are made of its segments.
func (g *generator) descriptor(l *fkl.Lets, s *scope) {
	d := g.segments(l, s, g.space(l, s))
	switch g.r.IntN(8) {
	case 0:
		lens, starts := l.Bind("lens", types.Vec(types.Int), &fkl.SdLens{Sd: d.sd}), l.Bind("starts", types.Vec(types.Int), &fkl.SdStarts{Sd: d.sd})
		d.sd = l.Bind("sd", types.Sd, &fkl.SdGiven{Lens: lens, Starts: starts, Total: d.elem.n})
		s.descs = append(s.descs, d)
	case 1:
		inner := g.segments(l, s, d.elem)
		joined := l.Bind("sd", types.Sd, &fkl.SdJoin{Outer: d.sd, Inner: inner.sd})
		d = desc{joined, d.segs, inner.elem}
		s.descs = append(s.descs, d)
	}
	g.one(l, s, d.elem, g.base())
}

// segments adds a descriptor with a segment for every element of a space: of
// lengths, some of which are zero, or regular.
func (g *generator) segments(l *fkl.Lets, s *scope, sp *space) desc {
	var make fkl.Expr
	if g.chance(3) {
		make = &fkl.SdRegular{Count: sp.n, Len: g.bounded(l, s, 4)}
	} else {
		i, lens := fkl.NewVar("i", types.Int), fkl.NewVar("lens", types.Vec(types.Int))
		var b fkl.Lets
		in := g.element(s, sp, i, nil)
		n := g.bounded(&b, in, 4)
		l.Set([]*fkl.Var{lens}, &fkl.Map{N: sp.n, Idx: i, Body: b.In(fkl.Results(n))})
		s.vecs = append(s.vecs, vec{lens, sp})
		make = &fkl.SdMake{Lens: fkl.Use(lens)}
	}
	sd := l.Bind("sd", types.Sd, make)
	total := fkl.NewVar("total", types.Int)
	l.Set([]*fkl.Var{total}, &fkl.SdTotal{Sd: sd})
	s.scalars = append(s.scalars, total)
	d := desc{sd, sp, &space{fkl.Use(total)}}
	s.descs = append(s.descs, d)
	if g.chance(3) {
		v := fkl.NewVar("starts", types.Vec(types.Int))
		l.Set([]*fkl.Var{v}, &fkl.SdStarts{Sd: sd})
		s.vecs = append(s.vecs, vec{v, sp})
	}
	if g.chance(3) {
		v := fkl.NewVar("lens", types.Vec(types.Int))
		l.Set([]*fkl.Var{v}, &fkl.SdLens{Sd: sd})
		s.vecs = append(s.vecs, vec{v, sp})
	}
	return d
}

// operator is one that combines elements of type t; sums of floats depend on
// their order.
func (g *generator) operator(t *types.Type) prim.Rop {
	for {
		op := prim.Rop(g.r.IntN(int(prim.RSize)))
		if op.Combines(t) && (t != types.Float || op == prim.RMax || op == prim.RMin) {
			return op
		}
	}
}

// folded is a vector to reduce or scan, and the descriptor of its space, if one
// is used.
func (g *generator) folded(l *fkl.Lets, s *scope) (x vec, d *desc) {
	if k := len(s.descs); k > 0 && g.chance(2) {
		d = &s.descs[g.r.IntN(k)]
		return g.one(l, s, d.elem, g.base()), d
	}
	return g.one(l, s, g.space(l, s), g.base()), nil
}

func (g *generator) reduce(l *fkl.Lets, s *scope) {
	x, d := g.folded(l, s)
	t := x.v.Type.Elem()
	op := g.operator(t)
	if d == nil {
		v := fkl.NewVar("sum", t)
		l.Set([]*fkl.Var{v}, &fkl.Reduce{Op: op, Vec: fkl.Use(x.v)})
		s.scalars = append(s.scalars, v)
		return
	}
	v := fkl.NewVar("sums", types.Vec(t))
	l.Set([]*fkl.Var{v}, &fkl.SegReduce{Op: op, Sd: d.sd, Vec: fkl.Use(x.v)})
	s.vecs = append(s.vecs, vec{v, d.segs})
}

func (g *generator) scan(l *fkl.Lets, s *scope) {
	x, d := g.folded(l, s)
	op := g.operator(x.v.Type.Elem())
	v := fkl.NewVar("scan", x.v.Type)
	if d == nil {
		l.Set([]*fkl.Var{v}, &fkl.Scan{Op: op, Vec: fkl.Use(x.v)})
	} else {
		l.Set([]*fkl.Var{v}, &fkl.SegScan{Op: op, Sd: d.sd, Vec: fkl.Use(x.v)})
	}
	s.vecs = append(s.vecs, vec{v, x.space})
}

// rank sorts the segments of a vector.
func (g *generator) rank(l *fkl.Lets, s *scope) {
	if len(s.descs) == 0 {
		return
	}
	d := s.descs[g.r.IntN(len(s.descs))]
	v := fkl.NewVar("rank", types.Vec(types.Int))
	keys := g.one(l, s, d.elem, []*types.Type{types.Int, types.Int, types.Char}[g.r.IntN(3)])
	l.Set([]*fkl.Var{v}, &fkl.Rank{Down: g.chance(2), Sd: d.sd, Keys: fkl.Use(keys.v)})
	s.vecs = append(s.vecs, vec{v, d.elem})
}

// pack adds what a filter or a split keeps of up to three vectors.
func (g *generator) pack(l *fkl.Lets, s *scope) {
	sp := g.space(l, s)
	flags := g.one(l, s, sp, types.Bool)
	var xs []fkl.Expr
	var vs []*fkl.Var
	for range 1 + g.r.IntN(3) {
		x := g.one(l, s, sp, g.base())
		xs, vs = append(xs, fkl.Use(x.v)), append(vs, fkl.NewVar("kept", x.v.Type))
	}
	ranks, k := fkl.NewVar("ranks", types.Vec(types.Int)), len(xs)
	loose := false
	if g.chance(3) {
		for i := range k {
			vs = append(vs, fkl.NewVar("rest", vs[i].Type))
		}
		vs = append(vs, ranks)
		l.Set(vs, &fkl.Split{Flags: fkl.Use(flags.v), Vecs: xs})
	} else {
		loose = g.chance(3)
		vs = append(vs, ranks)
		l.Set(vs, &fkl.Pack{Loose: loose, Flags: fkl.Use(flags.v), Vecs: xs})
	}
	if loose {
		g.survivors(l, s, sp, vs[:k], ranks)
	}
	for i := 0; !loose && i+1 < len(vs); i += k {
		kept := g.measured(l, s, vs[i])
		for _, v := range vs[i : i+k] {
			s.vecs = append(s.vecs, vec{v, kept})
		}
	}
	if g.chance(2) {
		g.param(l, s, ranks)
	}
}

// survivors adds what a loose pack keeps, with literals behind the survivors,
// where nothing is determined.
func (g *generator) survivors(l *fkl.Lets, s *scope, sp *space, kept []*fkl.Var, ranks *fkl.Var) {
	i, n := fkl.NewVar("i", types.Int), l.Bind("count", types.Int, fkl.Get(fkl.Use(ranks), sp.n))
	var b fkl.Lets
	survives := b.Bind("survives", types.Bool, fkl.Apply("lt", fkl.Use(i), n))
	var vs []*fkl.Var
	var then, els []fkl.Expr
	var in fkl.Lets
	for _, v := range kept {
		t := v.Type.Elem()
		vs = append(vs, fkl.NewVar("v", v.Type))
		then = append(then, in.Bind("e", t, fkl.Get(fkl.Use(v), fkl.Use(i))))
		els = append(els, g.literal(t))
	}
	body := b.In(&fkl.If{Cond: survives, Then: in.In(fkl.Results(then...)), Else: fkl.Results(els...)})
	l.Set(vs, &fkl.Map{N: sp.n, Idx: i, Body: body})
	for _, v := range vs {
		s.vecs = append(s.vecs, vec{v, sp})
	}
}

// scatter stores elements at their own places, or the largest at any.
func (g *generator) scatter(l *fkl.Lets, s *scope) {
	t := g.base()
	into := g.one(l, s, g.space(l, s), t)
	sp := g.space(l, s)
	vals := g.one(l, s, sp, t)
	i, idx := fkl.NewVar("i", types.Int), fkl.NewVar("idx", types.Vec(types.Int))
	var b fkl.Lets
	in := g.element(s, sp, i, nil)
	op, at := prim.RSet, fkl.Use(i)
	if t == types.Int && g.chance(2) {
		op, at = prim.RMax, g.bounded(&b, in, 9)
	}
	fits := b.Bind("fits", types.Bool, fkl.Apply("lt", at, into.n))
	wanted := b.Bind("wanted", types.Bool, fkl.Apply("and", fits, g.atom(&b, in, types.Bool)))
	to := b.Bind("to", types.Int, fkl.Apply("select", wanted, at, fkl.N(-1)))
	l.Set([]*fkl.Var{idx}, &fkl.Map{N: sp.n, Idx: i, Body: b.In(fkl.Results(to))})
	v := fkl.NewVar("stored", types.Vec(t))
	l.Set([]*fkl.Var{v}, &fkl.Scatter{Op: op, Into: fkl.Use(into.v), Idx: fkl.Use(idx), Vals: fkl.Use(vals.v)})
	s.vecs = append(s.vecs, vec{v, into.space})
}
