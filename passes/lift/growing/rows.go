package growing

import (
	"slices"

	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// length is how many elements a table has.
func (x *columns) length(b *anf.Block, cols []nkl.Expr, t *types.Type) nkl.Expr {
	for t.Kind == types.KTuple && !t.IsScalar() {
		t = t.Elems[0]
	}
	if t.IsScalar() {
		return anf.Op(prim.Length, cols[0])
	}
	return anf.Op(prim.Sub, op(b, types.Int, prim.Length, cols[1]), anf.Integer(1))
}

// element is element i of a table, the columns of which it takes.
func (x *columns) element(b *anf.Block, cols *[]nkl.Expr, t *types.Type, i nkl.Expr) nkl.Expr {
	column := func() nkl.Expr {
		c := (*cols)[0]
		*cols = (*cols)[1:]
		return c
	}
	switch {
	case t.IsScalar():
		return anf.Op(prim.Elt, column(), i)
	case t.Kind == types.KTuple:
		out := &nkl.Tuple{}
		for _, c := range t.Elems {
			out.Elems = append(out.Elems, b.Name("part", c, x.element(b, cols, c, i)))
		}
		return out
	}
	data, starts := column(), column()
	from := op(b, types.Int, prim.Elt, starts, i)
	to := op(b, types.Int, prim.Elt, starts, plus(b, i, anf.Integer(1)))
	first := op(b, types.Int, prim.Elt, starts, anf.Integer(0))
	return anf.Op(prim.Get, data, anf.Run(b, op(b, types.Int, prim.Sub, from, first), op(b, types.Int, prim.Sub, to, from)))
}

// appended is a table with rows behind.
func (x *columns) appended(b *anf.Block, cols []nkl.Expr, t *types.Type, rows *nkl.Seq) nkl.Expr {
	cols = slices.Clone(cols)
	k := 0
	var add func(t *types.Type, e nkl.Expr)
	put := func(t *types.Type, s nkl.Expr) {
		cols[k] = op(b, t, prim.Append, cols[k], s)
		k++
	}
	one := func(t *types.Type, e nkl.Expr) nkl.Expr {
		return b.Name("one", types.Seq(t), &nkl.Seq{Elem: t, Elems: []nkl.Expr{e}})
	}
	add = func(t *types.Type, e nkl.Expr) {
		switch {
		case t.IsScalar():
			put(types.Seq(t), one(t, e))
		case t.Kind == types.KTuple:
			for i, c := range t.Elems {
				add(c, b.Name("part", c, x.part(i, e)))
			}
		default:
			n := op(b, types.Int, prim.Length, e)
			put(t, e)
			ends := op(b, types.Int, prim.Sub, op(b, types.Int, prim.Length, cols[k]), anf.Integer(1))
			last := op(b, types.Int, prim.Elt, cols[k], ends)
			put(types.Seq(types.Int), one(types.Int, plus(b, last, n)))
		}
	}
	for _, r := range rows.Elems {
		k = 0
		add(t, x.code(r))
	}
	return &nkl.Tuple{Elems: cols}
}

// part is part i of a tuple, itself where it is known.
func (x *columns) part(i int, of nkl.Expr) nkl.Expr {
	if r, ok := of.(*nkl.Ref); ok {
		if t, ok := x.defs[r.Var].(*nkl.Tuple); ok {
			return x.code(t.Elems[i])
		}
	}
	return anf.Part(i, of)
}

// some is the rows at these places, which are successive.
func (x *columns) some(b *anf.Block, cols []nkl.Expr, t *types.Type, is *nkl.Var) nkl.Expr {
	from, n := x.successive(is)
	if n == nil {
		x.bad = true
		return &nkl.Int{}
	}
	var out []nkl.Expr
	var take func(t *types.Type)
	take = func(t *types.Type) {
		switch {
		case t.IsScalar():
			out = append(out, op(b, types.Seq(t), prim.Get, cols[0], anf.Run(b, from, n)))
			cols = cols[1:]
		case t.Kind == types.KTuple:
			for _, c := range t.Elems {
				take(c)
			}
		default:
			data, starts := cols[0], cols[1]
			first := op(b, types.Int, prim.Elt, starts, anf.Integer(0))
			low, high := first, op(b, types.Int, prim.Elt, starts, plus(b, from, n))
			at := anf.Integer(0)
			if !anf.IsInt(from, 0) {
				low = op(b, types.Int, prim.Elt, starts, from)
				at = op(b, types.Int, prim.Sub, low, first)
			}
			out = append(out, op(b, t, prim.Get, data, anf.Run(b, at, op(b, types.Int, prim.Sub, high, low))))
			out = append(out, op(b, types.Seq(types.Int), prim.Get, starts, anf.Run(b, from, plus(b, n, anf.Integer(1)))))
			cols = cols[2:]
		}
	}
	take(t)
	return &nkl.Tuple{Elems: out}
}

// successive is the first of the numbers is, and how many there are; nil if they are not
// known to be successive.
func (x *columns) successive(is *nkl.Var) (from, n nkl.Expr) {
	if from, n = anf.RunOf(x.defs, is); n == nil {
		return nil, nil
	}
	return x.code(from), x.code(n)
}
