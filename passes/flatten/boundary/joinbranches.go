package boundary

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
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/rep"
)

// JoinBranches is x for the elements of sp whose flag is set, and y for the others;
// values of the branches stand at the ranks of p. Sequences that grow are copied.
func JoinBranches(b *emit.Block, sp *emit.Space, flags fkl.Expr, p rep.SplitResult, x, y rep.Value, g Accumulation) rep.Value {
	if xs, ok := x.(rep.Tuple); ok {
		return joinTuples(b, sp, flags, p, xs, y.(rep.Tuple), g)
	}
	x, y = inOneData(x, y)
	if !appends(x) && !appends(y) && !g.grows(b, p, x, y) {
		return rep.OfAll(b, combineVectors(b, sp, flags, p, x, y), []rep.Value{x, y}, p.Sp1, p.Sp2)
	}
	given := rep.SumOf(rep.Sequences(b, x, p.Sp1), rep.Sequences(b, y, p.Sp2))
	n, all := p.Sp1.N, y // a call that has all elements has their sequences
	if g.whole(x) {
		n, all = p.Sp2.N, x
	}
	if g.whole(all) {
		total := rep.Taken(b, given)
		return insteadOf(b, b.Prim(prim.Eq, types.Bool, n, emit.Num(0)), all, total, func(b *emit.Block) *rep.Nested {
			return copyBranches(b, sp, flags, p, x, y, total)
		})
	}
	if !g.copiesChained(b, p, x, y) {
		return copyBranches(b, sp, flags, p, x, y, given)
	}
	total := rep.Taken(b, given)
	alone := func(b *emit.Block, v rep.Value, others *emit.Space) fkl.Expr {
		little := b.Prim(prim.Le, types.Bool, rep.Count(b, v.(*rep.Nested).Data), GrowthLimit(b, rep.Known(b, total, true)))
		return b.Prim(prim.And, types.Bool, little, b.Prim(prim.Eq, types.Bool, others.N, emit.Num(0)))
	}
	return insteadOf(b, alone(b, x, p.Sp2), x, total, func(b *emit.Block) *rep.Nested {
		return insteadOf(b, alone(b, y, p.Sp1), y, total, func(b *emit.Block) *rep.Nested {
			return copyBranches(b, sp, flags, p, x, y, total)
		})
	})
}

// insteadOf is v where that holds, which has total elements, or else what other makes.
func insteadOf(b *emit.Block, that fkl.Expr, v rep.Value, total *rep.Total, other func(b *emit.Block) *rep.Nested) *rep.Nested {
	r := rep.Choose(b, that, func(*emit.Block) *rep.Nested { return v.(*rep.Nested) }, other)
	r.Total = total
	return r
}

// grows reports whether x and y are to be copied: the data of both, appended, would be handed over, and grow.
func (g Accumulation) grows(b *emit.Block, p rep.SplitResult, x, y rep.Value) bool {
	return g.accumulates(x, y) || g.copiesChained(b, p, x, y)
}

// copiesChained reports whether calls hand on to each other what this conditional yields, and the host knows how
// many elements that has. If all are of one branch, and its data has little else, nothing is copied.
func (g Accumulation) copiesChained(b *emit.Block, p rep.SplitResult, x, y rep.Value) bool {
	_, ok := x.(*rep.Nested)
	_, also := y.(*rep.Nested)
	return ok && also && g.Of != nil && g.Chained && !g.accumulates(x, y) && dataDiffer([]rep.Value{x, y}) &&
		rep.Known(b, rep.SumOf(rep.Sequences(b, x, p.Sp1), rep.Sequences(b, y, p.Sp2)), false) != nil
}

// inOneData is x and y, or where these sequences are parts of one data that is to stay: that of
// sequences which do not overlap may be replaced by what is left.
func inOneData(x, y rep.Value) (rep.Value, rep.Value) {
	vs := rep.OfOneData([]rep.Value{x, y})
	if v, ok := vs[0].(*rep.Nested); !ok || v.Own {
		return x, y
	}
	return vs[0], vs[1]
}

