package flatgen

// Operations on vectors.

import (
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// vectors adds what one operation makes.
func (g *flat) vectors(l *lets[fkl.Expr], s *scope[fkl.Expr]) {
	switch g.r.IntN(12) {
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
	case 11:
		g.update(l, s)
	}
}

// maps adds the results of a map, over a plain or a segmented space.
func (g *flat) maps(l *lets[fkl.Expr], s *scope[fkl.Expr]) {
	ts := []*types.Type{g.base(), g.base(), g.base()}[:1+g.r.IntN(3)]
	var vs []*types.Var
	for _, t := range ts {
		vs = append(vs, types.NewVar("v", types.Vec(t)))
	}
	sp, i := (*space[fkl.Expr])(nil), types.NewVar("i", types.Int)
	if k := len(s.descs); k > 0 && g.chance(2) {
		d, seg := s.descs[g.r.IntN(k)], types.NewVar("s", types.Int)
		sp = d.elem
		l.Set(vs, &fkl.SegMap{N: sp.n, Sd: d.sd[0], Seg: seg, Idx: i, Body: g.body(s, sp, i, seg, ts)})
	} else {
		sp = g.space(l, s)
		l.Set(vs, &fkl.Map{N: sp.n, Idx: i, Body: g.body(s, sp, i, nil, ts)})
	}
	for _, v := range vs {
		s.vecs = append(s.vecs, vec[fkl.Expr]{v, sp})
	}
}

// descriptor adds a descriptor, and sometimes one that says the same in another
// way, or one of segments that are made of its segments.
func (g *flat) descriptor(l *lets[fkl.Expr], s *scope[fkl.Expr]) {
	d := g.segments(l, s, g.space(l, s))
	switch g.r.IntN(8) {
	case 0:
		lens, starts := l.Bind("lens", types.Vec(types.Int), &fkl.SdLens{Sd: d.sd[0]}), l.Bind("starts", types.Vec(types.Int), &fkl.SdStarts{Sd: d.sd[0]})
		d.sd = []fkl.Expr{l.Bind("sd", types.Sd, &fkl.SdGiven{Lens: lens, Starts: starts, Total: d.elem.n})}
		s.descs = append(s.descs, d)
	case 1:
		inner := g.segments(l, s, d.elem)
		joined := l.Bind("sd", types.Sd, &fkl.SdJoin{Outer: d.sd[0], Inner: inner.sd[0]})
		d = desc[fkl.Expr]{[]fkl.Expr{joined}, d.segs, inner.elem}
		s.descs = append(s.descs, d)
	}
	g.one(l, s, d.elem, g.base())
}

// segments adds a descriptor with a segment for every element of a space: of
// lengths, some of which are zero, or regular.
func (g *flat) segments(l *lets[fkl.Expr], s *scope[fkl.Expr], sp *space[fkl.Expr]) desc[fkl.Expr] {
	var make fkl.Expr
	if g.chance(3) {
		make = &fkl.SdRegular{Count: sp.n, Len: g.bounded(l, s, 4)}
	} else {
		i, lens := types.NewVar("i", types.Int), types.NewVar("lens", types.Vec(types.Int))
		b := g.lets()
		in := g.element(s, sp, i, nil)
		n := g.bounded(b, in, 4)
		l.Set([]*types.Var{lens}, &fkl.Map{N: sp.n, Idx: i, Body: b.In(g.ret(n))})
		s.vecs = append(s.vecs, vec[fkl.Expr]{lens, sp})
		make = &fkl.SdMake{Lens: g.use(lens)}
	}
	sd := l.Bind("sd", types.Sd, make)
	total := types.NewVar("total", types.Int)
	l.Set([]*types.Var{total}, &fkl.SdTotal{Sd: sd})
	s.scalars = append(s.scalars, total)
	d := desc[fkl.Expr]{[]fkl.Expr{sd}, sp, &space[fkl.Expr]{g.use(total)}}
	s.descs = append(s.descs, d)
	if g.chance(3) {
		v := types.NewVar("starts", types.Vec(types.Int))
		l.Set([]*types.Var{v}, &fkl.SdStarts{Sd: sd})
		s.vecs = append(s.vecs, vec[fkl.Expr]{v, sp})
	}
	if g.chance(3) {
		v := types.NewVar("lens", types.Vec(types.Int))
		l.Set([]*types.Var{v}, &fkl.SdLens{Sd: sd})
		s.vecs = append(s.vecs, vec[fkl.Expr]{v, sp})
	}
	return d
}

// folded is a vector to reduce or scan, and the descriptor of its space, if one
// is used.
func (g *flat) folded(l *lets[fkl.Expr], s *scope[fkl.Expr]) (x vec[fkl.Expr], d *desc[fkl.Expr]) {
	if k := len(s.descs); k > 0 && g.chance(2) {
		d = &s.descs[g.r.IntN(k)]
		return g.one(l, s, d.elem, g.base()), d
	}
	return g.one(l, s, g.space(l, s), g.base()), nil
}

func (g *flat) reduce(l *lets[fkl.Expr], s *scope[fkl.Expr]) {
	if g.chance(3) {
		g.fold(l, s, false)
		return
	}
	x, d := g.folded(l, s)
	t := x.v.Type.Elem()
	op := g.operator(t)
	if d == nil {
		v := types.NewVar("sum", t)
		l.Set([]*types.Var{v}, &fkl.Reduce{Op: op, Vec: g.use(x.v)})
		s.scalars = append(s.scalars, v)
		return
	}
	v := types.NewVar("sums", types.Vec(t))
	l.Set([]*types.Var{v}, &fkl.SegReduce{Op: op, Sd: d.sd[0], Vec: g.use(x.v)})
	s.vecs = append(s.vecs, vec[fkl.Expr]{v, d.segs})
}

func (g *flat) scan(l *lets[fkl.Expr], s *scope[fkl.Expr]) {
	if g.chance(4) {
		g.offsets(l, s)
		return
	}
	if g.chance(3) {
		g.fold(l, s, true)
		return
	}
	x, d := g.folded(l, s)
	op := g.operator(x.v.Type.Elem())
	v := types.NewVar("scan", x.v.Type)
	if d == nil {
		l.Set([]*types.Var{v}, &fkl.Scan{Op: op, Vec: g.use(x.v)})
	} else {
		l.Set([]*types.Var{v}, &fkl.SegScan{Op: op, Sd: d.sd[0], Vec: g.use(x.v)})
	}
	s.vecs = append(s.vecs, vec[fkl.Expr]{v, x.space})
}

// offsets sums sizes up.
func (g *flat) offsets(l *lets[fkl.Expr], s *scope[fkl.Expr]) {
	sp, i, b := g.space(l, s), types.NewVar("i", types.Int), g.lets()
	n := g.bounded(b, g.element(s, sp, i, nil), 9)
	sizes := l.Bind("sizes", types.Vec(types.Int), g.mapn(sp.n, i, b.In(g.ret(n))))
	v := types.NewVar("offs", types.Vec(types.Int))
	l.Set([]*types.Var{v}, &fkl.Offsets{Op: []prim.Rop{prim.RSize, prim.ROffset}[g.r.IntN(2)], Vec: sizes})
	g.param(l, s, v)
}

// rank sorts the segments of a vector.
func (g *flat) rank(l *lets[fkl.Expr], s *scope[fkl.Expr]) {
	if len(s.descs) == 0 {
		return
	}
	d := s.descs[g.r.IntN(len(s.descs))]
	v := types.NewVar("rank", types.Vec(types.Int))
	keys := g.one(l, s, d.elem, []*types.Type{types.Int, types.Int, types.Char}[g.r.IntN(3)])
	l.Set([]*types.Var{v}, &fkl.Rank{Down: g.chance(2), Sd: d.sd[0], Keys: g.use(keys.v)})
	s.vecs = append(s.vecs, vec[fkl.Expr]{v, d.elem})
}

// pack adds what a filter or a split keeps of up to three vectors.
func (g *flat) pack(l *lets[fkl.Expr], s *scope[fkl.Expr]) {
	sp := g.space(l, s)
	flags := g.one(l, s, sp, types.Bool)
	var xs []fkl.Expr
	var vs []*types.Var
	for range 1 + g.r.IntN(3) {
		x := g.one(l, s, sp, g.base())
		xs, vs = append(xs, g.use(x.v)), append(vs, types.NewVar("kept", x.v.Type))
	}
	ranks, k := types.NewVar("ranks", types.Vec(types.Int)), len(xs)
	loose := false
	if g.chance(3) {
		for i := range k {
			vs = append(vs, types.NewVar("rest", vs[i].Type))
		}
		vs = append(vs, ranks)
		l.Set(vs, &fkl.Split{Flags: g.use(flags.v), Vecs: xs})
	} else {
		loose = g.chance(3)
		vs = append(vs, ranks)
		l.Set(vs, &fkl.Pack{Loose: loose, Flags: g.use(flags.v), Vecs: xs})
	}
	if loose {
		g.survivors(l, s, sp, vs[:k], ranks)
	}
	for i := 0; !loose && i+1 < len(vs); i += k {
		kept := g.measured(l, s, vs[i])
		for _, v := range vs[i : i+k] {
			s.vecs = append(s.vecs, vec[fkl.Expr]{v, kept})
		}
	}
	if g.chance(2) {
		g.param(l, s, ranks)
	}
}

// survivors adds what a loose pack keeps, with literals behind the survivors,
// where nothing is determined.
func (g *flat) survivors(l *lets[fkl.Expr], s *scope[fkl.Expr], sp *space[fkl.Expr], kept []*types.Var, ranks *types.Var) {
	i, n := types.NewVar("i", types.Int), l.Bind("count", types.Int, g.get(g.use(ranks), sp.n))
	b := g.lets()
	survives := b.Bind("survives", types.Bool, g.apply("lt", g.use(i), n))
	var vs []*types.Var
	var then, els []fkl.Expr
	in := g.lets()
	for _, v := range kept {
		t := v.Type.Elem()
		vs = append(vs, types.NewVar("v", v.Type))
		then = append(then, in.Bind("e", t, g.get(g.use(v), g.use(i))))
		els = append(els, g.literal(t))
	}
	body := b.In(&fkl.If{Cond: survives, Then: in.In(g.ret(then...)), Else: g.ret(els...)})
	l.Set(vs, &fkl.Map{N: sp.n, Idx: i, Body: body})
	for _, v := range vs {
		s.vecs = append(s.vecs, vec[fkl.Expr]{v, sp})
	}
}

// scatter stores elements at their own places, or the largest at any, or one value at any.
func (g *flat) scatter(l *lets[fkl.Expr], s *scope[fkl.Expr]) {
	t := g.base()
	into := g.one(l, s, g.space(l, s), t)
	sp := g.space(l, s)
	vals := g.one(l, s, sp, t)
	i, idx := types.NewVar("i", types.Int), types.NewVar("idx", types.Vec(types.Int))
	b := g.lets()
	in := g.element(s, sp, i, nil)
	op, at := prim.RSet, g.use(i)
	if t == types.Int && g.chance(2) {
		op, at = prim.RMax, g.bounded(b, in, 9)
	} else if g.chance(3) {
		op, at = prim.RArbitrary, g.bounded(b, in, 9)
		same := types.NewVar("same", types.Vec(t))
		l.Set([]*types.Var{same}, &fkl.Map{N: sp.n, Idx: types.NewVar("i", types.Int), Body: g.ret(fkl.Zero(t))})
		vals = vec[fkl.Expr]{same, sp}
	}
	fits := b.Bind("fits", types.Bool, g.apply("lt", at, into.n))
	wanted := b.Bind("wanted", types.Bool, g.apply("and", fits, g.atom(b, in, types.Bool)))
	to := b.Bind("to", types.Int, g.apply("select", wanted, at, g.n(-1)))
	l.Set([]*types.Var{idx}, &fkl.Map{N: sp.n, Idx: i, Body: b.In(g.ret(to))})
	v := types.NewVar("stored", types.Vec(t))
	l.Set([]*types.Var{v}, &fkl.Scatter{Op: op, Into: g.use(into.v), Idx: g.use(idx), Vals: g.use(vals.v)})
	s.vecs = append(s.vecs, vec[fkl.Expr]{v, into.space})
}
