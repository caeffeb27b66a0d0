package anf

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// Copied is the scratch sequence to of an update block with the first n elements of another one.
func Copied(to *nkl.Var, from, n nkl.Expr) nkl.Expr {
	i, acc := types.NewVar("i", types.Int), types.NewVar(to.Name, to.Type)
	var head, each Block
	more := head.Name("more", types.Bool, Op(prim.Lt, nkl.Use(i), n))
	e := each.Name("x", to.Type.Elem(), Op(prim.Elt, from, nkl.Use(i)))
	with := each.Name(acc.Name, acc.Type, &nkl.Put{Seq: nkl.Use(acc), Idx: nkl.Use(i), Val: e})
	next := each.Name("next", types.Int, Op(prim.Add, nkl.Use(i), Integer(1)))
	again := each.In(&nkl.Recur{Args: []nkl.Expr{next, with}})
	return &nkl.Loop{Binds: []*nkl.Var{i, acc}, Inits: []nkl.Expr{Integer(0), nkl.Use(to)},
		Body: head.In(&nkl.If{Cond: more, Then: again, Else: nkl.Use(acc)})}
}
