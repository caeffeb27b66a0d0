package nested

// The largest and the smallest element by type: of ordinals a primitive, of other
// scalars and tuples of scalars a fold, of what holds sequences by pairs of
// neighbours.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/code"
)

// isOrdinal reports whether the primitives reduce values of type t.
func isOrdinal(t *types.Type) bool { return prim.InClass(t, types.Ordinal) }

// The operations besides the primitives: max_val and min_val by pairs of
// neighbours, and whether a value comes before another.
const (
	pairsOf    = "_pairs"
	precedesOp = "precedes"
)

// extreme is what op, max_val or min_val, yields for v, an atom of type [t]. The
// first of equal elements stays: floats are compared by their values, so 0.0 and
// -0.0 are equal, and NaN comes before all others.
//
//	(foldby (lambda p (if p.0 < p.1 p.1 p.0)) v (lambda r r.1) by pairs)
func (c *typeCases) extreme(t *types.Type, op string, v nkl.Expr) nkl.Expr {
	byPairs := &nkl.If{Cond: code.Op("eq", code.Op("length", v), code.Integer(0)), Then: c.zero(t),
		Else: &nkl.Call{Fn: c.fn(op+pairsOf, types.Seq(t)), Args: []nkl.Expr{v}}}
	if t.Has(types.KSeq) {
		return byPairs
	}
	p, r := types.NewVar("p", types.Tuple(t, t)), types.NewVar("r", nkl.FoldType(false, t))
	return &nkl.FoldBy{Seq: v, Else: byPairs,
		Fun:  &nkl.Lambda{Label: c.names.Fresh(op), Param: p, Body: c.better(t, op, part(0, nkl.Use(p)), part(1, nkl.Use(p)))},
		Then: &nkl.Lambda{Label: c.names.Fresh("of_" + op), Param: r, Body: part(1, nkl.Use(r))}}
}

// extremeByPairs is extreme of v, which is not empty, without function values.
func (c *typeCases) extremeByPairs(t *types.Type, op string, v nkl.Expr) nkl.Expr {
	var b code.Block
	n := b.Name("n", types.Int, code.Op("length", v))
	i, x, y := types.NewVar("i", types.Int), types.NewVar("x", t), types.NewVar("y", t)
	at := code.Op("mul", nkl.Use(i), code.Integer(2))
	best := &nkl.Let{Bind: x, Rhs: code.Op("elt", v, at), Body: &nkl.Let{Bind: y, Rhs: code.Op("elt", v, code.Op("add", at, code.Integer(1))),
		Body: c.better(t, op, nkl.Use(x), nkl.Use(y))}}
	pairs := types.NewVar("pairs", types.Seq(t))
	last := &nkl.Seq{Elem: t, Elems: []nkl.Expr{code.Op("elt", v, code.Op("sub", n, code.Integer(1)))}}
	odd := code.Op("eq", code.Op("and", n, code.Integer(1)), code.Integer(1))
	again := &nkl.Call{Fn: c.fn(op+pairsOf, types.Seq(t)), Args: []nkl.Expr{
		&nkl.If{Cond: odd, Then: code.Op("append", nkl.Use(pairs), last), Else: nkl.Use(pairs)}}}
	half := code.Op("index", code.Op("div", n, code.Integer(2)))
	return b.In(&nkl.If{Cond: code.Op("lt", n, code.Integer(2)), Then: code.Op("elt", v, code.Integer(0)),
		Else: &nkl.Let{Bind: pairs, Rhs: &nkl.Each{Binds: []*nkl.Var{i}, Seqs: []nkl.Expr{half}, Body: best}, Body: again}})
}

// better is that of x and y which op keeps.
func (c *typeCases) better(t *types.Type, op string, x, y nkl.Expr) nkl.Expr {
	if op == "min_val" {
		return &nkl.If{Cond: c.precedes(t, y, x), Then: y, Else: x}
	}
	return &nkl.If{Cond: c.precedes(t, x, y), Then: y, Else: x}
}

// precedes is x < y, in the order of dictionaries.
func (c *typeCases) precedes(t *types.Type, x, y nkl.Expr) nkl.Expr {
	switch t.Kind {
	case types.KBool:
		return code.Op("and", code.Op("not", x), y)
	case types.KFloat:
		nan := code.Op("and", code.Op("ne", x, x), code.Op("eq", y, y))
		return code.Op("or", code.Op("lt", x, y), nan)
	case types.KSeq:
		return &nkl.Call{Fn: c.fn(precedesOp, t), Args: []nkl.Expr{x, y}}
	case types.KTuple:
		out := code.Boolean(false)
		for i := len(t.Elems) - 1; i >= 0; i-- {
			a, b := part(i, x), part(i, y)
			if i == len(t.Elems)-1 {
				out = c.precedes(t.Elems[i], a, b)
			} else {
				more := code.Op("not", c.precedes(t.Elems[i], b, a))
				out = code.Op("or", c.precedes(t.Elems[i], a, b), code.Op("and", more, out))
			}
		}
		return out
	}
	return code.Op("lt", x, y)
}

// precedesBody is precedes of sequences, atoms of type t: by the first elements of
// which one precedes the other, or by the lengths.
func (c *typeCases) precedesBody(t *types.Type, x, y nkl.Expr) nkl.Expr {
	var b code.Block
	n := b.Name("n", types.Int, code.Op("min", code.Op("length", x), code.Op("length", y)))
	i, u, v := types.NewVar("i", types.Int), types.NewVar("u", t.Elem()), types.NewVar("v", t.Elem())
	elems := func(i nkl.Expr, body nkl.Expr) nkl.Expr {
		return &nkl.Let{Bind: u, Rhs: code.Op("elt", x, i), Body: &nkl.Let{Bind: v, Rhs: code.Op("elt", y, i), Body: body}}
	}
	differ := code.Op("or", c.precedes(t.Elem(), nkl.Use(u), nkl.Use(v)), c.precedes(t.Elem(), nkl.Use(v), nkl.Use(u)))
	places := &nkl.Each{Binds: []*nkl.Var{i}, Seqs: []nkl.Expr{code.Op("index", n)},
		Body: elems(nkl.Use(i), &nkl.If{Cond: differ, Then: nkl.Use(i), Else: n})}
	at := b.Name("at", types.Int, code.Op("min", n, code.Op("min_val", places)))
	first := nkl.Freshen(elems(at, c.precedes(t.Elem(), nkl.Use(u), nkl.Use(v))))
	return b.In(&nkl.If{Cond: code.Op("lt", at, n), Then: first, Else: code.Op("lt", code.Op("length", x), code.Op("length", y))})
}
