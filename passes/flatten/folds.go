package flatten

// Folds: the vectors of the elements, combined tuple by tuple by element code.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/flatten/element"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/rep"
)

// fold translates a fold.
//
//	on the host:  of the elements of a sequence
//	lifted:       of the elements of all sequences, in segments
func (t *translator) fold(b *emit.Block, s *scope, e *nkl.Fold, ty *types.Type) rep.Value {
	r := t.expr(b, s, e.Seq, nil)
	b.SetPos(e)
	if u, ok := r.(rep.Seq); ok {
		return t.uniformWork(b, s, ty, func(b *emit.Block, _ *scope) rep.Value { return foldSeq(b, e, u) })
	}
	sp, data := rep.Pack(b, rep.WithRegular(b, s.sp.N, rep.TypeOf(e.Seq), r).(*rep.Nested))
	f := folding(b, e, data)
	made := rep.FromLeaves(b, e.X.Type, true, b.LetN("fold", rep.LeafTypes(e.X.Type, true),
		&fkl.SegFold{Node: ir.At(b.Pos), Scan: e.Scan, Sd: sp.Sd, Vecs: f.Vecs, Params: f.Params, Body: f.Body}))
	if e.Scan {
		return &rep.Nested{Data: made, Packed: sp}
	}
	return made
}

// foldSeq is the fold of one sequence.
func foldSeq(b *emit.Block, e *nkl.Fold, u rep.Seq) rep.Value {
	f := folding(b, e, u.Elems)
	made := rep.FromLeaves(b, e.X.Type, e.Scan, b.LetN("fold", rep.LeafTypes(e.X.Type, e.Scan), f))
	if e.Scan {
		return rep.Seq{Elems: made, N: u.N}
	}
	return made
}

// folding is the fold of elements that are side by side.
func folding(b *emit.Block, e *nkl.Fold, elems rep.Value) *fkl.Fold {
	var flat []rep.Value
	rep.Outer(b, elems, &flat)
	f := &fkl.Fold{Node: ir.At(b.Pos), Scan: e.Scan, Vecs: rep.Vecs(b, flat...)}
	x := &element.Translator{Vars: map[*nkl.Var]element.Value{}, Own: func(_ *emit.Block, v *nkl.Var) element.Value {
		panic("flatten: the code of a fold uses " + v.Name)
	}}
	for _, v := range []*nkl.Var{e.X, e.Y} {
		var vars []fkl.Expr
		for _, t := range rep.LeafTypes(v.Type, false) {
			p := types.NewVar(v.Name, t)
			f.Params, vars = append(f.Params, p), append(vars, emit.Ref(p))
		}
		x.Vars[v] = element.FromAtoms(v.Type, &vars)
	}
	f.Body = x.Tail(&emit.Block{Host: b, Pos: b.Pos}, e.Body, e.X.Type)
	return f
}
