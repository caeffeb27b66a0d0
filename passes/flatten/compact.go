package flatten

// Compaction: sequences in sequences that a loop hands on are views, and what a step makes
// is appended to the data of those before. Once data has twice as many elements as after
// the last time, the host asks how many its sequences have, and if these are fewer, they
// are copied: what is copied was written since then.
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

// growthSlack is how many elements data may have in any case.
const growthSlack = 64

// grows reports whether the data of sequences in r may hold that of before, and more.
func grows(r, before rep) bool {
	switch r := r.(type) {
	case tuple:
		for i, c := range r {
			if grows(c, before.(tuple)[i]) {
				return true
			}
		}
	case *nestedSeq:
		was := before.(*nestedSeq).data
		if sameData(r.data, was) {
			return false
		}
		return !r.covers() || grows(r.data, was)
	}
	return false
}

// extent is how many elements the sequences in r have in their data, at all levels.
func (b *block) extent(r rep) fkl.Expr {
	n := num(0)
	switch r := r.(type) {
	case tuple:
		for _, c := range r {
			n = b.addSize(n, b.extent(c))
		}
	case *nestedSeq:
		n = b.addSize(b.count(r.data), b.extent(r.data))
	}
	return n
}

// growthLimit is the limit of data of which n elements are seen.
func (b *block) growthLimit(n fkl.Expr) fkl.Expr { return b.addSize(b.addSize(n, n), num(growthSlack)) }

// compactBeyond is r, which a step has made of before, of extent was, compact if its
// extent is beyond limit; and the limit from then on. What one step has added
// may be all of it, so that much is allowed, too.
func (b *block) compactBeyond(r, before rep, was, limit fkl.Expr) (rep, fkl.Expr) {
	var flat []rep
	b.flatten(r, &flat)
	b.vecs(flat...)
	size := b.extent(r)
	then, els := b.nested(), b.nested()
	small := then.compact(r, before)
	j := &branchJoin{}
	build := j.plan(then, els, small, r)
	live := then.extent(small)
	added := then.prim(prim.Max, types.Int, then.sub(size, was), num(0))
	next := then.addSize(then.growthLimit(live), added)
	vs := b.letN("own", append(leafTypesOf(j.one), types.Int), &fkl.If{Node: ir.At(b.pos), Cond: b.prim(prim.Gt, types.Bool, size, limit),
		Then: then.ret(append(then.values(j.one), next)...), Else: els.ret(append(els.values(j.two), limit)...)})
	return build(taking(vs)), vs[len(vs)-1]
}

// compact is r with data of its own, level by level, where that has more elements than its
// sequences; data that it has in common with before stays.
func (b *block) compact(r, before rep) rep {
	switch r := r.(type) {
	case tuple:
		out := make(tuple, len(r))
		for i, c := range r {
			out[i] = b.compact(c, before.(tuple)[i])
		}
		return out
	case *nestedSeq:
		was := before.(*nestedSeq).data
		if sameData(r.data, was) {
			return r
		}
		out := *r
		if r.packed == nil && !r.inOrder {
			out = *b.gatherData(r)
		}
		out.data = b.compact(out.data, was)
		return &out
	}
	return r
}

// gatherData is v, its data gathered if it has more elements than the sequences.
func (b *block) gatherData(v *nestedSeq) *nestedSeq {
	from := *v
	n := b.let("sum", types.Int, &fkl.Reduce{Node: ir.At(b.pos), Op: prim.RSize, Vec: b.vec(v.lens)})
	from.total = &totalSize{n: n}
	return b.sparse(&from, b.prim(prim.Lt, types.Bool, n, b.count(v.data)))
}