// copyBranches is JoinBranches that copies what the branches hand out, total elements, unless
// that is more than their data.
func copyBranches(b *emit.Block, sp *emit.Space, flags fkl.Expr, p rep.SplitResult, x, y rep.Value, total *rep.Total) *rep.Nested {
	fits := unshared(b, unshared(b, nil, x, p.Sp1), y, p.Sp2)
	total = rep.Taken(b, total)
	if fits == nil {
		return packBranches(b, sp, flags, p, x, y, total)
	}
	r := rep.Choose(b, fits, func(b *emit.Block) *rep.Nested { return packBranches(b, sp, flags, p, x, y, total) },
		func(b *emit.Block) *rep.Nested {
			return combineVectors(b, sp, flags, p, Plain(b, x), Plain(b, y)).(*rep.Nested)
		})
	r.Total = total
	return r
}

// joinTuples is JoinBranches for tuples: components whose data would grow one by one,
// the others together.
func joinTuples(b *emit.Block, sp *emit.Space, flags fkl.Expr, p rep.SplitResult, x, y rep.Tuple, g Accumulation) rep.Value {
	out := make(rep.Tuple, len(x))
	var xs, ys rep.Tuple
	for i := range x {
		v, w := inOneData(x[i], y[i])
		if _, nested := v.(rep.Tuple); nested || g.grows(b, p, v, w) {
			out[i] = JoinBranches(b, sp, flags, p, v, w, g)
		} else {
			xs, ys = append(xs, v), append(ys, w)
		}
	}
	if len(xs) == 0 {
		return out
	}
	rest := rep.OfAll(b, combineVectors(b, sp, flags, p, xs, ys), []rep.Value{xs, ys}, p.Sp1, p.Sp2).(rep.Tuple)
	for i := range out {
		if out[i] == nil {
			out[i], rest = rest[0], rest[1:]
		}
	}
	return out
}

// unshared is cond, and that the sequences of r have no more elements in all
// than its data has; r is lifted over sp. nil is true.
func unshared(b *emit.Block, cond fkl.Expr, r rep.Value, sp *emit.Space) fkl.Expr {
	if appends(r) {
		return cond
	}
	v := rep.Lift(b, r, sp).(*rep.Nested)
	if v.Packed != nil || v.InOrder {
		return cond
	}
	total := rep.Known(b, v.Total, false)
	if total == nil {
		total = b.Let("sum", types.Int, &fkl.Reduce{Op: prim.RSize, Vec: rep.Vec(b, v.Lens)})
	}
	fits := b.Prim(prim.Le, types.Bool, total, rep.Count(b, v.Data))
	if cond == nil {
		return fits
	}
	return b.Prim(prim.And, types.Bool, cond, fits)
}

// combineVectors is JoinBranches where both branches have vectors: sequences keep their data.
func combineVectors(b *emit.Block, sp *emit.Space, flags fkl.Expr, p rep.SplitResult, x, y rep.Value) rep.Value {
	rep.Force(b, x)
	rep.Force(b, y)
	return rep.SelectOne(b, x, y, sp, func(eb *emit.Block, seg, idx fkl.Expr) (cond, ix, iy fkl.Expr) {
		r := rep.ReadOwn(eb, p.Ranks, seg, idx)
		return eb.At(types.Bool, flags, idx), r, eb.Sub(idx, r)
	})
}

// An appended is the parts of a sequence with their bounds, for the elements of
// one branch.
type appended struct {
	parts        []*rep.Nested
	starts, lens []rep.Value // of the parts
	sum          rep.Value   // of the lens
}

// appends reports whether r is a concatenation without vectors.
func appends(r rep.Value) bool {
	_, ok := r.(*rep.Concat)
	return ok
}

// appendedOf lists the parts of r, lifted over sp.
func appendedOf(b *emit.Block, r rep.Value, sp *emit.Space) *appended {
	a := &appended{}
	if l, ok := r.(*rep.Concat); ok {
		a.parts, a.sum = l.Parts, l.Lens
	} else {
		v := rep.Lift(b, r, sp).(*rep.Nested)
		a.parts, a.sum = []*rep.Nested{v}, rep.LensOf(b, v)
	}
	for _, p := range a.parts {
		a.starts, a.lens = append(a.starts, rep.StartsOf(b, p)), append(a.lens, rep.LensOf(b, p))
	}
	return a
}

