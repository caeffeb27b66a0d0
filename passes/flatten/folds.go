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
func (t *translator) fold(b *lets, s *scope, e *nkl.Fold, ty *types.Type) rep {
	r := t.expr(b, s, e.Seq, nil)
	b.stands(e)
	if u, ok := r.(useq); ok {
		return t.once(b, s, ty, func(b *lets, _ *scope) rep { return b.foldSeq(e, u) })
	}
	sp, data := b.pack(b.even(s.sp.n, typeOf(e.Seq), r).(*lview))
	f := b.folding(e, data)
	made := fromLeaves(b, e.X.Type, true, b.letN("fold", leafTypes(e.X.Type, true),
		&fkl.SegFold{Node: ir.At(b.pos), Scan: e.Scan, Sd: sp.sd, Vecs: f.Vecs, Params: f.Params, Body: f.Body}))
	if e.Scan {
		return &lview{data: made, packed: sp}
	}
	return made
}

// foldSeq is the fold of one sequence.
func (b *lets) foldSeq(e *nkl.Fold, u useq) rep {
	f := b.folding(e, u.elems)
	made := fromLeaves(b, e.X.Type, e.Scan, b.letN("fold", leafTypes(e.X.Type, e.Scan), f))
	if e.Scan {
		return useq{elems: made, n: u.n}
	}
	return made
}

// folding is the fold of elements that are side by side.
func (b *lets) folding(e *nkl.Fold, elems rep) *fkl.Fold {
	var flat []rep
	b.outer(elems, &flat)
	f := &fkl.Fold{Node: ir.At(b.pos), Scan: e.Scan, Vecs: b.vecs(flat...)}
	x := &elemTr{vars: map[*nkl.Var]ev{}, own: func(_ *lets, v *nkl.Var) ev {
		panic("flatten: the code of a fold uses " + v.Name)
	}}
	for _, v := range []*nkl.Var{e.X, e.Y} {
		var vars []fkl.Expr
		for _, t := range leafTypes(v.Type, false) {
			p := types.NewVar(v.Name, t)
			f.Params, vars = append(f.Params, p), append(vars, ref(p))
		}
		x.vars[v] = evFrom(v.Type, &vars)
	}
	f.Body = x.tail(&lets{host: b, pos: b.pos}, e.Body, e.X.Type)
	return f
}
