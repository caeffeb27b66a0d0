package boundary

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
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/rep"
)

// grows reports whether the data of sequences in r may hold that of before, and more.
func grows(r, before rep.Value) bool {
	switch r := r.(type) {
	case rep.Tuple:
		for i, c := range r {
			if grows(c, before.(rep.Tuple)[i]) {
				return true
			}
		}
	case *rep.Nested:
		was := before.(*rep.Nested).Data
		if rep.SameData(r.Data, was) {
			return false
		}
		return !r.Covers() || grows(r.Data, was)
	}
	return false
}

// extent is how many elements the sequences in r have in their data, at all levels.
func extent(b *emit.Block, r rep.Value) fkl.Expr {
	n := emit.Num(0)
	switch r := r.(type) {
	case rep.Tuple:
		for _, c := range r {
			n = b.AddSize(n, extent(b, c))
		}
	case *rep.Nested:
		n = b.AddSize(rep.UsedOf(b, r.Data), extent(b, r.Data))
	}
	return n
}

// GrowthLimit is the limit of data of which n elements are seen.
func GrowthLimit(b *emit.Block, n fkl.Expr) fkl.Expr {
	return b.AddSize(b.AddSize(n, n), emit.Num(rep.Slack))
}

// compactBeyond is u, whose elements a step has made of before, of extent was, compact if its
// extent is beyond limit; and the limit from then on. What one step has added
// may be all of it, so that much is allowed, too.
func compactBeyond(b *emit.Block, u rep.Seq, before rep.Value, was, limit fkl.Expr) (rep.Seq, fkl.Expr) {
	var flat []rep.Value
	r, start := u.Widened()
	rep.Flatten(b, r, &flat)
	rep.Vecs(b, flat...)
	size := extent(b, r)
	then, els := b.Nested(), b.Nested()
	small := compact(then, u.Elems, before)
	j := &rep.BranchJoin{}
	build := j.Plan(then, els, small, r)
	live := extent(then, small)
	added := then.Prim(prim.Max, types.Int, then.Sub(size, was), emit.Num(0))
	next := then.AddSize(GrowthLimit(then, live), added)
	ones, twos, ts := append(rep.Values(then, j.One), next), append(rep.Values(els, j.Two), limit), append(rep.LeafTypesOf(j.One), types.Int)
	var roomy []int
	for k, data := range Roomy(r) {
		if rep.HasRoom(b, data) {
			roomy, ts = append(roomy, k), append(ts, types.Int)
			ones, twos = append(ones, rep.UsedOf(then, Roomy(small)[k])), append(twos, rep.UsedOf(els, data))
		}
	}
	moves := !emit.IsInt(start, 0)
	if moves {
		ones, twos, ts = append(ones, emit.Num(0)), append(twos, start), append(ts, types.Int)
	}
	vs := b.LetN("own", ts, &fkl.If{Node: ir.At(b.Pos), Cond: b.Prim(prim.Gt, types.Bool, size, limit), Then: then.Ret(ones...), Else: els.Ret(twos...)})
	n := len(rep.LeafTypesOf(j.One))
	out := rep.Seq{Elems: build(Taking(vs)), N: u.N}
	if moves {
		start = vs[len(vs)-1]
	}
	if w := u.Window; w != nil {
		out = rep.InWindow(b, &rep.Window{Start: start, Data: out.Elems, Lost: w.Lost, Narrowed: w.Narrowed}, u.N, false)
	}
	for i, k := range roomy {
		rep.SetUsed(b, Roomy(out.Elems)[k], vs[n+1+i])
	}
	return out, vs[n]
}

// compact is r with data of its own, level by level, where that has more elements than its
// sequences; data that it has in common with before stays.
func compact(b *emit.Block, r, before rep.Value) rep.Value {
	switch r := r.(type) {
	case rep.Tuple:
		out := make(rep.Tuple, len(r))
		for i, c := range r {
			out[i] = compact(b, c, before.(rep.Tuple)[i])
		}
		return out
	case *rep.Nested:
		was := before.(*rep.Nested).Data
		if rep.SameData(r.Data, was) {
			return r
		}
		out := *r
		if r.Packed == nil && !r.InOrder {
			out = *gatherData(b, r)
		}
		out.Data = compact(b, out.Data, was)
		return &out
	}
	return r
}

// gatherData is v, its data gathered if it has more elements than the sequences.
func gatherData(b *emit.Block, v *rep.Nested) *rep.Nested {
	from, used := *v, rep.UsedOf(b, v.Data)
	n := Measured(b, v)
	from.Total = &rep.Total{N: n}
	out := Sparse(b, &from, b.Prim(prim.Lt, types.Bool, n, used))
	if rep.HasRoom(b, v.Data) {
		rep.SetUsed(b, out.Data, b.Prim(prim.Min, types.Int, n, used))
	}
	return out
}

// Values that stay while a recursion is on. What a filter keeps has room for all
// that it looked at, and may be bounded by its ranks; so right before
// the recursive call bounds become vectors, and elements that are few among their
// data are copied.

// Sparse is v, with data of its own if it has much more than its elements.
func Sparse(b *emit.Block, v *rep.Nested, much fkl.Expr) *rep.Nested {
	return rep.Choose(b, much, func(b *emit.Block) *rep.Nested { return packedAlone(b, v) }, func(*emit.Block) *rep.Nested { return v })
}

// packedAlone is v with data that has its elements only.
func packedAlone(b *emit.Block, v *rep.Nested) *rep.Nested {
	sp, data := rep.Pack(b, v)
	rep.Force(b, data)
	return &rep.Nested{Starts: computeStarts(v, b, sp), Lens: v.Lens, Data: data}
}

// Taking is a function that returns xs, one after another.
func Taking(xs []fkl.Expr) func() fkl.Expr {
	return func() fkl.Expr {
		x := xs[0]
		xs = xs[1:]
		return x
	}
}