// packBranches is JoinBranches by copying what the branches concatenate, total elements.
func packBranches(b *emit.Block, sp *emit.Space, flags fkl.Expr, p rep.SplitResult, x, y rep.Value, total *rep.Total) *rep.Nested {
	one, two := appendedOf(b, x, p.Sp1), appendedOf(b, y, p.Sp2)
	most := max(len(one.parts), len(two.parts))
	ts := make([]*types.Type, 2*most) // the sum, and start and length of parts but the last length
	for i := range ts {
		ts[i] = types.Int
	}
	bounds := rep.MapOver(b, sp, ts, func(eb *emit.Block, seg, idx fkl.Expr) []fkl.Expr {
		r := rep.ReadOwn(eb, p.Ranks, seg, idx)
		then, els := eb.Nested(), eb.Nested()
		return eb.LetN("c", ts, &fkl.If{Cond: eb.At(types.Bool, flags, idx),
			Then: then.Ret(one.bounds(then, r, len(ts))...), Else: els.Ret(two.bounds(els, els.Sub(idx, r), len(ts))...)})
	})
	out := b.SdMake(bounds[0], rep.Known(b, total, true))
	off := b.Starts(out.Sd)
	datas := make([]rep.Value, 0, len(one.parts)+len(two.parts))
	for _, v := range append(one.parts[:len(one.parts):len(one.parts)], two.parts...) {
		datas = append(datas, v.Data)
	}
	data := selectRows(b, datas, out, func(eb *emit.Block, seg, idx fkl.Expr) rep.Selection {
		first := eb.At(types.Bool, flags, seg)
		var c rep.Selection
		one.choose(eb, &c, bounds, seg, eb.Sub(idx, eb.At(types.Int, off, seg)), func(cond fkl.Expr) fkl.Expr {
			if cond == nil {
				return first
			}
			return eb.Prim(prim.And, types.Bool, first, cond)
		})
		two.choose(eb, &c, bounds, seg, eb.Sub(idx, eb.At(types.Int, off, seg)), func(cond fkl.Expr) fkl.Expr { return cond })
		return c
	})
	return &rep.Nested{Data: data, Packed: out}
}

// bounds reads the sum of the lengths at an index, then starts and lengths of
// parts, n numbers in all: zeros where there are no more parts.
func (a *appended) bounds(eb *emit.Block, idx fkl.Expr, n int) []fkl.Expr {
	out := make([]fkl.Expr, 0, n+1)
	out = append(out, rep.ReadAt(eb, a.sum, idx))
	for k := range a.parts {
		out = append(out, rep.ReadAt(eb, a.starts[k], idx))
		if k < len(a.parts)-1 {
			out = append(out, rep.ReadAt(eb, a.lens[k], idx))
		}
	}
	for len(out) < n {
		out = append(out, emit.Num(0))
	}
	return out
}

// choose adds the parts to c: position p of segment seg, whose bounds are those,
// is in the first of them that is long enough. when makes the condition of a
// part, nil for the last one, a condition of c, or nil if there is none.
func (a *appended) choose(eb *emit.Block, c *rep.Selection, bounds []fkl.Expr, seg, p fkl.Expr, when func(cond fkl.Expr) fkl.Expr) {
	for k := range a.parts {
		c.Idxs = append(c.Idxs, eb.Add(eb.At(types.Int, bounds[1+2*k], seg), p))
		var cond fkl.Expr
		if k < len(a.parts)-1 {
			n := eb.At(types.Int, bounds[2+2*k], seg)
			cond = eb.Prim(prim.Lt, types.Bool, p, n)
			p = eb.Sub(p, n)
		}
		if cond = when(cond); cond != nil {
			c.Conds = append(c.Conds, cond)
		}
	}
}
