package anf

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// Copied is the scratch sequence to of an update block with the first n elements of another one.
func Copied(to *nkl.Var, from, n nkl.Expr) nkl.Expr {
	i, acc := types.NewVar("i", types.Int), types.NewVar(to.Name, to.Type)
	var each Block
	e := each.Name("x", to.Type.Elem(), Op(prim.Elt, from, nkl.Use(i)))
	with := each.Name(acc.Name, acc.Type, &nkl.Put{Seq: nkl.Use(acc), Idx: nkl.Use(i), Val: e})
	next := each.Name("next", types.Int, Op(prim.Add, nkl.Use(i), Integer(1)))
	again := each.In(&nkl.Recur{Args: []nkl.Expr{next, with}})
	return Counted([]*nkl.Var{i, acc}, []nkl.Expr{Integer(0), nkl.Use(to)}, n, again, nkl.Use(acc))
}

// Counted is a loop whose first variable counts up to n. body goes on, and end is the value behind the last number.
func Counted(binds []*nkl.Var, inits []nkl.Expr, n, body, end nkl.Expr) *nkl.Loop {
	return CountedAt(ir.Pos{}, binds, inits, n, body, end)
}

// CountedAt is Counted with a source position.
func CountedAt(pos ir.Pos, binds []*nkl.Var, inits []nkl.Expr, n, body, end nkl.Expr) *nkl.Loop {
	var head Block
	more := head.Name("more", types.Bool, OpAt(pos, prim.Lt, nkl.Use(binds[0]), n))
	return &nkl.Loop{Node: ir.At(pos), Binds: binds, Inits: inits, Body: head.In(&nkl.If{Cond: more, Then: body, Else: end})}
}
