package flatten

// Appending, splitting and combining lifted values.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// count is the number of elements of a lifted rep that has vectors.
func (b *lets) count(r rep) fkl.Expr {
	switch r := r.(type) {
	case lbase:
		return b.length(r.v)
	case *lthunk:
		return r.sp.n
	case tup:
		return b.count(r[0])
	case *lview:
		if r.packed != nil {
			return memo(b, memoKey{r.packed.sd.(*fkl.Ref).Var, "count"}, func() fkl.Expr {
				return b.let("n", types.Int, &fkl.SdCount{Sd: r.packed.sd})
			})
		}
		return b.count(r.starts)
	}
	panic("flatten: count of a uniform value")
}

// either emits one Map over sp whose element is element ix of x or, by choose,
// element iy of y, for all leaves of two lifted values (or uniform ones, read
// as they are). Sequences keep their data when it is the same, else the data
// of y is appended to that of x.
func (b *lets) either(x, y rep, sp *space, choose func(eb *lets, seg, idx fkl.Expr) (c, ix, iy fkl.Expr)) rep {
	type leaf struct{ x, y, shift fkl.Expr }
	var xs, ys []rep
	var shifts []fkl.Expr
	var tys []*types.Type
	add := func(x, y rep, shift fkl.Expr, t *types.Type) int {
		xs, ys, shifts, tys = append(xs, x), append(ys, y), append(shifts, shift), append(tys, t)
		return len(xs) - 1
	}
	var vs []fkl.Expr
	var plan func(x, y rep) func() rep
	plan = func(x, y rep) func() rep {
		if xt, ok := x.(tup); ok {
			parts := make([]func() rep, len(xt))
			for i := range xt {
				parts[i] = plan(xt[i], y.(tup)[i])
			}
			return func() rep {
				out := make(tup, len(parts))
				for i, p := range parts {
					out[i] = p()
				}
				return out
			}
		}
		if t := baseType(x); t != nil {
			i := add(x, y, num(0), t)
			return func() rep { return lbase{vs[i], t} }
		}
		xv, yv := b.bounds(x), b.bounds(y)
		data, shift := xv.data, num(0)
		if !sameData(xv.data, yv.data) {
			shift = b.count(xv.data)
			data = b.appendElems(xv.data, yv.data)
		}
		s, l := add(xv.starts, yv.starts, shift, types.Int), add(xv.lens, yv.lens, num(0), types.Int)
		return func() rep {
			return &lview{starts: lbase{vs[s], types.Int}, lens: lbase{vs[l], types.Int}, data: data}
		}
	}
	build := plan(x, y)
	vs = b.mapOver(sp, tys, func(eb *lets, seg, idx fkl.Expr) []fkl.Expr {
		c, ix, iy := choose(eb, seg, idx)
		then, els := eb.block(), eb.block()
		tv, ev := make([]fkl.Expr, len(xs)), make([]fkl.Expr, len(xs))
		for i := range xs {
			tv[i] = readEither(then, xs[i], ix)
			ev[i] = then0(els, readEither(els, ys[i], iy), shifts[i])
		}
		return eb.letN("c", tys, &fkl.If{Cond: c, Then: then.ret(tv...), Else: els.ret(ev...)})
	})
	return build()
}

func then0(b *lets, x, shift fkl.Expr) fkl.Expr {
	if isInt(shift, 0) {
		return x
	}
	return b.add(x, shift)
}

func readEither(eb *lets, r rep, idx fkl.Expr) fkl.Expr {
	if s, ok := r.(scalar); ok {
		return s.a
	}
	return readAt(eb, r, idx)
}

// baseType is the type of a base rep, nil for a sequence or a tuple.
func baseType(r rep) *types.Type {
	switch r := r.(type) {
	case scalar:
		return atomType(r.a)
	case lbase:
		return r.t
	case *lthunk:
		return r.t
	}
	return nil
}

// bounds sees a sequence, uniform or lifted, as starts, lens and data.
func (b *lets) bounds(r rep) *lview {
	switch r := r.(type) {
	case useq:
		return &lview{starts: scalar{num(0)}, lens: scalar{r.n}, data: r.elems}
	case *lview:
		return &lview{starts: b.startsOf(r), lens: b.lensOf(r), data: r.data}
	}
	panic("flatten: bounds of a value that is not a sequence")
}

