package flatten

// Conditionals of the host that yield sequences in sequences of lengths that are known
// before: branches yield only the data.
//
//	if c then (starts, lens, data) ..    =>    sd = ..; if c then (data) ..

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
)

// regularLike is a rep like that of a value of type t, sequences in sequences, with regular
// descriptors and without data, and how many elements it has; nil if a length is not known.
func (b *block) regularLike(t *types.Type) (like rep, n fkl.Expr) {
	if nodes(t) < 2 || t.Kind != types.KSeq || len(t.Sizes) != 1 {
		return nil, nil
	}
	if n = b.lengthOf(t.Sizes[0]); n == nil || !b.lengthsKnown(t.Elem()) {
		return nil, nil
	}
	return b.regularElems(n, t.Elem()), n
}

// lengthsKnown reports whether the sequences of type t have lengths that the host knows, at every depth.
func (b *block) lengthsKnown(t *types.Type) bool {
	switch t.Kind {
	case types.KTuple:
		for _, c := range t.Elems {
			if !b.lengthsKnown(c) {
				return false
			}
		}
	case types.KSeq:
		return len(t.Sizes) == 1 && b.lengthOf(t.Sizes[0]) != nil && b.lengthsKnown(t.Elem())
	}
	return true
}

// regularElems is count elements of type t, of lengths that are known.
func (b *block) regularElems(count fkl.Expr, t *types.Type) rep {
	switch t.Kind {
	case types.KTuple:
		out := make(tuple, len(t.Elems))
		for i, c := range t.Elems {
			out[i] = b.regularElems(count, c)
		}
		return out
	case types.KSeq:
		sp := b.regularSpace(count, b.lengthOf(t.Sizes[0]))
		return &nestedSeq{packed: sp, data: b.regularElems(sp.n, t.Elem())}
	}
	return vector{t: t}
}

// hostBranch is an If of the host on cond.
func (t *translator) hostBranch(b *block, s *scope, cond fkl.Expr, e *nkl.If, ty *types.Type) rep {
	cs := components(ty)
	likes, ns, leaves := make([]rep, len(cs)), make([]fkl.Expr, len(cs)), make([][]*types.Type, len(cs))
	var all []*types.Type
	for k, c := range cs {
		if !t.views[loopComponent{e, k}] {
			likes[k], ns[k] = b.regularLike(c)
		}
		leaves[k] = loopTypes(c, likes[k])
		all = append(all, leaves[k]...)
	}
	end := func(b *block, r rep) []fkl.Expr {
		var flat []rep
		for k, r := range parts(r) {
			b.loopReps(r, likes[k], func() { t.carryAsViews(loopComponent{e, k}) }, &flat)
		}
		return b.values(flat)
	}
	then, els := b.nested(), b.nested()
	vs := b.letN("r", all, &fkl.If{Node: ir.At(e.Pos()), Cond: cond,
		Then: t.tail(then, s, e.Then, ty, end), Else: t.tail(els, s, e.Else, ty, end)})
	out := make([]rep, len(cs))
	for k, c := range cs {
		n := len(leaves[k])
		out[k] = fromLoop(b, c, likes[k], ns[k], vs[:n])
		vs = vs[n:]
	}
	return assemble(ty, out)
}
