package typecases

// The largest and the smallest element by type: of ordinals a primitive, of other
// scalars and tuples of scalars a fold, of what holds sequences by pairs of
// neighbours.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// isOrdinal reports whether the primitives reduce values of type t.
func isOrdinal(t *types.Type) bool { return prim.InClass(t, types.Ordinal) }

// pairsOf is behind the names of the operations besides the primitives: max_val and min_val by pairs of
// neighbours.
const pairsOf = "_pairs"

// extreme is what op, max_val or min_val, yields for v, an atom of type [t]. The
// first of equal elements stays: floats are compared by their values, so 0.0 and
// -0.0 are equal, and NaN comes before all others.
//
//	(foldby (lambda p (if p.0 < p.1 p.1 p.0)) v (lambda r r.1) by pairs)
func (c *typeCases) extreme(t *types.Type, op prim.Code, v nkl.Expr) nkl.Expr {
	byPairs := &nkl.If{Cond: anf.Op(prim.Eq, anf.Op(prim.Length, v), anf.Integer(0)), Then: c.zero(t),
		Else: &nkl.Call{Fn: c.fn(op.String()+pairsOf, types.Seq(t)), Args: []nkl.Expr{v}}}
	if t.Has(types.KSeq) {
		return byPairs
	}
	p, r := types.NewVar("p", types.Tuple(t, t)), types.NewVar("r", nkl.FoldType(false, t))
	return &nkl.FoldBy{Seq: v, Else: byPairs,
		Fun:  &nkl.Lambda{Label: c.names.Fresh(op.String()), Param: p, Body: c.better(t, op, anf.Part(0, nkl.Use(p)), anf.Part(1, nkl.Use(p)))},
		Then: &nkl.Lambda{Label: c.names.Fresh("of_" + op.String()), Param: r, Body: anf.Part(1, nkl.Use(r))}}
}

// extremeByPairs is extreme of v, which is not empty, without function values.
func (c *typeCases) extremeByPairs(t *types.Type, op prim.Code, v nkl.Expr) nkl.Expr {
	var b anf.Block
	n := b.Name("n", types.Int, anf.Op(prim.Length, v))
	i, x, y := types.NewVar("i", types.Int), types.NewVar("x", t), types.NewVar("y", t)
	at := anf.Op(prim.Mul, nkl.Use(i), anf.Integer(2))
	best := &nkl.Let{Bind: x, Rhs: anf.Op(prim.Elt, v, at), Body: &nkl.Let{Bind: y, Rhs: anf.Op(prim.Elt, v, anf.Op(prim.Add, at, anf.Integer(1))),
		Body: c.better(t, op, nkl.Use(x), nkl.Use(y))}}
	pairs := types.NewVar("pairs", types.Seq(t))
	last := &nkl.Seq{Elem: t, Elems: []nkl.Expr{anf.Op(prim.Elt, v, anf.Op(prim.Sub, n, anf.Integer(1)))}}
	odd := anf.Op(prim.Eq, anf.Op(prim.And, n, anf.Integer(1)), anf.Integer(1))
	again := &nkl.Call{Fn: c.fn(op.String()+pairsOf, types.Seq(t)), Args: []nkl.Expr{
		&nkl.If{Cond: odd, Then: anf.Op(prim.Append, nkl.Use(pairs), last), Else: nkl.Use(pairs)}}}
	half := anf.Op(prim.Index, anf.Op(prim.Div, n, anf.Integer(2)))
	return b.In(&nkl.If{Cond: anf.Op(prim.Lt, n, anf.Integer(2)), Then: anf.Op(prim.Elt, v, anf.Integer(0)),
		Else: &nkl.Let{Bind: pairs, Rhs: &nkl.Each{Binds: []*nkl.Var{i}, Seqs: []nkl.Expr{half}, Body: best}, Body: again}})
}

// better is that of x and y which op keeps.
func (c *typeCases) better(t *types.Type, op prim.Code, x, y nkl.Expr) nkl.Expr {
	if op == prim.MinVal {
		return &nkl.If{Cond: c.precedes(t, y, x), Then: y, Else: x}
	}
	return &nkl.If{Cond: c.precedes(t, x, y), Then: y, Else: x}
}

// precedes is x < y, in the order of dictionaries.
func (c *typeCases) precedes(t *types.Type, x, y nkl.Expr) nkl.Expr {
	switch t.Kind {
	case types.KBool:
		return anf.Op(prim.And, anf.Op(prim.Not, x), y)
	case types.KFloat:
		nan := anf.Op(prim.And, anf.Op(prim.Ne, x, x), anf.Op(prim.Eq, y, y))
		return anf.Op(prim.Or, anf.Op(prim.Lt, x, y), nan)
	case types.KSeq:
		return &nkl.Call{Fn: c.fn(prim.Precedes.String(), t), Args: []nkl.Expr{x, y}}
	case types.KTuple:
		out := anf.Boolean(false)
		for i := len(t.Elems) - 1; i >= 0; i-- {
			a, b := anf.Part(i, x), anf.Part(i, y)
			if i == len(t.Elems)-1 {
				out = c.precedes(t.Elems[i], a, b)
			} else {
				more := anf.Op(prim.Not, c.precedes(t.Elems[i], b, a))
				out = anf.Op(prim.Or, c.precedes(t.Elems[i], a, b), anf.Op(prim.And, more, out))
			}
		}
		return out
	}
	return anf.Op(prim.Lt, x, y)
}

// precedesBody is precedes of atoms of type t: of sequences by the first elements of
// which one precedes the other, or by the lengths.
func (c *typeCases) precedesBody(t *types.Type, x, y nkl.Expr) nkl.Expr {
	if t.Kind != types.KSeq {
		return c.precedes(t, x, y)
	}
	var b anf.Block
	n := b.Name("n", types.Int, anf.Op(prim.Min, anf.Op(prim.Length, x), anf.Op(prim.Length, y)))
	i, u, v := types.NewVar("i", types.Int), types.NewVar("u", t.Elem()), types.NewVar("v", t.Elem())
	elems := func(i nkl.Expr, body nkl.Expr) nkl.Expr {
		return &nkl.Let{Bind: u, Rhs: anf.Op(prim.Elt, x, i), Body: &nkl.Let{Bind: v, Rhs: anf.Op(prim.Elt, y, i), Body: body}}
	}
	differ := anf.Op(prim.Or, c.precedes(t.Elem(), nkl.Use(u), nkl.Use(v)), c.precedes(t.Elem(), nkl.Use(v), nkl.Use(u)))
	places := &nkl.Each{Binds: []*nkl.Var{i}, Seqs: []nkl.Expr{anf.Op(prim.Index, n)},
		Body: elems(nkl.Use(i), &nkl.If{Cond: differ, Then: nkl.Use(i), Else: n})}
	at := b.Name("at", types.Int, anf.Op(prim.Min, n, anf.Op(prim.MinVal, places)))
	first := nkl.Freshen(elems(at, c.precedes(t.Elem(), nkl.Use(u), nkl.Use(v))))
	return b.In(&nkl.If{Cond: anf.Op(prim.Lt, at, n), Then: first, Else: anf.Op(prim.Lt, anf.Op(prim.Length, x), anf.Op(prim.Length, y))})
}
