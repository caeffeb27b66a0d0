package flatten

// The value of a lifted conditional of which a branch concatenates, or hands on what
// its recursive function got. The parts of either branch are copied once, into
// sequences that are packed; otherwise the data of both branches is appended, however
// little of it is used, and a recursion would carry along all that it ever made.
// But a branch may also hand out one long sequence many times: then its data is not
// repeated.

import (
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// joinBranches is x for the elements of sp whose flag is set, and y for the others;
// values of the branches stand at the ranks of p. Sequences that grow are copied.
func (b *block) joinBranches(sp *indexSpace, flags fkl.Expr, p splitResult, x, y rep, g accumulation) rep {
	if xs, ok := x.(tuple); ok {
		return b.joinTuples(sp, flags, p, xs, y.(tuple), g)
	}
	if !appends(x) && !appends(y) && !g.accumulates(x, y) {
		return b.ofAll(b.combineVectors(sp, flags, p, x, y), []rep{x, y}, p.sp1, p.sp2)
	}
	given := sumOf(b.sequences(x, p.sp1), b.sequences(y, p.sp2))
	n, all := p.sp1.n, y // a call that has all elements has their sequences
	if g.whole(x) {
		n, all = p.sp2.n, x
	}
	if !g.whole(all) {
		return b.copyBranches(sp, flags, p, x, y, given)
	}
	total := b.taken(given)
	r := b.choose(b.prim(prim.Eq, types.Bool, n, num(0)), func(*block) *nestedSeq { return all.(*nestedSeq) },
		func(b *block) *nestedSeq { return b.copyBranches(sp, flags, p, x, y, total) })
	r.total = total
	return r
}

// copyBranches is joinBranches that copies what the branches hand out, total elements, unless
// that is more than their data.
func (b *block) copyBranches(sp *indexSpace, flags fkl.Expr, p splitResult, x, y rep, total *totalSize) *nestedSeq {
	fits := b.unshared(b.unshared(nil, x, p.sp1), y, p.sp2)
	total = b.taken(total)
	if fits == nil {
		return b.packBranches(sp, flags, p, x, y, total)
	}
	r := b.choose(fits, func(b *block) *nestedSeq { return b.packBranches(sp, flags, p, x, y, total) },
		func(b *block) *nestedSeq { return b.combineVectors(sp, flags, p, b.plain(x), b.plain(y)).(*nestedSeq) })
	r.total = total
	return r
}

// joinTuples is joinBranches for tuples: components whose data would grow one by one,
// the others together.
func (b *block) joinTuples(sp *indexSpace, flags fkl.Expr, p splitResult, x, y tuple, g accumulation) rep {
	out := make(tuple, len(x))
	var xs, ys tuple
	for i := range x {
		if _, nested := x[i].(tuple); nested || g.accumulates(x[i], y[i]) {
			out[i] = b.joinBranches(sp, flags, p, x[i], y[i], g)
		} else {
			xs, ys = append(xs, x[i]), append(ys, y[i])
		}
	}
	if len(xs) == 0 {
		return out
	}
	rest := b.ofAll(b.combineVectors(sp, flags, p, xs, ys), []rep{xs, ys}, p.sp1, p.sp2).(tuple)
	for i := range out {
		if out[i] == nil {
			out[i], rest = rest[0], rest[1:]
		}
	}
	return out
}

// unshared is cond, and that the sequences of r have no more elements in all
// than its data has; r is lifted over sp. nil is true.
func (b *block) unshared(cond fkl.Expr, r rep, sp *indexSpace) fkl.Expr {
	if appends(r) {
		return cond
	}
	v := b.lift(r, sp).(*nestedSeq)
	if v.packed != nil || v.inOrder {
		return cond
	}
	total := b.known(v.total, false)
	if total == nil {
		total = b.let("sum", types.Int, &fkl.Reduce{Op: prim.RSize, Vec: b.vec(v.lens)})
	}
	fits := b.prim(prim.Le, types.Bool, total, b.count(v.data))
	if cond == nil {
		return fits
	}
	return b.prim(prim.And, types.Bool, cond, fits)
}

// combineVectors is joinBranches where both branches have vectors: sequences keep their data.
func (b *block) combineVectors(sp *indexSpace, flags fkl.Expr, p splitResult, x, y rep) rep {
	b.force(x)
	b.force(y)
	return b.selectOne(x, y, sp, func(eb *block, seg, idx fkl.Expr) (cond, ix, iy fkl.Expr) {
		r := readOwn(eb, p.ranks, seg, idx)
		return eb.at(types.Bool, flags, idx), r, eb.sub(idx, r)
	})
}

// An appended is the parts of a sequence with their bounds, for the elements of
// one branch.
type appended struct {
	parts        []*nestedSeq
	starts, lens []rep // of the parts
	sum          rep   // of the lens
}

// appends reports whether r is a concatenation without vectors.
func appends(r rep) bool {
	_, ok := r.(*concat)
	return ok
}

// appendedOf lists the parts of r, lifted over sp.
func (b *block) appendedOf(r rep, sp *indexSpace) *appended {
	a := &appended{}
	if l, ok := r.(*concat); ok {
		a.parts, a.sum = l.parts, l.lens
	} else {
		v := b.lift(r, sp).(*nestedSeq)
		a.parts, a.sum = []*nestedSeq{v}, b.lensOf(v)
	}
	for _, p := range a.parts {
		a.starts, a.lens = append(a.starts, b.startsOf(p)), append(a.lens, b.lensOf(p))
	}
	return a
}

// packBranches is joinBranches by copying what the branches concatenate, total elements.
func (b *block) packBranches(sp *indexSpace, flags fkl.Expr, p splitResult, x, y rep, total *totalSize) *nestedSeq {
	one, two := b.appendedOf(x, p.sp1), b.appendedOf(y, p.sp2)
	most := max(len(one.parts), len(two.parts))
	ts := make([]*types.Type, 2*most) // the sum, and start and length of parts but the last length
	for i := range ts {
		ts[i] = types.Int
	}
	bounds := b.mapOver(sp, ts, func(eb *block, seg, idx fkl.Expr) []fkl.Expr {
		r := readOwn(eb, p.ranks, seg, idx)
		then, els := eb.nested(), eb.nested()
		return eb.letN("c", ts, &fkl.If{Cond: eb.at(types.Bool, flags, idx),
			Then: then.ret(one.bounds(then, r, len(ts))...), Else: els.ret(two.bounds(els, els.sub(idx, r), len(ts))...)})
	})
	out := b.sdMake(bounds[0], b.known(total, true))
	off := b.starts(out.sd)
	datas := make([]rep, 0, len(one.parts)+len(two.parts))
	for _, v := range append(one.parts[:len(one.parts):len(one.parts)], two.parts...) {
		datas = append(datas, v.data)
	}
	data := b.selectFrom(datas, out, func(eb *block, seg, idx fkl.Expr) selection {
		first := eb.at(types.Bool, flags, seg)
		var c selection
		one.choose(eb, &c, bounds, seg, eb.sub(idx, eb.at(types.Int, off, seg)), func(cond fkl.Expr) fkl.Expr {
			if cond == nil {
				return first
			}
			return eb.prim(prim.And, types.Bool, first, cond)
		})
		two.choose(eb, &c, bounds, seg, eb.sub(idx, eb.at(types.Int, off, seg)), func(cond fkl.Expr) fkl.Expr { return cond })
		return c
	})
	return &nestedSeq{data: data, packed: out}
}

// bounds reads the sum of the lengths at an index, then starts and lengths of
// parts, n numbers in all: zeros where there are no more parts.
func (a *appended) bounds(eb *block, idx fkl.Expr, n int) []fkl.Expr {
	out := make([]fkl.Expr, 0, n+1)
	out = append(out, readAt(eb, a.sum, idx))
	for k := range a.parts {
		out = append(out, readAt(eb, a.starts[k], idx))
		if k < len(a.parts)-1 {
			out = append(out, readAt(eb, a.lens[k], idx))
		}
	}
	for len(out) < n {
		out = append(out, num(0))
	}
	return out
}

// choose adds the parts to c: position p of segment seg, whose bounds are those,
// is in the first of them that is long enough. when makes the condition of a
// part, nil for the last one, a condition of c, or nil if there is none.
func (a *appended) choose(eb *block, c *selection, bounds []fkl.Expr, seg, p fkl.Expr, when func(cond fkl.Expr) fkl.Expr) {
	for k := range a.parts {
		c.idxs = append(c.idxs, eb.add(eb.at(types.Int, bounds[1+2*k], seg), p))
		var cond fkl.Expr
		if k < len(a.parts)-1 {
			n := eb.at(types.Int, bounds[2+2*k], seg)
			cond = eb.prim(prim.Lt, types.Bool, p, n)
			p = eb.sub(p, n)
		}
		if cond = when(cond); cond != nil {
			c.conds = append(c.conds, cond)
		}
	}
}
