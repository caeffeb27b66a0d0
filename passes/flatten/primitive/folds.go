package primitive

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

// Fold is the fold e of one sequence.
func Fold(b *emit.Block, e *nkl.Fold, u rep.Seq) rep.Value {
	f := folding(b, e, u.Elems)
	made := rep.FromLeaves(b, e.X.Type, e.Scan, b.LetN("fold", rep.LeafTypes(e.X.Type, e.Scan), f))
	if e.Scan {
		return rep.Seq{Elems: made, N: u.N}
	}
	return made
}

// FoldRows is the fold e of each sequence of v.
func FoldRows(b *emit.Block, e *nkl.Fold, v *rep.Nested) rep.Value {
	sp, data := rep.Pack(b, v)
	f := folding(b, e, data)
	made := rep.FromLeaves(b, e.X.Type, true, b.LetN("fold", rep.LeafTypes(e.X.Type, true),
		&fkl.SegFold{Node: ir.At(b.Pos), Scan: e.Scan, Sd: sp.Sd, Vecs: f.Vecs, Params: f.Params, Body: f.Body}))
	if e.Scan {
		return &rep.Nested{Data: made, Packed: sp}
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
