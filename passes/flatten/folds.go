package flatten

// Folds: the vectors of the elements, combined tuple by tuple by element code.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
)

// fold translates a fold.
//
//	on the host:  of the elements of a sequence
//	lifted:       of the elements of all sequences, in segments
func (t *translator) fold(b *block, s *scope, e *nkl.Fold, ty *types.Type) rep {
	r := t.expr(b, s, e.Seq, nil)
	b.setPos(e)
	if u, ok := r.(uniformSeq); ok {
		return t.uniformWork(b, s, ty, func(b *block, _ *scope) rep { return b.foldSeq(e, u) })
	}
	sp, data := b.pack(b.withRegular(s.sp.n, typeOf(e.Seq), r).(*nestedSeq))
	f := b.folding(e, data)
	made := fromLeaves(b, e.X.Type, true, b.letN("fold", leafTypes(e.X.Type, true),
		&fkl.SegFold{Node: ir.At(b.pos), Scan: e.Scan, Sd: sp.sd, Vecs: f.Vecs, Params: f.Params, Body: f.Body}))
	if e.Scan {
		return &nestedSeq{data: made, packed: sp}
	}
	return made
}

// foldSeq is the fold of one sequence.
func (b *block) foldSeq(e *nkl.Fold, u uniformSeq) rep {
	f := b.folding(e, u.elems)
	made := fromLeaves(b, e.X.Type, e.Scan, b.letN("fold", leafTypes(e.X.Type, e.Scan), f))
	if e.Scan {
		return uniformSeq{elems: made, n: u.n}
	}
	return made
}

// folding is the fold of elements that are side by side.
func (b *block) folding(e *nkl.Fold, elems rep) *fkl.Fold {
	var flat []rep
	b.outer(elems, &flat)
	f := &fkl.Fold{Node: ir.At(b.pos), Scan: e.Scan, Vecs: b.vecs(flat...)}
	x := &elemTranslator{vars: map[*nkl.Var]elemValue{}, own: func(_ *block, v *nkl.Var) elemValue {
		panic("flatten: the code of a fold uses " + v.Name)
	}}
	for _, v := range []*nkl.Var{e.X, e.Y} {
		var vars []fkl.Expr
		for _, t := range leafTypes(v.Type, false) {
			p := types.NewVar(v.Name, t)
			f.Params, vars = append(f.Params, p), append(vars, ref(p))
		}
		x.vars[v] = elemFromAtoms(v.Type, &vars)
	}
	f.Body = x.tail(&block{host: b, pos: b.pos}, e.Body, e.X.Type)
	return f
}
