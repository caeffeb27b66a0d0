package flatten

import (
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/primitive"
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
		return t.uniformWork(b, s, ty, func(b *emit.Block, _ *scope) rep.Value { return primitive.Fold(b, e, u) })
	}
	return primitive.FoldRows(b, e, rep.WithRegular(b, s.sp.N, rep.TypeOf(e.Seq), r).(*rep.Nested))
}
