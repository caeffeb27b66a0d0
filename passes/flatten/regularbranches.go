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
	"nessiec/passes/flatten/boundary"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/rep"
)

// regularLike is a value like that of a value of type t, sequences in sequences, with regular
// descriptors and without data, and how many elements it has; nil if a length is not known.
func regularLike(b *emit.Block, t *types.Type) (like rep.Value, n fkl.Expr) {
	if rep.Nodes(t) < 2 || t.Kind != types.KSeq || len(t.Sizes) != 1 {
		return nil, nil
	}
	if n = rep.LengthOf(b, t.Sizes[0]); n == nil || !rep.LengthsKnown(b, t.Elem()) {
		return nil, nil
	}
	return regularElems(b, n, t.Elem()), n
}

// regularElems is count elements of type t, of lengths that are known.
func regularElems(b *emit.Block, count fkl.Expr, t *types.Type) rep.Value {
	switch t.Kind {
	case types.KTuple:
		out := make(rep.Tuple, len(t.Elems))
		for i, c := range t.Elems {
			out[i] = regularElems(b, count, c)
		}
		return out
	case types.KSeq:
		sp := rep.RegularSpace(b, count, rep.LengthOf(b, t.Sizes[0]))
		return &rep.Nested{Packed: sp, Data: regularElems(b, sp.N, t.Elem())}
	}
	return rep.Vector{Type: t}
}

// hostBranch is an If of the host on cond.
func (t *translator) hostBranch(b *emit.Block, s *scope, cond fkl.Expr, e *nkl.If, ty *types.Type) rep.Value {
	cs := rep.Components(ty)
	likes, ns, leaves := make([]rep.Value, len(cs)), make([]fkl.Expr, len(cs)), make([][]*types.Type, len(cs))
	var all []*types.Type
	for k, c := range cs {
		if !t.views[loopComponent{e, k}] {
			likes[k], ns[k] = regularLike(b, c)
		}
		leaves[k] = boundary.LoopTypes(c, likes[k])
		all = append(all, leaves[k]...)
	}
	end := func(b *emit.Block, r rep.Value) []fkl.Expr {
		var flat []rep.Value
		for k, r := range rep.Parts(r) {
			boundary.LoopReps(b, r, likes[k], func() { t.carryAsViews(loopComponent{e, k}) }, &flat)
		}
		return rep.Values(b, flat)
	}
	then, els := b.Nested(), b.Nested()
	vs := b.LetN("r", all, &fkl.If{Node: ir.At(e.Pos()), Cond: cond,
		Then: t.tail(then, s, e.Then, ty, end), Else: t.tail(els, s, e.Else, ty, end)})
	out := make([]rep.Value, len(cs))
	for k, c := range cs {
		n := len(leaves[k])
		out[k] = boundary.FromLoop(b, c, likes[k], ns[k], vs[:n])
		vs = vs[n:]
	}
	return boundary.Assemble(ty, out)
}
