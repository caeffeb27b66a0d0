package flatten

// Sequences in sequences that functions of the host take and return, and that have one length at
// every depth, as their types say: they are their data, and the lengths as numbers.
//
//	f(starts, lens, data)    =>    f(count, length, data)

import (
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// A hostComponent is a component of a parameter or of the result of a function of the host.
type hostComponent struct {
	fn        string
	param     int // -1: the result
	component int
}

// passesRegular reports whether a component of type t is passed as data and lengths.
func (t *translator) passesRegular(c hostComponent, ty *types.Type) bool {
	return ty.Kind == types.KSeq && nodes(ty) > 1 && sameForAll(ty) && !t.irregular[c]
}

// sameForAll reports whether the sequences of type t have lengths that are the same for all, at every depth.
func sameForAll(t *types.Type) bool {
	if t.Kind == types.KSeq && (len(t.Sizes) != 1 || t.Sizes[0].Varies()) {
		return false
	}
	for _, c := range t.Elems {
		if !sameForAll(c) {
			return false
		}
	}
	return true
}

// passedTypes is the types of the vectors and scalars of a parameter or result of type t.
func (t *translator) passedTypes(fn string, param int, ty *types.Type) []*types.Type {
	var out []*types.Type
	for k, c := range components(ty) {
		if !t.passesRegular(hostComponent{fn, param, k}, c) {
			out = append(out, leafTypes(c, false)...)
			continue
		}
		lengths, data := regularTypes(c)
		for range lengths {
			out = append(out, types.Int)
		}
		out = append(out, data...)
	}
	return out
}

// regularTypes lists the sequences of t and the types of its vectors.
func regularTypes(t *types.Type) (seqs []*types.Type, data []*types.Type) {
	switch t.Kind {
	case types.KSeq:
		seqs, data = regularTypes(t.Elem())
		return append([]*types.Type{t}, seqs...), data
	case types.KTuple:
		for _, c := range t.Elems {
			s, d := regularTypes(c)
			seqs, data = append(seqs, s...), append(data, d...)
		}
		return seqs, data
	}
	return nil, []*types.Type{types.Vec(t)}
}

// pass lists the vectors and scalars of r, a parameter or result of type ty.
func (t *translator) pass(b *block, fn string, param int, ty *types.Type, r rep) []fkl.Expr {
	var flat []rep
	rs := parts(r)
	for k, c := range components(ty) {
		part := hostComponent{fn, param, k}
		if !t.passesRegular(part, c) {
			b.flatten(rs[k], &flat)
			continue
		}
		u := rs[k].(uniformSeq)
		var data []rep
		flat = append(flat, hostScalar{u.n})
		if !b.regularData(u.elems, u.n, &flat, &data) {
			t.irregular[part], t.sizeParams.changed = true, true
		}
		flat = append(flat, data...)
	}
	return b.values(flat)
}

// regularData lists the lengths and the data of the sequences in r, count values, and reports whether
// nothing is copied for it.
func (b *block) regularData(r rep, count fkl.Expr, lengths, data *[]rep) bool {
	switch r := r.(type) {
	case tuple:
		ok := true
		for _, c := range r {
			ok = b.regularData(c, count, lengths, data) && ok
		}
		return ok
	case *nestedSeq:
		sp, elems := b.pack(r)
		each := sp.each
		if each == nil {
			each = b.prim(prim.Div, types.Int, sp.n, b.prim(prim.Max, types.Int, count, num(1)))
		}
		*lengths = append(*lengths, hostScalar{each})
		return b.regularData(elems, sp.n, lengths, data) && r.packed != nil
	}
	*data = append(*data, r)
	return true
}

// passed builds a parameter or result from its vectors and scalars; it has type ty in the function
// and type as where it is used.
func (t *translator) passed(b *block, fn string, param int, ty, as *types.Type, leaves []fkl.Expr) rep {
	cs, names := components(ty), components(as)
	out := make([]rep, len(cs))
	for k, c := range cs {
		if !t.passesRegular(hostComponent{fn, param, k}, c) {
			n := len(leafTypes(c, false))
			out[k] = fromLeaves(b, c, false, leaves[:n])
			leaves = leaves[n:]
			continue
		}
		seqs, data := regularTypes(c)
		lengths, vectors := taking(leaves[:len(seqs)]), taking(leaves[len(seqs):len(seqs)+len(data)])
		n := b.lengthNamed(names[k], lengths())
		out[k] = uniformSeq{elems: b.regularFrom(n, names[k].Elem(), lengths, vectors), n: n}
		leaves = leaves[len(seqs)+len(data):]
	}
	return assemble(ty, out)
}

// regularFrom is count elements of type t from their lengths and vectors.
func (b *block) regularFrom(count fkl.Expr, t *types.Type, lengths, vectors func() fkl.Expr) rep {
	switch t.Kind {
	case types.KTuple:
		out := make(tuple, len(t.Elems))
		for i, c := range t.Elems {
			out[i] = b.regularFrom(count, c, lengths, vectors)
		}
		return out
	case types.KSeq:
		sp := b.regularSpace(count, b.lengthNamed(t, lengths()))
		return &nestedSeq{packed: sp, data: b.regularFrom(sp.n, t.Elem(), lengths, vectors)}
	}
	return vector{vectors(), t}
}

// lengthNamed is the length n of sequences of type t, which others may be as long as; or what that was
// known to be before.
func (b *block) lengthNamed(t *types.Type, n fkl.Expr) fkl.Expr {
	if len(t.Sizes) != 1 || t.Sizes[0].Varies() {
		return n
	}
	if known := b.lengthOf(t.Sizes[0]); known != nil {
		return known
	}
	return memo(b, memoKey{t.Sizes[0], "length"}, func() fkl.Expr { return n })
}

// passResult ends a function of the host.
func (t *translator) passResult(f *nkl.Func) ending {
	return func(b *block, r rep) []fkl.Expr { return t.pass(b, f.Name, -1, f.Result, r) }
}
