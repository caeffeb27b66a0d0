package infer

// The folds of the library.

import (
	"nessiec/ir"
	"nessiec/ir/nesl"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/front/hm"
)

// foldBy infers __reduce(fun, v, then, else) and __scan(fun, v, then, else), which
// the library uses: then of what fun combines the elements of v to, or else.
func (in *Inferrer) foldBy(e *nesl.Apply, scan bool) (nkl.Expr, *hm.Type) {
	a := in.arguments(e.Arg, 4)
	elem, res := hm.NewVar(types.Any), hm.NewVar(types.Any)
	made := hm.PairOf(hm.BoolType, elem)
	if scan {
		made = hm.SeqOf(made)
	}
	for i, want := range []*hm.Type{
		hm.FunOf(hm.NewVar(types.Any), hm.PairOf(elem, elem), elem), hm.SeqOf(elem),
		hm.FunOf(hm.NewVar(types.Any), made, res), res,
	} {
		if hm.Unify(a.types[i], want, e.Pos()) != nil {
			panic("front: a fold in the library has an argument of type " + text(a.types[i]))
		}
	}
	return a.before(&nkl.FoldBy{Node: ir.At(e.Pos()), Scan: scan, Fun: a.exprs[0], Seq: a.exprs[1], Then: a.exprs[2], Else: a.exprs[3]}), res
}
