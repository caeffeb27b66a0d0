package flatten

// Compaction: sequences in sequences that a loop hands on are views, and what a step makes
// is appended to the data of those before. Once data has twice as many elements as after
// the last time, the host asks how many its sequences have, and if these are fewer, they
// are gathered: what is copied was written since then.
//
//	loop (starts, lens, data, limit) = ..:
//	  recur if #data' > limit then gathered (starts', lens', data'), twice as many
//	        else starts', lens', data', limit

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// slack is how many elements data may have in any case.
const slack = 64

// grows reports whether the data of sequences in r may hold that of before, and more.
func grows(r, before rep) bool {
	switch r := r.(type) {
	case tup:
		for i, c := range r {
			if grows(c, before.(tup)[i]) {
				return true
			}
		}
	case *lview:
		was := before.(*lview).data
		if sameData(r.data, was) {
			return false
		}
		return !r.covers() || grows(r.data, was)
	}
	return false
}

// extent is how many elements the sequences in r have in their data, at all levels.
func (b *lets) extent(r rep) fkl.Expr {
	n := num(0)
	switch r := r.(type) {
	case tup:
		for _, c := range r {
			n = b.addSize(n, b.extent(c))
		}
	case *lview:
		n = b.addSize(b.count(r.data), b.extent(r.data))
	}
	return n
}

// twice is the limit of data of which n elements are seen.
func (b *lets) twice(n fkl.Expr) fkl.Expr { return b.addSize(b.addSize(n, n), num(slack)) }

// compacted is r, which a step has made of before, of extent was, compact if its
// extent is beyond limit; and the limit from then on. What one step has added
// may be all of it, so that much is allowed, too.
func (b *lets) compacted(r, before rep, was, limit fkl.Expr) (rep, fkl.Expr) {
	var flat []rep
	b.flatten(r, &flat)
	b.vecs(flat...)
	size := b.extent(r)
	then, els := b.block(), b.block()
	small := then.compact(r, before)
	j := &join{}
	build := j.plan(then, els, small, r)
	live := then.extent(small)
	added := then.prim("max", types.Int, then.sub(size, was), num(0))
	next := then.addSize(then.twice(live), added)
	vs := b.letN("own", append(leafTypesOf(j.one), types.Int), &fkl.If{Node: ir.At(b.pos), Cond: b.prim("gt", types.Bool, size, limit),
		Then: then.ret(append(then.values(j.one), next)...), Else: els.ret(append(els.values(j.two), limit)...)})
	return build(taking(vs)), vs[len(vs)-1]
}

// compact is r with data of its own, level by level, where that has more elements than its
// sequences; data that it has in common with before stays.
func (b *lets) compact(r, before rep) rep {
	switch r := r.(type) {
	case tup:
		out := make(tup, len(r))
		for i, c := range r {
			out[i] = b.compact(c, before.(tup)[i])
		}
		return out
	case *lview:
		was := before.(*lview).data
		if sameData(r.data, was) {
			return r
		}
		out := *r
		if r.packed == nil && !r.tight {
			out = *b.gathering(r)
		}
		out.data = b.compact(out.data, was)
		return &out
	}
	return r
}

// gathering is v, its data gathered if it has more elements than the sequences.
func (b *lets) gathering(v *lview) *lview {
	from := *v
	n := b.let("sum", types.Int, &fkl.Reduce{Node: ir.At(b.pos), Op: prim.RSize, Vec: b.vec(v.lens)})
	from.total = &sum{n: n}
	return b.sparse(&from, b.prim("lt", types.Bool, n, b.count(v.data)))
}
