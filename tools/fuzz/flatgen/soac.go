package flatgen

// Combinators: any number of results, computed in the thunk, not only read.

import (
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

type (
	klets  = lets[lcu.Expr]
	kscope = scope[lcu.Expr]
	kspace = space[lcu.Expr]
	kvec   = vec[lcu.Expr]
	kdesc  = desc[lcu.Expr]
)

// soac adds what one combinator makes.
func (g *kernel) soac(l *klets, s *kscope) {
	switch g.r.IntN(13) {
	case 0, 1:
		g.maps(l, s)
	case 2:
		g.offsets(l, s)
	case 3:
		g.regular(l, s)
	case 4, 5:
		g.reduce(l, s)
	case 6:
		g.scan(l, s)
	case 7:
		g.filter(l, s)
	case 8:
		g.partition(l, s)
	case 9:
		g.scatter(l, s)
	case 10:
		g.once(l, s)
	case 11:
		g.update(l, s)
	default:
		g.order(l, s)
	}
}

// types is a few base types.
func (g *kernel) types(most int) []*types.Type {
	ts := make([]*types.Type, 1+g.r.IntN(most))
	for i := range ts {
		ts[i] = g.base()
	}
	return ts
}

// where is an index space: a plain one, or the elements of segments.
func (g *kernel) where(l *klets, s *kscope) (*kspace, *kdesc) {
	if k := len(s.descs); k > 0 && g.chance(2) {
		d := s.descs[g.r.IntN(k)]
		return d.elem, &d
	}
	return g.space(l, s), nil
}

// thunk is one with results of types ts for every index of a space.
func (g *kernel) thunk(s *kscope, sp *kspace, d *kdesc, ts []*types.Type) *lcu.Thunk {
	i := types.NewVar("i", types.Int)
	if d == nil {
		return &lcu.Thunk{Params: []*types.Var{i}, Body: g.body(s, sp, i, nil, ts)}
	}
	seg := types.NewVar("s", types.Int)
	return &lcu.Thunk{Params: []*types.Var{seg, i}, Body: g.body(s, sp, i, seg, ts)}
}

// made binds vectors of a space to results.
func (g *kernel) made(l *klets, s *kscope, sp *kspace, name string, ts []*types.Type, rhs lcu.Expr) []*types.Var {
	vs := make([]*types.Var, len(ts))
	for i, t := range ts {
		vs[i] = types.NewVar(name, types.Vec(t))
		s.vecs = append(s.vecs, kvec{vs[i], sp})
	}
	l.Set(vs, rhs)
	return vs
}

func (g *kernel) maps(l *klets, s *kscope) {
	ts := g.types(3)
	sp, d := g.where(l, s)
	t := g.thunk(s, sp, d, ts)
	if d == nil {
		g.made(l, s, sp, "v", ts, &lcu.Map{N: sp.n, T: t})
	} else {
		g.made(l, s, sp, "v", ts, &lcu.SegMap{N: sp.n, Segs: d.sd, T: t})
	}
}

// offsets adds segments of given lengths, which are bounded.
func (g *kernel) offsets(l *klets, s *kscope) {
	sp, i, b := g.space(l, s), types.NewVar("i", types.Int), g.lets()
	n := g.bounded(b, g.element(s, sp, i, nil), 4)
	t := &lcu.Thunk{Params: []*types.Var{i}, Body: b.In(g.ret(n))}
	if g.chance(2) { // the lengths are an array
		lens := g.made(l, s, sp, "lens", []*types.Type{types.Int}, &lcu.Map{N: sp.n, T: t})[0]
		i, b = types.NewVar("i", types.Int), g.lets()
		t = &lcu.Thunk{Params: []*types.Var{i}, Body: b.In(g.ret(b.Bind("e", types.Int, g.get(g.use(lens), g.use(i)))))}
	}
	op := []prim.Rop{prim.RAdd, prim.RSize, prim.ROffset}[g.r.IntN(3)]
	offs := g.made(l, s, g.more(l, sp), "offs", []*types.Type{types.Int}, &lcu.Prefix{Ops: []prim.Rop{op}, N: sp.n, T: t})[0]
	total := types.NewVar("total", types.Int)
	l.Set([]*types.Var{total}, g.get(g.use(offs), sp.n))
	s.scalars = append(s.scalars, total)
	s.descs = append(s.descs, kdesc{[]lcu.Expr{g.use(offs)}, sp, &kspace{g.use(total)}})
}

// more is a space with an index more.
func (g *kernel) more(l *klets, sp *kspace) *kspace {
	return &kspace{l.Bind("n", types.Int, g.apply("add", sp.n, g.n(1)))}
}

// regular adds segments of one length.
func (g *kernel) regular(l *klets, s *kscope) {
	sp := g.space(l, s)
	length := g.bounded(l, s, 4)
	total := l.Bind("total", types.Int, g.apply("mul", sp.n, length))
	s.descs = append(s.descs, kdesc{[]lcu.Expr{sp.n, length}, sp, &kspace{total}})
}

// operators are those with which results of types ts are combined; id hands a
// result on as it is, but not all of them.
func (g *kernel) operators(ts []*types.Type) []prim.Rop {
	ops := make([]prim.Rop, len(ts))
	for i, t := range ts {
		ops[i] = prim.RId
		if i == 0 || !g.chance(3) {
			ops[i] = g.operator(t)
		}
	}
	return ops
}

func (g *kernel) reduce(l *klets, s *kscope) {
	ts := g.types(3)
	sp, d := g.where(l, s)
	ts, ops, joins := g.combined(ts, g.operators(ts))
	t := g.thunk(s, sp, d, ts)
	vs := make([]*types.Var, len(ts))
	for i, op := range ops {
		switch {
		case op == prim.RId:
			vs[i] = types.NewVar("same", types.Vec(ts[i]))
			s.vecs = append(s.vecs, kvec{vs[i], sp})
		case d == nil:
			vs[i] = types.NewVar("sum", ts[i])
			s.scalars = append(s.scalars, vs[i])
		default:
			vs[i] = types.NewVar("sums", types.Vec(ts[i]))
			s.vecs = append(s.vecs, kvec{vs[i], d.segs})
		}
	}
	if d == nil {
		l.Set(vs, &lcu.Reduce{Ops: ops, Joins: joins, N: sp.n, T: t})
	} else {
		l.Set(vs, &lcu.SegReduce{Ops: ops, Joins: joins, N: sp.n, Segs: d.sd, T: t})
	}
}

// once adds scalars that are computed on the device, of any in scope.
func (g *kernel) once(l *klets, s *kscope) {
	ts, b, in := g.types(2), g.lets(), s.inner()
	in.descs = nil
	g.code(b, in, 1+g.r.IntN(3))
	vs, vals := make([]*types.Var, len(ts)), make([]lcu.Expr, len(ts))
	for i, t := range ts {
		vs[i], vals[i] = types.NewVar("once", t), g.atom(b, in, t)
	}
	l.Set(vs, &lcu.Once{T: &lcu.Thunk{Body: b.In(g.ret(vals...))}})
	s.scalars = append(s.scalars, vs...)
}

func (g *kernel) scan(l *klets, s *kscope) {
	ts := g.types(3)
	sp, d := g.where(l, s)
	incl, ops := g.chance(2), g.operators(ts)
	if d == nil && g.chance(3) {
		g.prefix(l, s, sp, ts, &lcu.Prefix{Ops: ops, N: sp.n, T: g.thunk(s, sp, d, ts)})
		return
	}
	ts, ops, joins := g.combined(ts, ops)
	t := g.thunk(s, sp, d, ts)
	if d == nil {
		g.made(l, s, sp, "scan", ts, &lcu.Scan{Ops: ops, Joins: joins, Incl: incl, N: sp.n, T: t})
	} else {
		g.made(l, s, sp, "scan", ts, &lcu.SegScan{Ops: ops, Joins: joins, Incl: incl, N: sp.n, Segs: d.sd, T: t})
	}
}

// prefix adds scans with an entry more.
func (g *kernel) prefix(l *klets, s *kscope, sp *kspace, ts []*types.Type, p *lcu.Prefix) {
	vs, entries := newVectors("prefix", ts), g.more(l, sp)
	l.Set(vs, p)
	for i, v := range vs {
		if p.Ops[i] == prim.RId {
			s.vecs = append(s.vecs, kvec{v, sp})
		} else {
			s.vecs = append(s.vecs, kvec{v, entries})
		}
	}
}

// predicate tells which of the results of a thunk survive.
func (g *kernel) predicate(s *kscope, ts []*types.Type) *lcu.Thunk {
	p, b, in := &lcu.Thunk{}, g.lets(), s.inner()
	for _, t := range ts {
		v := types.NewVar("x", t)
		p.Params = append(p.Params, v)
		in.scalars = append(in.scalars, v)
	}
	fails := g.fails
	g.fails = false // the check that fails first is one of the thunk
	g.code(b, in, g.r.IntN(2))
	c := g.scalar(b, in, types.Bool)
	g.fails = fails
	p.Body = b.In(g.ret(c))
	return p
}

// survivors adds what a filter keeps, all equally long.
func (g *kernel) survivors(l *klets, s *kscope, kept []*types.Var) {
	sp := g.measured(l, s, kept[0])
	for _, v := range kept {
		s.vecs = append(s.vecs, kvec{v, sp})
	}
}

// newVectors are variables for vectors of elements of types ts.
func newVectors(name string, ts []*types.Type) []*types.Var {
	vs := make([]*types.Var, len(ts))
	for i, t := range ts {
		vs[i] = types.NewVar(name, types.Vec(t))
	}
	return vs
}

// filter adds what survives. What stands behind the survivors of a loose filter
// is not determined, so literals take its place.
func (g *kernel) filter(l *klets, s *kscope) {
	ts, sp, loose := g.types(3), g.space(l, s), g.chance(3)
	t := g.thunk(s, sp, nil, ts)
	kept, ranks := newVectors("kept", ts), types.NewVar("ranks", types.Vec(types.Int))
	l.Set(append(append([]*types.Var(nil), kept...), ranks), &lcu.Filter{Loose: loose, N: sp.n, T: t, Pred: g.predicate(s, ts)})
	switch {
	case !loose:
		g.survivors(l, s, kept)
	default:
		count := l.Bind("count", types.Int, g.get(g.use(ranks), sp.n))
		i, b, then := types.NewVar("i", types.Int), g.lets(), g.lets()
		survives := b.Bind("survives", types.Bool, g.apply("lt", g.use(i), count))
		var loads, others []lcu.Expr
		for k, v := range kept {
			loads, others = append(loads, then.Bind("e", ts[k], g.get(g.use(v), g.use(i)))), append(others, g.literal(ts[k]))
		}
		vs := make([]*types.Var, len(ts))
		for k, t := range ts {
			vs[k] = types.NewVar("c", t)
		}
		b.Set(vs, g.ifs(survives, then.In(g.ret(loads...)), g.ret(others...)))
		g.made(l, s, sp, "v", ts, g.mapn(sp.n, i, b.In(g.ret(lcu.Uses(vs)...))))
	}
	if g.chance(2) {
		g.param(l, s, ranks)
	}
}

func (g *kernel) partition(l *klets, s *kscope) {
	ts, sp := g.types(2), g.space(l, s)
	t := g.thunk(s, sp, nil, ts)
	kept, rest, ranks := newVectors("kept", ts), newVectors("rest", ts), types.NewVar("ranks", types.Vec(types.Int))
	l.Set(append(append(append([]*types.Var(nil), kept...), rest...), ranks), &lcu.Partition{N: sp.n, T: t, Pred: g.predicate(s, ts)})
	g.survivors(l, s, kept)
	g.survivors(l, s, rest)
	if g.chance(2) {
		g.param(l, s, ranks)
	}
}

// scatter stores elements at their own places, or the largest at any, or one value at any.
func (g *kernel) scatter(l *klets, s *kscope) {
	ts, to, sp := g.types(2), g.space(l, s), g.space(l, s)
	largest := g.chance(2)
	into := make([]lcu.Expr, len(ts))
	for i := range ts {
		if largest {
			ts[i] = types.Int
		}
		into[i] = g.use(g.one(l, s, to, ts[i]).v)
	}
	t := g.thunk(s, sp, nil, ts)
	i, b := types.NewVar("i", types.Int), g.lets()
	in := g.element(s, sp, i, nil)
	op, at := prim.RSet, g.use(i)
	if largest {
		op, at = prim.RMax, g.bounded(b, in, 9)
	} else if g.chance(3) {
		op, at = prim.RArbitrary, g.bounded(b, in, 9)
		zeros := make([]lcu.Expr, len(ts))
		for k, t := range ts {
			zeros[k] = lcu.Zero(t)
		}
		t = &lcu.Thunk{Params: []*types.Var{types.NewVar("i", types.Int)}, Body: g.ret(zeros...)}
	}
	fits := b.Bind("fits", types.Bool, g.apply("lt", at, to.n))
	places := make([]lcu.Expr, 1)
	if len(into) > 1 && g.chance(3) {
		places = make([]lcu.Expr, len(into))
	}
	for k := range places {
		wanted := b.Bind("wanted", types.Bool, g.apply("and", fits, g.atom(b, in, types.Bool)))
		places[k] = b.Bind("to", types.Int, g.apply("select", wanted, at, g.n(-1)))
	}
	dest := &lcu.Thunk{Params: []*types.Var{i}, Body: b.In(g.ret(places...))}
	g.made(l, s, to, "stored", ts, &lcu.Scatter{Op: op, N: sp.n, Into: into, T: t, Dest: dest})
}

// order ranks the elements of segments, or sorts.
func (g *kernel) order(l *klets, s *kscope) {
	key := []*types.Type{[]*types.Type{types.Int, types.Int, types.Char}[g.r.IntN(3)]}
	down := g.chance(2)
	sp, d := g.where(l, s)
	if d == nil {
		g.made(l, s, sp, "sorted", key, &lcu.Sort{Down: down, N: sp.n, T: g.thunk(s, sp, nil, key)})
		return
	}
	g.made(l, s, sp, "rank", []*types.Type{types.Int}, &lcu.Rank{Down: down, N: sp.n, Segs: d.sd, T: g.thunk(s, sp, d, key)})
}
