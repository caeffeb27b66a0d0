package gen

// Folds: with function values beside the same value by other means, and with
// code for which zeros are the identity.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// foldBy applies a new function value to what a fold makes of a sequence.
func (g *generator) foldBy(t *types.Type, env scope) nkl.Expr {
	if !firstOrder(t) || g.depth >= maxDepth {
		return nil
	}
	u := g.base()
	switch g.r.IntN(4) {
	case 0:
		u = types.Seq(u)
	case 1:
		u = types.Tuple(u, g.base())
	}
	if u.Has(types.KVar) { // which has no zero
		return nil
	}
	scan := g.chance(2)
	return g.named(g.expr(types.Seq(u), env), types.Seq(u), env, func(xs *nkl.Var, env scope) nkl.Expr {
		fun, result := g.folding(u, scan, xs, env)
		value, ft := g.lambda(nkl.FoldType(scan, u), t, env)
		then := types.NewVar("then", ft)
		return &nkl.Let{Bind: then, Rhs: value, Body: &nkl.FoldBy{Node: g.at(), Scan: scan, Fun: fun, Seq: ref(xs), Then: ref(then),
			Else: &nkl.Apply{Node: g.at(), Fun: ref(then), Arg: result}}}
	})
}

// folding is an associative function value on u, which may capture something, and
// what it makes of xs.
func (g *generator) folding(u *types.Type, scan bool, xs *nkl.Var, env scope) (fun, result nkl.Expr) {
	l := &nkl.Lambda{Label: g.label(), Param: types.NewVar("p", types.Tuple(u, u))}
	x, y := &nkl.Proj{Index: 0, Of: ref(l.Param)}, &nkl.Proj{Index: 1, Of: ref(l.Param)}
	n := g.op(prim.Length, ref(xs))
	var one func(i nkl.Expr) nkl.Expr // what the elements before i, which is not 0, make
	switch {
	case u == types.Int && g.chance(2):
		l.Body = g.op(prim.Add, x, y)
		sums := g.op(prim.PlusScan, ref(xs))
		one = func(i nkl.Expr) nkl.Expr {
			last := types.NewVar("last", types.Int)
			return &nkl.Let{Bind: last, Rhs: g.op(prim.Sub, i, integer(1)), Body: g.op(prim.Add, g.op(prim.Elt, sums, ref(last)), g.op(prim.Elt, ref(xs), ref(last)))}
		}
	case g.chance(2):
		l.Body = x
		one = func(nkl.Expr) nkl.Expr { return g.op(prim.Elt, ref(xs), integer(0)) }
	default:
		l.Body = y
		one = func(i nkl.Expr) nkl.Expr { return g.op(prim.Elt, ref(xs), g.op(prim.Sub, i, integer(1))) }
	}
	if len(env) > 0 && g.chance(2) {
		v := g.pick(env)
		if firstOrder(v.Type) && v.Type.Kind != types.KVar {
			l.Captures = []*nkl.Var{v}
			l.Body = &nkl.Let{Bind: types.NewVar("c", v.Type), Rhs: ref(v), Body: l.Body}
		}
	}
	some := func(i *nkl.Var) nkl.Expr {
		return &nkl.If{Cond: g.op(prim.Gt, ref(i), integer(0)), Then: flagged(true, one(ref(i))), Else: flagged(false, nkl.Zero(u))}
	}
	i := types.NewVar("i", types.Int)
	if scan {
		return l, &nkl.Each{Node: g.at(), Binds: []*nkl.Var{i}, Seqs: []nkl.Expr{g.op(prim.Index, n)}, Body: some(i)}
	}
	return l, &nkl.Let{Bind: i, Rhs: n, Body: some(i)}
}

func flagged(some bool, e nkl.Expr) nkl.Expr {
	return &nkl.Tuple{Elems: []nkl.Expr{&nkl.Bool{Val: some}, e}}
}

// fold makes folds of ints, of pairs of them, and scans if t is a sequence.
func (g *generator) fold(t *types.Type, env scope) nkl.Expr {
	u, scan := t, t.Kind == types.KSeq
	if scan {
		u = t.Elem()
	}
	pair := u == types.Tuple(types.Int, types.Int)
	if u != types.Int && !pair {
		return nil
	}
	f := &nkl.Fold{Node: g.at(), Scan: scan, X: types.NewVar("x", u), Y: types.NewVar("y", u)}
	x, y := func() nkl.Expr { return ref(f.X) }, func() nkl.Expr { return ref(f.Y) }
	part := func(i int, of nkl.Expr) nkl.Expr { return &nkl.Proj{Index: i, Of: of} }
	switch {
	case pair: // the maps of z to (1 + x0) z + x1, one after another
		up := func(e nkl.Expr) nkl.Expr { return g.op(prim.Add, integer(1), part(0, e)) }
		f.Body = &nkl.Tuple{Elems: []nkl.Expr{g.op(prim.Sub, g.op(prim.Mul, up(x()), up(y())), integer(1)),
			g.op(prim.Add, g.op(prim.Mul, up(y()), part(1, x())), part(1, y()))}}
	case g.chance(2):
		f.Body = &nkl.If{Cond: g.op(prim.Eq, y(), integer(0)), Then: x(), Else: y()}
	default:
		f.Body = &nkl.If{Cond: g.op(prim.Eq, x(), integer(0)), Then: y(), Else: x()}
	}
	f.Seq = g.expr(types.Seq(u), env)
	return f
}