// appendElems is the lifted value with the elements of x, then those of y.
func (b *lets) appendElems(x, y rep) rep {
	nx := b.count(x)
	sp := &space{n: b.add(nx, b.count(y))}
	return b.either(x, y, sp, func(eb *lets, _, idx fkl.Expr) (c, ix, iy fkl.Expr) {
		return eb.prim("lt", types.Bool, idx, nx), idx, eb.sub(idx, nx)
	})
}

// A branch is what a lifted conditional needs: the flags, both sizes, and the
// place of each element among those that go its way.
type branch struct {
	flags  rep
	sp     *space
	n1, n2 fkl.Expr
}

// ranks is the exclusive count of true flags, one scan per conditional.
func (b *lets) ranks(flags fkl.Expr, sp *space) rep {
	return memo(b, memoKey{flags.(*fkl.Ref).Var, "ranks"}, func() rep {
		ones := b.ones(flags, sp)
		return lbase{b.let("rank", types.Vec(types.Int), &fkl.Scan{Op: prim.RAdd, Vec: ones}), types.Int}
	})
}

func (b *lets) ones(flags fkl.Expr, sp *space) fkl.Expr {
	return memo(b, memoKey{flags.(*fkl.Ref).Var, "ones"}, func() fkl.Expr {
		return b.mapOver(sp, []*types.Type{types.Int}, func(eb *lets, _, idx fkl.Expr) []fkl.Expr {
			return []fkl.Expr{eb.prim("btoi", types.Int, eb.at(types.Bool, flags, idx))}
		})[0]
	})
}

// split separates the lifted values among rs by flags: those of the elements
// whose flag is set, and the others, with the two new spaces. Sequences split
// their starts and lens only.
func (b *lets) split(flags fkl.Expr, sp *space, rs []rep) (sp1, sp2 *space, one, two []rep) {
	var flat []rep
	for _, r := range rs {
		b.outer(r, &flat)
	}
	if len(flat) == 0 {
		n1 := b.let("n", types.Int, &fkl.Reduce{Op: prim.RAdd, Vec: b.ones(flags, sp)})
		return &space{n: n1}, &space{n: b.sub(sp.n, n1)}, rs, rs
	}
	vecs := b.vecs(flat...)
	ts := make([]*types.Type, 2*len(vecs))
	for i, v := range vecs {
		ts[i] = v.(*fkl.Ref).Var.Type
		ts[len(vecs)+i] = ts[i]
	}
	out := b.letN("part", ts, &fkl.Split{Node: ir.At(b.pos), Flags: flags, Vecs: vecs})
	side := func(vs []fkl.Expr) (*space, []rep) {
		sp, i := &space{n: b.length(vs[0])}, 0
		rebuilt := make([]rep, len(rs))
		for j, r := range rs {
			rebuilt[j] = b.rebuild(r, vs, &i)
		}
		return sp, rebuilt
	}
	sp1, one = side(out[:len(vecs)])
	sp2, two = side(out[len(vecs):])
	return sp1, sp2, one, two
}

// outer lists the base reps of r that have one value per element of its space:
// starts and lens of sequences, not their data.
func (b *lets) outer(r rep, out *[]rep) {
	switch r := r.(type) {
	case tup:
		for _, c := range r {
			b.outer(c, out)
		}
	case *lview:
		*out = append(*out, b.startsOf(r), b.lensOf(r))
	case lbase, *lthunk:
		*out = append(*out, r)
	}
}

// rebuild is r with the vectors listed by outer replaced by vs.
func (b *lets) rebuild(r rep, vs []fkl.Expr, i *int) rep {
	next := func(t *types.Type) rep {
		v := vs[*i]
		*i++
		return lbase{v, t}
	}
	switch r := r.(type) {
	case tup:
		out := make(tup, len(r))
		for j, c := range r {
			out[j] = b.rebuild(c, vs, i)
		}
		return out
	case *lview:
		s := next(types.Int)
		return &lview{starts: s, lens: next(types.Int), data: r.data}
	case lbase, *lthunk:
		return next(baseType(r))
	}
	return r
}

// packBy keeps the elements of r whose flag is set (one value per element of
// the space of flags); it returns their number.
func (b *lets) packBy(r rep, flags fkl.Expr) (fkl.Expr, rep) {
	var flat []rep
	b.outer(r, &flat)
	vecs := b.vecs(flat...)
	ts := make([]*types.Type, len(vecs))
	for i, v := range vecs {
		ts[i] = v.(*fkl.Ref).Var.Type
	}
	out := b.letN("kept", ts, &fkl.Pack{Node: ir.At(b.pos), Flags: flags, Vecs: vecs})
	i := 0
	return b.length(out[0]), b.rebuild(r, out, &i)
}
