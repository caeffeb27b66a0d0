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

// WithLengths is e with what length says in place of the lengths of sequences, where that is not nil.
func WithLengths(e nkl.Expr, length func(v *nkl.Var) nkl.Expr) nkl.Expr {
	again := func(e nkl.Expr) nkl.Expr { return WithLengths(e, length) }
	let, ok := e.(*nkl.Let)
	if ok && IsOp(let.Rhs, prim.Length) {
		if n := length(nkl.VarOf(let.Rhs.(*nkl.Prim).Args[0])); n != nil {
			return again(nkl.Replace(let.Body, map[*nkl.Var]nkl.Expr{let.Bind: n}))
		}
	}
	return e.MapChildren(again)
}
